"""Intervals with outward rounding.

Endpoints are exact points of ball arithmetic (python-flint), infinity included, so that the slope
of sqrt(p) on [0, 1/8] is [1/(2 sqrt(1/8)), oo].
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

import flint
from flint import arb

PRECISION = 192
"""Working precision in bits of every evaluation."""

ZERO, ONE, INFINITY = arb(0), arb(1), arb("inf")


def down(point: arb) -> arb:
    return -INFINITY if point.is_nan() else point.lower()


def up(point: arb) -> arb:
    return INFINITY if point.is_nan() else point.upper()


def _product(left: arb, right: arb) -> arb:
    return ZERO if left == 0 or right == 0 else left * right


class Interval:
    """The real numbers between lo and hi, which may be infinite."""

    __slots__ = ("hi", "lo")

    def __init__(self, lo: arb, hi: arb) -> None:
        self.lo, self.hi = lo, hi

    @classmethod
    def of(cls, lo: Fraction, hi: Fraction | None = None) -> Interval:
        """The smallest representable interval that holds both rationals."""
        top = lo if hi is None else hi
        return cls(
            arb(flint.fmpq(lo.numerator, lo.denominator)).lower(),
            arb(flint.fmpq(top.numerator, top.denominator)).upper(),
        )

    def __repr__(self) -> str:
        return f"[{self.lo.str(12)}, {self.hi.str(12)}]"

    def __add__(self, other: Interval) -> Interval:
        return Interval(down(self.lo + other.lo), up(self.hi + other.hi))

    def __neg__(self) -> Interval:
        return Interval(-self.hi, -self.lo)

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        if self.lo >= 0 and other.lo >= 0:
            return Interval(down(_product(self.lo, other.lo)), up(_product(self.hi, other.hi)))
        corners = [_product(a, b) for a in (self.lo, self.hi) for b in (other.lo, other.hi)]
        return Interval(least(map(down, corners)), greatest(map(up, corners)))

    def inverse(self) -> Interval:
        """1 / x; a zero at an end gives an infinite end, a zero inside gives the whole line."""
        if self.lo < 0 < self.hi or self.sign == 0:
            return WHOLE
        if self.hi <= 0:
            return -((-self).inverse())
        high = INFINITY if self.lo == 0 else up(ONE / self.lo)
        low = ZERO if self.hi == INFINITY else down(ONE / self.hi)
        return Interval(low, high)

    def __truediv__(self, other: Interval) -> Interval:
        return self * other.inverse()

    def power(self, exponent: Fraction) -> Interval:
        """x^exponent, on the part of x where the power is real; the whole line where none is."""
        if exponent < 0:
            return self.power(-exponent).inverse()
        if exponent.denominator == 1:
            return self._whole_power(int(exponent))
        if self.hi < 0:
            return WHOLE
        base = self.part_above(ZERO)
        return Interval(down(_root(base.lo, exponent)), up(_root(base.hi, exponent)))

    def _whole_power(self, n: int) -> Interval:
        base = self.absolute() if n % 2 == 0 else self
        return Interval(down(base.lo**n), up(base.hi**n))

    def exp(self) -> Interval:
        low = ZERO if self.lo == -INFINITY else down(self.lo.exp())
        return Interval(low, INFINITY if self.hi == INFINITY else up(self.hi.exp()))

    def log(self) -> Interval:
        if self.hi <= 0:
            return WHOLE
        return Interval(down(_log(self.lo)), up(_log(self.hi)))

    def erf(self) -> Interval:
        return Interval(down(_erf(self.lo)), up(_erf(self.hi)))

    def absolute(self) -> Interval:
        if self.lo >= 0:
            return self
        return -self if self.hi <= 0 else Interval(ZERO, greatest((-self.lo, self.hi)))

    def minimum(self, other: Interval) -> Interval:
        return Interval(least((self.lo, other.lo)), least((self.hi, other.hi)))

    def maximum(self, other: Interval) -> Interval:
        return -((-self).minimum(-other))

    def hull(self, other: Interval) -> Interval:
        """The smallest interval that holds both."""
        return Interval(least((self.lo, other.lo)), greatest((self.hi, other.hi)))

    jump = hull

    def meet(self, other: Interval) -> Interval:
        """What both hold; they are known to overlap."""
        return Interval(greatest((self.lo, other.lo)), least((self.hi, other.hi)))

    def part_above(self, floor: arb) -> Interval:
        return Interval(greatest((self.lo, floor)), greatest((self.hi, floor)))

    @property
    def value(self) -> Interval:
        return self

    def constant(self, number: Interval) -> Interval:
        return number

    @property
    def is_finite(self) -> bool:
        """Whether both ends are finite."""
        return bool(self.lo.is_finite() and self.hi.is_finite())

    @property
    def centre(self) -> Interval | None:
        """A point near the middle, or None for an unbounded interval."""
        if not self.is_finite:
            return None
        middle = ((self.lo + self.hi) / 2).mid()
        return Interval(middle, middle)

    @property
    def sign(self) -> int | None:
        """1 or -1 where every point has that sign, 0 for the point zero, None when mixed."""
        if self.lo > 0:
            return 1
        if self.hi < 0:
            return -1
        return 0 if self.lo == 0 and self.hi == 0 else None


def least(points: Iterable[arb]) -> arb:
    """The smallest of exact points."""
    return reduce(lambda a, b: a if a <= b else b, points)


def greatest(points: Iterable[arb]) -> arb:
    """The largest of exact points."""
    return reduce(lambda a, b: a if a >= b else b, points)


def _root(point: arb, exponent: Fraction) -> arb:
    if point == 0 or point == INFINITY:
        return point
    return point.root(exponent.denominator) ** exponent.numerator


def _log(point: arb) -> arb:
    if point <= 0:
        return -INFINITY
    return INFINITY if point == INFINITY else point.log()


def _erf(point: arb) -> arb:
    if point == INFINITY or point == -INFINITY:
        return ONE if point > 0 else -ONE
    return point.erf()


WHOLE = Interval(-INFINITY, INFINITY)
NOUGHT = Interval(ZERO, ZERO)
UNIT = Interval(ONE, ONE)


def odds_ratio(p: Interval, value: Interval) -> Interval:
    """((1-p)/p) (value/(1-value)) over a box, by its monotonicity in each; oo where value is 1."""
    prior = Interval(_against(p.hi).lo, _against(p.lo).hi if p.lo > 0 else INFINITY)
    bounded = Interval(greatest((value.lo, ZERO)), least((value.hi, ONE)))
    if bounded.lo > bounded.hi:
        return Interval(ZERO, INFINITY)
    return Interval(
        (prior * _odds(bounded.lo)).lo,
        INFINITY if bounded.hi >= ONE else (prior * _odds(bounded.hi)).hi,
    )


def _odds(value: arb) -> Interval:
    point = Interval(value, value)
    return point / (UNIT - point) if value < 1 else Interval(INFINITY, INFINITY)


def _against(p: arb) -> Interval:
    point = Interval(p, p)
    return (UNIT - point) / point
