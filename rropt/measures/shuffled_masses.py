"""Laws of many reports with a certain error: masses kept from below, in whole numbers of 2^-bits.

What the masses lack to one is all that rounding and cut tails have cost, wherever it lies. Chances
of a binomial are balls, multiplied up from the mode; sums are products of polynomials. The checker
has its own arithmetic (`rropt.checker.lattice_laws`); nothing is shared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain
from operator import mul
from typing import Any

from rropt.exact import dyadic
from rropt.exact.convert import ball
from rropt.exact.entries import tabulated
from rropt.exact.number import over_common_denominator
from rropt.measures.crowd_bounds import Blanket
from rropt.measures.shuffled_crowd import CrowdTest, repeated

Groups = Sequence[tuple[int, Fraction]]
"""How many people say 1 with which chance."""

DOUBTFUL = 64
"""Places beside the turn of a count; farther on masses are so small that gaps decide."""

Pair = tuple[int, int]
"""A mass under the first truth, from below, and under the second, from above."""


@dataclass(frozen=True)
class KeptLaw:
    """masses[i] 2^-bits is at most the chance of first + i."""

    first: int
    masses: Sequence[int]
    bits: int

    @classmethod
    def point(cls, bits: int) -> KeptLaw:
        """All at 0."""
        return cls(0, [1 << bits], bits)

    @classmethod
    def of(cls, masses: Iterable[tuple[int, Fraction]], bits: int) -> KeptLaw:
        """Each mass rounded down; what is at one place is added up first."""
        found: dict[int, Fraction] = {}
        for place, mass in masses:
            found[place] = found.get(place, Fraction(0)) + mass
        first = min(found, default=0)
        last = max(found, default=0)
        kept = [found.get(place, Fraction(0)) for place in range(first, last + 1)]
        return cls(first, [math.floor(mass * (1 << bits)) for mass in kept], bits).trimmed

    @property
    def trimmed(self) -> KeptLaw:
        """Without zeros at the ends."""
        kept = [i for i, mass in enumerate(self.masses) if mass]
        if not kept:
            return KeptLaw(0, [], self.bits)
        return KeptLaw(self.first + kept[0], self.masses[kept[0] : kept[-1] + 1], self.bits)

    @cached_property
    def missing(self) -> int:
        return (1 << self.bits) - sum(self.masses)

    @cached_property
    def _tails(self) -> list[int]:
        return [*accumulate(reversed(self.masses))][::-1]

    def at(self, point: int) -> int:
        place = point - self.first
        return self.masses[place] if 0 <= place < len(self.masses) else 0

    def from_on(self, point: int) -> int:
        """What is kept at a point and beyond."""
        place = max(0, point - self.first)
        return self._tails[place] if place < len(self.masses) else 0

    def reversed(self, total: int) -> KeptLaw:
        """The law of total - X."""
        last = self.first + len(self.masses) - 1
        return KeptLaw(total - last, self.masses[::-1], self.bits)


def added(left: KeptLaw, right: KeptLaw) -> KeptLaw:
    """The law of the sum of two independent numbers.

    >>> half = KeptLaw(0, [1 << 19, 1 << 19], 20)
    >>> added(half, half).masses
    [262144, 524288, 262144]
    """
    from flint import fmpz_poly

    product = fmpz_poly(list(left.masses)) * fmpz_poly(list(right.masses))
    # No mass is negative: a shift rounds down, and what is cut is missing.
    masses = [int(mass) >> left.bits for mass in product.coeffs()]
    return KeptLaw(left.first + right.first, masses, left.bits).trimmed


def power(law: KeptLaw, number: int) -> KeptLaw:
    """The law of the sum of so many independent numbers of one law."""
    return repeated(KeptLaw.point(law.bits), law, number, added)


def binomial(number: int, chance: Fraction, bits: int) -> KeptLaw:
    """How many of so many people say 1; needs a precision above the bits.

    >>> from rropt.exact.precision import working_precision
    >>> with working_precision(64):
    ...     binomial(2, Fraction(1, 2), 20).masses
    [262144, 524288, 262144]
    """
    if number == 0 or chance in (0, 1):
        return KeptLaw(number if chance == 1 else 0, [1 << bits], bits)
    mode = int((number + 1) * chance)
    above, beyond = _beside(number, mode, chance, bits)
    # Downwards from the mode it is the law of those who do not say 1, upwards.
    below, beside = _beside(number, number - mode, 1 - chance, bits)
    weights = [*reversed(below), ball(1), *above]
    # With all that is left out the sum is too large, and each mass over it too small.
    whole = sum(weights, ball(0)) + beyond + beside
    scale = ball(1 << bits) / whole
    masses = [math.floor(dyadic((weight * scale).lower())) for weight in weights]
    return KeptLaw(mode - len(below), masses, bits).trimmed


def _beside(number: int, start: int, chance: Fraction, bits: int) -> tuple[list[Any], Any]:
    """Chances over that of the mode, from it on, and at most all that are left out.

    Ratios of neighbours fall, so that what is left out is below a geometric series.
    """
    weight = ball(1)
    odds = ball(chance / (1 - chance))
    least = ball(Fraction(1, 1 << bits + 16))
    found: list[Any] = []
    for i in range(start, number):
        ratio = odds * (number - i) / (i + 1)
        weight = weight * ratio
        # Only where ratios are below 1 does a series bound the rest.
        if weight < least and ratio < 1:
            return found, weight / (1 - ratio)
        found.append(weight)
    return found, ball(0)


# ------------------------------------------------------------------- counts


def bounds_of_count(
    groups: Groups, ends: tuple[Fraction, Fraction], gammas: Sequence[Fraction], bits: int
) -> list[Fraction]:
    """At each gamma at least delta of a count, for both orders of truths with these chances."""
    law = KeptLaw.point(bits)
    for number, chance in groups:
        law = added(law, binomial(number, chance, bits))
    low, high = ends
    turned = law.reversed(sum(number for number, _ in groups))
    found = []
    for gamma in gammas:
        one = _count_bound(law, low, high, gamma)
        # The other order of the truths is the same question with the reports exchanged.
        two = _count_bound(turned, 1 - high, 1 - low, gamma)
        found.append(max(one, two))
    return found


def _count_bound(law: KeptLaw, low: Fraction, high: Fraction, gamma: Fraction) -> Fraction:
    """sum of the positive h(s) = A f(s) + B f(s - 1), f the law of the others.

    f(s - 1) / f(s) does not fall, so h is positive from one place on. From a place where it surely
    is all h are added up, up to one where it surely is not none; those between, where masses that
    are missing decide, count with the largest value that they may have, at most B f(s - 1).
    """
    rise = high - gamma * low
    fall = 1 - high - gamma * (1 - low)
    if rise <= 0:
        return Fraction(0)
    turn = _turn(law, rise, fall)
    negative = turn - 1
    between = Fraction(0)
    while negative > 0:
        # fall <= 0 < rise: h(s) is largest for the least f(s) and the largest f(s - 1).
        largest = fall * law.at(negative) + rise * (law.at(negative - 1) + law.missing)
        # f(s - 1) / f(s) does not fall: before a place that is surely not positive none is.
        if largest <= 0:
            break
        between += largest
        negative -= 1
        # All h together are at most B times all chances.
        if negative < turn - DOUBTFUL:
            return rise
    scale = 1 << law.bits
    for place in range(turn, turn + DOUBTFUL):
        before = law.at(place - 1)
        if fall * (law.at(place) + law.missing) + rise * before >= 0:
            # From here on h adds up to B f(s - 1) - (gamma - 1) F(s), F(s) all from s on.
            beyond = rise * (before + law.missing) - (gamma - 1) * law.from_on(place)
            return (between + beyond) / scale
        between += max(Fraction(0), fall * law.at(place) + rise * (before + law.missing))
    # No place was surely positive: h(s) is at most B f(s - 1).
    return rise * (law.from_on(negative) + law.missing) / scale


def _turn(law: KeptLaw, rise: Fraction, fall: Fraction) -> int:
    """About the first place with a positive h, by halving."""
    low = law.first
    high = law.first + len(law.masses)
    while low < high:
        middle = (low + high) // 2
        if fall * law.at(middle) + rise * law.at(middle - 1) > 0:
            high = middle
        else:
            low = middle + 1
    return low


# ------------------------------------------------------------------- blankets


def bound_of_blanket(blanket: Blanket, gamma: Fraction, bits: int) -> Fraction:
    """At least delta at gamma, for the worst pair of truths: `rropt.checker.privacy_blanket`."""
    found = [_blanket_bound(blanket, pair, gamma, bits) for pair in blanket.exact_pairs]
    return max(found, default=Fraction(0))


ExactPair = Sequence[tuple[Fraction, Fraction, Fraction]]
"""Of each report its chances under two truths, and of the blanket."""


def _blanket_bound(blanket: Blanket, pair: ExactPair, gamma: Fraction, bits: int) -> Fraction:
    # What the blanket never gives cannot hide there: its excess counts whole.
    seen = sum((max(Fraction(0), a - gamma * b) for a, b, m in pair if not m), Fraction(0))
    values = [((a - gamma * b) / m, m) for a, b, m in pair if m]
    # Outside the blanket Y is 0.
    values.append((Fraction(0), 1 - sum((m for _, m in values), Fraction(0))))
    low = min(value for value, _ in values)
    high = max(value for value, _ in values)
    if high <= 0 or low == high:
        return seen + max(Fraction(0), high)
    step = (high - low) / blanket.steps
    split: list[tuple[int, Fraction]] = []
    for value, mass in values:
        place = (value - low) / step
        below = min(blanket.steps - 1, math.floor(place))
        # Shared by the points beside it, the mean kept: the mean of max(0, .) can only grow.
        split += [(below, mass * (below + 1 - place)), (below + 1, mass * (place - below))]
    people = blanket.people
    law = power(KeptLaw.of(split, bits), people)
    start = people * low / step
    first = max(law.first, math.ceil(-start))
    above = law.from_on(first)
    moments = sum(i * mass for i, mass in enumerate(law.masses[first - law.first :], first))
    mean = step * (start * above + moments)
    # Whatever is missing counts with the largest mean there is.
    return seen + (mean / people + law.missing * high) / (1 << bits)


# ------------------------------------------------------------------- below


def pairs_of_test(test: CrowdTest, share: Fraction, bits: int) -> list[Pair]:
    """Masses of each sum of scores under both truths, from below and from above.

    With the chance `share` the person is among those who are seen, else one more of the others.
    """
    rows = test.crowd.rows
    law = KeptLaw.point(bits)
    for truth, number in test.crowd.groups(test.others):
        chances = [row[truth] for row in rows]
        law = added(law, _scores(test.scores, chances, number, bits))
    alike = max(range(len(test.others)), key=lambda j: test.others[j])
    seen = tabulated(lambda j, row: share * row[j] + (1 - share) * row[alike], test.pair, rows)
    flat, unit = over_common_denominator(list(chain.from_iterable(seen)))
    first = flat[: len(rows)]
    second = flat[len(rows) :]
    found = []
    for total in range(law.first, law.first + len(law.masses) + max(test.scores)):
        before = [law.at(total - score) for score in test.scores]
        p = sum(map(mul, before, first))
        # All that the law is missing may have been here, with a chance of at most one.
        q = sum(map(mul, before, second)) + unit * law.missing
        found.append((p // unit, -(-q // unit)))
    return found


def _scores(scores: Sequence[int], chances: Sequence[Fraction], number: int, bits: int) -> KeptLaw:
    if set(scores) == {0, 1}:
        said = sum((p for p, c in zip(chances, scores, strict=True) if c), Fraction(0))
        return binomial(number, said, bits)
    return power(KeptLaw.of(zip(scores, chances, strict=True), bits), number)
