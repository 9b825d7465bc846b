"""Jets: a value and two derivatives enclosed over one interval of p (automatic differentiation).

A kink has a hull for its first derivative and nothing for its second; a jump has nothing for
either.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from rropt.strict.intervals import NOUGHT, UNIT, WHOLE, Interval, down, up


class Jet:
    """Enclosures of a function, its first and its second derivative over one interval of p."""

    __slots__ = ("first", "second", "value")

    def __init__(self, value: Interval, first: Interval, second: Interval) -> None:
        self.value, self.first, self.second = value, first, second

    @classmethod
    def variable(cls, span: Interval) -> Jet:
        """The jet of p itself."""
        return cls(span, UNIT, NOUGHT)

    def constant(self, number: Interval) -> Jet:
        return Jet(number, NOUGHT, NOUGHT)

    def __add__(self, other: Jet) -> Jet:
        return Jet(self.value + other.value, self.first + other.first, self.second + other.second)

    def __neg__(self) -> Jet:
        return Jet(-self.value, -self.first, -self.second)

    def __mul__(self, other: Jet) -> Jet:
        cross = self.first * other.first
        return Jet(
            self.value * other.value,
            self.first * other.value + self.value * other.first,
            self.second * other.value + cross + cross + self.value * other.second,
        )

    def _chain(self, value: Interval, slope: Interval, bend: Interval) -> Jet:
        """f(u) from f(u), f'(u), f''(u)."""
        square = self.first.power(Fraction(2))
        return Jet(value, slope * self.first, slope * self.second + bend * square)

    def power(self, exponent: Fraction) -> Jet:
        if exponent == 0:
            return self.constant(UNIT)
        slope = Interval.of(exponent) * self.value.power(exponent - 1)
        factor = exponent * (exponent - 1)
        bend = Interval.of(factor) * self.value.power(exponent - 2) if factor else NOUGHT
        return self._chain(self.value.power(exponent), slope, bend)

    def exp(self) -> Jet:
        image = self.value.exp()
        return self._chain(image, image, image)

    def log(self) -> Jet:
        slope = self.value.inverse()
        return self._chain(self.value.log(), slope, -(slope * slope))

    def erf(self) -> Jet:
        root_pi = arb.pi().sqrt()
        scale = Interval(down(2 / root_pi), up(2 / root_pi))
        slope = scale * (-self.value.power(Fraction(2))).exp()
        return self._chain(self.value.erf(), slope, -(slope * (self.value + self.value)))

    def absolute(self) -> Jet:
        return self.maximum(-self)

    def minimum(self, other: Jet) -> Jet:
        if self.value.hi < other.value.lo:
            return self
        if other.value.hi < self.value.lo:
            return other
        return Jet(self.value.minimum(other.value), self.first.hull(other.first), WHOLE)

    def maximum(self, other: Jet) -> Jet:
        return -((-self).minimum(-other))

    def jump(self, other: Jet) -> Jet:
        return Jet(self.value.hull(other.value), WHOLE, WHOLE)
