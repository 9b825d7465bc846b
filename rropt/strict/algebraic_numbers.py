"""Real algebraic numbers, compared exactly, and algebraic functions e(p).

A number is an irreducible polynomial and which of its roots; a function its irreducible equation
F(p, e) = 0 over the rationals.

Sums, products and roots are resultants; of the irreducible factors of a resultant the one that
vanishes at (p, e(p)) for a p where e is analytic is the equation on all of that stretch. So e is
identically zero iff F = y, a constant iff F has no p, and two spellings have the same F.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

import flint
import sympy
from flint import Ordering, arb, fmpz, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from rropt.exact import dyadic
from rropt.exact.precision import working_precision
from rropt.exact.real_roots import real_roots
from rropt.strict.evaluate import P, compile_expression, constant_interval
from rropt.strict.real_intervals import RealInterval, Undefined, UndefinedAt

FINER = (192, 768, 3072)
"""Precisions at which two numbers are told apart, about 50, 200 and 900 digits."""


_X = sympy.Symbol("x")


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

    def named(self, x: sympy.Symbol = _X) -> sympy.Expr:
        """The number as sympy writes it: square roots, else the root of a polynomial in x."""
        polynomial = sympy.Poly(list(map(int, reversed(self.coefficients))), x)
        return sympy.real_roots(polynomial)[self.index]

    def before(self, other: RealRoot) -> bool:
        """Whether this number is smaller."""
        if self == other:
            return False
        for bits in FINER:
            with working_precision(bits):
                one = self.interval()
                two = other.interval()
            # Irreducible and of other index, they differ: only digits are missing to say how.
            if one.hi < two.lo or two.hi < one.lo:
                return bool(one.hi < two.lo)
        raise Undecided("two roots that cannot be told apart")


ZERO_ROOT = RealRoot.of(Fraction(0))
ONE_ROOT = RealRoot.of(Fraction(1))


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
        # A constant polynomial has no roots, so that nothing can be chosen from them.
        raise Undecided("a number without an equation")
    candidates = roots_of(polynomial)
    for bits in FINER:
        with working_precision(bits):
            span = value()
            # A root that the enclosure misses is not the number; one is left once digits suffice.
            candidates = [root for root in candidates if _meets(root.interval(), span)]
        if len(candidates) == 1:
            return candidates[0]
    raise Undecided("a number that is not told from its conjugates")


def _meets(one: RealInterval, other: RealInterval) -> bool:
    return bool(one.lo <= other.hi and other.lo <= one.hi)


_RING = fmpz_mpoly_ctx.get(["p", "y", "z"], Ordering.lex)
_P, _Y, _Z = _RING.gens()
Terms = dict[tuple[int, ...], int | fmpz]

MOST_DEGREE = 500
"""Of a resultant, by its bound: 460 for p^(11/20) takes 8 ms, 930 with three radicals 8.6 s."""


MOST_TERMS_FACTORED = 250
"""In p and y: 232 terms of p^(11/20) take 2 ms, the few hundred of two radicals minutes."""


def sign_of(number: sympy.Expr) -> int | None:
    """The sign of a constant; None where it is not told from zero.

    >>> sign_of(sympy.sqrt(3 + 2 * sympy.sqrt(2)) - 1 - sympy.sqrt(2))
    0
    """
    for bits in FINER:
        if sign := constant_interval(number, bits).sign:
            return sign
    try:
        return 0 if is_level(DefiningEquations(Fraction(1, 2)).of(number), BOTTOM) else None
    except Undecided:
        return None


class DefiningEquations:
    """The equations of the parts of one expression on a stretch around a rational `probe`."""

    def __init__(self, probe: Fraction) -> None:
        self.probe = probe
        self.known: dict[Any, fmpz_mpoly] = {}

    def of(self, e: sympy.Expr) -> fmpz_mpoly:
        """The irreducible F with F(p, e(p)) = 0.

        >>> DefiningEquations(Fraction(1, 2)).of(sympy.sqrt(P) * sympy.sqrt(1 + P))
        p^2 + p - y^2
        """
        if e not in self.known:
            self.known[e] = self._of(e)
        return self.known[e]

    def _of(self, e: sympy.Expr) -> fmpz_mpoly:
        rational = _as_rational(e)
        if rational is not None:
            return rational
        if e.is_Add or e.is_Mul:
            return self._folded(e)
        if e.is_Pow and e.exp.is_Rational:
            return self._power(e)
        raise Undecided(f"{e} is not algebraic")

    def _folded(self, e: sympy.Expr) -> fmpz_mpoly:
        """A sum or product, its rational terms taken together."""
        radicals = [part for part in e.args if _as_rational(part) is None]
        rest = e.func(*(part for part in e.args if part not in radicals))
        parts = radicals if rest == e.identity else [*radicals, rest]
        # Degrees multiply with each resultant: rational terms together take one, not one each.
        resultant = _sum if e.is_Add else _product
        total = parts[0]
        equation = self.of(parts[0])
        for part in parts[1:]:
            total = e.func(total, part)
            equation = self._chosen(resultant(equation, self.of(part)), total)
        return equation

    def _power(self, e: sympy.Expr) -> fmpz_mpoly:
        base = self.of(e.base)
        (m, n) = e.exp.as_numer_denom()
        # y = z^(m/n) is y^n = z^m; for a negative m both sides are taken times z^-m.
        raised = _Y ** int(n) - _Z ** int(m) if m > 0 else _Y ** int(n) * _Z ** -int(m) - 1
        return self._chosen(_resultant(_in_z(base), raised), e)

    def _chosen(self, product: fmpz_mpoly, e: sympy.Expr) -> fmpz_mpoly:
        """The irreducible factor that vanishes at the probe, where e is analytic."""
        if len(product.to_dict()) > MOST_TERMS_FACTORED:
            raise Undecided("an equation that is too large")
        factors = [factor for factor, _ in product.factor()[1] if factor.degrees()[1]]
        function = compile_expression(e)
        for bits in FINER:
            with working_precision(bits):
                at = RealInterval.of(self.probe)
                try:
                    value = function(at).ball
                except Undefined:
                    raise UndefinedAt(self.probe) from None
                # Finer and finer: at the value only the factor whose root it is keeps vanishing.
                factors = [f for f in factors if _evaluated(f, at.ball, value).contains(0)]
            if len(factors) == 1:
                return factors[0]
        raise Undecided(f"the equation of {e}")


def _as_rational(e: sympy.Expr) -> fmpz_mpoly | None:
    """y D - N for a quotient N / D of polynomials with rational coefficients."""
    if not e.is_rational_function(P):
        return None
    if degree_bound(e) > MOST_DEGREE:
        raise Undecided("a degree that is too large")
    try:
        above, below = (
            sympy.Poly(part, P, domain="QQ") for part in sympy.fraction(sympy.cancel(e))
        )
    except (sympy.PolynomialError, sympy.CoercionFailed):
        return None
    # Without common factors, and with whole coefficients.
    numerator, denominator = map(_univariate, above.cancel(below, include=True))
    return _Y * denominator - numerator


def degree_bound(e: sympy.Expr) -> int:
    """A bound of the degrees in p of a quotient, before anything is expanded."""
    if e.is_Pow and e.exp.is_Integer:
        return abs(int(e.exp)) * degree_bound(e.base)
    return int(e == P) + sum(map(degree_bound, e.args))


def _univariate(polynomial: sympy.Poly) -> fmpz_mpoly:
    terms: Terms = {(powers[0], 0, 0): int(c) for powers, c in polynomial.terms()}
    return _RING.from_dict(terms)


def _resultant(one: fmpz_mpoly, other: fmpz_mpoly) -> fmpz_mpoly:
    """The resultant with respect to z, if it will not take long."""
    (p, y, z) = one.degrees()
    (q, u, w) = other.degrees()
    if max(p * w + q * z, y * w + u * z, z * w) > MOST_DEGREE:
        raise Undecided("a resultant that is too large")
    return one.resultant(other, "z")


def _in_z(equation: fmpz_mpoly) -> fmpz_mpoly:
    return equation.compose(_P, _Z, _Y, ctx=_RING)


def _sum(one: fmpz_mpoly, other: fmpz_mpoly) -> fmpz_mpoly:
    return _resultant(_in_z(one), other.compose(_P, _Y - _Z, _Z, ctx=_RING))


def _product(one: fmpz_mpoly, other: fmpz_mpoly) -> fmpz_mpoly:
    degree = other.degrees()[1]
    quotient: Terms = {(i, j, degree - j): int(c) for (i, j, _), c in other.to_dict().items()}
    return _resultant(_in_z(one), _RING.from_dict(quotient))


def _evaluated(equation: fmpz_mpoly, p: arb, y: arb) -> arb:
    terms = (arb(c) * p**i * y**j for (i, j, _), c in equation.to_dict().items())
    return sum(terms, arb(0))


def level_points(equation: fmpz_mpoly, level: Any) -> list[RealRoot]:
    """Every p where a function with this equation can cross a polynomial level(p).

    A level that the function keeps is never crossed.
    """
    met = equation.compose(_P, level, _Z, ctx=_RING)
    return [] if met.is_zero() else roots_of(_in_one(met, 0))


def is_level(equation: fmpz_mpoly, level: Any) -> bool:
    """Whether a function with this equation is the polynomial level(p)."""
    return bool(equation.compose(_P, level, _Z, ctx=_RING).is_zero())


DIAGONAL = _P
TOP = _P**0
BOTTOM = _P * 0
"""The levels p, 1 and 0."""


def stationary_points(equation: fmpz_mpoly) -> list[RealRoot] | None:
    """Every p at which u' p (1-p) = u (1-u), u of this equation: where its odds ratio can turn.

    None where that holds identically: the ratio is constant. With F(p, u) = 0, u' = -F_p / F_u.
    """
    f = _in_z(equation)
    # With u' = -F_p / F_u put in and multiplied by F_u: a polynomial in p and u.
    turning = f.derivative("p") * _P * (1 - _P) + f.derivative("z") * _Z * (1 - _Z)
    found = _in_one(_resultant(f, turning), 0)
    return None if found.degree() < 0 else roots_of(found)


def ratio_equation(equation: fmpz_mpoly) -> fmpz_mpoly:
    """The equation of f = ((1-p)/p) (u/(1-u)) from that of u = f p / ((1-p) + f p)."""
    degree = equation.degrees()[1]
    terms = [
        c * _P**i * (_Y * _P) ** j * (1 - _P + _Y * _P) ** (degree - j)
        for (i, j, _), c in equation.to_dict().items()
    ]
    factors = sum(terms, BOTTOM).factor()[1]
    return next(factor for factor, _ in factors if factor.degrees()[1])


def values_at(equation: fmpz_mpoly, point: RealRoot) -> fmpz_poly:
    """A polynomial in y that is zero at the value that the function takes, or tends to, at p."""
    lowered = equation.compose(_Z, _Y, _P, ctx=_RING)
    terms: Terms = {(0, 0, i): c for i, c in enumerate(point.coefficients) if c}
    return _in_one(_resultant(lowered, _RING.from_dict(terms)), 1)


def _in_one(polynomial: fmpz_mpoly, variable: int) -> fmpz_poly:
    coefficients = [0] * (polynomial.degrees()[variable] + 1)
    for powers, c in polynomial.to_dict().items():
        coefficients[powers[variable]] = int(c)
    return fmpz_poly(coefficients)
