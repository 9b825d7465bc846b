"""The first reading of a private column by polars, and the columns that say what it said.

Every answer is one of the table's truths; nothing that is said of it names a value, or how often
one occurs. A column is one-to-one with the answers when its pairs with them are as many as its
values and as many as the answers: Y and N beside yes and no. Whoever has such a column needs no
report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from rropt.channel import Channel
from rropt.data.data_file import DataFile
from rropt.data.entry_rules import EntryRules, is_null
from rropt.data.file_counts import batches, column_names, require_readable, scan
from rropt.data.progress import Progress
from rropt.data.report_column import is_absent
from rropt.data.tally import (
    COUNT,
    Tally,
    match,
    merged,
    require_column,
)
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


def read_private(channel: Channel, data: DataFile, column: str, rules: EntryRules) -> PrivateColumn:
    """Look at every row, and refuse what cannot be randomized."""
    import polars

    rules.require(MISSING)
    require_readable(data, [column])
    scanned = scan(data)
    names = column_names(scanned, data)
    if column not in names:
        require_header(data, channel)
    require_column(column, names)
    tally, alike = _first_reading(scanned, data, column)
    given = sum(match(tally, channel.truths, rules.counting))
    absent = sum(tally.counts.values()) - given
    dtype = scanned.collect_schema()[column]
    if rules.missing == "drop":
        words = rules.words_beside(rules.places(channel.truths))
        scanned = scanned.filter(~is_absent(polars.col(column), dtype, words))
    rows = given if rules.missing == "drop" else given + absent
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


FIRST = 1000
"""Rows that are looked at before the rest: nearly every column is no copy in these already."""

Pairs = frozenset[tuple[Any, Any]]

Name = TypeVar("Name", str, int)
"""Of a column, or its place."""


def possible_copies(scanned: Any, column: str) -> dict[str, Pairs]:
    """The columns that may be copies, judged by the first rows, each with no pairs seen so far."""
    schema = scanned.collect_schema()
    names = [name for name in schema.names() if name != column and not schema[name].is_nested()]
    if schema[column].is_nested() or not names:
        return {}
    head = scanned.select([column, *names]).head(FIRST).collect()
    alike = still_copies(pairs_in(head, column), dict.fromkeys(names, frozenset()))
    return dict.fromkeys(alike, frozenset())


def still_copies(
    pairs_of: Callable[[Name, int | None], Pairs], seen: Mapping[Name, Pairs]
) -> dict[Name, Pairs]:
    """The columns that are copies in some more rows too, with their pairs.

    `pairs_of` tells those of a column with the answers, in so many rows or in all.

    >>> smokes, others = ["no", "yes"] * 2, {"raw": [0, 1] * 2, "id": range(4)}
    >>> pairs = lambda name, first: frozenset(zip(smokes[:first], others[name][:first]))
    >>> list(still_copies(pairs, {"raw": frozenset(), "id": frozenset()}))
    ['raw']
    """
    found = {}
    for name, pairs in seen.items():
        for first in (FIRST, None):
            pairs |= pairs_of(name, first)
            if not one_to_one(pairs):
                break
        else:
            found[name] = pairs
    return found


def copies(seen: Mapping[Name, Pairs], rows: int) -> tuple[Name, ...]:
    """The columns that say something: a constant says nothing, unless it is the answers' text.

    Where no answer was given twice, every column of different values has one for each.
    """
    return tuple(name for name, pairs in seen.items() if _telling(pairs, rows))


def _telling(pairs: Pairs, rows: int) -> bool:
    if all(str(answer) == str(value) for answer, value in pairs):
        return bool(pairs)
    return 1 < len(pairs) < rows


def pairs_in(rows: Any, column: str) -> Callable[[str, int | None], Pairs]:
    """Those of a column of a polars frame with its others."""

    def pairs(name: str, first: int | None) -> Pairs:
        some = rows.select(column, name).head(len(rows) if first is None else first)
        return frozenset(map(_plain, some.unique().rows()))

    return pairs


def _plain(pair: tuple[Any, Any]) -> tuple[Any, Any]:
    """A nan is not equal to itself."""
    answer, value = pair
    return None if is_null(answer) else answer, None if is_null(value) else value


def one_to_one(pairs: Pairs) -> bool:
    """Whether each answer has one value, and each value one answer."""
    answers = {answer for answer, _ in pairs}
    values = {value for _, value in pairs}
    return len(answers) == len(values) == len(pairs)
