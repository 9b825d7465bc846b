"""Columns that say what the private one said: the same text, or one-to-one codes of it.

A column is one-to-one with the answers when its pairs with them are as many as its values and as
many as the answers: Y and N beside yes and no. Whoever has such a column needs no report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rropt.counting.tally import is_missing

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
    return None if is_missing(answer) else answer, None if is_missing(value) else value


def one_to_one(pairs: Pairs) -> bool:
    """Whether each answer has one value, and each value one answer."""
    answers = {answer for answer, _ in pairs}
    values = {value for _, value in pairs}
    return len(answers) == len(values) == len(pairs)
