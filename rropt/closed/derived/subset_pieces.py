"""The best sizes of subsets for one number of truths: which m on which stretch of gamma."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from rropt.closed.derived.box import Box, Range
from rropt.closed.derived.envelope import Envelope
from rropt.closed.derived.region_cover import Cover, CoverCell, between
from rropt.closed.derived.subset_laws import SubsetLaw
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.validity import Condition, ValidityRegion, sign_at
from rropt.closed.symbols import gamma

WIDTH = Fraction(1, 10**12)
"""Relative width of the enclosure of a switch: twelve digits are shown."""

FARTHEST = 2**64
"""A switch beyond this gamma is not looked for: epsilon is 44 there."""

COVERED = (
    "the value rises with m up to the best one and falls after it, and each m gives way to the one "
    "below at one gamma: proved for every k (derive_for_every_k)"
)

EVERY_SIZE = "each value is that of a table, whatever gamma"

Ends = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class SubsetPieces:
    """The pieces of a law for one number of truths on a range of gamma."""

    law: SubsetLaw
    truths: int
    box: Box

    @property
    def line(self) -> Range:
        """The range of gamma: the only parameter."""
        return self.box.ranges[0]

    def found(self) -> tuple[tuple[SymbolicBasis, ...], Cover]:
        """The pieces from small gamma to large, and why they cover the range."""
        _, lo, hi = self.line
        switches = [(size, self.switch(size)) for size in range(1, self.law.largest(self.truths))]
        inside = [(m, ends) for m, ends in switches if ends[0] > lo and (not hi or ends[1] < hi)]
        roots = [ends for _, ends in sorted(inside, reverse=True)]
        lefts = [lo, *(right for _, right in roots)]
        rights = [*(left for left, _ in roots), hi]
        points = [between(a, b) for a, b in zip(lefts, rights, strict=True)]
        pieces = tuple(self._piece(point) for point in points)
        cells = tuple(CoverCell(point, i) for i, point in enumerate(points))
        return pieces, Cover(COVERED, tuple(roots), cells, line=self.line)

    def envelope(self, pieces: Sequence[SymbolicBasis]) -> Envelope | None:
        """The optimum is the best of the values because every size has a table."""
        values = tuple(dict.fromkeys(piece.value for piece in pieces))
        best = Envelope(self.law.best, values, reason=EVERY_SIZE)
        return best if len(values) > 1 else None

    def switch(self, size: int) -> Ends:
        """Rationals around the gamma at which size + 1 gives way to size; equal where it is one.

        >>> from rropt.closed.derived.subset_laws import subset_law
        >>> from rropt.utility.at_prior import AOptimal
        >>> law = subset_law(AOptimal(["1/3"] * 3))
        >>> SubsetPieces(law, 5, Box(())).switch(1)[0] < 6**0.5 < 2.4495
        True
        """
        condition = self.law.enough_at(self.truths, size)
        if condition is None:
            return Fraction(1), Fraction(1)
        low, high = Fraction(1), Fraction(2)
        while not _holds(condition, high):
            low, high = high, 2 * high
            if high > FARTHEST:
                return low, low
        while high - low > WIDTH * low:
            middle = (low + high) / 2
            low, high = (low, middle) if _holds(condition, middle) else (middle, high)
        return low, high

    def best_size(self, level: Fraction) -> int:
        """The smallest size that is as good as the next: the best one."""
        return next(size for size in range(1, self.truths) if self._is_enough(size, level))

    def _is_enough(self, size: int, level: Fraction) -> bool:
        condition = self.law.enough_at(self.truths, size)
        return condition is None or _holds(condition, level)

    def _piece(self, level: Fraction) -> SymbolicBasis:
        size = self.best_size(level)
        value = self.law.at(self.truths, size)
        weight = sp.factor(self.truths / (size * gamma + self.truths - size))
        exponents = (1,) * size + (0,) * (self.truths - size)
        return SymbolicBasis(
            value=value,
            patterns=((exponents, "", weight),),
            prices=(value,) if self.law.best == "max" else (),
            pair_prices=(),
            region=ValidityRegion(tuple(self._conditions(size)), self.box),
            point={gamma: level},
            symmetric=True,
        )

    def _conditions(self, size: int) -> Iterator[Condition]:
        """As good as the next size and as the one before, where the range does not say so."""
        enough = self.law.enough_at(self.truths, size)
        if enough is not None:
            yield Condition(enough)
        before = self.law.enough_at(self.truths, size - 1) if size > 1 else None
        if before is not None:
            yield Condition(-before)


def _holds(condition: sp.Expr, level: Fraction) -> bool:
    return sign_at(condition, {gamma: level}) >= 0
