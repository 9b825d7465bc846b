"""A piecewise closed form over a box of parameters, with the proof that its pieces cover it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from rropt.channel.display import html_text
from rropt.closed.derived.box import Box, at
from rropt.closed.derived.envelope import Envelope
from rropt.closed.derived.group_piece import GroupPiece
from rropt.closed.derived.open_parameters import OpenParameters
from rropt.closed.derived.region_cover import Cover
from rropt.closed.derived.symbolic_cards import Card
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.formula import WITHOUT_EPSILON, Formula
from rropt.design.problem import Problem
from rropt.exact import InputError, exact

BITS = 160
"""Of an enclosure of an irrational value: three times a double."""


@dataclass(frozen=True)
class PiecewiseOptimum:
    """The optimum as a piecewise closed form, and the proof that the pieces cover the box."""

    problem: Problem
    parameters: OpenParameters
    pieces: tuple[SymbolicBasis | Card, ...]
    cover: Cover
    envelope: Envelope | None
    """Proved: the optimum is the largest (a variance: the least) of the values."""

    reported: str
    """What the value of a piece is: the utility, or the variance."""

    reason: str = ""
    """Why one prior is enough, of a worst case."""

    @property
    def box(self) -> Box:
        """The ranges of the open parameters."""
        return self.parameters.box

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

    @property
    def undecided(self) -> tuple[Box, ...]:
        """The parts of the box that the pieces are not proved to cover."""
        return self.cover.undecided

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

    def value_at(self, **point: Any) -> Fraction | tuple[Fraction, Fraction]:
        """The optimum at a rational point: exactly, or rationals around it if it is irrational."""
        place = {name: exact(value, name) for name, value in point.items()}
        piece = self.piece_at(**point)
        if isinstance(piece, GroupPiece) and piece.table is not None:
            return piece.enclosure(place["gamma"])
        formula = Formula(str(piece.value))
        lo, hi = formula.enclosure(place, WITHOUT_EPSILON, BITS)
        return lo if lo == hi else (lo, hi)

    def to_numpy(self) -> Callable[..., Any]:
        """A function of the open parameters on numbers or arrays; nan outside its domain."""
        from rropt.closed.derived.formula_export import numpy_function

        return numpy_function(self)

    def to_c(self, name: str = "optimum") -> str:
        """The source of a C function of the open parameters; NAN outside its domain."""
        from rropt.closed.derived.formula_export import c_function

        return c_function(self, name)

    def to_json(self) -> dict[str, Any]:
        """Ranges, pieces, switches, cover and what is undecided, as strings."""
        from rropt.closed.derived.derivation_record import derivation_record

        return derivation_record(self)

    def _repr_html_(self) -> str:
        return html_text(str(self))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"

    def __str__(self) -> str:
        from rropt.closed.derived.wording import plain

        return plain(self)

    @property
    def latex(self) -> str:
        """The whole answer in LaTeX."""
        from rropt.closed.derived.wording import latex

        return latex(self)
