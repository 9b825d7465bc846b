"""Laws of sums of independent counts and scores, from below, in whole numbers.

A law is kept from below: masses on consecutive whole numbers, in units of 2^-bits, none of them
above the truth. What is missing from 1 is all that rounding and cut tails have cost, wherever it
lies, and so bounds every error: a set has a chance between what is kept of it and that and what is
missing. No inequality about tails is needed.

**Binomial.** Weights relative to the mode M are products of the ratios

    f(i + 1) / f(i) = (n - i) p / ((i + 1) (1 - p)),

each product rounded down. Beyond the mode no ratio is above 1, so a weight lags by at most 1 for
each step; where it is 0 at the distance d, the true one is at most d there, and as ratios fall, all
beyond add up to at most d / (1 - r) with the ratio r of that place. The kept weights, what they may
lag, and both ends bound the sum of all, by which each weight is divided.

**Sums.** The law of a sum is the product of polynomials, each coefficient rounded down. Python
multiplies them as two whole numbers with a coefficient in each run of bytes: masses add up to at
most 2^bits, so no coefficient of a product is above 2^(2 bits).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import isqrt
from operator import mul

from .verdict import Size

GUARD_BITS = 32
"""Of the weights of a binomial beyond those of its masses: thousands of steps cost less."""

MAX_BINOMIAL_WORK = 1 << 34
"""Masses of binomials times their bits: two hundred of 7,000 masses of 64 bits took 2 s, 5 in a
browser."""

MAX_PRODUCT_WORK = 1 << 32
"""Products of whole numbers of w words of 64 bits, w sqrt(w) steps each: two laws of 60,000 masses
of 56 bits took 2 s, of 20,000 masses 0.4 s."""


@dataclass(frozen=True)
class Law:
    """masses[i] / 2^bits is at most the chance of first + i."""

    first: int
    masses: Sequence[int]
    bits: int

    @property
    def missing(self) -> int:
        """What the masses lack to 1, in units of 2^-bits."""
        return (1 << self.bits) - sum(self.masses)

    def at(self, point: int) -> int:
        """What is kept at a point."""
        place = point - self.first
        return self.masses[place] if 0 <= place < len(self.masses) else 0

    @cached_property
    def tails(self) -> list[int]:
        """What is kept at each place and above it: many reports may ask for one."""
        return [*accumulate(reversed(self.masses))][::-1]

    def from_on(self, point: int) -> int:
        """What is kept at a point and above it."""
        place = max(0, point - self.first)
        return self.tails[place] if place < len(self.masses) else 0

    def reversed(self, total: int) -> Law:
        """The law of total - X."""
        last = self.first + len(self.masses) - 1
        return Law(total - last, self.masses[::-1], self.bits)


def point_law(point: int, bits: int) -> Law:
    """All at one point."""
    return Law(point, [1 << bits], bits)


def binomial_law(number: int, chance: Fraction, bits: int, size: Size) -> Law:
    """How many of so many independent trials succeed.

    >>> binomial_law(2, Fraction(1, 2), 20, Size(1, 96)).masses
    [262143, 524287, 262143]
    """
    if number == 0 or chance in (0, 1):
        return point_law(number if chance == 1 else 0, bits)
    success, failure = chance.numerator, chance.denominator - chance.numerator
    size.allow(_length(number, success, failure, bits) * bits, MAX_BINOMIAL_WORK)
    mode = (number + 1) * success // (success + failure)
    above, rest_above = _falling_weights(number, mode, success, failure, bits)
    below, rest_below = _falling_weights(number, number - mode, failure, success, bits)
    weights = [*reversed(below), 1 << bits + GUARD_BITS, *above]
    whole = sum(weights) + rest_above + rest_below  # at least the sum of the true weights
    masses = [(weight << bits) // whole for weight in weights]
    return _trimmed(mode - len(below), masses, bits)


def _length(number: int, success: int, failure: int, bits: int) -> int:
    """More than the weights that are kept, by Bernstein's inequality."""
    digits = bits + GUARD_BITS
    variance = number * success * failure // (success + failure) ** 2
    return min(number + 1, 3 * isqrt(variance * digits) + 2 * digits)


def _falling_weights(
    number: int, start: int, success: int, failure: int, bits: int
) -> tuple[list[int], int]:
    """Weights beyond the mode, and at most how much all of them together are larger."""
    weight = 1 << bits + GUARD_BITS
    found: list[int] = []
    beyond = 0
    for i in range(start, number):
        top, bottom = (number - i) * success, (i + 1) * failure
        weight = weight * top // bottom
        if weight == 0 and top < bottom:  # from here on a falling geometric series
            beyond = -(-(len(found) + 1) * bottom // (bottom - top))  # rounded up
            break
        found.append(weight)
    # The weight at a distance lags by at most that distance: 1 + 2 + ...
    return found, len(found) * (len(found) + 1) // 2 + beyond


def sum_law(left: Law, right: Law, size: Size) -> Law:
    """The law of the sum of two independent numbers."""
    length = len(left.masses) + len(right.masses)
    words = length * (2 * left.bits + 8) // 128
    size.allow(length + words * isqrt(words), MAX_PRODUCT_WORK)
    if not left.masses or not right.masses:
        return Law(0, [], left.bits)
    masses = [mass >> left.bits for mass in _product(left.masses, right.masses, left.bits)]
    return _trimmed(left.first + right.first, masses, left.bits)


def _product(left: Sequence[int], right: Sequence[int], bits: int) -> list[int]:
    """The coefficients of a product of polynomials."""
    width = 2 * bits // 8 + 1  # bytes: no coefficient reaches into the next
    length = len(left) + len(right) - 1
    whole = _packed(left, width) if left is right else 0
    product = whole * whole if whole else _packed(left, width) * _packed(right, width)
    octets = product.to_bytes(width * length + 1, "little")
    starts = range(0, width * length, width)
    return [int.from_bytes(octets[at : at + width], "little") for at in starts]


def _packed(masses: Sequence[int], width: int) -> int:
    return int.from_bytes(b"".join(mass.to_bytes(width, "little") for mass in masses), "little")


def power_law(law: Law, number: int, size: Size) -> Law:
    """The law of the sum of so many independent numbers of one law.

    >>> half = Law(0, [1 << 19, 1 << 19], 20)
    >>> power_law(half, 2, Size(1, 96)).masses
    [262144, 524288, 262144]
    """
    found = point_law(0, law.bits)
    for digit in bin(number)[2:]:
        found = sum_law(found, found, size)
        if digit == "1":
            found = sum_law(found, law, size)
    return found


@dataclass(frozen=True)
class PairSum:
    """The sum of two independent numbers, of which only a few chances are looked at."""

    left: Law
    right: Law

    @cached_property
    def missing(self) -> int:
        """What all kept chances lack to 1, and the rounding of one of them."""
        bits = self.left.bits
        return (1 << bits) - (sum(self.left.masses) * sum(self.right.masses) >> bits) + 1

    def at(self, point: int) -> int:
        """What is kept at a point."""
        return self._met(self.right, point) >> self.left.bits

    def from_on(self, point: int) -> int:
        """What is kept at a point and above it."""
        tails = self._tails
        above = self.left.from_on(point - tails.first + 1)
        return self._met(tails, point) + above * tails.at(tails.first) >> self.left.bits

    @cached_property
    def _tails(self) -> Law:
        """Of the right number, what is kept at each point and above it."""
        return Law(self.right.first, self.right.tails, self.right.bits)

    def _met(self, right: Law, point: int) -> int:
        """sum over i of left[i] right[point - i]."""
        turned = right.reversed(point)
        start = max(self.left.first, turned.first)
        mine = self.left.masses[start - self.left.first :]
        return sum(map(mul, mine, turned.masses[start - turned.first :]))


def _trimmed(first: int, masses: list[int], bits: int) -> Law:
    """Without zeros at the ends."""
    kept = [i for i, mass in enumerate(masses) if mass]
    if not kept:
        return Law(first, [], bits)
    return Law(first + kept[0], masses[kept[0] : kept[-1] + 1], bits)
