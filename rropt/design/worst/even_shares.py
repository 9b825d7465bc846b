"""Tables over 1/N for the estimates of all shares at worst, where nothing tells the truths apart.

The optimum at equal shares bounds every worst case from below: what it charges for a set of truths
depends on how many they are alone, and one price for every truth covers sets of all sizes.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.certificate import Certificate
from rropt.design.blocks.equal_shares import (
    SubsetDesign,
    charged,
    goal_of,
    has_equal_shares,
    is_of_equal_shares,
)
from rropt.design.engine.pool import MOST_TRUTHS as MOST_SEARCHED
from rropt.design.problem import Problem
from rropt.design.worst.worst_certificate import MARGINS, WorstPrices, certified
from rropt.design.worst.worst_over import table_over
from rropt.exact import InputError
from rropt.exact.bounds import short
from rropt.utility.worst_case import WorstDeterminant

MOST_TRUTHS = 24
"""The walk over {0, 1}^24 takes checkers a second; what doubles for each further truth."""

MOST_OF_DETERMINANT = 19
"""With 16 truths a determinant takes 16 s, with 20 a minute, and its certificate is too large."""


def is_even(problem: Problem) -> bool:
    """Whether this page solves the problem."""
    if problem.objective.name != "a-optimal" or problem.truths > MOST_TRUTHS:
        return False
    return is_of_equal_shares(problem) and not problem.delta


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


def even_certificate(problem: Problem, total: int) -> Certificate:
    """A table over 1/N, and the prices of equal shares."""
    prices = _prices(problem)
    table = table_over(problem, prices.prior, total)
    return certified(problem, table, prices, "form", (0.0, *MARGINS))


def _prices(problem: Problem) -> WorstPrices:
    """Tangents own (e_j - 1 / k) + 1 / k^2, and the least price that covers sets of all sizes."""
    k = problem.truths
    design = SubsetDesign.best(k, problem.gamma.lo)
    tangent = short(1 / design.information)
    own, mean = goal_of(problem.objective).covered(k, tangent)
    price = max(charged(SubsetDesign(k, size, problem.gamma.hi), own, mean) for size in range(k))
    share = Fraction(1, k)
    rest = share**2 - tangent / k
    slopes = [[tangent * (i == j) + rest for i in range(k)] for j in range(k)]
    return WorstPrices([short(price)] * k, slopes, [share] * k, [], Fraction(0))
