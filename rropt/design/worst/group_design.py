"""Contrasts of a fixed group under any privacy: told for certain, or by cones over all patterns.

The path of the engine crawls at high levels, where little is lost: `cone_program` tells it from the
numbers themselves. What patterns lack is found in exact numbers.
"""

from __future__ import annotations

from fractions import Fraction
from operator import add, mul

import numpy as np

from rropt.certificate import Certificate
from rropt.design.engine.listed_pool import ListedPool
from rropt.design.engine.ratio_question import distribution
from rropt.design.engine.repair import UnbiasedTable
from rropt.design.problem import Problem
from rropt.design.worst.cone_program import ConeSolution, WorstGoal, solve_cones
from rropt.design.worst.worst_certificate import EXACT_MARGINS, WorstPrices, certified
from rropt.exact.bounds import short
from rropt.exact.convert import dot
from rropt.utility.worst_case import WorstCase

MOST_PATTERNS = 2000
"""A cone each: 252 take a second."""

LEAST_SHARE = 1e-9
"""Reports that carry less of the value are the centring of the interior point."""


def group_certificate(problem: Problem) -> Certificate:
    """The table that is found, and prices raised by what patterns lack."""
    pool = ListedPool(problem.cone)
    if len(pool.patterns) > MOST_PATTERNS:
        raise ArithmeticError("too many patterns for a cone each")
    objective: WorstCase = problem.objective
    contrasts = np.array(objective.contrasts, dtype=float)
    shares = objective.prior
    known = None if shares is None else np.array([float(q) for q in shares])
    goal = WorstGoal(contrasts, True, known)
    budgets = np.ones(len(pool.deltas))
    inner = pool.inner_table()
    found = solve_cones(pool.rows, pool.excess, budgets, goal, inner)
    kept = np.flatnonzero(found.shares > LEAST_SHARE)
    again = solve_cones(pool.rows[kept], pool.excess[kept], budgets, goal, inner)
    table = pool.near(kept, again.weights).unbiased(objective.contrasts, again.values)
    prices = _prices(pool, found, objective)
    return certified(problem, table, prices, "extremes", EXACT_MARGINS)


def revealing_certificate(problem: Problem) -> Certificate | None:
    """A table that tells everybody's numbers for certain; None where it is not private.

    Its reports are what a private table without a variance tells at least. No variance is below
    zero, which the tangents q c show with the prices q c^2: (sum q c r)^2 <= (q.r) sum q c^2 r.
    """
    if problem.levels is None and problem.delta < 1:
        return None
    objective: WorstCase = problem.objective
    contrasts = objective.contrasts
    numbers = list(zip(*contrasts, strict=True))
    told = list(dict.fromkeys(numbers))
    rows = [tuple(Fraction(each == one) for each in numbers) for one in told]
    if not problem.cone.obeyed_by(rows):
        return None
    k = objective.truths
    prior = list(objective.prior or [Fraction(1, k)] * k)
    slopes = [list(map(mul, prior, c)) for c in contrasts]
    constants = [q * dot(c, c) for q, c in zip(prior, numbers, strict=True)]
    estimators = [list(x) for x in zip(*told, strict=True)]
    table = UnbiasedTable(rows, [Fraction(1)] * len(rows), estimators)
    prices = WorstPrices(constants, slopes, prior, [], Fraction(0))
    return certified(problem, table, prices, "extremes", (0.0,))


def _prices(pool: ListedPool, found: ConeSolution, objective: WorstCase) -> WorstPrices:
    """Those that were found, told exactly from s and t, and raised for every truth by the most that
    a pattern lacks."""
    prior = list(objective.prior or distribution(found.squares))
    slopes = []
    constants = list(map(Fraction, found.rests.tolist()))
    for places, shifts in zip(objective.contrasts, found.shifts.tolist(), strict=True):
        moved = list(map(Fraction, shifts))
        parts = list(zip(places, moved, prior, strict=True))
        slopes.append([short(s + c * q) for c, s, q in parts])
        more = [2 * c * s + c * c * q for c, s, q in parts]
        constants = list(map(add, constants, more))
    costs = [Fraction(max(z, 0.0)) / d for z, d in zip(found.pair_prices, pool.deltas, strict=True)]
    lack = Fraction(0)
    for row in pool.patterns:
        worth = sum((dot(p, row) ** 2 for p in slopes), Fraction(0)) / dot(prior, row)
        paid = dot(constants, row) + dot(costs, pool.spent([row], [Fraction(1)]))
        lack = max(lack, (worth - paid) / sum(row))
    pairs = []
    for n, z in enumerate(costs):
        a, b = pool.key_of(n)
        pairs.append((a, b, z))
    return WorstPrices(
        [short(y + lack) for y in constants], slopes, prior, pairs, dot(pool.deltas, costs)
    )
