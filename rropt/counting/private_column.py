"""The first reading of a private column by polars: every answer is one of the table's truths.

Nothing that is said of it names a value, or how often one occurs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rropt.channel import Channel
from rropt.counting.copies import copies, pairs_in, possible_copies, still_copies
from rropt.counting.data_file import DataFile
from rropt.counting.files import batches, column_names, require_readable, scan
from rropt.counting.frame_counts import COUNT, require_column
from rropt.counting.progress import Progress
from rropt.counting.report_column import is_absent
from rropt.counting.tally import Tally, match, merged, require_missing
from rropt.exact import InputError

MISSING = ("refuse", "drop", "keep")


@dataclass(frozen=True)
class PrivateColumn:
    """A column of answers; `frame` has the `rows` that are written, `copies` say the same."""

    origin: DataFile
    name: str
    dtype: Any
    frame: Any
    rows: int
    missing: int
    copies: tuple[str, ...]


def read_private(channel: Channel, data: DataFile, column: str, missing: str) -> PrivateColumn:
    """Look at every row, and refuse what cannot be randomized."""
    import polars

    require_missing(missing, MISSING)
    require_readable(data, [column])
    scanned = scan(data)
    names = column_names(scanned, data)
    if column not in names:
        require_header(data, channel)
    require_column(column, names)
    tally, alike = _first_reading(scanned, data, column)
    given = sum(match(tally, channel.truths, "refuse" if missing == "refuse" else "drop"))
    absent = sum(tally.counts.values()) - given
    dtype = scanned.collect_schema()[column]
    if missing == "drop":
        scanned = scanned.filter(~is_absent(polars.col(column), dtype))
    rows = given if missing == "drop" else given + absent
    return PrivateColumn(data, column, dtype, scanned, rows, absent, alike)


def require_header(data: DataFile, channel: Channel) -> None:
    """A file without a header is said to be one: its first line is the answers of a person."""
    if data.kind != "parquet" and set(data.header()) & set(channel.truths):
        raise InputError(
            f"the first line of {data.name} must name its columns, got a label of the answers there"
        )


def _first_reading(scanned: Any, data: DataFile, column: str) -> tuple[Tally, tuple[str, ...]]:
    """The answers with their counts, and the columns that say the same."""
    import polars

    name = f"column {column!r} of {data.name}"
    alike, cells = _possible_copies(scanned, column), []
    with Progress(f"reading {data.name}") as progress:
        for batch in batches(scanned.select([column, *alike]), data):
            cells += batch.group_by(column).agg(polars.len().alias(COUNT)).rows()
            alike = still_copies(pairs_in(batch, column), alike)
            progress.advance(len(batch))
    tally = Tally(merged(cells, name), name)
    return tally, copies(alike, sum(tally.counts.values()))


def _possible_copies(scanned: Any, column: str) -> Any:
    import polars

    try:
        return possible_copies(scanned, column)
    except polars.exceptions.PolarsError:
        return {}  # the rows themselves will be refused, in one sentence
