"""A piecewise closed form over a box of parameters, with the proof that its pieces cover it.

It is a function elsewhere, on numpy arrays or in C, and a record of strings. Outside the box of the
parameters, and where no piece is proved to hold, the value is nan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from rropt.closed.derived.envelope import Envelope
from rropt.closed.derived.open_parameters import OpenParameters
from rropt.closed.derived.region_cover import Cover
from rropt.closed.derived.symbolic_cards import Card
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.validity import Box, at
from rropt.closed.derived.wording import curves, intervals, known_as, latex, plain
from rropt.design.problem import Problem
from rropt.exact import InputError, exact, text
from rropt.exact.recorded import Recorded


@dataclass(frozen=True)
class PiecewiseOptimum(Recorded):
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
    """Why one prior is enough for a worst case, or that one table is best for all."""

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
        return sp.Piecewise(*cases, evaluate=False)

    @property
    def proved(self) -> bool:
        """Whether the pieces are proved to cover the box."""
        return self.cover.proved

    @property
    def undecided(self) -> tuple[Box, ...]:
        """The parts of the box that the pieces are not proved to cover."""
        return self.cover.undecided

    def retold(
        self, problem: Problem, pieces: Iterable[SymbolicBasis | Card], reason: str
    ) -> PiecewiseOptimum:
        """The answer to another problem with these pieces, and why it has the same ones."""
        what = problem.objective.label
        return replace(self, problem=problem, pieces=tuple(pieces), reported=what, reason=reason)

    def piece_at(self, **point: Any) -> SymbolicBasis | Card:
        """The piece that covers a rational point: piece_at(gamma=3, delta="1/10")."""
        place = {sp.Symbol(name): exact(value, name) for name, value in point.items()}
        if set(place) != set(self.box.symbols):
            needed = ", ".join(map(str, self.box.symbols))
            raise InputError(f"the point must give {needed}, got {', '.join(point) or 'nothing'}")
        where = ", ".join(f"{symbol} = {value}" for symbol, value in place.items())
        # Factors that keep their sign in the box were left out: outside regions say nothing.
        if any(at(c, place) <= 0 for c in self.box.constraints()):
            raise InputError(f"the point must lie in the box {self.box}, got {where}")
        found = (piece for piece in self.pieces if piece.region.holds(place))
        piece = next(found, None)
        if piece is None:
            raise InputError(f"no formula is proved at {where}: see `undecided`")
        return piece

    def value_at(self, **point: Any) -> Fraction | tuple[Fraction, Fraction]:
        """The optimum at a rational point: exactly, or rationals around it if it is irrational."""
        place = {name: exact(value, name) for name, value in point.items()}
        piece = self.piece_at(**point)
        lo, hi = piece.enclosure(place)
        return lo if lo == hi else (lo, hi)

    def cases(self) -> list[tuple[sp.Expr, sp.Expr]]:
        """(value, condition) of every piece, inside the box."""
        inside = [constraint > 0 for constraint in self.box.constraints()]
        return [(piece.value, sp.And(*inside, *piece.region.relations)) for piece in self.pieces]

    def to_numpy(self) -> Callable[..., Any]:
        """A function of the open parameters, in their order or by name; nan outside its domain.

        >>> from rropt import Trace, derive
        >>> derive(Trace(3)).to_numpy()([0.5, 3.0]).round(6).tolist()
        [nan, 1.8]
        """
        import numpy as np

        names = list(map(str, self.box.symbols))
        whole = sp.Piecewise(*self.cases(), (sp.nan, True), evaluate=False)
        compiled = sp.lambdify(self.box.symbols, whole, "numpy")

        def optimum(*given: Any, **named: Any) -> Any:
            """The optimum at numbers or arrays of them."""
            values = [*given, *(named[name] for name in names[len(given) :])]
            arrays = np.broadcast_arrays(*(np.asarray(value, dtype=float) for value in values))
            # Every case is computed everywhere, also where another one holds.
            with np.errstate(all="ignore"):
                return np.asarray(compiled(*arrays), dtype=float)

        return optimum

    def to_c(self, name: str = "optimum") -> str:
        """The source of `double name(double gamma, ...)`, in C99; NAN outside its domain.

        >>> from rropt import Trace, derive
        >>> print(derive(Trace(3)).to_c())
        #include <math.h>
        <BLANKLINE>
        double optimum(double gamma)
        {
            if (gamma - 1 > 0) {
                return 3*gamma/(gamma + 2);
            }
            return NAN;
        }
        <BLANKLINE>
        """
        if not name.isidentifier():
            raise InputError(f"name must be an identifier of C, got {name!r}")
        arguments = ", ".join(f"double {symbol}" for symbol in self.box.symbols)
        lines = ["#include <math.h>", "", f"double {name}({arguments})", "{"]
        for value, condition in self.cases():
            lines += [
                f"    if ({sp.ccode(condition)}) {{",
                f"        return {sp.ccode(value)};",
                "    }",
            ]
        return "\n".join([*lines, "    return NAN;", "}", ""])

    def to_json(self) -> dict[str, Any]:
        """Everything that the text says: ranges, pieces, switches, cover; formulas as strings."""
        space = self.parameters
        levels = space.levels and [list(map(str, row)) for row in space.levels]
        return {
            "reported": self.reported,
            "categories": self.problem.truths,
            "ranges": _ranges(self.box),
            "positive": [str(bound) for bound in self.box.positive],
            "fixed": {str(symbol): text(value) for symbol, value in space.fixed.items()},
            "prior": space.prior and [str(mass) for mass in space.prior],
            "levels": levels,
            "pieces": [self._piece_record(piece) for piece in self.pieces],
            "switches": self._switches(),
            "best_of": self.envelope and self.envelope.name,
            "reason": self.reason or None,
            "proved": self.proved,
            "method": self.cover.method,
            "solvers": dict(self.cover.verdicts),
            "undecided_share": None if self.cover.share is None else text(self.cover.share),
            "undecided": [_ranges(part) for part in self.undecided],
        }

    def _piece_record(self, piece: SymbolicBasis | Card) -> dict[str, Any]:
        """Value and region, by which name it is known, and its table."""
        where = [str(relation) for relation in piece.region.relations]
        known = [id for id, _ in known_as(self, piece)]
        return {"value": str(piece.value), "where": where, "known_as": known, **piece.record()}

    def _switches(self) -> list[str]:
        """Where the formula changes: numbers on a line, curves in a box."""
        line = self.cover.line
        if line is not None:
            return [f"{line[0]} = {lo}" for lo, _, _ in intervals(self)[1:]]
        if not self.cover.script:
            return []
        return [f"{curve.lhs} = {curve.rhs}" for curve in curves(self)]

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"

    def __str__(self) -> str:
        return plain(self)

    @property
    def latex(self) -> str:
        """The whole answer in LaTeX."""
        return latex(self)


def _ranges(box: Box) -> dict[str, list[str]]:
    return {
        str(symbol): [text(lo), "oo" if hi is None else text(hi)] for symbol, lo, hi in box.ranges
    }
