"""A worst case over tables with a denominator: rounded, with an estimator of its own.

At the least favourable prior of the exact optimum many tables are as good as it, of which most are
worse elsewhere: the best of three numbers at epsilon 2 lost 8 % over any N. So a table is searched
near the optimum that is good at this prior and at the worst priors of the tables found before. Its
estimator is the best one at its own worst prior, made exactly unbiased. The prices stay.

**All shares where nothing tells the truths apart.** The optimum at equal shares bounds every worst
case from below: what it charges for a set of truths depends on how many they are alone, and one
price for every truth covers sets of all sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from typing import Any

import numpy as np

from rropt.certificate import Certificate, issue
from rropt.channel import Channel
from rropt.design.blocks.equal_shares import (
    SubsetDesign,
    charged,
    goal_of,
    has_equal_shares,
    is_of_equal_shares,
)
from rropt.design.curved.curved_design import curved_design
from rropt.design.deployed.deploy import deployed
from rropt.design.engine.pool import MOST_TRUTHS as MOST_SEARCHED
from rropt.design.engine.pool import Array
from rropt.design.engine.ratio_design import RatioOptimum, certified_table, ratio_optimum
from rropt.design.engine.ratio_evidence import best_numbers
from rropt.design.engine.ratio_question import distribution
from rropt.design.engine.repair import UnbiasedTable, given_table
from rropt.design.problem import Problem
from rropt.design.worst.worst_certificate import MARGINS, WorstPrices, certified, worst_value
from rropt.exact import InputError, Table
from rropt.exact.bounds import short
from rropt.exact.convert import dot
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal
from rropt.utility.curved import Curved, Minimax
from rropt.utility.worst_case import GROUP, WorstCase, WorstDeterminant
from rropt.utility.worst_case_value import criterion_at, worst_prior

MOST_PRIORS = 3
"""Tables are searched at so many priors."""

LITTLE = 1.001
"""A table that is worse elsewhere by no more than this is as good as others."""

LEAST_SHARE = 1e-6
"""Of a truth at the prior for which a table is rounded: a design at a prior needs them all."""


def determinant_over(problem: Problem, total: int) -> RatioOptimum:
    """The optimum with a table over 1/N for the worst log-determinant."""
    optimum = ratio_optimum(problem)
    near = replace(problem, objective=DOptimal(_inside(optimum.found.point.theta)))
    return certified_table(optimum, curved_design(near, total).channel.rows, total)


def worst_over(problem: Problem, exact: Certificate, total: int) -> Certificate:
    """The certificate with a table over 1/N in place of the exact one."""
    data = exact.data
    prior = [Fraction(q) for q in data["scenarios"][0]["prior"]]
    rows = Channel.from_patterns(data["patterns"], data["weights"]).rows
    value, table = _best_over(problem, rows, prior, total)
    changed = {
        "scenarios": [data["scenarios"][0] | {"estimators": table.estimators}],
        "patterns": table.patterns,
        "weights": table.weights,
        "value": value,
        "gap": value - Fraction(data["bound"]),
    }
    kept = {name: entry for name, entry in data.items() if name not in ("format", "universal")}
    return issue(kept | changed)


def _best_over(
    problem: Problem, rows: Table, prior: Sequence[Fraction], total: int
) -> tuple[Fraction, UnbiasedTable]:
    """The best of the tables that are found, and what it is worth at most."""
    objective: WorstCase = problem.objective
    priors = [_inside(prior)]
    channel = _good_at(problem, priors[0], total)
    found: list[tuple[Fraction, UnbiasedTable]] = []
    while True:
        chances = channel.to_numpy()
        worst = worst_prior(objective, chances)
        try:
            table = _with_numbers(objective, channel, worst)
        except (ArithmeticError, ValueError):
            if not found:
                raise
            break  # it tells too little, as tables over small totals may
        found.append((short(worst_value(objective, table.second_moments(), prior)), table))
        inside = _inside(worst)
        *known, own = (
            criterion_at(objective, chances, np.array(p, dtype=float)) for p in (*priors, inside)
        )
        if len(priors) == MOST_PRIORS or own < max(known) * LITTLE:
            break
        priors.append(inside)
        near = replace(problem, objective=_at_priors(objective, priors))
        channel = deployed(near, rows, total).table
    return min(found, key=itemgetter(0))


def _inside(prior: Any) -> tuple[Fraction, ...]:
    return distribution(np.maximum(np.array(prior, dtype=float), LEAST_SHARE).tolist())


def _good_at(problem: Problem, prior: tuple[Fraction, ...], total: int) -> Channel:
    """A table over 1/N that is good at a prior."""
    criterion: Curved = AOptimal(prior)
    if problem.objective.contrast is not None:
        criterion = COptimal(prior, problem.objective.contrast)
    return curved_design(replace(problem, objective=criterion), total).channel


def _at_priors(objective: WorstCase, priors: Sequence[Sequence[Fraction]]) -> Minimax:
    """The largest at these priors; of a fixed group without what its shares vary by."""
    offsets = [Fraction(0)] * len(priors)
    if objective.respondents == GROUP:
        offsets = [sum((_spread(c, p) for c in objective.contrasts), Fraction(0)) for p in priors]
    return Minimax(priors, objective.contrast, offsets)


def _spread(numbers: Sequence[Fraction], prior: Sequence[Fraction]) -> Fraction:
    return dot([x * x for x in numbers], prior) - dot(numbers, prior) ** 2


def _with_numbers(objective: WorstCase, channel: Channel, worst: Array) -> UnbiasedTable:
    """A table with numbers that are best at its own worst prior."""
    given = given_table(channel.rows)
    shares = tuple(distribution(worst.tolist()))
    return given.unbiased(objective.contrasts, best_numbers(given, objective.contrasts, shares))


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
    channel = _good_at(problem, tuple(prices.prior), total)
    worst = worst_prior(problem.objective, channel.to_numpy())
    table = _with_numbers(problem.objective, channel, worst)
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
    return WorstPrices([short(price)] * k, [], Fraction(0), slopes, [share] * k)
