"""Counts from CSV and Parquet files larger than memory, in batches.

A CSV file is read as text, so that a label is what the file says. polars reads it if it is there,
otherwise the fields are counted by their octets; Parquet is read by polars alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from rropt.data.csv_octets import csv_rows, text_of
from rropt.data.data_file import DataFile, data_file
from rropt.data.progress import Progress
from rropt.data.respondents import key_of
from rropt.data.tally import COUNT, Tally, require_column
from rropt.exact import InputError
from rropt.extras import not_installed

ROWS_A_BATCH = 1 << 20


def tally_file(given: str | Path | DataFile, column: str | None) -> Tally:
    """Values of a column of a CSV or Parquet file with their counts."""
    data = data_file(given)
    name = f"column {column!r} of {data.name}"
    return Tally(_cells(data, [column], name), name)


def tally_file_columns(given: str | Path | DataFile, columns: list[str]) -> list[tuple[Any, ...]]:
    """Combinations of values of some columns of a file, each with its count last."""
    data = data_file(given)
    return _cells(data, columns, data.name)


def _cells(data: DataFile, columns: Sequence[str | None], name: str) -> list[tuple[Any, ...]]:
    require_readable(data, columns)
    if not has_polars() and data.kind == "parquet":
        raise not_installed("frames", "a Parquet file must be read by polars")
    if not has_polars():
        return _counted_in_octets(data, columns)
    scanned = scan(data)
    names = column_names(scanned, data)
    chosen = [require_column(column, names) for column in columns]
    return _counted(scanned, chosen, data, name)


def _counted(scanned: Any, columns: list[str], data: DataFile, name: str) -> list[tuple[Any, ...]]:
    """Count combinations of values batch by batch, with progress."""
    import polars

    counts: Counter[tuple[Any, ...]] = Counter()
    length = None
    if data.kind == "parquet":  # the file itself says so
        length = int(scanned.select(polars.len()).collect().item())
    with Progress(f"counting {data.name}", length) as progress:
        for batch in batches(scanned.select(columns), data):
            for *values, count in batch.group_by(columns).agg(polars.len().alias(COUNT)).rows():
                counts[tuple(key_of(value, name) for value in values)] += count
            progress.advance(len(batch))
    return [(*values, count) for values, count in counts.items()]


def require_readable(data: DataFile, columns: Sequence[str | None]) -> None:
    """Refuse text that readers would guess about: stray quotes, long rows, columns of one name."""
    if data.kind == "parquet":
        return
    for _ in csv_rows(data):
        pass
    for column in columns:
        require_one(data, column)


def require_one(data: DataFile, column: str | None) -> None:
    """Refuse a name that several columns have."""
    count = data.header().count(column) if column is not None else 0
    if count > 1:
        raise InputError(
            f"column must be one column of {data.name}, got {column!r}, the name of {count}"
        )


def has_polars() -> bool:
    """Whether files are read by polars."""
    try:
        import polars  # noqa: F401
    except ImportError:
        return False
    return True


def scan(data: DataFile) -> Any:
    """A polars LazyFrame over a file."""
    import polars

    if data.kind == "parquet":
        return polars.scan_parquet(data.source(), glob=False)
    header = data.header()

    def meant(found: list[str]) -> list[str]:
        """polars leaves doubled quotes in a name, and renames all but the first of one name."""
        pairs = zip(found, header, strict=False)
        known = [mine if header.count(mine) == 1 else theirs for theirs, mine in pairs]
        return known + found[len(known) :]

    return polars.scan_csv(
        data.source(),
        separator=data.separator,
        infer_schema=False,
        glob=False,
        with_column_names=meant,
    )


def column_names(scanned: Any, data: DataFile) -> list[str]:
    """The columns of a file; a broken file in one line."""
    import polars

    try:
        return list(scanned.collect_schema().names())
    except polars.exceptions.PolarsError as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"{_malformed(data)}: {reason}") from None


def unreadable(data: DataFile, error: Exception) -> InputError:
    """A file whose rows cannot be read; what libraries say of a row may quote what stands in it."""
    return InputError(f"{_malformed(data)} with rows that cannot be read ({type(error).__name__})")


def _malformed(data: DataFile) -> str:
    return f"FILE must be a well-formed table, got {data.name}"


def batches(selected: Any, data: DataFile) -> Iterator[Any]:
    """The rows of a LazyFrame, piece by piece."""
    import polars

    try:
        yield from selected.collect_batches(chunk_size=ROWS_A_BATCH)
    except polars.exceptions.PolarsError as error:
        raise unreadable(data, error) from None


def _counted_in_octets(data: DataFile, columns: Sequence[str | None]) -> list[tuple[Any, ...]]:
    """By the octets of the fields: text only, an empty field or line is a missing answer."""
    header = data.header()
    places = [header.index(require_column(column, header)) for column in columns]
    counts: Counter[tuple[bytes, ...]] = Counter()
    for rows in islice(csv_rows(data), 1, None):
        spellings = [rows.column(place).spellings() for place in places]
        counts.update(zip(*spellings, strict=True))
    return [(*map(text_of, fields), count) for fields, count in counts.items()]
