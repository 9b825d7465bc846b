"""A worst case over tables with a denominator: rounded, with an estimator of its own.

The table is one that is good over 1/N at the least favourable prior of the exact optimum; its
estimator is the best one at its own worst prior, made exactly unbiased. The prices stay.

**All shares where nothing tells the truths apart.** The optimum at equal shares bounds every worst
case from below: what it charges for a set of truths depends on how many they are alone, and one
price for every truth covers sets of all sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from rropt.certificate import Certificate, issue
from rropt.design.blocks.equal_shares import (
    SubsetDesign,
    charged,
    goal_of,
    has_equal_shares,
    is_of_equal_shares,
)
from rropt.design.curved.curved_design import curved_design
from rropt.design.engine.pool import MOST_TRUTHS as MOST_SEARCHED
from rropt.design.engine.ratio_design import RatioOptimum, certified_table, ratio_optimum
from rropt.design.engine.ratio_evidence import best_numbers
from rropt.design.engine.ratio_question import distribution
from rropt.design.engine.repair import UnbiasedTable, given_table
from rropt.design.problem import Problem
from rropt.design.worst.worst_certificate import MARGINS, WorstPrices, certified, worst_value
from rropt.exact import InputError
from rropt.exact.bounds import short
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal
from rropt.utility.curved import Curved
from rropt.utility.worst_case import WorstCase, WorstDeterminant
from rropt.utility.worst_case_value import worst_prior

LEAST_SHARE = 1e-6
"""Of a truth at the prior for which a table is rounded: a design at a prior needs them all."""


def determinant_over(problem: Problem, total: int) -> RatioOptimum:
    """The optimum with a table over 1/N for the worst log-determinant."""
    optimum = ratio_optimum(problem)
    inside = distribution(np.maximum(optimum.found.point.theta, LEAST_SHARE).tolist())
    near = replace(problem, objective=DOptimal(inside))
    return certified_table(optimum, curved_design(near, total).channel.rows, total)


def worst_over(problem: Problem, exact: Certificate, total: int) -> Certificate:
    """The certificate with a table over 1/N in place of the exact one."""
    data = exact.data
    prior = [Fraction(q) for q in data["scenarios"][0]["prior"]]
    table = table_over(problem, prior, total)
    value = short(worst_value(problem.objective, table.second_moments(), prior))
    changed = {
        "scenarios": [data["scenarios"][0] | {"estimators": table.estimators}],
        "patterns": table.patterns,
        "weights": table.weights,
        "value": value,
        "gap": value - Fraction(data["bound"]),
    }
    kept = {name: entry for name, entry in data.items() if name not in ("format", "universal")}
    return issue(kept | changed)


def table_over(problem: Problem, prior: Sequence[Fraction], total: int) -> UnbiasedTable:
    """A table over 1/N that is good at a prior, with numbers that are best at its own worst one."""
    objective: WorstCase = problem.objective
    inside = distribution(np.maximum([float(q) for q in prior], LEAST_SHARE).tolist())
    criterion: Curved = AOptimal(inside)
    if objective.contrast is not None:
        criterion = COptimal(inside, objective.contrast)
    rounded = curved_design(replace(problem, objective=criterion), total).channel
    given = given_table(rounded.rows)
    shares = tuple(distribution(worst_prior(objective, rounded.to_numpy()).tolist()))
    numbers = best_numbers(given, objective.contrasts, shares)
    return given.unbiased(objective.contrasts, numbers)


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
