"""Deployable tables under a matrix of levels: whole numbers over N, every inequality exact.

Entries are rounded down and lowered until every bound holds in whole numbers. What the columns
then lack becomes a part of one report, together with a constant share of all, as large as it must
be. The table that tells nothing is the last resort: it is always private.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor

from rropt.channel import Channel
from rropt.exact import Table
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels, essential

SHARES = (Fraction(0), *(Fraction(1, 2**e) for e in (*range(40, 8, -2), *range(8, 0, -1))))
"""Shares of the constant report, one after the other: at most four times what is needed."""


def round_levels(rows: Table, total: int, levels: Levels | Conditions) -> Channel:
    """A private table near `rows` whose entries are multiples of 1 / total.

    >>> from rropt.privacy import Privacy
    >>> near = [["4/7", "6/7"], ["3/7", "1/7"]]
    >>> table = tuple(tuple(map(Fraction, row)) for row in near)
    >>> round_levels(table, 10, Privacy([[1, 3], ["3/2", 1]]).levels).rows[1]
    (Fraction(3, 10), Fraction(1, 10))
    """
    if isinstance(levels, Conditions):
        return _towards_constant(rows, total, levels)
    matrix = levels.pure(levels.lo)
    bounds = [(a, b, *Fraction(matrix[a][b]).as_integer_ratio()) for a, b in essential(matrix)]
    for share in SHARES:
        scaled = [[(1 - share) * x for x in row] for row in rows]
        counts = [
            row if levels.is_free(row) else _lowered(row, bounds)  # type: ignore[arg-type]
            for row in ([floor(total * x) for x in row] for row in scaled)
        ]
        for completed in _completed(counts, total):
            table = [[Fraction(n, total) for n in row] for row in completed if any(row)]
            if levels.obeyed_by(table):
                return Channel.from_rows(table)
    return Channel.uninformative(len(rows[0]))


def _towards_constant(rows: Table, total: int, conditions: Conditions) -> Channel:
    """Rows moved towards their means, by the least share whose rounding keeps all conditions."""
    place = bisect_left(SHARES, True, key=lambda share: _moved(rows, total, conditions, share)[1])
    if place == len(SHARES):
        return Channel.uninformative(len(rows[0]))
    return Channel.from_rows(_moved(rows, total, conditions, SHARES[place])[0])


def _moved(
    rows: Table, total: int, conditions: Conditions, share: Fraction
) -> tuple[list[list[Fraction]], bool]:
    """The rounded table, and whether it keeps all conditions."""
    k = len(rows[0])
    moved = [[(1 - share) * x + share * sum(row) / k for x in row] for row in rows]
    columns = [_rounded(column, total) for column in zip(*moved, strict=True)]
    table = [[Fraction(n, total) for n in row] for row in zip(*columns, strict=True)]
    used = [row for row in table if any(row)]
    return used, conditions.obeyed_by(used)


def _rounded(column: Sequence[Fraction], total: int) -> list[int]:
    """Whole numbers that add up to the total: the largest remainders are rounded up."""
    counts = [floor(total * x) for x in column]
    order = sorted(range(len(counts)), key=lambda i: counts[i] - total * column[i])
    for i in order[: total - sum(counts)]:
        counts[i] += 1
    return counts


def _lowered(row: list[int], bounds: Sequence[tuple[int, int, int, int]]) -> list[int]:
    """Whole numbers lowered until q n_a <= p n_b for every bound (a, b, p, q)."""
    changed = True
    while changed:
        changed = False
        for a, b, p, q in bounds:
            most = p * row[b] // q
            if row[a] > most:
                row[a] = most
                changed = True
    return row


def _completed(counts: Sequence[Sequence[int]], total: int) -> Iterator[list[list[int]]]:
    """What each column lacks, added to one report or another, or as a report of its own."""
    lacking = [total - sum(column) for column in zip(*counts, strict=True)]
    for x in range(len(counts)):
        row = [n + d for n, d in zip(counts[x], lacking, strict=True)]
        yield [*map(list, counts[:x]), row, *map(list, counts[x + 1 :])]
    yield [*map(list, counts), lacking]
