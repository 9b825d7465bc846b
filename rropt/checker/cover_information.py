"""Coverage of mutual information on {1, g}^k: at every pattern, but most of them by tangents.

With P = y.r, T = q.r and c = g ln g / (g - 1) a pattern is covered if P - c (T - 1) + T ln T >= 0
(`tangent_tree` says why), and for any s > 0 that is at least the tangent

    P + T (ln s + 1 - c) + c - s.

It is linear, and a pattern is an *outer* part, of the truths with much mass, beside an *inner* one.
The least inner part for one s shows all patterns with an outer part to be covered, where it does:
that is so for most outer parts, each with the s that leaves most. Beside the others it shows most
inner parts to be covered. The patterns that are left are looked at one by one: with an s near to
their T, and then with ln T itself.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt

from .charge import UNCOVERED, Charge, Cover
from .entropy import Entropy
from .logarithm import BITS, ERROR, log_of_ratio
from .pattern_cube import MAX_CUBE, Cube, cube_of
from .privacy import pure_number
from .tangent_tree import SHORT_BITS, concave_weight
from .verdict import Doubts, Size

TANGENTS = 1 << 13
"""Intervals between 1 and g, about: where prices are nearly in proportion to shares, of 2^24
patterns some thousand then need a logarithm of their own; with 2^9 they are too many."""

OUTER = 1 << 6
"""The tangents that outer parts have: with 2^5 2^16 patterns take a sixth longer for g = 3, and a
fifth less for g = 20."""

INNER_PARTS = 1 << 9
"""Inner parts: the longer their list, the fewer outer parts, and the more a tangent costs."""

FINE = 32
"""Bits of tangents: with 64 the patterns take 10 % longer, and as many need a logarithm."""

SPARE_BITS = 48
"""Bits by which logarithms for tangents are finer than tangents: their ERROR is then no unit."""

FEW_TRUTHS = 24
MAX_PATTERNS = 1 << FEW_TRUTHS
MAX_PATTERN_WORK = 1 << 35
"""Of 24 truths 2^15 outer parts are gone through, and in 0.1 to 0.3 s up to 1.5 million patterns;
a large class is an outer part for each number of its truths."""

MAX_LOOKED = 1 << 22
"""Patterns that the tangents of their outer parts leave: so many take a second."""

MAX_DOUBTFUL = 1 << 14
NEARLY_TIGHT = "too many patterns are nearly tight"

FLAT = Fraction(1, 1 << 120)
"""A smaller g - 1 leaves too few digits of c for tangents: every pattern is looked at itself."""

Point = tuple[int, int]
"""P and T of a pattern, or what a part of it adds to them."""

Line = tuple[list[int], list[int], int, int]
"""What a tangent makes of inner parts, the least first, their places, and its slope and start."""


class Tangents(dict[int, Point]):
    """The tangents at the middles of intervals of T, each long / parts of one.

    A tangent is ln s + 1 - c and c - s, rounded down in units of 2^-bits. It is made when it is
    asked for.
    """

    step = TANGENTS // OUTER

    def __init__(self, gamma: Fraction) -> None:
        super().__init__()
        self.weight = concave_weight(gamma, BITS)
        top, bottom = gamma.as_integer_ratio()
        self.bits = FINE + 2 * (bottom // (top - bottom)).bit_length()  # near one lines are small
        fine = TANGENTS.bit_length() - (top - bottom).bit_length() + bottom.bit_length() - 1
        self.parts = 1 << max(0, fine)
        self.long = 1 << max(0, -fine)
        first, last = self.parts // self.long, self.parts * top // (bottom * self.long)
        before = (self.weight[0] * self.parts // self.long >> BITS) - self.step // 2
        self.places = range(first + (before - first) % self.step, last + 1, self.step)
        """Intervals for outer parts, c between two: many truths have tight patterns about it."""
        self.start = max(before, self.places[0])

    def __missing__(self, place: int) -> Point:
        low, high = self.weight
        near = (2 * place + 1) * self.long  # half parts
        steep = log_of_tangent(near, 2 * self.parts, self.bits + SPARE_BITS) - ERROR
        # Rounded down, with the upper end of c, which is taken off here; the start takes the lower.
        slope = (steep >> SPARE_BITS) + ((1 << BITS) - high >> BITS - self.bits)
        start = (low >> BITS - self.bits) - -(-(near << self.bits) // (2 * self.parts))
        self[place] = slope, start
        return slope, start


log_of_tangent = lru_cache(1 << 12)(log_of_ratio)
"""They are kept: few intervals are those of all g of one size, and of all priors."""


class InnerParts(dict[int, Line]):
    """P and T of inner parts, and the tangents of intervals at them."""

    def __init__(
        self, tangents: Tangents, whole: int, charges: list[int], shares: list[int]
    ) -> None:
        super().__init__()
        self.tangents = tangents
        self.whole = whole
        self.charges = charges
        self.shares = shares

    def __missing__(self, place: int) -> Line:
        """Made when it is asked for."""
        slope, start = self.tangents[place]
        pairs = zip(self.charges, self.shares, strict=True)
        values = [charge + slope * share for charge, share in pairs]
        order = sorted(range(len(values)), key=values.__getitem__)
        self[place] = line = [values[n] for n in order], order, slope, start * self.whole
        return line

    def nearest(self, place: int, charge: int, share: int) -> tuple[int, int]:
        """The interval whose tangent leaves most beside an outer part, by steps from another one,
        and how much; or the first that leaves something, which shows all patterns with the outer
        part to be covered.

        What a tangent leaves is concave in its s: on both sides it falls.
        """
        values, _, slope, start = self[place]
        slack = values[0] + charge + slope * share + start
        for step in (self.tangents.step, -self.tangents.step):
            while slack < 0 and place + step in self.tangents.places:
                values, _, slope, start = self[place + step]
                further = values[0] + charge + slope * share + start
                if further <= slack:
                    break
                place, slack = place + step, further
        return place, slack

    def uncovered(self, place: int, charge: int, share: int) -> list[int]:
        """Those with which a tangent does not show a pattern to be covered."""
        values, order, slope, start = self[place]
        return order[: bisect_left(values, -(charge + slope * share + start))]


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
        known: dict[int, int] = {}
        least: dict[int, int] = {}
        for charge, share in self._doubtful(doubts):
            if share not in known:  # prices that are far too low are refuted at once
                self._verify_at(charge, share, doubts)
                known[share] = charge
            # Of patterns with the same T the cheapest decides: one more logarithm for all of them.
            if charge < least.get(share, known[share]):
                least[share] = charge
            if len(known) > MAX_DOUBTFUL:
                doubts.reasons.append(NEARLY_TIGHT)
                break
        for share, charge in least.items():
            self._verify_at(charge, share, doubts)

    def _verify_at(self, charge: int, share: int, doubts: Doubts) -> None:
        low, high = self._slack(charge, share, SHORT_BITS)
        if low < 0:
            low, high = self._slack(charge, share, BITS)
        doubts.not_negative(low, high, UNCOVERED)

    def _doubtful(self, doubts: Doubts) -> Iterator[Point]:
        """The patterns that their tangents do not show to be covered.

        Tangents see shorter numbers: T in the unit of q, and P rounded down to what they tell.
        """
        if self.gamma - 1 < FLAT and self.cube.number() <= MAX_CUBE:
            yield from self.cube.values()  # type: ignore[misc]
            return
        shared = gcd(self.unit, *self.cube.forms[1])
        whole = self.whole // shared
        tangents = Tangents(self.gamma)
        bits, parts, long = tangents.bits, tangents.parts, tangents.long * whole
        (charges, shares), outer = self._parts()
        short = [(charge << bits) // shared for charge in charges]
        seen = [share // shared for share in shares]
        beside = InnerParts(tangents, whole, short, seen)
        place = tangents.start
        looked = 0
        # The tangent of one outer part is where that of the next is sought: any start would do.
        for charge, share in outer:
            least, mass = (charge << bits) // shared, share // shared
            place, slack = beside.nearest(place, least, mass)
            if slack >= 0:
                continue
            uncovered = beside.uncovered(place, least, mass)
            looked += len(uncovered)
            if looked > MAX_LOOKED:
                doubts.reasons.append(NEARLY_TIGHT)
                return
            for n in uncovered:
                total = mass + seen[n]
                slope, start = tangents[total * parts // long]
                if least + short[n] + slope * total + start * whole < 0:
                    yield charge + charges[n], share + shares[n]

    def _parts(self) -> tuple[list[list[int]], Iterator[Point]]:
        """P and T of inner parts, of the truths with the least mass, and outer ones."""
        _, masses = self.cube.forms
        truths = sorted(self.cube.seen(), key=lambda c: self.cube.sizes[c] * masses[c])
        most = min(INNER_PARTS, 1 + isqrt(self.cube.number()))
        inner, outer = self.cube.parts(truths, most)
        return inner, zip(*outer, strict=True)

    def _slack(self, charge: int, share: int, bits: int) -> tuple[int, int]:
        """Ends of P - c (T - 1) + T ln T in units of 2^-bits; at T = 1 and T = g it is P."""
        above = share - self.whole
        if above == 0 or share == self.unit * self.cube.top:
            return charge, charge
        low, high = concave_weight(self.gamma, BITS)  # kept
        middle = log_of_ratio(share, self.whole, bits)
        start = charge << bits
        # T >= 1, so that the upper end of c takes off most; a shift rounds down, hence the - 1.
        least = start - (above * high >> BITS - bits) - 1 + share * (middle - ERROR)
        most = start - (above * low >> BITS - bits) + share * (middle + ERROR)
        return least, most


def is_covered(gamma: Fraction, prices: list[int], prior: list[int], unit: int) -> bool:
    """Whether prices cover at every pattern, as whole numbers over one unit."""
    top, bottom = gamma.as_integer_ratio()
    cube = Cube(top, bottom, [1] * len(prices), [prices, prior]).merged()
    doubts = Doubts()
    Information(gamma, cube, unit).verify(doubts)
    return not doubts.reasons


def on_cube(charge: Charge, utility: Entropy, size: Size) -> Cover:
    """What it costs is known before a pattern is made."""
    limits = (MAX_PATTERNS, MAX_PATTERN_WORK) if sum(charge.sizes) <= FEW_TRUTHS else ()
    cube, unit = cube_of(charge, utility.forms, size, True, *limits)
    return Information(pure_number(charge.privacy).high, cube, unit).verify
