"""Programs with logarithms on a line of one parameter: bases, and where enclosures prove them.

On a short stretch, or a cell of a box, every weight and reduced cost of a basis is enclosed, in the
mean value form f(middle) + f'(stretch) (x - middle); where all are positive the basis is optimal
there. Around a switch two bases are proved to share the stretch: they differ by one exchange with a
positive pivot (what leaves has a weight before, what enters after), all other reduced costs are
positive, and the two that are left have opposite signs, one the other over minus the pivot. What no
stretch decides is said: next to an end without information, or without end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise, product

import sympy as sp

from rropt.closed.derived.region_cover import Cover, CoverCell, WorkBudget
from rropt.closed.derived.symbolic_programs import Solved, SymbolicBasis, SymbolicProgram
from rropt.closed.derived.validity import Box, Condition, Point, Range, ValidityRegion
from rropt.closed.formula import START_BITS, WITHOUT_EPSILON, Formula
from rropt.closed.symbols import gamma

NARROWEST = Fraction(1, 2**34)
"""Relative width of the stretch around a switch: ten digits are shown."""

NEXT_TO_END = Fraction(1, 2**12)
"""Share of a finite range, or distance from a start without end, that is left at an open end."""

FARTHEST = Fraction(2**16)
"""Where a range without end is cut: epsilon is 11 there."""

LINE_METHOD = "enclosures of all weights and reduced costs on short stretches"

MOST_STRETCHES = 4_000
"""Enclosed stretches, after which the rest is undecided: 20 s."""

Stretch = tuple[Fraction, Fraction, Hashable | None]
Ends = tuple[Fraction, Fraction]


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

    def positive_on(self, cell: Sequence[Ends]) -> bool:
        """Whether f(middle) - sum_i |f_i| half_i is positive."""
        ends = dict(zip(map(str, self.symbols), cell, strict=True))
        middle = {name: (lo + hi) / 2 for name, (lo, hi) in ends.items()}
        least = self.formula.enclosure(middle, WITHOUT_EPSILON, START_BITS)[0]
        if least <= 0:
            return False
        for slope, (lo, hi) in zip(self.slopes, cell, strict=True):
            try:
                low, high = slope.on_box(ends)
            # An enclosure may have a pole that a narrower one has not.
            except ZeroDivisionError:
                return False
            least -= max(abs(low), abs(high)) * (hi - lo) / 2
        return least > 0


@dataclass(frozen=True)
class EnclosedBasis:
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

    def proved_on(self, *cell: Ends, but: int | None = None) -> bool:
        """Whether all functions are positive on a cell, but for one reduced cost."""
        rest = (slack for j, slack in self.slacks.items() if j != but)
        return all(surface.positive_on(cell) for surface in (*self.weights, *rest))

    def shares(self, other: EnclosedBasis, *cell: Ends) -> bool:
        """Whether one of two bases, an exchange apart, is optimal everywhere on a cell."""
        enters = set(other.solved.basis) - set(self.solved.basis)
        leaves = set(self.solved.basis) - set(other.solved.basis)
        if len(enters) != 1 or len(leaves) != 1:
            return False
        entering = min(enters)
        leaving = min(leaves)
        if leaving not in self.table or entering not in other.table:
            return False
        return self.proved_on(*cell, but=entering) and other.proved_on(*cell, but=leaving)


@dataclass(frozen=True)
class EnclosedBases:
    """The bases of a program that were looked at."""

    program: SymbolicProgram
    known: dict[tuple[int, ...], EnclosedBasis] = field(default_factory=dict, compare=False)

    def at(self, point: Point) -> EnclosedBasis:
        """The basis that is optimal at a point."""
        return self.of(self.program.optimal_basis(point))

    def of(self, columns: Iterable[int]) -> EnclosedBasis:
        key = tuple(sorted(columns))
        if key not in self.known:
            self.known[key] = EnclosedBasis(self.program, self.program.solved(key))
        return self.known[key]

    def piece(
        self, table: Hashable, point: Point, where: Callable[[list[sp.Expr]], ValidityRegion]
    ) -> SymbolicBasis:
        """What a basis with this table says, where its weights and reduced costs are positive."""
        basis = next(basis for basis in self.known.values() if basis.table == table)
        functions = [f.expression for f in (*basis.weights, *basis.slacks.values())]
        return self.program.basis_of(basis.solved, where(functions), point)


@dataclass(frozen=True)
class EnclosedLine:
    """A program with irrational utilities over a line."""

    line: Range
    work: WorkBudget
    bases: EnclosedBases
    without_mass: tuple[Fraction, ...] = ()
    """Ends of the range at which a truth has no mass."""

    def found(self) -> tuple[tuple[SymbolicBasis, ...], Cover]:
        """The pieces along the line, and the stretches on which they are proved."""
        _, lo, hi = self.line
        stretches = list(_joined(sorted(self.stretches(lo, hi), key=lambda part: part[0])))
        order = list(dict.fromkeys(table for _, _, table in stretches if table is not None))
        pieces = tuple(self._piece(table, *_widest(stretches, table)) for table in order)
        cells = tuple(
            CoverCell((lo + hi) / 2, None if table is None else order.index(table))
            for lo, hi, table in stretches
        )
        roots = tuple((left[1], right[0]) for left, right in pairwise(stretches))
        left = self._open(stretches)
        return pieces, Cover(
            LINE_METHOD, roots, cells, line=self.line, undecided=left, enclosed=True
        )

    def _piece(self, table: Hashable, lo: Fraction, hi: Fraction) -> SymbolicBasis:
        """What is said of one table, which is proved from lo to hi."""
        return self.bases.piece(table, {self.line[0]: (lo + hi) / 2}, self._region)

    def _region(self, functions: list[sp.Expr]) -> ValidityRegion:
        return ValidityRegion(tuple(map(Condition, functions)), Box((self.line,)))

    def _open(self, stretches: Sequence[Stretch]) -> tuple[Box, ...]:
        symbol, _, end = self.line
        return tuple(
            Box(((symbol, lo, None if end is None and (lo, hi) == stretches[-1][:2] else hi),))
            for lo, hi, table in stretches
            if table is None
        )

    def stretches(self, lo: Fraction, hi: Fraction | None) -> Iterator[Stretch]:
        """Stretches with their table, None where it is undecided; gaps are shared by neighbours.

        The relatively widest is tried first, so that little is left when the work is used up.
        """
        far = max(FARTHEST, 4 * lo) if hi is None else hi
        # Where nothing is told reduced costs tend to 0, so that nothing is proved next to it.
        margin = NEXT_TO_END * (1 if hi is None else hi - lo)
        is_bare = self._vanishes_at(lo)
        # Widths are relative to a left end, which must be above zero.
        first = lo + margin if is_bare or not lo else lo
        last = far if hi is None else hi - margin if self._vanishes_at(hi) else hi
        if first != lo:
            found = None if is_bare else self._proved(lo, first)
            yield lo, first, found.table if found else None
        if last != hi:
            # 2 far stands for the end that is not there; what is shown has none.
            yield last, 2 * far if hi is None else hi, None
        waiting = [(-(last - first) / first, first, last)]
        for _ in range(MOST_STRETCHES):
            if not waiting:
                return
            if self.work.is_spent:
                break
            _, left, right = heappop(waiting)
            proved = self._proved(left, right)
            if proved is not None:
                yield left, right, proved.table
            elif right - left > NARROWEST * left:
                middle = _between(left, right, lo)
                for a, b in ((left, middle), (middle, right)):
                    heappush(waiting, (-(b - a) / a, a, b))
            elif not self._is_shared(left, right):
                yield left, right, None
        yield from ((left, right, None) for _, left, right in waiting)

    def _vanishes_at(self, end: Fraction) -> bool:
        """Whether nothing is to be told at an end: gamma = 1, or a mass of 0."""
        return end == 1 if self.line[0] == gamma else end in self.without_mass

    def _at(self, x: Fraction) -> EnclosedBasis:
        """The basis that is optimal at a point; it is known from now on."""
        return self.bases.at({self.line[0]: x})

    def _proved(self, left: Fraction, right: Fraction) -> EnclosedBasis | None:
        """The basis of the middle of a stretch, or another that is known, if it is proved there."""
        tried = [self._at((left + right) / 2), *self.bases.known.values()]
        found = (one for one in tried if one.proved_on((left, right)))
        return next(found, None)

    def _is_shared(self, left: Fraction, right: Fraction) -> bool:
        """Whether two known bases share a stretch, with the tables of its two ends."""
        tables = self._at(left).table, self._at(right).table
        known = list(self.bases.known.values())
        before, after = ([one for one in known if one.table == table] for table in tables)
        return any(a.shares(b, (left, right)) for a, b in product(before, after))


def _widest(stretches: Sequence[Stretch], table: Hashable) -> tuple[Fraction, Fraction]:
    own = [(hi - lo, lo, hi) for lo, hi, other in stretches if other == table]
    return max(own)[1:]


def _joined(stretches: Sequence[Stretch]) -> Iterator[Stretch]:
    """Neighbours with one table as one; a gap without entry is a switch."""
    start, end, name = stretches[0]
    for lo, hi, table in stretches[1:]:
        if table == name and lo == end:
            end = hi
            continue
        yield start, end, name
        start = lo
        end = hi
        name = table
    yield start, end, name


def _between(left: Fraction, right: Fraction, start: Fraction) -> Fraction:
    """The middle of a stretch, or where it is long, of its logarithm from the start, roughly."""
    if start < left and right - start > 4 * (left - start):
        return start + 2 * (left - start)
    return (left + right) / 2
