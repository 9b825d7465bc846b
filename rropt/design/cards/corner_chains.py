"""The best table with m reports about two truths, for any convex utility and any levels.

The rows are the steps of a chain of corners of one convex edge (`lower_edge`). With as many reports
as the edge has sides nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, combinations, pairwise, product
from math import ceil, floor

from rropt.certificate import issue
from rropt.channel import Channel
from rropt.design.answer import Answer, simplify
from rropt.design.cards.lower_edge import Point, best_chain, corners
from rropt.design.levels.level_statement import level_record
from rropt.design.problem import Problem, linear_utility
from rropt.design.report_counts import levels_at
from rropt.exact import Table
from rropt.privacy.conditions import HIGH, LOW
from rropt.utility import Custom, Utility
from rropt.utility.base import Bounds

MOST_MOVED = 8
"""Corners of a chain that are rounded to both sides, each: 256 tables."""

ONE = Fraction(1)

Row = tuple[Fraction, Fraction]


def corner_chain_design(problem: Problem, total: int | None) -> Answer:
    """The certified best table with so many reports; near it over 1/N for a denominator N."""
    utility, reports = linear_utility(problem), problem.outputs or 1
    above = corners(levels_at(problem, HIGH))
    bound, _ = best_chain(_worths(utility, above, 1), len(above) - 1, reports)
    table = best_table(utility, corners(levels_at(problem, LOW)), reports)
    if total is not None:
        table = _rounded(problem, table, total)
    low, high = worth(utility, table)
    data = {
        "kind": "cases",
        "proof": "chain",
        "privacy": level_record(problem),
        "truths": 2,
        "utility": _words(utility, table, above),
        "reports": reports,
        "table": table,
        "value": low if low == high else [low, high],
        "bound": bound,
        "gap": bound - low,
    }
    return Answer(
        problem=problem,
        value=simplify(utility.report((low, high))),
        bound=simplify(utility.report((bound, bound))),
        certificate=issue(data),
        table=Channel.from_rows(table),
        remarks=() if total is None else (f"table over 1/{total}: rounded",),
    )


def best_table(utility: Utility, found: list[Point], reports: int) -> Table:
    """The steps of the best chain."""
    _, places = best_chain(_worths(utility, found, 0), len(found) - 1, reports)
    return tuple(_step(found, i, j) for i, j in pairwise(places))


def worth(utility: Utility, table: Sequence[Sequence[Fraction]]) -> Bounds:
    """Rationals below and above the utility."""
    ends = [utility.bounds(tuple(row)) for row in table]
    return sum((low for low, _ in ends), Fraction(0)), sum((high for _, high in ends), Fraction(0))


def _worths(utility: Utility, found: list[Point], end: int) -> dict[tuple[int, int], Fraction]:
    """Of every step at most, or at least, what it is worth."""
    pairs = combinations(range(len(found)), 2)
    return {(i, j): utility.bounds(_step(found, i, j))[end] for i, j in pairs}


def _step(found: list[Point], i: int, j: int) -> Row:
    return found[j][0] - found[i][0], found[j][1] - found[i][1]


def _rounded(problem: Problem, table: Table, total: int) -> Table:
    """Private over 1/N, with no more rows: next to the corners of the chain, as far as there are.

    Sums of rows on the edge or above it, whose slopes ascend, are those of a private table.
    """
    edge = corners(levels_at(problem, LOW))
    places = accumulate(row[0] for row in table[:-1])
    choices = [_beside(edge, x, total) for x in places]
    for points in choices[MOST_MOVED:]:
        points[1:] = []
    utility = linear_utility(problem)
    private = [rows for rows in map(_steps, product(*choices)) if _ascends(rows)]
    return max(private, key=lambda rows: worth(utility, rows)[0], default=((ONE, ONE),))


def _beside(edge: list[Point], x: Fraction, total: int) -> list[Point]:
    """The lowest points over 1/N that the edge leaves, at both sides of x."""
    found = []
    for n in {floor(x * total), ceil(x * total)}:
        at = Fraction(n, total)
        found.append((at, Fraction(ceil(_height(edge, at) * total), total)))
    return found


def _height(edge: list[Point], x: Fraction) -> Fraction:
    """Of the edge at x; at its end that of its last side that is not upright."""
    for (left, low), (right, high) in pairwise(edge):
        if left < right and x <= right:
            return low + (high - low) * (x - left) / (right - left)
    return ONE


def _steps(sums: Sequence[Point]) -> Table:
    whole = [(Fraction(0), Fraction(0)), *sums, (ONE, ONE)]
    rows = [(s - x, t - y) for (x, y), (s, t) in pairwise(whole)]
    return tuple(row for row in rows if any(row))


def _ascends(rows: Table) -> bool:
    """No entry is negative, and slopes do not fall."""
    turns = [x * t - y * s for (x, y), (s, t) in pairwise(rows)]
    return min(map(min, rows)) >= 0 and all(turn >= 0 for turn in turns)


def _words(utility: Utility, table: Table, found: list[Point]) -> dict[str, object]:
    """The utility as stated; the user's own by its values at all rows."""
    statement = utility.statement()
    if not isinstance(utility, Custom):
        return statement
    steps = [_step(found, i, j) for i, j in combinations(range(len(found)), 2)]
    return statement | {"values": utility.tabulate(list(dict.fromkeys([*table, *steps])))}
