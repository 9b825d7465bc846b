"""Programs with logarithms on a line of one parameter: bases, and where enclosures prove them.

On a short stretch every weight and reduced cost of a basis is enclosed, in the mean value form
f(middle) + f'(stretch) (x - middle); where all are positive the basis is optimal there. Around a
switch two bases are proved to share the stretch: they differ by one exchange with a positive pivot
(what leaves has a weight before, what enters after), all other reduced costs are positive, and the
two that are left have opposite signs, one the other over minus the pivot. What no stretch decides
is said: next to an end without information, or without end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product

import sympy as sp

from rropt.closed.derived.box import Box, Range
from rropt.closed.derived.region_cover import Cover, CoverCell
from rropt.closed.derived.symbolic_programs import Solved, SymbolicBasis, SymbolicProgram
from rropt.closed.derived.validity import Condition, ValidityRegion
from rropt.closed.formula import Formula
from rropt.closed.symbolic_utilities import tidy
from rropt.closed.symbols import gamma

NARROWEST = Fraction(1, 2**34)
"""Relative width of the stretch around a switch: ten digits are shown."""

NEXT_TO_END = Fraction(1, 2**12)
"""Share of a finite range, or distance from a start without end, that is left at an open end."""

FARTHEST = Fraction(2**16)
"""Where a range without end is cut: epsilon is 11 there."""

MOST_STRETCHES = 4_000
"""Enclosed stretches, after which the rest is undecided: 20 s."""

METHOD = "enclosures of all weights and reduced costs on short stretches"


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
        used = set(self.solved.basis)
        outside = [j for j in range(len(self.program.columns)) if j not in used]
        costs = map(tidy, self.program.reduced_costs(self.solved))
        pairs = zip(outside, costs, strict=True)
        return {j: EnclosedFunction(cost, self.line[0]) for j, cost in pairs if cost != 0}

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
class EnclosedLine:
    """A program with irrational utilities over a line."""

    program: SymbolicProgram
    without_mass: tuple[Fraction, ...] = ()
    """Ends of the range at which a truth has no mass."""

    bases: dict[tuple[int, ...], BasisOnLine] = field(default_factory=dict, compare=False)

    @property
    def line(self) -> Range:
        """The range of the only open parameter."""
        return self.program.box.ranges[0]

    def found(self) -> tuple[tuple[SymbolicBasis, ...], Cover]:
        """The pieces along the line, and the stretches on which they are proved."""
        stretches = list(self._joined(sorted(self._stretches(), key=lambda part: part[0])))
        order = list(dict.fromkeys(basis for _, _, basis in stretches if basis is not None))
        middles = {basis: (lo + hi) / 2 for lo, hi, basis in stretches}
        pieces = tuple(self._piece(basis, middles[basis]) for basis in order)
        cells = tuple(
            CoverCell((lo + hi) / 2, None if basis is None else order.index(basis))
            for lo, hi, basis in stretches
        )
        roots = tuple((left[1], right[0]) for left, right in pairwise(stretches))
        return pieces, Cover(METHOD, roots, cells, line=self.line, undecided=self._open(stretches))

    def _open(self, stretches: Sequence) -> tuple[Box, ...]:
        symbol, _, end = self.line
        return tuple(
            Box(((symbol, lo, None if end is None and (lo, hi) == stretches[-1][:2] else hi),))
            for lo, hi, basis in stretches
            if basis is None
        )

    def _stretches(self) -> Iterator[tuple[Fraction, Fraction, tuple[int, ...] | None]]:
        """Stretches with their basis, None where it is undecided; gaps are shared by neighbours."""
        _, lo, hi = self.line
        far = max(FARTHEST, 4 * lo) if hi is None else hi
        margin = NEXT_TO_END * (1 if hi is None else hi - lo)
        first = lo + margin if self.vanishes_at(lo) else lo
        last = far if hi is None else hi - margin if self.vanishes_at(hi) else hi
        if first != lo:
            yield lo, first, None
        if last != hi:
            yield last, 2 * far if hi is None else hi, None
        waiting = [(first, last)]
        for _ in range(MOST_STRETCHES):
            if not waiting:
                return
            left, right = waiting.pop()
            basis = self._proved(left, right)
            if basis is not None:
                yield left, right, basis.table
            elif right - left > NARROWEST * left:
                middle = _between(left, right, lo)
                waiting += [(middle, right), (left, middle)]
            elif not self._is_shared(left, right):
                yield left, right, None
        yield from ((left, right, None) for left, right in waiting)

    def _proved(self, left: Fraction, right: Fraction) -> BasisOnLine | None:
        """A basis that is proved on a stretch: the one of its middle, or one that is known."""
        tried = [self._basis((left + right) / 2), *self.bases.values()]
        return next((basis for basis in tried if basis.proved_on(left, right)), None)

    def _is_shared(self, left: Fraction, right: Fraction) -> bool:
        """Whether two known bases share a stretch, the ones of its two ends."""
        known = list(self.bases.values())
        before = [basis for basis in known if basis.table == self._basis(left).table]
        after = [basis for basis in known if basis.table == self._basis(right).table]
        return any(a.shares(b, left, right) for a, b in product(before, after))

    def vanishes_at(self, end: Fraction) -> bool:
        """Whether nothing is to be told at an end: gamma = 1, or a mass of 0."""
        symbol = self.line[0]
        return end == 1 if symbol == gamma else end in self.without_mass

    def _joined(self, stretches: Sequence) -> Iterator[tuple]:
        """Neighbours with one basis as one; a gap without entry is a switch."""
        start, end, name = stretches[0]
        for lo, hi, basis in stretches[1:]:
            if basis == name and lo == end:
                end = hi
                continue
            yield start, end, name
            start, end, name = lo, hi, basis
        yield start, end, name

    def _basis(self, x: Fraction) -> BasisOnLine:
        point = {self.line[0]: x}
        key = tuple(sorted(self.program.optimal_basis(point)))
        if key not in self.bases:
            self.bases[key] = BasisOnLine(self.program, self.program.solved(key), self.line)
        return self.bases[key]

    def _piece(self, table: tuple[int, ...], middle: Fraction) -> SymbolicBasis:
        known = next(basis for basis in self.bases.values() if basis.table == table)
        conditions = [f.expression for f in (*known.weights, *known.slacks.values())]
        region = ValidityRegion(tuple(Condition(c) for c in conditions), self.program.box)
        return self.program.basis_of(known.solved, region, {self.line[0]: middle})


def _between(left: Fraction, right: Fraction, start: Fraction) -> Fraction:
    """The middle of a stretch, or where it is long, of its logarithm from the start, roughly."""
    if start < left and right - start > 4 * (left - start):
        return start + 2 * (left - start)
    return (left + right) / 2
