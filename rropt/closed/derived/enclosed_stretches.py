"""The search along a line of one parameter, on stretches where enclosures prove what is optimal.

A stretch is proved by one solution, or by two that share it around a switch; what no stretch
decides is said.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise, product
from typing import Any, Protocol

from rropt.closed.derived.box import Box, Range
from rropt.closed.derived.region_cover import Cover, CoverCell
from rropt.closed.derived.work_budget import WorkBudget

NARROWEST = Fraction(1, 2**34)
"""Relative width of the stretch around a switch: ten digits are shown."""

NEXT_TO_END = Fraction(1, 2**12)
"""Share of a finite range, or distance from a start without end, that is left at an open end."""

FARTHEST = Fraction(2**16)
"""Where a range without end is cut: epsilon is 11 there."""

MOST_STRETCHES = 4_000
"""Enclosed stretches, after which the rest is undecided: 20 s."""

Stretch = tuple[Fraction, Fraction, Hashable | None]


class SolutionOnLine(Protocol):
    """What is optimal along some stretches."""

    @property
    def table(self) -> Hashable:
        """Solutions with the same table are one piece."""

    def proved_on(self, lo: Fraction, hi: Fraction) -> bool:
        """Whether it is optimal everywhere on a stretch."""

    def shares(self, other: Any, lo: Fraction, hi: Fraction) -> bool:
        """Whether one of two solutions is optimal everywhere on a stretch."""


@dataclass(frozen=True)
class EnclosedStretches(ABC):
    """A line, and the solutions that are known on it."""

    line: Range
    work: WorkBudget

    method = "enclosures of all weights and reduced costs on short stretches"
    most = MOST_STRETCHES
    farthest = FARTHEST

    @abstractmethod
    def solution(self, x: Fraction) -> Any:
        """What seems to be optimal at a point, None where nothing does; it is known from now on."""

    @abstractmethod
    def known(self) -> list[Any]:
        """All solutions so far."""

    @abstractmethod
    def piece(self, table: Hashable, lo: Fraction, hi: Fraction) -> Any:
        """What is said of one table, which is proved from lo to hi."""

    @abstractmethod
    def vanishes_at(self, end: Fraction) -> bool:
        """Whether nothing is to be told at an end: gamma = 1, or a mass of 0."""

    def narrowest(self, left: Fraction, right: Fraction) -> Fraction:
        """The relative width at which a stretch is not halved any more."""
        return NARROWEST

    def found(self) -> tuple[tuple[Any, ...], Cover]:
        """The pieces along the line, and the stretches on which they are proved."""
        return self.told(self.stretches(self.line[1], self.line[2]))

    def told(self, found: Iterable[Stretch]) -> tuple[tuple[Any, ...], Cover]:
        """Pieces and cover of stretches, which may share what is between them."""
        stretches = list(_joined(sorted(found, key=lambda part: part[0])))
        order = list(dict.fromkeys(table for _, _, table in stretches if table is not None))
        pieces = tuple(self.piece(table, *_widest(stretches, table)) for table in order)
        cells = tuple(
            CoverCell((lo + hi) / 2, None if table is None else order.index(table))
            for lo, hi, table in stretches
        )
        roots = tuple((left[1], right[0]) for left, right in pairwise(stretches))
        left = self._open(stretches)
        return pieces, Cover(
            self.method, roots, cells, line=self.line, undecided=left, enclosed=True
        )

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
        far = max(self.farthest, 4 * lo) if hi is None else hi
        margin = NEXT_TO_END * (1 if hi is None else hi - lo)
        first = lo + margin if self.vanishes_at(lo) else lo
        last = far if hi is None else hi - margin if self.vanishes_at(hi) else hi
        if first != lo:
            yield lo, first, None
        if last != hi:
            yield last, 2 * far if hi is None else hi, None
        waiting = [(-(last - first) / first, first, last)]
        for _ in range(self.most):
            if not waiting:
                return
            if self.work.is_spent:
                break
            _, left, right = heappop(waiting)
            proved = self._proved(left, right)
            if proved is not None:
                yield left, right, proved.table
            elif right - left > self.narrowest(left, right) * left:
                middle = _between(left, right, lo)
                for a, b in ((left, middle), (middle, right)):
                    heappush(waiting, (-(b - a) / a, a, b))
            elif not self._is_shared(left, right):
                yield left, right, None
        yield from ((left, right, None) for _, left, right in waiting)

    def _proved(self, left: Fraction, right: Fraction) -> Any:
        """A solution that is proved on a stretch."""
        tried = self.tried(left, right)
        found = (one for one in tried if one is not None and one.proved_on(left, right))
        return next(found, None)

    def tried(self, left: Fraction, right: Fraction) -> list[Any]:
        """The solution of the middle, and all that are known."""
        return [self.solution((left + right) / 2), *self.known()]

    def _is_shared(self, left: Fraction, right: Fraction) -> bool:
        """Whether two known solutions share a stretch, the ones of its two ends."""
        ends = self.solution(left), self.solution(right)
        if None in ends:
            return False
        before, after = ([one for one in self.known() if one.table == e.table] for e in ends)
        return any(a.shares(b, left, right) for a, b in product(before, after))


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
        start, end, name = lo, hi, table
    yield start, end, name


def _between(left: Fraction, right: Fraction, start: Fraction) -> Fraction:
    """The middle of a stretch, or where it is long, of its logarithm from the start, roughly."""
    if start < left and right - start > 4 * (left - start):
        return start + 2 * (left - start)
    return (left + right) / 2
