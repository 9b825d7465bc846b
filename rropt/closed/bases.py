"""The program of one design with gamma and delta (and pi) left as symbols, solved at its point."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from rropt.closed.box import Box, Point, Range
from rropt.closed.programs import Program, program
from rropt.closed.symbols import delta, gamma, pi
from rropt.design.design import Design
from rropt.design.problem import Problem
from rropt.utility import Custom, FDivergence, Utility, Variance

MOST_TRUTHS = {False: 6, True: 3}
"""Largest number of truths of a program without symmetry: pure, and with delta."""


def from_basis(design: Design) -> Iterator[sp.Expr]:
    """The value of the optimal basis, for approximate privacy on three or more truths."""
    problem = design.problem
    if problem.truths > 2 and problem.delta and can_be_solved(problem):
        parametric, point = at_design(problem)
        yield parametric.solve(point).value


def can_be_solved(problem: Problem) -> bool:
    """Whether the program is small enough, and inside the box where patterns keep their order."""
    objective = problem.objective
    if not isinstance(objective, Utility) or isinstance(objective, Custom):
        return False
    inside = problem.gamma.lo > 1 and problem.delta < 1
    few = problem.truths <= MOST_TRUTHS[bool(problem.delta)]
    return inside and (few or (objective.symmetric and problem.truths <= 8))


def at_design(problem: Problem) -> tuple[Program, Point]:
    """The parametric program of a problem and its own point of the box."""
    objective = problem.objective
    if isinstance(objective, FDivergence) and problem.truths > 2:
        problem = Problem(problem.privacy, FDivergence(objective.divergence), problem.outputs)
    one: Fraction | None = Fraction(1)
    ranges: list[Range] = [(gamma, Fraction(1), None)]
    point, fixed = {gamma: problem.gamma.lo}, {}
    if problem.delta:
        ranges.append((delta, Fraction(0), one))
        point[delta] = problem.delta
    else:
        fixed[delta] = Fraction(0)
    if isinstance(objective, Variance):
        ranges.append((pi, Fraction(0), one))
        point[pi] = objective.prior
    return program(problem, Box(tuple(ranges)), fixed), point
