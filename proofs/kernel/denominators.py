"""Comparisons without denominators, as `quotient_of` and `compared` in `theories/Sequents.v`
clear them: the same polynomials, which the derivations speak about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from .coq_statement import NotStated

POSITIVE, NONNEGATIVE, VANISHES = "Positive", "NonNegative", "Vanishes"
MOST_TERMS = 20_000  # of an expanded side; the kernel would take minutes for more


@dataclass(frozen=True)
class Quotient:
    """Numerator, denominator, and the polynomials that must not be zero."""

    top: Any
    bottom: Any
    nonzero: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Atom:
    """The sign of a polynomial, and what must not be zero for it to be defined."""

    polynomial: Any
    sign: str
    nonzero: tuple[Any, ...]
    gap: Any  # numerator times denominator of the larger side less the smaller one
    top: Any
    bottom: Any


class Clearing:
    """Rational expressions in these symbols as quotients of polynomials with integer coefficients.

    >>> x = sp.Symbol("x")
    >>> Clearing([x]).atom(1 / x > 2).polynomial
    -2*x**2 + x
    """

    def __init__(self, symbols: list[sp.Symbol]):
        self.ring = sp.ring([str(s) for s in symbols] or ["unit"], sp.QQ)[0]
        self.variables: Mapping[Any, Any] = dict(zip(symbols, self.ring.gens, strict=False))

    def quotient(self, e: Any) -> Quotient:
        one = self.ring.one
        if e in self.variables:
            return Quotient(self.variables[e], one)
        if e.is_Rational:
            return Quotient(self.ring(int(e.p)), self.ring(int(e.q)))
        if isinstance(e, sp.Pow) and e.exp.is_Integer:
            return _power(self.quotient(e.base), int(e.exp))
        if not isinstance(e, (sp.Add, sp.Mul)):
            raise NotStated(f"{e} is no rational expression")
        join = _plus if isinstance(e, sp.Add) else _product
        *rest, total = [self.quotient(part) for part in e.args]
        for part in reversed(rest):
            total = join(part, total)
        return total

    def difference(self, a: Any, b: Any) -> Quotient:
        """a - b as `gap` writes it."""
        minus = Quotient(self.ring(-1), self.ring.one)
        return _plus(self.quotient(a), _product(minus, self.quotient(b)))

    def atom(self, relation: Any) -> Atom:
        """A comparison."""
        if isinstance(relation, (sp.StrictGreaterThan, sp.GreaterThan)):
            relation = relation.reversed
        if isinstance(relation, (sp.StrictLessThan, sp.LessThan)):
            found = self.difference(relation.rhs, relation.lhs)
            sign = NONNEGATIVE if isinstance(relation, sp.LessThan) else POSITIVE
            polynomial = found.top * found.bottom
        else:
            found = self.difference(relation.lhs, relation.rhs)
            equal = isinstance(relation, sp.Eq)
            polynomial = found.top if equal else found.top**2
            sign = VANISHES if equal else POSITIVE
        gap = found.top * found.bottom
        return Atom(polynomial, sign, found.nonzero, gap, found.top, found.bottom)


def _power(base: Quotient, exponent: int) -> Quotient:
    size = abs(exponent)
    found = Quotient(base.top**size, base.bottom**size, base.nonzero)
    if exponent > 0:
        return found
    return Quotient(found.bottom, found.top, (found.top, *found.nonzero))


def _product(a: Quotient, b: Quotient) -> Quotient:
    return _small(Quotient(a.top * b.top, a.bottom * b.bottom, a.nonzero + b.nonzero))


def _plus(a: Quotient, b: Quotient) -> Quotient:
    nonzero = a.nonzero + b.nonzero
    if a.bottom == b.bottom:
        return Quotient(a.top + b.top, a.bottom, nonzero)
    top = a.top * b.bottom + b.top * a.bottom
    return _small(Quotient(top, a.bottom * b.bottom, nonzero))


def _small(q: Quotient) -> Quotient:
    if len(q.top) + len(q.bottom) > MOST_TERMS:
        raise NotStated("the cleared comparison is too long")
    return q
