"""Estimators of all shares for the worst population or group at one level, for tables over 1/N.

Nothing tells the truths apart, so that the optimum at equal shares bounds every worst case from
below. Balanced blocks have the same second moment m at every truth, so that their estimators lose
m - sum_j q_j^2 in a population, which is most at equal shares, and m - 1 in any group. The
certificate is that of any worst case: checkers look at its worst population themselves.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.certificate import Certificate
from rropt.design.blocks.equal_shares import (
    SubsetDesign,
    charged,
    goal_of,
    has_equal_shares,
    is_of_equal_shares,
)
from rropt.design.curved.gradient_frame import at_prior, gradient_frame
from rropt.design.engine.ladder import first_accepted
from rropt.design.engine.pool import MOST_TRUTHS as MOST_SEARCHED
from rropt.design.engine.repair import UnbiasedTable
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.bounds import short
from rropt.exact.entries import scaled
from rropt.utility.worst_case import WorstDeterminant

MOST_TRUTHS = 24
"""The walk over {0, 1}^24 takes checkers a second; what doubles for each further truth."""

MOST_OF_DETERMINANT = 19
"""With 16 truths a determinant takes 16 s, with 20 a minute, and its certificate is too large."""

MOST_REPORTS = 400
"""With 24 numbers each, of 60 digits, they are half a megabyte."""

MARGINS = (0.0, 1e-13, 1e-12, 1e-11, 1e-10)
"""The rounded form that is walked loses 1e-14, and all sets of the best size are worth as much."""


def is_even(problem: Problem) -> bool:
    """Whether this page solves the problem."""
    if problem.objective.name != "a-optimal" or problem.truths > MOST_TRUTHS:
        return False
    if not is_of_equal_shares(problem):
        return False
    return SubsetDesign.best(problem.truths, problem.gamma.lo).reports <= MOST_REPORTS


def refuse_many(problem: Problem) -> None:
    """What no checker walks is not searched either."""
    is_determinant = isinstance(problem.objective, WorstDeterminant)
    most = MOST_OF_DETERMINANT if is_determinant else MOST_SEARCHED
    if has_equal_shares(problem.objective) and problem.truths > most:
        raise InputError(
            f"categories must be at most {most} for {problem.objective.label}, got "
            f"{problem.truths}, but for one number with delta 0 and no denominator; equal shares "
            "are the worst, so that a prior of equal shares has the same table"
        )


def even_certificate(problem: Problem) -> Certificate:
    """The best size in balanced blocks, with one price for every truth."""
    k = problem.truths
    goal = goal_of(problem.objective)
    design = SubsetDesign.best(k, problem.gamma.lo)
    table = design.written()
    if table is None:
        raise ArithmeticError("too many reports are written")
    tangent = short(1 / design.information)
    share = Fraction(1, k)
    own, mean = goal.covered(k, tangent)
    price = max(charged(SubsetDesign(k, size, problem.gamma.hi), own, mean) for size in range(k))
    value = short(goal.value(k, design.information))
    unit = k / design.information
    weights = list(map(min, table.rows))
    patterns = [scaled(row, 1 / least) for row, least in zip(table.rows, weights, strict=True)]
    unbiased = UnbiasedTable(patterns, weights, [_numbers(table.rows, j, unit) for j in range(k)])
    tangents = [_tangent(k, j, tangent) for j in range(k)]
    scenario = at_prior([share] * k, unbiased.estimators, tangents)
    statement = problem.objective.statement()
    frame = gradient_frame(problem, unbiased, statement, [scenario], value, "form")

    def raised(margin: float) -> dict[str, Any]:
        more = short(price * (1 + Fraction(margin)))
        bound = short(goal.bound(k, tangent, k * more), up=False)
        return frame | {"prices": [more] * k, "bound": bound, "gap": value - bound}

    return first_accepted(raised, MARGINS)


def _numbers(rows: tuple[tuple[Fraction, ...], ...], j: int, unit: Fraction) -> list[Fraction]:
    """k (r_j / sum r - 1 / k) / a + 1 / k of each report."""
    share = Fraction(1, len(rows[0]))
    return [unit * (row[j] / sum(row) - share) + share for row in rows]


def _tangent(k: int, j: int, own: Fraction) -> list[Fraction]:
    """own (e_j - 1 / k) + 1 / k^2."""
    rest = Fraction(1, k**2) - own / k
    return [own * (i == j) + rest for i in range(k)]
