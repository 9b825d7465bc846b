"""Sets of real numbers between two ends, rounded outward.

An infinite end means that the set is not bounded; infinity is never a value. So 0 times anything
here is 0, and what has a value nowhere (log of negative numbers) raises `Undefined`. Where the
library has no value at an end (log 0, 1/0, erf at infinity), `down` and `up` say that it is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

from flint import arb

from rropt.exact.convert import ball

PRECISION = 192
"""Working precision in bits: the tolerance of a bound is 2^-80, and 1 - h may cancel 100 more."""

ZERO = arb(0)
ONE = arb(1)
INFINITY = arb("inf")


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


class RealInterval:
    """The real numbers between lo and hi, which may be infinite."""

    __slots__ = ("hi", "lo")

    def __init__(self, lo: arb, hi: arb) -> None:
        self.lo = lo
        self.hi = hi

    @classmethod
    def of(cls, lo: Fraction, hi: Fraction | None = None) -> RealInterval:
        """The smallest representable interval that holds both rationals."""
        top = lo if hi is None else hi
        return cls(ball(lo).lower(), ball(top).upper())

    @classmethod
    def around(cls, ball: arb) -> RealInterval:
        """All points of a ball; every number where the ball is undefined."""
        return cls(down(ball), up(ball))

    def __repr__(self) -> str:
        return f"[{self.lo.str(12)}, {self.hi.str(12)}]"

    @property
    def ball(self) -> arb:
        """A ball that holds every point."""
        return self.lo if self.lo == self.hi else self.lo.union(self.hi)

    @property
    def span(self) -> RealInterval:
        return self

    def constant(self, number: RealInterval) -> RealInterval:
        return number

    def __add__(self, other: RealInterval) -> RealInterval:
        return RealInterval(down(self.lo + other.lo), up(self.hi + other.hi))

    def __neg__(self) -> RealInterval:
        return RealInterval(-self.hi, -self.lo)

    def __sub__(self, other: RealInterval) -> RealInterval:
        return self + -other

    def __mul__(self, other: RealInterval) -> RealInterval:
        corners = [_product(a, b) for a, b in product((self.lo, self.hi), (other.lo, other.hi))]
        return RealInterval(least(map(down, corners)), greatest(map(up, corners)))

    def inverse(self) -> RealInterval:
        """1 / x for the x that are not zero."""
        if self.sign == 0:
            raise Undefined("a division by zero")
        if self.lo < 0 < self.hi:
            return WHOLE
        if self.hi <= 0:
            return -((-self).inverse())
        return RealInterval(down(ONE / self.hi), up(ONE / self.lo))

    def power(self, exponent: Fraction) -> RealInterval:
        """x^exponent for the x where it is real."""
        if exponent < 0:
            return self.power(-exponent).inverse()
        if exponent.denominator == 1:
            return self._whole_power(int(exponent))
        base = self.part_above_zero("a root of a negative number")
        return RealInterval(down(_root(base.lo, exponent)), up(_root(base.hi, exponent)))

    def _whole_power(self, n: int) -> RealInterval:
        base = self.absolute() if n % 2 == 0 else self
        return RealInterval(down(base.lo**n), up(base.hi**n))

    def exp(self) -> RealInterval:
        return RealInterval(greatest((down(self.lo.exp()), ZERO)), up(self.hi.exp()))

    def log(self) -> RealInterval:
        if self.hi <= 0:
            raise Undefined("a logarithm of no positive number")
        return RealInterval(down(self.lo.log()), up(self.hi.log()))

    def erf(self) -> RealInterval:
        return RealInterval(down(self.lo.erf()), up(self.hi.erf()))._within_one()

    def erfinv(self) -> RealInterval:
        if self.hi <= -ONE or self.lo >= ONE:
            raise Undefined("erfinv outside (-1, 1)")
        return RealInterval(down(self.lo.erfinv()), up(self.hi.erfinv()))

    def sin(self) -> RealInterval:
        return RealInterval.around(self.ball.sin())._within_one()

    def cos(self) -> RealInterval:
        return RealInterval.around(self.ball.cos())._within_one()

    def _within_one(self) -> RealInterval:
        return self.meet(RealInterval(-ONE, ONE))

    def absolute(self) -> RealInterval:
        if self.lo >= 0:
            return self
        return -self if self.hi <= 0 else RealInterval(ZERO, greatest((-self.lo, self.hi)))

    def minimum(self, other: RealInterval) -> RealInterval:
        return RealInterval(least((self.lo, other.lo)), least((self.hi, other.hi)))

    def maximum(self, other: RealInterval) -> RealInterval:
        return -((-self).minimum(-other))

    def hull(self, other: RealInterval) -> RealInterval:
        """The smallest interval that holds both."""
        return RealInterval(least((self.lo, other.lo)), greatest((self.hi, other.hi)))

    def meet(self, other: RealInterval) -> RealInterval:
        """What both hold; they are known to overlap."""
        return RealInterval(greatest((self.lo, other.lo)), least((self.hi, other.hi)))

    def part_above_zero(self, reason: str) -> RealInterval:
        if self.hi < 0:
            raise Undefined(reason)
        return RealInterval(greatest((self.lo, ZERO)), self.hi)

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


WHOLE = RealInterval(-INFINITY, INFINITY)
UNIT = RealInterval(ONE, ONE)


def entropy(t: RealInterval, a: Fraction, k: int) -> RealInterval:
    """t^a (log t)^k for t > 0, whose only turning points are 1 and e^(-k/a); 0 as t falls to 0.

    >>> entropy(RealInterval.of(Fraction(0), Fraction(1)), Fraction(1), 1)
    [[-0.367879441171 +/- 4.43e-13], 0]
    """
    span = t.part_above_zero("a logarithm of no positive number")
    turning = [UNIT, RealInterval.of(-k / a).exp()]
    inside = [u for u in turning if u.hi > span.lo and u.lo < span.hi]
    points = [RealInterval(span.lo, span.lo), RealInterval(span.hi, span.hi), *inside]
    values = [u if u.sign == 0 else u.power(a) * u.log().power(Fraction(k)) for u in points]
    return reduce(RealInterval.hull, values)


def odds_ratio(p: RealInterval, value: RealInterval) -> RealInterval:
    """((1-p)/p) (value/(1-value)) over a box by its monotonicity in each; oo where value is 1."""
    low = greatest((value.lo, ZERO))
    if low >= ONE:
        return RealInterval(INFINITY, INFINITY)
    prior_low = _against(p.hi).lo
    prior_high = _against(p.lo).hi
    lower = down(_product(prior_low, _odds(low).lo))
    if value.hi >= ONE or prior_high == INFINITY:
        return RealInterval(lower, INFINITY)
    return RealInterval(lower, up(prior_high * _odds(greatest((value.hi, ZERO))).hi))


def _odds(value: arb) -> RealInterval:
    return RealInterval.around(value / (ONE - value))


def _against(p: arb) -> RealInterval:
    return RealInterval.around((ONE - p) / p)
