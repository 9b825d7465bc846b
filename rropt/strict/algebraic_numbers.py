"""Real algebraic numbers: an irreducible polynomial and which of its roots, compared exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

import flint
import sympy
from flint import arb, fmpz_poly

from rropt.exact import dyadic
from rropt.exact.precision import working_precision
from rropt.strict.evaluate import real_roots
from rropt.strict.real_intervals import RealInterval

FINER = (192, 768, 3072)
"""Precisions at which two numbers are told apart, about 50, 200 and 900 digits."""


class Undecided(Exception):
    """The exact route cannot settle this; the enclosure answers."""


@dataclass(frozen=True)
class RealRoot:
    """A real algebraic number: an irreducible polynomial, and which of its real roots, from 0."""

    coefficients: tuple[int, ...]
    index: int

    @classmethod
    def of(cls, number: Fraction) -> RealRoot:
        return cls((-number.numerator, number.denominator), 0)

    @property
    def polynomial(self) -> fmpz_poly:
        return fmpz_poly(list(self.coefficients))

    @property
    def rational(self) -> Fraction | None:
        if len(self.coefficients) != 2:
            return None
        return Fraction(-self.coefficients[0], self.coefficients[1])

    def ball(self) -> arb:
        """An enclosure at the working precision."""
        return real_roots(self.coefficients, flint.ctx.prec)[self.index]

    def interval(self) -> RealInterval:
        exact = self.rational
        return RealInterval.around(self.ball()) if exact is None else RealInterval.of(exact)

    def bounds(self, bits: int = FINER[0]) -> tuple[Fraction, Fraction]:
        """Rationals around it; equal where it is one."""
        exact = self.rational
        if exact is not None:
            return exact, exact
        with working_precision(bits):
            span = self.interval()
        return dyadic(span.lo), dyadic(span.hi)

    def named(self) -> sympy.Expr:
        """The number as sympy writes it: square roots, else the root of a polynomial."""
        x = sympy.Symbol("x")
        polynomial = sympy.Poly(list(map(int, reversed(self.coefficients))), x)
        return sympy.real_roots(polynomial)[self.index]

    def before(self, other: RealRoot) -> bool:
        """Whether this number is smaller."""
        if self == other:
            return False
        for bits in FINER:
            with working_precision(bits):
                one, two = self.interval(), other.interval()
            if one.hi < two.lo or two.hi < one.lo:
                return bool(one.hi < two.lo)
        raise Undecided("two roots that cannot be told apart")


ZERO_ROOT, ONE_ROOT = RealRoot.of(Fraction(0)), RealRoot.of(Fraction(1))


def roots_of(polynomial: fmpz_poly) -> list[RealRoot]:
    """All real roots of a polynomial that is not zero."""
    found = []
    for factor, _ in polynomial.factor()[1]:
        coefficients = tuple(map(int, factor.coeffs()))
        count = len(real_roots(coefficients, FINER[0]))
        found += [RealRoot(coefficients, i) for i in range(count)]
    return found


def in_order(roots: Iterable[RealRoot]) -> list[RealRoot]:
    """From left to right, each once."""

    def compare(one: RealRoot, other: RealRoot) -> int:
        return -1 if one.before(other) else 1

    return sorted(set(roots), key=cmp_to_key(compare))


def root_inside(polynomial: fmpz_poly, value: Callable[[], RealInterval]) -> RealRoot:
    """The one root of a polynomial that is in an enclosure, taken as fine as it needs."""
    if polynomial.degree() < 1:
        raise Undecided("a number without an equation")
    candidates = roots_of(polynomial)
    for bits in FINER:
        with working_precision(bits):
            span = value()
            candidates = [root for root in candidates if _meets(root.interval(), span)]
        if len(candidates) == 1:
            return candidates[0]
    raise Undecided("a number that is not told from its conjugates")


def _meets(one: RealInterval, other: RealInterval) -> bool:
    return bool(one.lo <= other.hi and other.lo <= one.hi)
