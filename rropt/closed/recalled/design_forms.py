"""A form that one certified design shows, with its parameters as symbols.

**Its table, under pure privacy.** Nothing is to be solved: the weights of an optimal basis depend
on gamma through one number only. With X the 0/1 matrix of the high truths of the patterns in use
and v the solution of X v = 1 (every truth is high with total share one), and V = sum v,

    w_r = v_r / (V + gamma - 1),     value = sum_r v_r u_r(gamma) / (V + gamma - 1).

**A square table of a curved design.** Its columns fix the weights: with k patterns in {1, gamma}^k
it is a vertex of the curved program (`curved_programs`), a function of gamma alone.

**Its program.** With gamma and delta (and pi) left as symbols it is solved at the design's point.
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
from rropt.closed.symbolic_utilities import entries, has_expression, tidy, utility
from rropt.closed.symbols import delta, gamma, pi
from rropt.design.answer import Answer
from rropt.design.linear.columns import solve_columns
from rropt.design.problem import Problem
from rropt.exact.convert import rational
from rropt.patterns.extreme import Exponents, Pattern, evaluate, rows_of
from rropt.utility import FDivergence, Gain, Utility, Variance, Warner
from rropt.utility.curved import Curved

MOST_TRUTHS = 8
"""Up to this many truths the form of a table without symmetry is written out."""

Row = tuple[Exponents, Fraction]


def from_orbit(design: Answer) -> Iterator[sp.Expr]:
    """Equal priors: k u(d) / (d gamma + k - d), one high set size d for all patterns."""
    problem = design.problem
    if problem.delta or problem.truths > MOST_TRUTHS**2 or not has_expression(problem.objective):
        return
    k = problem.truths
    size = _high_truths(design)
    if size:
        pattern = (1,) * size + (0,) * (k - size)
        yield _value(problem.objective, [(pattern, Fraction(k, size))], problem.gamma.lo)


def _high_truths(design: Answer) -> int:
    """The number of high truths in every pattern, where it is one number; else 0."""
    if not design.problem.objective.symmetric or design.problem.gamma.lo == 1:
        return 0
    if design.table is None:
        return design.orbits[0].runs[0][1] if len(design.orbits) == 1 else 0
    sizes = {sum(high) for high, _ in rows_of_pure_table(design)}
    return sizes.pop() if len(sizes) == 1 else 0


def from_table(design: Answer) -> Iterator[sp.Expr]:
    """The value of the table for every gamma, from its rows."""
    problem = design.problem
    if not _is_simple(design):
        return
    rows = _unmerged(design) if isinstance(problem.objective, Gain) else rows_of_pure_table(design)
    if not rows:
        return
    # Columns add up to one, so that every truth is high with the same weight: that of truth 0.
    high = sum((w for x, w in rows if x[0]), Fraction(0))
    if not high:
        ones = (Fraction(1),) * problem.truths
        yield tidy(utility(problem.objective, entries((0,) * problem.truths), ones))
    else:
        yield _value(problem.objective, [(x, w / high) for x, w in rows], problem.gamma.lo)


def _is_simple(design: Answer) -> bool:
    problem = design.problem
    linear = has_expression(problem.objective) and not isinstance(problem.objective, Variance)
    small = design.table is not None and problem.truths <= MOST_TRUTHS
    return linear and small and not problem.delta and problem.gamma.lo > 1


def _value(objective: Utility, shares: list[Row], level: Fraction) -> sp.Expr:
    """sum_r v_r u_r(gamma) / (V + gamma - 1), in lowest terms where it is rational."""
    total = sum((v for _, v in shares), Fraction(0))
    gains = [rational(v) * utility(objective, entries(x), evaluate(x, level)) for x, v in shares]
    value = sp.together(sum(gains, sp.Integer(0))) / (rational(total) + gamma - 1)
    return tidy(value)


def rows_of_pure_table(design: Answer) -> list[Row]:
    """The rows as high sets with weights; none where a row is not extreme."""
    level = design.problem.gamma.lo
    return _high_sets([(row, min(row)) for row in design.channel.rows], level)


def _unmerged(design: Answer) -> list[Row]:
    """A design of decisions merges rows; the patterns behind them are found again."""
    optimum = solve_columns(design.problem)
    rows = rows_of(optimum.weights, optimum.patterns)
    return _high_sets(list(zip(rows, optimum.weights, strict=True)), design.problem.gamma.lo)


def _high_sets(rows: list[tuple[Pattern, Fraction]], level: Fraction) -> list[Row]:
    found = []
    for row, least in rows:
        if not least or any(entry not in (least, level * least) for entry in row):
            return []
        found.append((tuple(int(entry != least) for entry in row), least))
    return found


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
    rows = [x for x, _ in rows_of_pure_table(design)]
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


MOST_TRUTHS_OF_PROGRAM = {False: 6, True: 3}
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
    few = problem.truths <= MOST_TRUTHS_OF_PROGRAM[bool(problem.delta)]
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
