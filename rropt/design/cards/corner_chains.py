"""The best table with m reports about two truths, for any convex utility and any levels.

The rows are the steps of a chain of corners of one convex edge (`lower_edge`). With as many reports
as the edge has sides nothing is lost.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

from rropt.certificate import issue
from rropt.channel import Channel
from rropt.design.answer import Answer, simplify
from rropt.design.cards.lower_edge import (
    Point,
    best_chain,
    corners,
    how_good,
    sides,
    whole_corners,
)
from rropt.design.levels.universal_table import level_record
from rropt.design.problem import Problem, linear_utility
from rropt.design.report_counts import levels_at
from rropt.exact import Table
from rropt.privacy.conditions import HIGH, LOW
from rropt.utility import Utility

Row = tuple[Fraction, Fraction]


def corner_chain_design(problem: Problem, total: int | None) -> Answer:
    """The certified best table with so many reports, or that over 1/N for a denominator N."""
    utility = linear_utility(problem)
    reports = problem.outputs or 1
    # Upper ends of the utility on the wider edge bound every table; the table keeps the lower.
    above = corners(levels_at(problem, HIGH))
    bound, _ = best_chain(_worths(utility, above, 1), len(above) - 1, reports)
    levels = levels_at(problem, LOW)
    below = corners(levels) if total is None else whole_corners(levels, total)
    table = best_table(utility, below, reports)
    low, high = utility.total(table)
    steps = (_step(above, i, j) for i, j in combinations(range(len(above)), 2))
    data = {
        "kind": "cases",
        "proof": "chain",
        "privacy": level_record(problem),
        "truths": 2,
        "utility": utility.stated_at(chain(table, steps)),
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
        remarks=() if total is None else (f"table over 1/{total}: {how_good(total)}",),
    )


def best_table(utility: Utility, found: list[Point], reports: int) -> Table:
    """The steps of the best chain."""
    _, places = best_chain(_worths(utility, found, 0), len(found) - 1, reports)
    return sides([found[place] for place in places])


def _worths(utility: Utility, found: list[Point], end: int) -> dict[tuple[int, int], Fraction]:
    """Of every step at most, or at least, what it is worth."""
    pairs = combinations(range(len(found)), 2)
    return {(i, j): utility.bounds(_step(found, i, j))[end] for i, j in pairs}


def _step(found: list[Point], i: int, j: int) -> Row:
    return found[j][0] - found[i][0], found[j][1] - found[i][1]
