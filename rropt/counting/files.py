"""Counts from CSV and Parquet files larger than memory, in batches.

A CSV file is read as text, so that a label is what the file says. polars reads it if it is there,
otherwise DuckDB.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rropt.counting.fields import require_fields
from rropt.counting.frame_counts import COUNT, require_column, tally_table, tally_table_columns
from rropt.counting.progress import Progress
from rropt.counting.quotes import require_quotes
from rropt.counting.tally import Tally, key_of
from rropt.exact import InputError

ROWS_A_BATCH = 1 << 20
SUFFIXES = {".csv": "csv", ".tsv": "tsv", ".parquet": "parquet", ".pq": "parquet"}


def tally_file(path: Path, column: str | None) -> Tally:
    """Values of a column of a CSV or Parquet file with their counts."""
    kind = file_kind(path)
    _require_readable(path, kind, [column])
    if not _has_polars():
        return tally_table(_duckdb_relation(path, kind), column)
    scanned = scan(path)
    chosen = require_column(column, column_names(scanned, path))
    counts = {row[0]: row[1] for row in _counted(scanned, [chosen], path)}
    return Tally(counts, f"column {chosen!r} of {path.name}")


def tally_file_columns(path: Path, columns: list[str]) -> list[tuple[Any, ...]]:
    """Combinations of values of some columns of a file, each with its count last."""
    kind = file_kind(path)
    _require_readable(path, kind, columns)
    if not _has_polars():
        return tally_table_columns(_duckdb_relation(path, kind), columns)
    scanned = scan(path)
    for column in columns:
        require_column(column, column_names(scanned, path))
    return _counted(scanned, columns, path)


def _counted(scanned: Any, columns: list[str], path: Path) -> list[tuple[Any, ...]]:
    """Count combinations of values batch by batch, with progress."""
    import polars

    counts: dict[tuple[Any, ...], int] = {}
    with Progress(f"counting {path.name}", _known_length(scanned, path)) as progress:
        for batch in _batches(scanned, columns, path):
            for *values, count in batch.group_by(columns).agg(polars.len().alias(COUNT)).rows():
                key = tuple(key_of(value, path.name) for value in values)
                counts[key] = counts.get(key, 0) + count
            progress.advance(len(batch))
    return [(*values, count) for values, count in counts.items()]


def _known_length(scanned: Any, path: Path) -> int | None:
    """The number of rows where the file itself says so."""
    import polars

    if file_kind(path) != "parquet":
        return None
    return int(scanned.select(polars.len()).collect().item())


def _require_readable(path: Path, kind: str, columns: Sequence[str | None]) -> None:
    """Refuse text that readers would guess about: stray quotes, long rows, columns of one name."""
    if kind == "parquet":
        return
    separator = _separator(kind)
    require_quotes(path, separator)
    require_fields(path, separator)
    header = _header(path, separator)
    for column in columns:
        if column is not None and header.count(column) > 1:
            raise InputError(
                f"column must be one column of {path.name}, "
                f"got {column!r}, the name of {header.count(column)}"
            )


def _separator(kind: str) -> str:
    return "\t" if kind == "tsv" else ","


def _header(path: Path, separator: str) -> list[str]:
    """The names of the columns as they are meant: quotes inside a quoted name are doubled."""
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        try:
            return next(csv.reader(file, delimiter=separator), [])
        except csv.Error:
            return []


def _has_polars() -> bool:
    try:
        import polars  # noqa: F401
    except ImportError:
        return False
    return True


def file_kind(path: Path, name: str = "FILE") -> str:
    """csv, tsv or parquet, by the name's ending; the file must be there and not empty."""
    kind = SUFFIXES.get(path.suffix.lower())
    if kind is None:
        raise InputError(f"{name} must end in {', '.join(SUFFIXES)}, got {path.name!r}")
    require_text(path, name)
    if not path.is_file():
        raise InputError(f"{name} must be a readable file, got {path}")
    if not path.stat().st_size:
        raise InputError(f"{name} must not be empty, got {path}")
    return kind


def require_text(path: Path, name: str) -> None:
    """Refuse a path whose octets are no text: polars and DuckDB take none."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise InputError(f"{name} must have a name in UTF-8, got {str(path)!r}") from None


def scan(path: Path) -> Any:
    """A polars LazyFrame over a file."""
    import polars

    kind = file_kind(path)
    if kind == "parquet":
        return polars.scan_parquet(path, glob=False)
    separator = _separator(kind)
    header = _header(path, separator)

    def meant(found: list[str]) -> list[str]:
        """polars leaves doubled quotes in a name, and renames all but the first of one name."""
        pairs = zip(found, header, strict=False)
        known = [mine if header.count(mine) == 1 else theirs for theirs, mine in pairs]
        return known + found[len(known) :]

    return polars.scan_csv(
        path, separator=separator, infer_schema=False, glob=False, with_column_names=meant
    )


def column_names(scanned: Any, path: Path) -> list[str]:
    """The columns of a file; a broken file in one line."""
    import polars

    try:
        return list(scanned.collect_schema().names())
    except polars.exceptions.PolarsError as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: Exception) -> InputError:
    """What is wrong with a file, in one line."""
    return InputError(f"FILE must be a well-formed table, got {path}: {str(error).splitlines()[0]}")


def _batches(scanned: Any, columns: list[str], path: Path) -> Iterator[Any]:
    import polars

    try:
        yield from scanned.select(columns).collect_batches(chunk_size=ROWS_A_BATCH)
    except polars.exceptions.PolarsError as error:
        raise unreadable(path, error) from None


def _dialect(kind: str) -> dict[str, Any]:
    """DuckDB would guess the separator from the rows, and which of them to skip."""
    return {"sep": _separator(kind), "quotechar": '"', "escapechar": '"', "skiprows": 0}


def _duckdb_relation(path: Path, kind: str) -> Any:
    try:
        import duckdb
    except ImportError:
        raise InputError(
            "files must be read by polars or DuckDB, and neither is installed: "
            "pip install 'rropt[frames]'"
        ) from None
    try:
        if kind == "parquet":
            return duckdb.read_parquet(str(path))
        return duckdb.read_csv(str(path), all_varchar=True, header=True, **_dialect(kind))
    except duckdb.Error as error:
        raise unreadable(path, error) from None
