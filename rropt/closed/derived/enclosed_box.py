"""Programs with logarithms over a box of two parameters: bases, and cells that enclosures prove.

As along a line: on a cell the basis of its middle is proved by the mean value form of all weights
and reduced costs, or two bases an exchange apart share it. The cell that is widest, relative to the
box, is halved first, across its wider side; what no cell decides is shown, with its share of the
box.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from itertools import product

import sympy as sp
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

from rropt.closed.derived.enclosed_line import EnclosedBases, EnclosedBasis, Ends
from rropt.closed.derived.region_cover import Cover, WorkBudget
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.validity import Box, Condition, Point, ValidityRegion, region
from rropt.exact import InputError

MOST_CELLS = 3_000
"""Cells that are looked at: a minute. On 2 < gamma < 8 and a third of the masses half of them leave
a seventh of the box, next to the switch and to gamma = 2; a tenth of these ranges takes 1 s, whole.
"""

BOX_METHOD = "enclosures of all weights and reduced costs on cells of the box"

Cell = tuple[Ends, ...]
"""Ends of each parameter."""


@dataclass(frozen=True)
class EnclosedBox:
    """A program with irrational utilities over a box."""

    bases: EnclosedBases
    work: WorkBudget

    @property
    def box(self) -> Box:
        """The ranges of its two parameters."""
        return self.bases.program.box

    def found(self) -> tuple[tuple[SymbolicBasis, ...], Cover]:
        """The pieces, and the cells that no basis is proved on."""
        whole: Cell = tuple((lo, _end(hi)) for _, lo, hi in self.box.ranges)
        # A heap gives its least entry: with minus its share the largest cell comes first.
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
        pieces = []
        for table, point in used.items():
            pieces.append(self.bases.piece(table, point, partial(self._region, point)))
        left = tuple(self._box(cell) for _, cell in sorted(waiting))
        share = sum((_share(cell, whole) for _, cell in waiting), Fraction(0))
        return tuple(pieces), Cover(BOX_METHOD, undecided=left, share=share)

    def _proved(self, cell: Cell) -> list[EnclosedBasis]:
        """The basis of the middle, or two of the corners that share the cell."""
        basis = self.bases.at(self._middle(cell))
        if basis.proved_on(*cell):
            return [basis]
        # A switch crosses the cell: the bases of its two sides may show at corners.
        symbols = self.box.symbols
        corners = [dict(zip(symbols, corner, strict=True)) for corner in product(*cell)]
        others = {corner.table: corner for corner in map(self.bases.at, corners)}
        for one, corner in product((basis, *others.values()), others.values()):
            for other in self._exchanges(one, corner):
                if one.shares(other, *cell):
                    return [one, other]
        return []

    def _exchanges(self, basis: EnclosedBasis, other: EnclosedBasis) -> Iterator[EnclosedBasis]:
        """The bases an exchange apart that have the table of the other: it may leave a choice."""
        own = basis.solved.basis
        for entering, leaving in product(other.table, own):
            chosen = {*own, entering} - {leaving}
            if entering in own or not chosen.issuperset(other.table):
                continue
            # Not every exchange of columns leaves a basis.
            with suppress(DMNonInvertibleMatrixError):
                found = self.bases.of(chosen)
                if found.table == other.table:
                    yield found

    def _middle(self, cell: Cell) -> Point:
        middles = ((lo + hi) / 2 for lo, hi in cell)
        return dict(zip(self.box.symbols, middles, strict=True))

    def _box(self, cell: Cell) -> Box:
        pairs = zip(self.box.symbols, cell, strict=True)
        return Box(tuple((symbol, lo, hi) for symbol, (lo, hi) in pairs))

    def _region(self, point: Point, functions: list[sp.Expr]) -> ValidityRegion:
        rational = region([f for f in functions if not f.has(sp.log)], self.box, point)
        enclosed = tuple(Condition(f) for f in functions if f.has(sp.log))
        return replace(rational, conditions=(*rational.conditions, *enclosed))


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
