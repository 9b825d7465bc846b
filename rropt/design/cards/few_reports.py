"""The best table with fewer reports than an optimum may need, for any convex utility.

**Two reports about any truths under one number.** A set of truths at h and the others at l, with
(l, h) = ((1 - d) / (1 + g), (g + d) / (1 + g)) or (0, d), is best (theorem and proof:
`rropt.checker.few_reports`). Truths that the objective does not tell apart count by their number.
Doubles rank the sets, exact values decide among the best.

**m reports about two truths under any levels.** The rows are the steps of a chain of corners of one
convex edge (`lower_edge`). With as many reports as the edge has sides nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, groupby, product
from math import prod
from typing import Any

import numpy as np

from rropt.certificate import Certificate, issue, privacy_statement
from rropt.channel import Channel
from rropt.design.answer import Answer, simplify
from rropt.design.cards.lower_edge import (
    Point,
    best_chain,
    corners,
    how_good,
    levels_of_number,
    sides,
    whole_corners,
)
from rropt.design.engine.linear_optimum import refuse_infinite
from rropt.design.levels.universal_table import level_record
from rropt.design.linear.pattern_program import infinite
from rropt.design.problem import Problem, linear_utility
from rropt.design.report_counts import levels_at
from rropt.exact import InputError, Table
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import HIGH, LOW
from rropt.utility import FDivergence, Guess, MutualInformation, Trace, Utility
from rropt.utility.base import Bounds

MOST_ROWS = 1 << 14
"""The rows that the checker lists for a certificate: 8192 sets without a delta, 4096 with one."""

NEAR = 1e-9
"""Relative: doubles are wrong by 1e-13 or so; what is nearer to the best is compared exactly."""

TwoRows = tuple[Pattern, Pattern]


def two_reports_design(problem: Problem, total: int | None) -> Answer:
    """The certified best table with two reports; over 1/N for a denominator N."""
    utility = linear_utility(problem)
    sizes = classes_of(utility)
    # With a delta l may be 0, where some utilities are infinite.
    if problem.delta:
        refuse_infinite(problem)
    _refuse_many(problem, sizes)
    (_, bound), _ = best(utility, sizes, points(problem.gamma.hi, problem.delta))
    table = best_table(problem, total)
    value = utility.total(table)
    certificate = certify(problem, sizes, table, value, bound)
    return Answer(
        problem=problem,
        value=simplify(utility.report(value)),
        bound=simplify(utility.report((bound, bound))),
        certificate=certificate,
        table=written(table),
        remarks=() if total is None else (f"table over 1/{total}",),
    )


def best_table(problem: Problem, total: int | None) -> TwoRows:
    """Private for the lower end of gamma; over 1/N where N is given."""
    utility = linear_utility(problem)
    privacy = (problem.gamma.lo, problem.delta)
    places = points(*privacy) if total is None else whole_points(*privacy, total)
    return best(utility, classes_of(utility), places)[1]


def written(table: TwoRows) -> Channel:
    """The table without a report that nobody gives."""
    return Channel.from_rows([row for row in table if any(row)])


def points(g: Fraction, d: Fraction) -> list[tuple[Fraction, Fraction]]:
    """The (l, h) that can be best.

    >>> points(Fraction(3), Fraction(1, 10))
    [(Fraction(9, 40), Fraction(31, 40)), (Fraction(0, 1), Fraction(1, 10))]
    """
    fair = (1 - d) / (1 + g), (g + d) / (1 + g)
    return [fair, (Fraction(0), d)] if 0 < d < 1 else [fair]


def whole_points(g: Fraction, d: Fraction, total: int) -> list[tuple[Fraction, Fraction]]:
    """The (l, h) over 1/N that can be best: corners of the hull of all, one of two mirror images.

    >>> [(str(l), str(h)) for l, h in whole_points(Fraction(3), Fraction(0), 10)]
    [('0', '0'), ('1/5', '3/5')]
    """
    return [(y, x) for x, y in whole_corners(levels_of_number(g, d), total) if x + y <= 1]


def classes_of(utility: Utility) -> list[int]:
    """How many neighbouring truths are not told apart."""
    if isinstance(utility, Trace):
        return [utility.truths]
    if isinstance(utility, (Guess, MutualInformation)):
        return [len(list(equal)) for _, equal in groupby(utility.prior)]
    return [1] * utility.truths


def _refuse_many(problem: Problem, sizes: list[int]) -> None:
    seen = seen_by(problem.objective, sizes)
    rows = 2 * len(points(problem.gamma.hi, problem.delta)) * prod(n + 1 for n in seen)
    if rows > MOST_ROWS:
        raise InputError(
            f"categories must be fewer with two reports: {rows} rows are to be compared, at most "
            f"{MOST_ROWS} are; equal priors beside each other count once"
        )


def seen_by(utility: Utility, sizes: list[int]) -> list[int]:
    """The sizes of the classes, 0 for what the utility does not depend on."""
    if isinstance(utility, FDivergence):
        return [int(truth in utility.pair) for truth in range(utility.truths)]
    return sizes


def tables(
    utility: Utility, sizes: list[int], places: list[tuple[Fraction, Fraction]]
) -> Iterator[TwoRows]:
    """Every set at every point."""
    choices = [range(n, -1, -1) for n in seen_by(utility, sizes)]
    for low, high in places:
        for chosen in product(*choices):
            row: Pattern = ()
            for size, many in zip(sizes, chosen, strict=True):
                row += (high,) * many + (low,) * (size - many)
            yield row, tuple(1 - x for x in row)


def best(
    utility: Utility, sizes: list[int], places: list[tuple[Fraction, Fraction]]
) -> tuple[Bounds, TwoRows]:
    """The largest utility of two rows, enclosed, and where it is."""
    listed = list(tables(utility, sizes, places))
    rows = np.array(listed, dtype=float)
    guesses = utility.floats(rows[:, 0]) + utility.floats(rows[:, 1])
    least = guesses.max() - NEAR * max(1.0, abs(guesses.max()))
    near = [table for table, guess in zip(listed, guesses, strict=True) if guess >= least]
    worths = list(map(utility.total, near))
    # The bound is the largest upper end, even where another table has the larger lower one.
    top = max(high for _, high in worths)
    place = max(range(len(near)), key=lambda n: worths[n])
    return (worths[place][0], top), near[place]


def certify(
    problem: Problem, sizes: list[int], table: TwoRows, value: Bounds, bound: Fraction
) -> Certificate:
    """The certificate of a table, best or not: all sets of truths at both points."""
    low, high = value
    data = {
        "kind": "cases",
        "proof": "box",
        "privacy": privacy_statement(problem.gamma, problem.delta),
        "truths": sizes if max(sizes) > 1 else len(sizes),
        "utility": _words(problem, sizes, table),
        "reports": 2,
        "table": table,
        "value": low if low == high else [low, high],
        "bound": bound,
        "gap": bound - low,
    }
    return issue(data)


def _words(problem: Problem, sizes: list[int], table: TwoRows) -> dict[str, Any]:
    """The utility as stated at all rows, its prior once a class."""
    utility = linear_utility(problem)
    every = tables(utility, sizes, points(problem.gamma.hi, problem.delta))
    statement = utility.stated_at(chain(chain.from_iterable(every), table))
    if "prior" in statement and max(sizes) > 1:
        firsts = [sum(sizes[:c]) for c in range(len(sizes))]
        statement = statement | {"prior": [statement["prior"][first] for first in firsts]}
    return statement


Row = tuple[Fraction, Fraction]


def corner_chain_design(problem: Problem, total: int | None) -> Answer:
    """The certified best table with so many reports, or that over 1/N for a denominator N."""
    utility = linear_utility(problem)
    if problem.levels is None and problem.delta:
        refuse_infinite(problem)
    reports = problem.outputs or 1
    # Upper ends of the utility on the wider edge bound every table; the table keeps the lower.
    above = corners(levels_at(problem, HIGH))
    bound, _ = best_chain(_worths(utility, above, 1), len(above) - 1, reports)
    levels = levels_at(problem, LOW)
    below = corners(levels) if total is None else whole_corners(levels, total)
    table = best_chain_table(utility, below, reports)
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


def best_chain_table(utility: Utility, found: list[Point], reports: int) -> Table:
    """The steps of the best chain."""
    _, places = best_chain(_worths(utility, found, 0), len(found) - 1, reports)
    return sides([found[place] for place in places])


def _worths(utility: Utility, found: list[Point], end: int) -> dict[tuple[int, int], Fraction]:
    """Of every step at most, or at least, what it is worth."""
    pairs = combinations(range(len(found)), 2)
    try:
        return {(i, j): utility.bounds(_step(found, i, j))[end] for i, j in pairs}
    except ZeroDivisionError:
        raise infinite(utility) from None


def _step(found: list[Point], i: int, j: int) -> Row:
    return found[j][0] - found[i][0], found[j][1] - found[i][1]
