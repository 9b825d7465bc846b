"""Programs with logarithms on a line of one parameter: bases, and where enclosures prove them.

On a short stretch every weight and reduced cost of a basis is enclosed, in the mean value form
f(middle) + f'(stretch) (x - middle); where all are positive the basis is optimal there. Around a
switch two bases are proved to share the stretch: they differ by one exchange with a positive pivot
(what leaves has a weight before, what enters after), all other reduced costs are positive, and the
two that are left have opposite signs, one the other over minus the pivot. What no stretch decides
is said: next to an end without information, or without end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy as sp

from rropt.closed.derived.box import Range
from rropt.closed.derived.enclosed_stretches import EnclosedStretches
from rropt.closed.derived.symbolic_programs import Solved, SymbolicBasis, SymbolicProgram
from rropt.closed.derived.validity import Condition, ValidityRegion
from rropt.closed.formula import Formula
from rropt.closed.symbols import gamma


@dataclass(frozen=True)
class BasisOnLine:
    """One basis: its functions by the column of the program, each with its derivative."""

    program: SymbolicProgram
    solved: Solved
    line: Range

    @cached_property
    def weights(self) -> list[EnclosedFunction]:
        """Those that are not zero everywhere."""
        return [EnclosedFunction(w, self.line[0]) for w in self.solved.weights if w != 0]

    @cached_property
    def slacks(self) -> dict[int, EnclosedFunction]:
        """The reduced costs that are not zero everywhere."""
        slacks = self.program.slacks(self.solved)
        return {j: EnclosedFunction(cost, self.line[0]) for j, cost in slacks.items()}

    def proved_on(self, lo: Fraction, hi: Fraction, but: int | None = None) -> bool:
        """Whether all functions are positive on a stretch, but for one reduced cost."""
        rest = (slack for j, slack in self.slacks.items() if j != but)
        return all(f.positive_on(lo, hi) for f in (*self.weights, *rest))

    def shares(self, other: BasisOnLine, lo: Fraction, hi: Fraction) -> bool:
        """Whether one of two bases, an exchange apart, is optimal everywhere on a stretch."""
        enters = set(other.solved.basis) - set(self.solved.basis)
        leaves = set(self.solved.basis) - set(other.solved.basis)
        if len(enters) != 1 or len(leaves) != 1:
            return False
        entering, leaving = min(enters), min(leaves)
        if leaving not in self.table or entering not in other.table:
            return False
        return self.proved_on(lo, hi, entering) and other.proved_on(lo, hi, leaving)

    @cached_property
    def table(self) -> tuple[int, ...]:
        """The columns with a weight: bases that differ in the others are one piece."""
        pairs = zip(self.solved.basis, self.solved.weights, strict=True)
        return tuple(j for j, weight in pairs if weight != 0)


@dataclass(frozen=True)
class EnclosedFunction:
    """An expression in one parameter, enclosed on stretches."""

    expression: sp.Expr
    symbol: sp.Symbol

    @cached_property
    def formula(self) -> Formula:
        return Formula(str(self.expression))

    @cached_property
    def slope(self) -> Formula:
        return Formula(str(sp.diff(self.expression, self.symbol)))

    def positive_on(self, lo: Fraction, hi: Fraction) -> bool:
        """Whether the mean value form is positive."""
        name, middle = str(self.symbol), (lo + hi) / 2
        centre = self.formula.on_stretch(name, middle, middle)[0]
        if centre <= 0:
            return False
        try:
            low, high = self.slope.on_stretch(name, lo, hi)
        except ZeroDivisionError:
            return False
        return centre - max(abs(low), abs(high)) * (hi - lo) / 2 > 0


@dataclass(frozen=True)
class EnclosedLine(EnclosedStretches):
    """A program with irrational utilities over a line."""

    program: SymbolicProgram
    without_mass: tuple[Fraction, ...] = ()
    """Ends of the range at which a truth has no mass."""

    bases: dict[tuple[int, ...], BasisOnLine] = field(default_factory=dict, compare=False)

    def vanishes_at(self, end: Fraction) -> bool:
        symbol = self.line[0]
        return end == 1 if symbol == gamma else end in self.without_mass

    def known(self) -> list[BasisOnLine]:
        return list(self.bases.values())

    def solution(self, x: Fraction) -> BasisOnLine:
        """The basis that is optimal at a point."""
        key = tuple(sorted(self.program.optimal_basis({self.line[0]: x})))
        if key not in self.bases:
            self.bases[key] = BasisOnLine(self.program, self.program.solved(key), self.line)
        return self.bases[key]

    def piece(self, table: Any, lo: Fraction, hi: Fraction) -> SymbolicBasis:
        known = next(basis for basis in self.bases.values() if basis.table == table)
        conditions = [f.expression for f in (*known.weights, *known.slacks.values())]
        region = ValidityRegion(tuple(Condition(c) for c in conditions), self.program.box)
        return self.program.basis_of(known.solved, region, {self.line[0]: (lo + hi) / 2})
