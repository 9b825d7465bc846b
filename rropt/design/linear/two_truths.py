"""Objectives that see only two truths: the reduction to those two, and its inverse.

Under any privacy level the other truths may report as truth a does: the table of the two-truth
problem with column a copied is private, and the prices of the two truths with price zero for the
others bound every table.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rropt.design.problem import Optimum, Problem
from rropt.utility import FDivergence


def applies(problem: Problem) -> bool:
    """Whether the objective sees two of more truths."""
    return isinstance(problem.objective, FDivergence) and problem.truths > 2


def solve_pair(problem: Problem, solve: Callable[[Problem], Optimum]) -> Optimum:
    """Solve for the two truths, then lift."""
    objective: FDivergence = problem.objective
    small = Problem(problem.privacy, FDivergence(objective.divergence), problem.outputs)
    return lift(solve(small), objective.pair, problem.truths)


def lift(optimum: Optimum, pair: tuple[int, int], truths: int) -> Optimum:
    """Copy column a to the other truths; prices zero for them."""
    a, b = pair
    source = [1 if truth == b else 0 for truth in range(truths)]
    prices = [Fraction(0)] * truths
    prices[a], prices[b] = optimum.prices
    return Optimum(
        tuple(tuple(pattern[j] for j in source) for pattern in optimum.patterns),
        optimum.weights,
        tuple(prices),
        {(pair[c], pair[d]): z for (c, d), z in optimum.pair_prices.items()},
    )
