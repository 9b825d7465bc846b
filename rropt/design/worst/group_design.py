"""Contrasts of a fixed group under any privacy, by cones over all extreme patterns.

The path of the engine crawls at high levels, where little is lost: `cone_program` tells it from the
numbers themselves. What patterns lack is found in exact numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from rropt.certificate import Certificate
from rropt.design.engine.listed_pool import ListedPool
from rropt.design.engine.ratio_question import distribution
from rropt.design.problem import Problem
from rropt.design.worst.cone_program import ConeSolution, WorstGoal, solve_cones
from rropt.design.worst.worst_certificate import WorstPrices, certified
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
    return certified(problem, table, _prices(pool, found, shares), "extremes")


def _prices(pool: ListedPool, found: ConeSolution, shares: Any) -> WorstPrices:
    """Those that were found, raised for every truth by the most that a pattern lacks."""
    prior = list(distribution(found.squares) if shares is None else shares)
    slopes = [list(map(Fraction, row)) for row in found.slopes.tolist()]
    constants = [Fraction(y) for y in found.constants.tolist()]
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
    return WorstPrices([y + lack for y in constants], slopes, prior, pairs, dot(pool.deltas, costs))
