"""Corners whose answer needs no solver."""

from __future__ import annotations

from fractions import Fraction

from rropt.design.problem import Optimum, Problem
from rropt.exact import InputError
from rropt.patterns.extreme import MOST_TRUTHS_STAIRCASE, refuse_large


def useless(problem: Problem) -> Optimum:
    """gamma = 1, delta = 0: every private table has constant rows, so all are equivalent."""
    one = (Fraction(1),) * problem.truths
    value = problem.objective.bounds(one)[1]
    return Optimum((one,), (Fraction(1),), (value / problem.truths,) * problem.truths)


def identity(problem: Problem) -> Optimum:
    """delta = 1: everybody may tell the truth.

    Prices y_j = u(e_j), because u(r) <= sum_j r_j u(e_j) for u convex and homogeneous.
    """
    k = problem.truths
    refuse_large(k, MOST_TRUTHS_STAIRCASE)
    units = tuple(tuple(Fraction(int(i == j)) for j in range(k)) for i in range(k))
    refuse_infinite(problem)
    prices = tuple(problem.objective.bounds(unit)[1] for unit in units)
    return Optimum(units, (Fraction(1),) * k, prices)


def refuse_infinite(problem: Problem) -> None:
    """Delta > 0 allows zeros, where some divergences and boundary priors are infinite."""
    if getattr(problem.objective, "infinite_at_zero", False):
        raise InputError(
            f"delta must be 0 for {problem.objective.label}: with delta > 0 a report may reveal "
            "a truth with certainty and the divergence is infinite"
        )
