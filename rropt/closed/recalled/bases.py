"""The program of one design with gamma and delta (and pi) left as symbols, solved at its point."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from rropt.closed.derived.box import Box, Point, Range
from rropt.closed.derived.symbolic_cards import Card, Cards
from rropt.closed.derived.symbolic_programs import SymbolicProgram, program
from rropt.closed.symbolic_utilities import has_expression
from rropt.closed.symbols import delta, gamma, pi
from rropt.design.answer import Answer
from rropt.design.problem import Problem
from rropt.utility import FDivergence, Variance, Warner

MOST_TRUTHS = {False: 6, True: 3}
"""Largest number of truths of a program without symmetry: pure, and with delta."""


def from_basis(design: Answer) -> Iterator[sp.Expr]:
    """The value of the optimal basis, for approximate privacy on three or more truths."""
    problem = design.problem
    if problem.truths > 2 and problem.delta and can_be_solved(problem):
        parametric, point = at_design(problem)
        yield parametric.solve(point).value


def can_be_solved(problem: Problem) -> bool:
    """Whether the program is small enough, and inside the box where patterns keep their order."""
    objective = problem.objective
    if not has_expression(objective):
        return False
    inside = problem.gamma.lo > 1 and problem.delta < 1
    few = problem.truths <= MOST_TRUTHS[bool(problem.delta)]
    return inside and (few or (objective.symmetric and problem.truths <= 8))


def at_design(problem: Problem) -> tuple[SymbolicProgram, Point]:
    """The parametric program of a problem and its own point of the box."""
    objective = problem.objective
    if isinstance(objective, FDivergence) and problem.truths > 2:
        problem = Problem(problem.privacy, FDivergence(objective.divergence), problem.outputs)
    box, fixed, point = _box(problem)
    return program(problem, box, fixed), point


def card_at_design(problem: Problem) -> Card | None:
    """The best card with the parameters as symbols; None on the boundary of the box."""
    inside = problem.gamma.lo > 1 and problem.delta < 1 and 0 < problem.objective.prior < 1
    if not inside:
        return None
    box, fixed, point = _box(problem)
    return Cards(box, fixed, isinstance(problem.objective, Warner)).derive(point)


def _box(problem: Problem) -> tuple[Box, Point, Point]:
    """All parameters that are free in this kind of problem, the fixed ones, and the point."""
    zero, one = Fraction(0), Fraction(1)
    ranges: list[Range] = [(gamma, one, None)]
    point: Point = {gamma: problem.gamma.lo}
    fixed: Point = {}
    if problem.delta:
        ranges.append((delta, zero, one))
        point[delta] = problem.delta
    else:
        fixed[delta] = zero
    if isinstance(problem.objective, Variance):
        ranges.append((pi, zero, one))
        point[pi] = problem.objective.prior
    return Box(tuple(ranges)), fixed, point
