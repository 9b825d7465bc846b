"""Functions of t near t = 0 as t^v times a Taylor series with a rigorous remainder.

A frame is a set of t: either -r <= t <= r around a point p inside (0, 1), or 0 < t <= r with
t = p^(1/N) or t = (1-p)^(1/N) at an end, so that a fractional power of p is a whole power of t.
With U the function divided by t^v, c_k the coefficients of U at 0 and C_k those at any point of
the frame,

    U(t) is in c_0 + c_1 t + ... + c_(k-1) t^(k-1) + C_k t^k    for every k and every t (Lagrange).

Where c_0 = 0 exactly, U = t W, and the coefficients of W are c_(k+1) and lie in C_(k+1), because
W(t) is the mean of U' between 0 and t. Nothing is said about t = 0 itself: 0 oo cannot occur.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, arb_series, fmpq

from rropt.strict.real_intervals import ZERO, RealInterval


class NeedsRoot(Exception):
    """A power of t is not whole: N must be a multiple of `index` times what it is."""

    def __init__(self, index: int) -> None:
        super().__init__(f"t^(1/{index})")
        self.index = index


@dataclass(frozen=True)
class Neighbourhood:
    """The set of t, what p is in it (an interval), and how many terms are kept."""

    span: RealInterval
    reach: arb
    at_end: bool
    terms: int
    root: int = 1

    @property
    def times(self) -> arb:
        """A ball that holds every t."""
        return arb(0).union(self.reach) if self.at_end else (-self.reach).union(self.reach)

    def polynomial(self, coefficients: list[arb]) -> Series:
        """A polynomial in t."""
        times = arb_series([self.times, 1], prec=self.terms)
        box = arb_series([coefficients[-1]], prec=self.terms)
        for coefficient in coefficients[-2::-1]:
            box = box * times + coefficient
        return Series(self, 0, arb_series(coefficients, prec=self.terms), box).reduced()

    def nothing(self) -> Series:
        """A function about which nothing is known."""
        unknown = arb_series([arb("nan")], prec=1)
        return Series(self, 0, unknown, unknown)


class Series:
    """t^valuation U(t): the series of U at 0, and a series that holds those at every t."""

    __slots__ = ("box", "centre", "frame", "valuation")

    def __init__(
        self, frame: Neighbourhood, valuation: int, centre: arb_series, box: arb_series
    ) -> None:
        self.frame = frame
        self.valuation = valuation
        self.centre = centre
        self.box = box

    def constant(self, number: RealInterval) -> Series:
        ball = arb_series([number.ball], prec=self.frame.terms)
        return Series(self.frame, 0, ball, ball).reduced()

    @property
    def is_known(self) -> bool:
        return bool(self.centre[0].is_finite())

    @property
    def span(self) -> RealInterval:
        return self.frame.span

    @property
    def sign(self) -> int | None:
        """1 or -1 where U keeps that sign in the frame."""
        return RealInterval.around(self.box[0]).sign or None

    def everywhere(self) -> list[RealInterval]:
        """C_0, C_1, ...: each met with c_k + (k+1) C_(k+1) t, the mean value of its neighbour."""
        found = [RealInterval.around(self.box[k]) for k in range(self.box.prec)]
        times = RealInterval(ZERO if self.frame.at_end else -self.frame.reach, self.frame.reach)
        for k in reversed(range(len(found) - 1)):
            slope = found[k + 1] * RealInterval(arb(k + 1), arb(k + 1))
            by_mean = RealInterval.around(self.centre[k]) + slope * times
            found[k] = found[k].meet(by_mean)
        return found

    def reduced(self) -> Series:
        """At an end, with every power of t taken out that is seen."""
        one = self
        while one.frame.at_end and one.centre.prec > 1 and one.centre[0].is_zero():
            one = one.shifted()
        return one

    def shifted(self) -> Series:
        """U = t W, for U that is zero at 0."""
        centre, box = (
            arb_series(_coefficients(one)[1:], prec=one.prec - 1) for one in (self.centre, self.box)
        )
        return Series(self.frame, self.valuation + 1, centre, box)

    def from_power(self, valuation: int) -> Series:
        """The same with a lower power of t taken out."""
        lift = self.valuation - valuation
        if not lift:
            return self
        times = arb_series([self.frame.times, 1], prec=self.frame.terms)
        near = arb_series([0, 1], prec=self.frame.terms)
        centre = self.centre * near**lift
        box = self.box * times**lift
        return Series(self.frame, valuation, centre, box)

    def __add__(self, other: Series) -> Series:
        valuation = min(self.valuation, other.valuation)
        one = self.from_power(valuation)
        two = other.from_power(valuation)
        return Series(self.frame, valuation, one.centre + two.centre, one.box + two.box).reduced()

    def __neg__(self) -> Series:
        return Series(self.frame, self.valuation, -self.centre, -self.box)

    def __sub__(self, other: Series) -> Series:
        return self + -other

    def __mul__(self, other: Series) -> Series:
        valuation = self.valuation + other.valuation
        return Series(self.frame, valuation, self.centre * other.centre, self.box * other.box)

    def inverse(self) -> Series:
        if self.sign is None:
            return self.frame.nothing()
        return Series(self.frame, -self.valuation, 1 / self.centre, 1 / self.box)

    def power(self, exponent: Fraction) -> Series:
        if exponent.denominator == 1:
            whole = int(exponent)
            one = self if whole >= 0 else self.inverse()
            n = abs(whole)
            return Series(self.frame, one.valuation * n, one.centre**n, one.box**n)
        if self.sign != 1:
            return self.frame.nothing()
        valuation = self.valuation * exponent
        if valuation.denominator != 1:
            raise NeedsRoot(valuation.denominator)
        q = fmpq(exponent.numerator, exponent.denominator)
        return Series(self.frame, int(valuation), self.centre**q, self.box**q)

    def _analytic(self, name: str, defined: Callable[[arb], Any]) -> Series:
        """A function of the library at a finite argument that it is analytic at."""
        if self.valuation < 0:
            return self.frame.nothing()
        one = self.from_power(0)
        if not (one.is_known and defined(one.box[0])):
            return self.frame.nothing()
        centre, box = (getattr(side, name)() for side in (one.centre, one.box))
        return Series(self.frame, 0, centre, box).reduced()

    def exp(self) -> Series:
        return self._analytic("exp", arb.is_finite)

    def log(self) -> Series:
        if self.valuation:
            return self.frame.nothing()
        return self._analytic("log", lambda value: value > 0)

    def erf(self) -> Series:
        return self._analytic("erf", arb.is_finite)

    def sin(self) -> Series:
        return self._analytic("sin", arb.is_finite)

    def cos(self) -> Series:
        return self._analytic("cos", arb.is_finite)

    def erfinv(self) -> Series:
        """y with y' = (sqrt(pi)/2) exp(y^2) x', term by term."""
        one = self.from_power(0) if self.valuation >= 0 else self.frame.nothing()
        if not abs(one.box[0]) < 1:
            return self.frame.nothing()
        return Series(self.frame, 0, _erfinv(one.centre), _erfinv(one.box)).reduced()

    def absolute(self) -> Series:
        sign = self.sign
        return self.frame.nothing() if sign is None else (self if sign > 0 else -self)

    def minimum(self, other: Series) -> Series:
        sign = (self - other).sign
        return self.frame.nothing() if sign is None else (other if sign > 0 else self)

    def maximum(self, other: Series) -> Series:
        return -((-self).minimum(-other))

    def hull(self, other: Series) -> Series:
        return self.frame.nothing()


def _coefficients(series: arb_series) -> list[arb]:
    return [series[i] for i in range(series.prec)]


def _erfinv(x: arb_series) -> arb_series:
    start = RealInterval.around(x[0]).erfinv().ball
    slope = x.derivative() * (arb.pi().sqrt() / 2)
    found = arb_series([start], prec=1)
    for length in range(1, x.prec):
        rate = arb_series((found * found).exp(), prec=length) * slope
        found = arb_series([start, *(rate[i] / (i + 1) for i in range(length))], prec=length + 1)
    return found
