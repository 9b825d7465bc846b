"""Approximate privacy: the program over all staircases, solved exactly.

    maximise sum_r w_r u(r)
    with     sum_r w_r r = 1,    sum_r w_r [r_a - gamma r_b]_+ <= delta for each ordered pair.

The table is the optimum for gamma.lo, the prices are those of the program for gamma.hi; for an
exact gamma the two programs are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from rropt import lp
from rropt.design.linear.trivial_levels import refuse_infinite
from rropt.design.problem import Optimum, Problem, linear_utility
from rropt.lp.program import Program
from rropt.patterns.extreme import OUTSIDE, Pattern, evaluate, ordered_pairs
from rropt.patterns.shapes import Shape, ladder_of, shapes


def solve_staircases(problem: Problem) -> Optimum:
    """The exact optimum over the staircases."""
    refuse_infinite(problem)
    gamma, k = problem.gamma, problem.truths
    primal = _solution(problem, gamma.lo, _few_pivots(problem))
    dual = primal if gamma.is_exact else _solution(problem, gamma.hi, primal.basis)
    used = [
        (_pattern(shape, gamma.lo), w)
        for shape, w in zip(shapes(k, True), primal.x, strict=True)
        if w
    ]
    pairs = zip(ordered_pairs(k), dual.dual_ub, strict=True)
    return Optimum(
        tuple(r for r, _ in used),
        tuple(w for _, w in used),
        tuple(-y for y in dual.dual_eq),
        {pair: -z for pair, z in pairs if z},
    )


def _few_pivots(problem: Problem) -> list[int] | None:
    """For two truths the table of one high truth each: a basis from which doubles save nothing."""
    if problem.truths > 2 or problem.gamma.lo == 1:
        return None
    places = {shape.exponents: i for i, shape in enumerate(shapes(2, True))}
    return [places[1, 0], places[0, 1], len(places) + 2, len(places) + 3]


def _solution(problem: Problem, gamma: Fraction, start: Sequence[int] | None = None) -> lp.Solution:
    """The optimum as the minimum of the negative utility."""
    utility = linear_utility(problem)
    listed = shapes(problem.truths, True)
    worth = [utility.bounds(_pattern(shape, gamma))[1] for shape in listed]
    return lp.decide(_program(problem, gamma, worth), start)


def _pattern(shape: Shape, gamma: Fraction) -> Pattern:
    return evaluate(shape.exponents, gamma)


def _program(problem: Problem, gamma: Fraction, worth: list[Fraction]) -> Program:
    """Whole numbers: rows of truths over the unit, rows of pairs over the unit and delta's."""
    k, delta = problem.truths, problem.delta
    ladder, unit = ladder_of(gamma, k)
    pairs, scale = k * (k - 1), lcm(1, *(u.denominator for u in worth))
    return Program(
        tuple(_column(shape, ladder, delta.denominator) for shape in shapes(k, True)),
        (unit,) * k + (delta.numerator * unit,) * pairs,
        tuple(-u.numerator * (scale // u.denominator) for u in worth),
        k,
        (unit,) * k + (unit * delta.denominator,) * pairs,
        scale,
    )


def _column(shape: Shape, ladder: list[int], scale: int) -> tuple[tuple[int, int], ...]:
    k = len(shape.exponents)
    entries = [(j, ladder[t]) for j, t in enumerate(shape.exponents) if t != OUTSIDE]
    surplus = shape.excesses(ladder).items()
    return (*entries, *((k + pair, value * scale) for pair, value in surplus))
