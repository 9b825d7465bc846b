"""A form that one certified design shows, with its parameters as symbols.

**Its program.** With gamma and delta (and pi) left as symbols it is solved at the design's point:
the value of the optimal basis is a candidate, whatever the table is.

**A square table of a curved design.** Its columns fix the weights: with k patterns in {1, gamma}^k
it is a vertex of the curved program (`curved_programs`), a function of gamma alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

import sympy as sp
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

from rropt.closed.derived.curved_orbits import CurvedOrbits
from rropt.closed.derived.curved_programs import SupportEdge
from rropt.closed.derived.symbolic_cards import Card, Cards
from rropt.closed.derived.symbolic_programs import SymbolicProgram, program
from rropt.closed.derived.validity import Box, Point, Range
from rropt.closed.symbolic_utilities import has_expression
from rropt.closed.symbols import delta, gamma, pi
from rropt.design.answer import Answer
from rropt.design.problem import Problem
from rropt.exact.convert import rational
from rropt.patterns.extreme import Exponents
from rropt.utility import FDivergence, Variance, Warner
from rropt.utility.curved import Curved

MOST_TRUTHS_OF_SQUARE = 5


def from_square_table(design: Answer) -> Iterator[sp.Expr]:
    """The criterion of the table for every gamma: A-, c- and D-optimal designs."""
    problem = design.problem
    objective = design.problem.objective
    if not isinstance(objective, Curved) or objective.robust or problem.delta:
        return
    if (
        problem.truths > MOST_TRUTHS_OF_SQUARE
        or problem.gamma.lo == 1
        or objective.name == "e-optimal"
    ):
        return
    rows = _high_sets(design)
    if len(rows) != problem.truths:
        return
    prior = tuple(map(rational, objective.scenarios[0].prior))
    # The table need not keep its shares when truths change places: each row is a column of its own.
    orbits = CurvedOrbits(objective, prior, permutations=(tuple(range(problem.truths)),))
    support = tuple(orbits.columns.index((row,)) for row in rows)
    edge = SupportEdge(orbits, support, (gamma,))
    with suppress(DMNonInvertibleMatrixError):
        (weights,) = edge.roots()
        yield edge.reported(weights.value(*edge.value))


def _high_sets(design: Answer) -> list[Exponents]:
    """The reports by which truths are high; none where one is no extreme pattern."""
    level = design.problem.gamma.lo
    found = []
    for row in design.channel.rows:
        least = min(row)
        if not least or any(entry not in (least, level * least) for entry in row):
            return []
        found.append(tuple(int(entry != least) for entry in row))
    return found


MOST_TRUTHS = {False: 8, True: 3}
MOST_SYMMETRIC = {False: 64, True: 8}
"""Largest number of truths of a program that is solved for its value, without symmetry and with:
pure, and with delta."""

MOST_TRUTHS_OF_PROGRAM = {False: 6, True: 3}
MOST_SYMMETRIC_OF_PROGRAM = 8
"""The same where all of its reduced costs are wanted."""


BESIDE = {(gamma, Fraction(1)): Fraction(1025, 1024), (delta, Fraction(1)): Fraction(1023, 1024)}
"""Where patterns coincide, on an edge of the box, the basis is that of a point beside it: whether
its value is the one on the edge is asked of every candidate."""


def from_basis(design: Answer) -> Iterator[sp.Expr]:
    """The value of the optimal basis."""
    problem = design.problem
    approximate = bool(problem.delta)
    if _is_small(problem, MOST_TRUTHS[approximate], MOST_SYMMETRIC[approximate]):
        parametric, point = at_design(problem)
        beside = {symbol: BESIDE.get((symbol, x), x) for symbol, x in point.items()}
        yield parametric.solve(beside).value


def can_be_solved(problem: Problem) -> bool:
    """Whether the region of the optimal basis can be told: not on an edge of the box."""
    few = MOST_TRUTHS_OF_PROGRAM[bool(problem.delta)]
    is_inside = problem.gamma.lo > 1 and problem.delta < 1
    return is_inside and _is_small(problem, few, MOST_SYMMETRIC_OF_PROGRAM)


def _is_small(problem: Problem, few: int, symmetric: int) -> bool:
    """Whether the program has few truths; a divergence is about two of them."""
    objective = problem.objective
    if not has_expression(objective):
        return False
    if isinstance(objective, FDivergence):
        return True
    return problem.truths <= (symmetric if objective.symmetric else few)


def at_design(problem: Problem) -> tuple[SymbolicProgram, Point]:
    """The parametric program of a problem and its own point of the box."""
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
    zero = Fraction(0)
    one = Fraction(1)
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
