"""Sets of real numbers between two ends, rounded outward.

An infinite end means that the set is not bounded; infinity is never a value. So 0 times anything
here is 0, and what has a value nowhere (log of negative numbers) raises `Undefined`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb, fmpq

PRECISION = 192
"""Working precision in bits: the tolerance of a bound is 2^-80, and 1 - h may cancel 100 more."""

ZERO, ONE, INFINITY = arb(0), arb(1), arb("inf")


class Undefined(ArithmeticError):
    """The function has no real value anywhere on the interval."""


class UndefinedAt(ArithmeticError):
    """h has no real value at p, a rational or an algebraic number."""

    def __init__(self, p: Any) -> None:
        super().__init__(f"undefined at p = {p}")
        self.p = p


def down(point: arb) -> arb:
    return -INFINITY if point.is_nan() else point.lower()


def up(point: arb) -> arb:
    return INFINITY if point.is_nan() else point.upper()


def least(points: Iterable[arb]) -> arb:
    """The smallest of exact points."""
    return reduce(lambda a, b: a if a <= b else b, points)


def greatest(points: Iterable[arb]) -> arb:
    """The largest of exact points."""
    return reduce(lambda a, b: a if a >= b else b, points)


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
            arb(fmpq(lo.numerator, lo.denominator)).lower(),
            arb(fmpq(top.numerator, top.denominator)).upper(),
        )

    @classmethod
    def around(cls, ball: arb) -> Interval:
        """All points of a ball; every number where the ball is undefined."""
        return cls(down(ball), up(ball))

    def __repr__(self) -> str:
        return f"[{self.lo.str(12)}, {self.hi.str(12)}]"

    @property
    def ball(self) -> arb:
        """A ball that holds every point."""
        return self.lo if self.lo == self.hi else self.lo.union(self.hi)

    @property
    def span(self) -> Interval:
        return self

    def constant(self, number: Interval) -> Interval:
        return number

    def __add__(self, other: Interval) -> Interval:
        return Interval(down(self.lo + other.lo), up(self.hi + other.hi))

    def __neg__(self) -> Interval:
        return Interval(-self.hi, -self.lo)

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        corners = [_product(a, b) for a in (self.lo, self.hi) for b in (other.lo, other.hi)]
        return Interval(least(map(down, corners)), greatest(map(up, corners)))

    def inverse(self) -> Interval:
        """1 / x for the x that are not zero."""
        if self.sign == 0:
            raise Undefined("a division by zero")
        if self.lo < 0 < self.hi:
            return WHOLE
        if self.hi <= 0:
            return -((-self).inverse())
        high = INFINITY if self.lo == 0 else up(ONE / self.lo)
        low = ZERO if self.hi == INFINITY else down(ONE / self.hi)
        return Interval(low, high)

    def power(self, exponent: Fraction) -> Interval:
        """x^exponent for the x where it is real."""
        if exponent < 0:
            return self.power(-exponent).inverse()
        if exponent.denominator == 1:
            return self._whole_power(int(exponent))
        base = self.part_above_zero("a root of a negative number")
        return Interval(down(_root(base.lo, exponent)), up(_root(base.hi, exponent)))

    def _whole_power(self, n: int) -> Interval:
        base = self.absolute() if n % 2 == 0 else self
        return Interval(down(base.lo**n), up(base.hi**n))

    def exp(self) -> Interval:
        low = ZERO if self.lo == -INFINITY else down(self.lo.exp())
        return Interval(greatest((low, ZERO)), INFINITY if self.hi == INFINITY else _exp(self.hi))

    def log(self) -> Interval:
        if self.hi <= 0:
            raise Undefined("a logarithm of no positive number")
        return Interval(down(_log(self.lo)), up(_log(self.hi)))

    def erf(self) -> Interval:
        return Interval(down(_erf(self.lo)), up(_erf(self.hi)))

    def erfinv(self) -> Interval:
        if self.hi <= -ONE or self.lo >= ONE:
            raise Undefined("erfinv outside (-1, 1)")
        low = -INFINITY if self.lo <= -ONE else down(self.lo.erfinv())
        return Interval(low, INFINITY if self.hi >= ONE else up(self.hi.erfinv()))

    def sin(self) -> Interval:
        return Interval.around(self.ball.sin())._within_one()

    def cos(self) -> Interval:
        return Interval.around(self.ball.cos())._within_one()

    def _within_one(self) -> Interval:
        return Interval(greatest((self.lo, -ONE)), least((self.hi, ONE)))

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

    def meet(self, other: Interval) -> Interval:
        """What both hold; they are known to overlap."""
        return Interval(greatest((self.lo, other.lo)), least((self.hi, other.hi)))

    def part_above_zero(self, reason: str) -> Interval:
        if self.hi < 0:
            raise Undefined(reason)
        return Interval(greatest((self.lo, ZERO)), self.hi)

    @property
    def sign(self) -> int | None:
        """1 or -1 where every point has that sign, 0 for the point zero, None when mixed."""
        if self.lo > 0:
            return 1
        if self.hi < 0:
            return -1
        return 0 if self.lo == 0 and self.hi == 0 else None


def _root(point: arb, exponent: Fraction) -> arb:
    if point == 0 or point == INFINITY:
        return point
    return point.root(exponent.denominator) ** exponent.numerator


def _exp(point: arb) -> arb:
    return ZERO if point == -INFINITY else up(point.exp())


def _log(point: arb) -> arb:
    if point <= 0:
        return -INFINITY
    return INFINITY if point == INFINITY else point.log()


def _erf(point: arb) -> arb:
    if point == INFINITY or point == -INFINITY:
        return ONE if point > 0 else -ONE
    return point.erf()


WHOLE = Interval(-INFINITY, INFINITY)
UNIT = Interval(ONE, ONE)


def entropy(t: Interval, a: Fraction, k: int) -> Interval:
    """t^a (log t)^k for t > 0, whose only turning points are 1 and e^(-k/a); 0 as t falls to 0.

    >>> entropy(Interval.of(Fraction(0), Fraction(1)), Fraction(1), 1)
    [[-0.367879441171 +/- 4.43e-13], 0]
    """
    span = t.part_above_zero("a logarithm of no positive number")
    turning = [UNIT, Interval.of(-k / a).exp()]
    inside = [u for u in turning if u.hi > span.lo and u.lo < span.hi]
    points = [Interval(span.lo, span.lo), Interval(span.hi, span.hi), *inside]
    values = [u if u.sign == 0 else u.power(a) * u.log().power(Fraction(k)) for u in points]
    return reduce(Interval.hull, values)


def odds_ratio(p: Interval, value: Interval) -> Interval:
    """((1-p)/p) (value/(1-value)) over a box by its monotonicity in each; oo where value is 1."""
    low = greatest((value.lo, ZERO))
    if low >= ONE:
        return Interval(INFINITY, INFINITY)
    prior_low, prior_high = _against(p.hi).lo, INFINITY if p.lo == 0 else _against(p.lo).hi
    lower = down(_product(prior_low, _odds(low).lo))
    if value.hi >= ONE or prior_high == INFINITY:
        return Interval(lower, INFINITY)
    return Interval(lower, up(prior_high * _odds(greatest((value.hi, ZERO))).hi))


def _odds(value: arb) -> Interval:
    return Interval.around(value / (ONE - value))


def _against(p: arb) -> Interval:
    return Interval.around((ONE - p) / p)
