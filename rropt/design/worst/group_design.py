"""Contrasts of a fixed group under any privacy, by cones over all extreme patterns.

The path of the engine crawls at high levels, where little is lost: `cone_program` tells it from the
numbers themselves. What patterns lack is found in exact numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from rropt.certificate import Certificate
from rropt.design.levels.level_source import source_of
from rropt.design.problem import Problem
from rropt.design.worst.cone_program import ConeSolution, WorstGoal, solve_cones
from rropt.design.worst.solved_table import solved_table
from rropt.design.worst.worst_certificate import WorstPrices, certified, distribution
from rropt.design.worst.worst_pools import SourcePatterns
from rropt.exact.convert import dot
from rropt.utility.worst_case import WorstCase

MOST_PATTERNS = 2000
"""A cone each: 252 take a second."""

LEAST_SHARE = 1e-9
"""Reports that carry less of the value are the centring of the interior point."""

NOISE = 1e-12
"""Excesses in doubles are right to this share."""


def group_certificate(problem: Problem) -> Certificate:
    """The table that is found, and prices raised by what patterns lack."""
    choice = SourcePatterns(source_of(problem))
    if len(choice.rows) > MOST_PATTERNS:
        raise ArithmeticError("too many patterns for a cone each")
    objective: WorstCase = problem.objective
    contrasts = np.array([[float(x) for x in c] for c in objective.contrasts])
    shares = objective.prior
    known = None if shares is None else np.array([float(q) for q in shares])
    deltas = np.array([float(delta) for delta in choice.source.deltas])
    surplus = choice.surplus / deltas
    goal = WorstGoal(contrasts, True, known)
    found = solve_cones(choice.rows, surplus, np.ones(len(deltas)), goal)
    kept = np.flatnonzero(found.shares > LEAST_SHARE)
    again = solve_cones(choice.rows[kept], surplus[kept], np.ones(len(deltas)), goal)
    over = surplus[kept].T @ again.weights - 1
    table = solved_table(
        [choice.exact(int(n)) for n in kept],
        again.weights,
        again.values,
        objective.contrasts,
        max([0.0, *(2 * over + NOISE)]),
    )
    return certified(problem, table, _prices(choice, found, shares), "extremes")


def _prices(choice: SourcePatterns, found: ConeSolution, shares: Any) -> WorstPrices:
    """Those that were found, raised for every truth by the most that a pattern lacks."""
    prior = distribution(found.squares.tolist()) if shares is None else list(shares)
    slopes = [[Fraction(p) for p in row] for row in found.slopes.tolist()]
    constants = [Fraction(y) for y in found.constants.tolist()]
    deltas = choice.source.deltas
    costs = [Fraction(max(z, 0.0)) / d for z, d in zip(found.pair_prices, deltas, strict=True)]
    numbers = range(len(choice.rows))
    excesses: Any = choice.source.surplus(numbers, Fraction) if costs else [[]] * len(numbers)
    lack = Fraction(0)
    for n in numbers:
        row = choice.exact(n)
        worth = sum((dot(p, row) ** 2 for p in slopes), Fraction(0)) / dot(prior, row)
        lack = max(lack, (worth - dot(constants, row) - dot(costs, excesses[n])) / sum(row))
    pairs = [(a, b, z) for (a, b), z in zip(choice.source.pairs, costs, strict=True)]
    return WorstPrices([y + lack for y in constants], slopes, prior, pairs, dot(deltas, costs))
