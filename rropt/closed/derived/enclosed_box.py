"""Programs with logarithms over a box of two parameters: bases, and cells that enclosures prove.

As along a line: on a cell the basis of its middle is proved by the mean value form of all weights
and reduced costs, or two bases an exchange apart share it. The cell that is widest, relative to the
box, is halved first, across its wider side; what no cell decides is shown, with its share of the
box.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import product

import sympy as sp
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

from rropt.closed.derived.box import Box, Point
from rropt.closed.derived.region_cover import Cover
from rropt.closed.derived.symbolic_programs import Solved, SymbolicBasis, SymbolicProgram
from rropt.closed.derived.validity import Condition, ValidityRegion
from rropt.closed.derived.work_budget import WorkBudget
from rropt.closed.formula import Formula
from rropt.exact import InputError

MOST_CELLS = 3_000
"""Cells that are looked at: a minute. On 2 < gamma < 8 and a third of the masses half of them leave
a seventh of the box, next to the switch and to gamma = 2; a tenth of these ranges takes 1 s, whole.
"""

BOX_METHOD = "enclosures of all weights and reduced costs on cells of the box"

Cell = tuple[tuple[Fraction, Fraction], ...]
"""Ends of each parameter."""


@dataclass(frozen=True)
class EnclosedSurface:
    """An expression in the parameters, enclosed on cells."""

    expression: sp.Expr
    symbols: tuple[sp.Symbol, ...]

    @cached_property
    def formula(self) -> Formula:
        return Formula(str(self.expression))

    @cached_property
    def slopes(self) -> list[Formula]:
        return [Formula(str(sp.diff(self.expression, symbol))) for symbol in self.symbols]

    def positive_on(self, cell: Cell) -> bool:
        """Whether f(middle) - sum_i |f_i| half_i is positive."""
        names = [str(symbol) for symbol in self.symbols]
        middle = {
            name: ((lo + hi) / 2, (lo + hi) / 2) for name, (lo, hi) in zip(names, cell, strict=True)
        }
        least = self.formula.on_box(middle)[0]
        if least <= 0:
            return False
        ends = dict(zip(names, cell, strict=True))
        for slope, (lo, hi) in zip(self.slopes, cell, strict=True):
            try:
                low, high = slope.on_box(ends)
            except ZeroDivisionError:
                return False
            least -= max(abs(low), abs(high)) * (hi - lo) / 2
        return least > 0


@dataclass(frozen=True)
class BasisOnBox:
    """One basis: its functions by the column of the program."""

    program: SymbolicProgram
    solved: Solved

    @cached_property
    def weights(self) -> list[EnclosedSurface]:
        """Those that are not zero everywhere."""
        return [self._surface(weight) for weight in self.solved.weights if weight != 0]

    @cached_property
    def slacks(self) -> dict[int, EnclosedSurface]:
        """The reduced costs that are not zero everywhere."""
        slacks = self.program.slacks(self.solved)
        return {j: self._surface(cost) for j, cost in slacks.items()}

    def _surface(self, expression: sp.Expr) -> EnclosedSurface:
        return EnclosedSurface(expression, self.program.box.symbols)

    @cached_property
    def table(self) -> tuple[int, ...]:
        """The columns with a weight: bases that differ in the others are one piece."""
        pairs = zip(self.solved.basis, self.solved.weights, strict=True)
        return tuple(j for j, weight in pairs if weight != 0)

    def proved_on(self, cell: Cell, but: int | None = None) -> bool:
        """Whether all functions are positive on a cell, but for one reduced cost."""
        rest = (slack for j, slack in self.slacks.items() if j != but)
        return all(surface.positive_on(cell) for surface in (*self.weights, *rest))

    def shares(self, other: BasisOnBox, cell: Cell) -> bool:
        """Whether one of two bases, an exchange apart, is optimal everywhere on a cell."""
        enters = set(other.solved.basis) - set(self.solved.basis)
        leaves = set(self.solved.basis) - set(other.solved.basis)
        if len(enters) != 1 or len(leaves) != 1:
            return False
        entering, leaving = min(enters), min(leaves)
        if leaving not in self.table or entering not in other.table:
            return False
        return self.proved_on(cell, entering) and other.proved_on(cell, leaving)


@dataclass(frozen=True)
class EnclosedBox:
    """A program with irrational utilities over a box."""

    program: SymbolicProgram
    work: WorkBudget
    bases: dict[tuple[int, ...], BasisOnBox] = field(default_factory=dict, compare=False)

    def found(self) -> tuple[tuple[SymbolicBasis, ...], Cover]:
        """The pieces, and the cells that no basis is proved on."""
        whole: Cell = tuple((lo, _end(hi)) for _, lo, hi in self.program.box.ranges)
        waiting: list[tuple[Fraction, Cell]] = [(Fraction(-1), whole)]
        used: dict[tuple[int, ...], Point] = {}
        for _ in range(MOST_CELLS):
            if not waiting or self.work.is_spent:
                break
            _, cell = heappop(waiting)
            proved = self._proved(cell)
            if not proved:
                for half in _halves(cell, whole):
                    heappush(waiting, (-_share(half, whole), half))
            for basis in proved:
                used.setdefault(basis.table, self._middle(cell))
        pieces = tuple(self._piece(table, point) for table, point in used.items())
        left = tuple(self._box(cell) for _, cell in sorted(waiting))
        share = sum((_share(cell, whole) for _, cell in waiting), Fraction(0))
        return pieces, Cover(BOX_METHOD, undecided=left, share=share)

    def _proved(self, cell: Cell) -> list[BasisOnBox]:
        """The basis of the middle, or two of the corners that share the cell."""
        basis = self._basis(self._middle(cell))
        if basis.proved_on(cell):
            return [basis]
        symbols = self.program.box.symbols
        corners = [dict(zip(symbols, corner, strict=True)) for corner in product(*cell)]
        others = {corner.table: corner for corner in map(self._basis, corners)}
        pairs = (
            (b, o)
            for b, other in product((basis, *others.values()), others.values())
            for o in self._exchanges(b, other)
        )
        return next(([b, other] for b, other in pairs if b.shares(other, cell)), [])

    def _exchanges(self, basis: BasisOnBox, other: BasisOnBox) -> Iterator[BasisOnBox]:
        """The bases an exchange apart that have the table of the other: it may leave a choice."""
        own = basis.solved.basis
        for entering, leaving in product(other.table, own):
            chosen = {*own, entering} - {leaving}
            if entering in own or not chosen.issuperset(other.table):
                continue
            with suppress(DMNonInvertibleMatrixError):
                found = self._known(tuple(sorted(chosen)))
                if found.table == other.table:
                    yield found

    def _middle(self, cell: Cell) -> Point:
        middles = ((lo + hi) / 2 for lo, hi in cell)
        return dict(zip(self.program.box.symbols, middles, strict=True))

    def _basis(self, point: Point) -> BasisOnBox:
        return self._known(tuple(sorted(self.program.optimal_basis(point))))

    def _known(self, key: tuple[int, ...]) -> BasisOnBox:
        if key not in self.bases:
            self.bases[key] = BasisOnBox(self.program, self.program.solved(key))
        return self.bases[key]

    def _box(self, cell: Cell) -> Box:
        pairs = zip(self.program.box.symbols, cell, strict=True)
        return Box(tuple((symbol, lo, hi) for symbol, (lo, hi) in pairs))

    def _piece(self, table: tuple[int, ...], point: Point) -> SymbolicBasis:
        known = next(basis for basis in self.bases.values() if basis.table == table)
        surfaces = (*known.weights, *known.slacks.values())
        conditions = [f.expression for f in surfaces if f.expression.has(sp.log)]
        region = ValidityRegion(tuple(Condition(c) for c in conditions), self.program.box)
        return self.program.basis_of(known.solved, region, point)


def _end(hi: Fraction | None) -> Fraction:
    if hi is None:
        raise InputError("gamma must have an end where logarithms are enclosed over a box")
    return hi


def _share(cell: Cell, whole: Cell) -> Fraction:
    """Of the area of the box."""
    share = Fraction(1)
    for (lo, hi), (first, last) in zip(cell, whole, strict=True):
        share *= (hi - lo) / (last - first)
    return share


def _halves(cell: Cell, whole: Cell) -> list[Cell]:
    """Cut across the side that is wider, relative to the box."""
    widths = [(hi - lo) / (b - a) for (lo, hi), (a, b) in zip(cell, whole, strict=True)]
    side = widths.index(max(widths))
    lo, hi = cell[side]
    middle = (lo + hi) / 2
    parts = ((lo, middle), (middle, hi))
    return [(*cell[:side], part, *cell[side + 1 :]) for part in parts]
