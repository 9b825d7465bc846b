"""Approximate privacy: the program over all staircases, solved exactly.

    maximise sum_r w_r u(r)
    with     sum_r w_r r = 1,    sum_r w_r [r_a - gamma r_b]_+ <= delta for each ordered pair.

The table is the optimum for gamma.lo, the prices are those of the program for gamma.hi; for an
exact gamma the two programs are one.
"""

from __future__ import annotations

from fractions import Fraction

from rropt import lp
from rropt.design.corners import refuse_infinite
from rropt.design.problem import Optimum, Problem, linear_utility
from rropt.patterns import Pattern, evaluate, excess, ordered_pairs, staircases


def solve_staircases(problem: Problem) -> Optimum:
    """The exact optimum over the staircases."""
    refuse_infinite(problem)
    gamma, k = problem.gamma, problem.truths
    primal, patterns = _program(problem, gamma.lo)
    dual = primal if gamma.is_exact else _program(problem, gamma.hi)[0]
    used = [(r, w) for r, w in zip(patterns, primal.x, strict=True) if w]
    pairs = zip(ordered_pairs(k), dual.dual_ub, strict=True)
    return Optimum(
        tuple(r for r, _ in used),
        tuple(w for _, w in used),
        dual.dual_eq,
        {pair: z for pair, z in pairs if z},
    )


def _program(problem: Problem, gamma: Fraction) -> tuple[lp.Solution, list[Pattern]]:
    k = problem.truths
    patterns = [evaluate(exponents, gamma) for exponents in staircases(k)]
    surplus = [excess(pattern, gamma) for pattern in patterns]
    pairs = ordered_pairs(k)
    utility = linear_utility(problem)
    solution = lp.maximize(
        [utility.bounds(pattern)[1] for pattern in patterns],
        list(zip(*patterns, strict=True)),
        [Fraction(1)] * k,
        [[row.get(pair, Fraction(0)) for row in surplus] for pair in pairs],
        [problem.delta] * len(pairs),
    )
    return solution, patterns
