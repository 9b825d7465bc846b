"""Coverage of mutual information on {1, g}^k: at every pattern, but most of them by tangents.

With P = y.r, T = q.r and c = g ln g / (g - 1) a pattern is covered if P - c (T - 1) + T ln T >= 0
(`cover_tree` says why), and for any s > 0 that is at least the tangent

    P + T (ln s + 1 - c) + c - s.

It is linear, and a pattern is an *outer* part, of the truths with much mass, beside an *inner* one.
With one outer part and one s for an interval of T the inner parts decide, sorted by T: the least of
a stretch of that list shows all its patterns to be covered. Where it does not, they are looked at
one by one: with an s nearer to their T, and then with ln T itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import isqrt

from .charge import UNCOVERED, Charge
from .cover_tree import concave_weight
from .entropy import Entropy
from .levels import pure_number
from .limits import Size
from .logarithm import BITS, ERROR, log
from .pattern_cube import Cube, cube_of
from .verdict import Doubts

WIDE_BITS = 5
"""Bits of T that choose the tangent of a stretch: of 2^16 patterns two thousand are then looked at
one by one; with 7 bits 700, but more tangents have more lists, which cost more than that saves."""

NARROW_BITS = 10
"""Bits of T that choose the tangent of a pattern: of 2^16 some dozens then need a logarithm."""

MOST_INNER = 1 << 9
"""Inner parts: the longer their list, the fewer stretches, and the more a tangent costs."""

MOST_DOUBTFUL = 1 << 14
FLAT = Fraction(1, 1 << 120)
"""A smaller g - 1 leaves too few digits of c for tangents: every pattern is looked at itself."""

Point = tuple[int, int]
"""P and T of a pattern, or what a part of it adds to them."""


@dataclass(frozen=True)
class Tangents:
    """The tangents at the middles of intervals of T, some 2^digits between 1 and g."""

    gamma: Fraction
    whole: int
    digits: int
    known: dict[int, Point] = field(default_factory=dict)

    @cached_property
    def bits(self) -> int:
        """Lines have units of 2^-bits: for g near one their numbers are small."""
        return 64 + 2 * int(1 / (self.gamma - 1)).bit_length()

    @cached_property
    def cut(self) -> int:
        """An interval is 2^cut long."""
        span = int((self.gamma - 1) * self.whole)
        return max(0, span.bit_length() - self.digits)

    def place(self, share: int) -> int:
        """The interval of this T."""
        return share >> self.cut

    def first(self, place: int) -> int:
        """The least T of an interval."""
        return place << self.cut

    def line(self, place: int) -> Point:
        """ln s + 1 - c and (c - s) `whole`, rounded down in units of 2^-bits."""
        if place not in self.known:
            self.known[place] = self._line((self.first(place) + self.first(place + 1)) // 2)
        return self.known[place]

    def _line(self, near: int) -> Point:
        low, high = concave_weight(self.gamma)
        lost = BITS - self.bits
        steep = log(Fraction(near, self.whole)) - ERROR + (1 << BITS) - high
        start = (self.whole * low >> lost) - (near << self.bits)
        return steep >> lost, start


@dataclass(frozen=True)
class Information:
    """Mutual information: forms y and q; P = y.r and T = q.r are whole numbers of `whole`."""

    gamma: Fraction
    cube: Cube
    unit: int

    @property
    def whole(self) -> int:
        """What stands for one."""
        return self.unit * self.cube.bottom

    def verify(self, doubts: Doubts) -> None:
        """P - c (T - 1) + T ln T >= 0, first by tangents."""
        least: dict[int, int] = {}
        for charge, share in self._doubtful():
            least[share] = min(charge, least.get(share, charge))
        if len(least) > MOST_DOUBTFUL:
            doubts.reasons.append("too many patterns are nearly tight")
            return
        for share, charge in least.items():
            low, high = self._slack(charge, share)
            doubts.not_negative(low, high, UNCOVERED)

    def _doubtful(self) -> Iterator[Point]:
        """The patterns that their tangents do not show to be covered."""
        if self.gamma - 1 < FLAT:
            yield from self.cube.values()  # type: ignore[misc]
            return
        narrow = Tangents(self.gamma, self.whole, NARROW_BITS)
        for charge, share in self._beyond_wide_tangents():
            slope, start = narrow.line(narrow.place(share))
            if (charge << narrow.bits) + slope * share + start < 0:
                yield charge, share

    def _beyond_wide_tangents(self) -> Iterator[Point]:
        """The patterns that the tangent of their stretch does not show to be covered."""
        wide = Tangents(self.gamma, self.whole, WIDE_BITS)
        inner, outer = self._parts()
        shares = [share for _, share in inner]
        known: dict[int, list[int]] = {}
        for charge, share in outer:
            last = 0
            for place in range(wide.place(share + shares[0]), wide.place(share + shares[-1]) + 1):
                slope, start = wide.line(place)
                if place not in known:
                    known[place] = [(y << wide.bits) + slope * q for y, q in inner]
                values = known[place]
                limit = -((charge << wide.bits) + slope * share + start)
                first, last = last, bisect_left(shares, wide.first(place + 1) - share, last)
                if first < last and min(values[first:last]) < limit:
                    for n in range(first, last):
                        if values[n] < limit:
                            yield charge + inner[n][0], share + shares[n]

    def _parts(self) -> tuple[list[Point], Iterator[Point]]:
        """Inner parts, of the truths with the least mass, sorted by T, and outer ones."""
        _, masses = self.cube.forms
        truths = sorted(self.cube.seen(), key=lambda c: self.cube.sizes[c] * masses[c])
        most = min(MOST_INNER, 1 + isqrt(self.cube.number()))
        (charges, shares), outer = self.cube.parts(truths, most)
        inner = sorted(zip(shares, charges, strict=True))
        return [(charge, share) for share, charge in inner], zip(*outer, strict=True)

    def _slack(self, charge: int, share: int) -> tuple[int, int]:
        """Ends of P - c (T - 1) + T ln T in units of 2^-512; at T = 1 and T = g it is P."""
        above = share - self.whole
        if above == 0 or share == self.gamma * self.whole:
            return charge, charge
        low, high = concave_weight(self.gamma)
        middle = log(Fraction(share, self.whole))
        start = charge << BITS
        least = start - above * high + share * (middle - ERROR)
        most = start - above * low + share * (middle + ERROR)
        return least, most


def on_cube(charge: Charge, utility: Entropy, size: Size) -> Information:
    """What it costs is known before a pattern is made."""
    cube, unit = cube_of(charge, utility.forms, size, by_forms=True)
    return Information(pure_number(charge.privacy), cube, unit)
