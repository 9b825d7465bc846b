"""Derivation of a piecewise closed form over a box of parameters, with the proof that it covers.

Explore: take a point that no piece covers, solve there exactly, solve the optimal basis (or the
crossing of tight inequalities) with the parameters as symbols, mark the region where it stays
optimal; until nothing is left. Then prove the cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from rropt.closed.derived import region_cover
from rropt.closed.derived.box import Box, Point, Range, at, interval, oriented
from rropt.closed.derived.envelope import Envelope, envelope
from rropt.closed.derived.region_cover import Cover
from rropt.closed.derived.smt import SolverUndecided
from rropt.closed.derived.symbolic_cards import Card, Cards
from rropt.closed.derived.symbolic_programs import SymbolicBasis, SymbolicProgram, program
from rropt.closed.symbolic_utilities import has_expression
from rropt.closed.symbols import delta as delta_symbol
from rropt.closed.symbols import gamma as gamma_symbol
from rropt.closed.symbols import pi
from rropt.design.problem import Problem
from rropt.exact import InputError, exact
from rropt.utility import FDivergence, Gain, Guess, MutualInformation, Utility, Variance, Warner
from rropt.utility.curved import Curved

MOST_PIECES = 60
MOST_TRUTHS = {False: 8, True: 4}
"""Largest number of truths without symmetry: pure, and with delta."""

oo = sp.oo


@dataclass(frozen=True)
class PiecewiseOptimum:
    """The optimum as a piecewise closed form, and the proof that the pieces cover the box."""

    problem: Problem
    box: Box
    fixed: tuple[tuple[sp.Symbol, Fraction], ...]
    pieces: tuple[SymbolicBasis | Card, ...]
    cover: Cover
    reported: str
    """What the value of a piece is: the utility, or the variance."""

    envelope: Envelope | None = None
    """Proved: the optimum is the largest (a variance: the least) of the values."""

    @property
    def values(self) -> tuple[sp.Expr, ...]:
        """The different closed forms, in the order in which they were found."""
        return tuple(dict.fromkeys(piece.value for piece in self.pieces))

    @property
    def expression(self) -> sp.Expr:
        """The optimum as one sympy expression: Max or Min of the values, else a Piecewise."""
        if self.envelope is not None:
            return (sp.Min if self.envelope.name == "min" else sp.Max)(*self.values)
        cases = [(piece.value, sp.And(*piece.region.relations)) for piece in self.pieces]
        return sp.Piecewise(*cases)

    @property
    def proved(self) -> bool:
        """Whether the pieces are proved to cover the box."""
        return self.cover.proved

    def piece_at(self, **point: Any) -> SymbolicBasis | Card:
        """The piece that covers a rational point: piece_at(gamma=3, delta="1/10")."""
        place = {sp.Symbol(name): exact(value, name) for name, value in point.items()}
        if set(place) != set(self.box.symbols):
            raise InputError(f"the point must give {', '.join(map(str, self.box.symbols))}")
        found = (piece for piece in self.pieces if piece.region.holds(place))
        piece = next(found, None)
        if piece is None or any(at(c, place) <= 0 for c in self.box.constraints()):
            raise InputError(f"the point must lie in the box {self.box}, got {point}")
        return piece

    def value_at(self, **point: Any) -> Fraction:
        """The optimum at a rational point, exactly."""
        place = {sp.Symbol(name): exact(value, name) for name, value in point.items()}
        return at(self.piece_at(**point).value, place)

    def __str__(self) -> str:
        from rropt.closed.derived.wording import plain

        return plain(self)

    @property
    def latex(self) -> str:
        """The whole answer in LaTeX."""
        from rropt.closed.derived.wording import latex

        return latex(self)


def derive(
    problem: Any, gamma: Any = (1, oo), delta: Any = None, prior: Any = None
) -> PiecewiseOptimum:
    """The piecewise closed form of a problem's optimum over ranges of its parameters.

    A parameter is a range (lo, hi), open, or a number; `delta` and `prior` are those of the problem
    where they are not given. A design may stand for its problem.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> answer = derive(Problem(LocalDP("ln(3)"), Trace(3)))
    >>> answer.values, answer.proved
    ((3*gamma/(gamma + 2),), True)
    """
    problem = getattr(problem, "problem", problem)
    if not isinstance(problem, Problem):
        raise InputError(f"problem must be a Problem or a design, got {type(problem).__name__}")
    box, fixed = _parameters(problem, gamma, delta, prior)
    _refuse(problem, fixed)
    parametric = _parametric(problem, box, fixed)
    found = _needed(tuple(_explore(parametric, box)), box)
    pieces = found if isinstance(parametric, Cards) else tuple(_reported(problem, p) for p in found)
    proof = region_cover.prove(box, [piece.region for piece in pieces])
    what = "variance" if isinstance(problem.objective, Variance) else problem.objective.label
    best = "min" if isinstance(problem.objective, Variance) else "max"
    outer = envelope(box, pieces, best) if proof.proved else None
    return PiecewiseOptimum(problem, box, tuple(fixed.items()), pieces, proof, what, outer)


def _parametric(problem: Problem, box: Box, fixed: Point) -> SymbolicProgram | Cards:
    objective = problem.objective
    if isinstance(objective, Warner) or (isinstance(objective, Variance) and problem.outputs == 2):
        return Cards(box, fixed, isinstance(objective, Warner))
    if isinstance(objective, FDivergence) and problem.truths > 2:
        problem = Problem(problem.privacy, FDivergence(objective.divergence), problem.outputs)
    return program(problem, box, fixed)


def _explore(parametric: Any, box: Box) -> Iterator[Any]:
    regions: list[Any] = []
    while (point := _missing(box, regions)) is not None:
        if len(regions) == MOST_PIECES:
            raise InputError(f"the box must be smaller: {MOST_PIECES} pieces do not cover it")
        piece = parametric.derive(point)
        regions.append(piece.region)
        yield piece


def _needed(pieces: tuple[Any, ...], box: Box) -> tuple[Any, ...]:
    """Without the pieces that were derived on their own boundary, where the others suffice."""
    rest = tuple(piece for piece in pieces if not piece.region.on_boundary(piece.point))
    if not rest or len(rest) == len(pieces):
        return pieces
    return rest if _missing(box, [piece.region for piece in rest]) is None else pieces


def _missing(box: Box, regions: list[Any]) -> Point | None:
    """Where z3 does not decide, the exploration ends and the cover says that it is not proved."""
    try:
        return region_cover.missing(box, regions)
    except SolverUndecided:
        return None


def _reported(problem: Problem, piece: SymbolicBasis) -> SymbolicBasis:
    """A variance is one over an information."""
    if not isinstance(problem.objective, Variance):
        return piece
    return replace(piece, value=oriented(sp.factor(1 / piece.value), piece.point))


def _parameters(problem: Problem, gamma: Any, delta: Any, prior: Any) -> tuple[Box, Point]:
    ranges: list[Range] = []
    fixed: Point = {}
    level = problem.delta if delta is None else delta
    given: list[tuple[sp.Symbol, Any, Fraction, Fraction | None]] = [
        (gamma_symbol, gamma, Fraction(1), None),
        (delta_symbol, level, Fraction(0), Fraction(1)),
    ]
    if isinstance(problem.objective, Variance):
        prevalence = problem.objective.prior if prior is None else prior
        given.append((pi, prevalence, Fraction(0), Fraction(1)))
    elif prior is not None:
        given.append((pi, _free_prior(problem, prior), Fraction(0), Fraction(1)))
    for symbol, value, least, most in given:
        if isinstance(value, (tuple, list)):
            ranges.append(interval(symbol, value, least, most))
        else:
            fixed[symbol] = exact(value, str(symbol))
    if not ranges:
        raise InputError("one of gamma, delta and prior must be a range (lo, hi)")
    return Box(tuple(ranges)), fixed


def _free_prior(problem: Problem, prior: Any) -> Any:
    """The share of truth 1 can be left open for guesses and gains on two truths."""
    if isinstance(problem.objective, (Guess, Gain)) and problem.truths == 2:
        return prior
    raise InputError(
        f"prior must not be given for {problem.objective.label}: only that of a variance, or of a "
        "guess or gain on two truths, can be a parameter"
    )


def _refuse(problem: Problem, fixed: Point) -> None:
    objective = problem.objective
    if isinstance(objective, Curved) or not isinstance(objective, Utility):
        raise InputError(f"objective must be linear over patterns to derive, got {objective.label}")
    irrational = ("hellinger", "kullback-leibler", "reverse-kullback-leibler", "jensen-shannon")
    if (
        not has_expression(objective)
        or isinstance(objective, MutualInformation)
        or (isinstance(objective, FDivergence) and objective.divergence in irrational)
    ):
        raise InputError(
            f"objective must be rational in gamma to derive its regions, got {objective.label}"
        )
    approximate = fixed.get(delta_symbol) != 0
    if approximate and getattr(objective, "infinite_at_zero", False):
        raise InputError(f"delta must be 0 for {objective.label}")
    if fixed.get(gamma_symbol, Fraction(2)) <= 1:
        raise InputError("gamma must be above 1 to derive a form")
    small = objective.symmetric or isinstance(objective, FDivergence)
    if not small and problem.truths > MOST_TRUTHS[approximate]:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS[approximate]} to derive a form without "
            f"symmetry, got {problem.truths}"
        )
