"""A root s of a polynomial of degree one or two, and functions of it, as a + b sqrt(D).

Coefficients are in a field of rational functions of the parameters. The sign of a + b sqrt(D)
becomes signs of a, b and a^2 - b^2 D: which of them, a point decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy as sp

from rropt.closed.derived.box import Point
from rropt.exact.convert import fraction

Coefficients = Sequence[Any]
"""Of 1, s, s^2, ...: elements of the field."""


@dataclass(frozen=True)
class QuadraticRoot:
    """A root of the polynomial by the sign of its square root, over a field of parameters."""

    coefficients: tuple[Any, ...]
    field: Any
    branch: int = 1

    @cached_property
    def centre(self) -> Any:
        """The rational part of the root."""
        if len(self.coefficients) == 2:
            rest, slope = self.coefficients
            return -rest / slope
        _, middle, top = self.coefficients
        return -middle / (top * 2)

    @cached_property
    def spread(self) -> Any:
        """What stands before the square root."""
        if len(self.coefficients) == 2:
            return self.field.zero
        return self._split[0] * self.branch / (self.coefficients[2] * 2)

    @cached_property
    def discriminant(self) -> Any:
        """What stands below the root, without squares."""
        return self.field.zero if len(self.coefficients) == 2 else self._split[1]

    @cached_property
    def _split(self) -> tuple[Any, Any]:
        """The discriminant as a square and the rest; the sign of the square's root is the branch's.

        >>> field = sp.QQ.frac_field(sp.Symbol("g"))
        >>> g = field.gens[0]
        >>> QuadraticRoot((-((g + 1) ** 2) * g, field.zero, field.one), field)._split
        (2*g + 2, g)
        """
        low, middle, top = self.coefficients
        found = self.field.to_sympy(middle**2 - top * low * 4)
        above, below = sp.fraction(sp.factor(found))
        constant, factors = sp.factor_list(above * below)
        outside, inside = sp.sqrt(abs(constant)), sp.sign(constant)
        if not outside.is_Rational:
            outside, inside = sp.Integer(1), constant
        for factor, power in factors:
            outside *= factor ** (power // 2)
            inside *= factor ** (power % 2)
        return self.field.from_sympy(outside / below), self.field.from_sympy(sp.expand(inside))

    def parts(self, polynomial: Coefficients) -> tuple[Any, Any]:
        """(a, b) with polynomial(s) = a + b sqrt(D); here s^2 = 2, D = 8, s^3 + 1 = 1 + sqrt(8).

        >>> field = sp.QQ.frac_field(sp.Symbol("g"))
        >>> one, zero = field.one, field.zero
        >>> QuadraticRoot((-2 * one, zero, one), field).parts((one, zero, zero, one))
        (1, 1)
        """
        a, b = self.field.zero, self.field.zero
        square = self.discriminant * self.spread**2
        for coefficient in reversed(polynomial):
            outer = a * self.centre + b * square
            inner = a * 1 + b * self.centre
            a, b = outer + coefficient, inner
        return a, b * self.spread

    def value(self, numerator: Coefficients, denominator: Coefficients) -> sp.Expr:
        """numerator(s) / denominator(s), with the root above the line only."""
        a, b = self.parts(numerator)
        c, d = self.parts(denominator)
        below = c**2 - d**2 * self.discriminant
        plain = self.field.to_sympy((a * c - b * d * self.discriminant) / below)
        rooted = self.field.to_sympy((b * c - a * d) / below)
        inside = sp.factor(self.field.to_sympy(self.discriminant))
        return sp.factor(plain) + sp.factor(rooted) * sp.sqrt(inside)

    def number(self, point: Point) -> float:
        """The root at a point in doubles; infinite where it is not real."""
        inside = self.at(self.discriminant, point)
        if inside < 0:
            return float("inf")
        return float(self.at(self.centre, point)) + float(self.at(self.spread, point)) * (
            float(inside) ** 0.5
        )

    def at(self, element: Any, point: Point) -> Fraction:
        """An element of the field at a point."""
        values = [sp.QQ(point[s].numerator, point[s].denominator) for s in self.field.symbols]
        above = element.numer.evaluate(list(zip(element.numer.ring.gens, values, strict=True)))
        below = element.denom.evaluate(list(zip(element.denom.ring.gens, values, strict=True)))
        return fraction(sp.QQ.to_sympy(sp.QQ.convert(above) / sp.QQ.convert(below)))

    def nonnegative(
        self, numerator: Coefficients, denominator: Coefficients, point: Point
    ) -> list[sp.Expr]:
        """Rational functions that are non-negative at the point and say that the quotient is so."""
        above, below = self.parts(numerator), self.parts(denominator)
        signs = self._sign(above, point), self._sign(below, point)
        if signs[0] * signs[1] < 0:
            return [sp.Integer(-1)]
        kept = [*self._keeps(above, signs[0] or 1, point)]
        kept += self._keeps(below, signs[1] or 1, point)
        return [self.field.to_sympy(element) for element in kept]

    def _sign(self, parts: tuple[Any, Any], point: Point) -> int:
        a, b = (self.at(part, point) for part in parts)
        if a * b >= 0:
            return _sign(a or b)
        return _sign(a) * _sign(a * a - b * b * self.at(self.discriminant, point))

    def _keeps(self, parts: tuple[Any, Any], sign: int, point: Point) -> Iterator[Any]:
        """sign (a + b sqrt(D)) >= 0, by the case of the point."""
        a, b = (part * sign for part in parts)
        norm = a**2 - b**2 * self.discriminant
        first, second = self.at(a, point), self.at(b, point)
        if first >= 0 and second >= 0:
            yield from (a, b)
        elif first > 0:
            yield from (a, norm)
        else:
            yield from (b, -norm)


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)
