"""Regions of validity: conjunctions of polynomial inequalities, with the known signs removed.

A rational function f >= 0 becomes one condition: factor numerator and denominator, drop squares and
the factors that keep their sign on the box, and keep the product of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from rropt.closed.derived.box import Box, Point, at
from rropt.closed.formula import WITHOUT_EPSILON, Formula
from rropt.closed.symbols import delta, gamma, pi

NOWHERE = Box(())


@dataclass(frozen=True)
class Condition:
    """polynomial >= 0, or > 0 where strict; with logarithms it is an expression like any other."""

    polynomial: sp.Expr
    strict: bool = False

    def holds(self, point: Mapping[sp.Symbol, Fraction]) -> bool:
        """Whether it holds at a rational point."""
        sign = sign_at(self.polynomial, point)
        return sign > 0 or (sign == 0 and not self.strict)

    def __str__(self) -> str:
        return f"{self.polynomial} {'>' if self.strict else '>='} 0"


@dataclass(frozen=True)
class ValidityRegion:
    """Where all conditions hold, inside a box; `kept` are the factors that keep their sign."""

    conditions: tuple[Condition, ...]
    box: Box = NOWHERE
    kept: tuple[tuple[sp.Expr, int], ...] = ()

    def holds(self, point: Point) -> bool:
        """Whether a rational point of the box is inside."""
        return all(condition.holds(point) for condition in self.conditions)

    def on_boundary(self, point: Point) -> bool:
        """Whether some condition is tight at a point: no good place to derive a form."""
        return any(at(condition.polynomial, point) == 0 for condition in self.conditions)

    @property
    def relations(self) -> list[sp.Expr]:
        """The conditions as relations that read well."""
        return [readable(condition, self.box) for condition in self.conditions]

    def __str__(self) -> str:
        return " and ".join(map(str, self.relations)) or "everywhere in the box"

    @property
    def latex(self) -> str:
        """The conditions in LaTeX."""
        return r" \wedge ".join(map(sp.latex, self.relations)) or r"\text{everywhere in the box}"


def sign_at(expression: sp.Expr, point: Mapping[sp.Symbol, Fraction]) -> int:
    """The sign of an expression at a rational point, where there are logarithms by enclosures.

    >>> g = sp.Symbol("gamma")
    >>> sign_at(sp.log(g) - 1, {g: Fraction(3)}), sign_at(g - 3, {g: Fraction(3)})
    (1, 0)
    """
    if not expression.has(sp.log, sp.sqrt):
        value = at(expression, point)
        return (value > 0) - (value < 0)
    known = {str(symbol): value for symbol, value in point.items()}
    sign = Formula(str(expression)).sign(known, WITHOUT_EPSILON)
    if sign is None:
        raise NotValid(f"the sign of {expression} is not decided at {point}")
    return sign


class NotValid(ArithmeticError):
    """A condition fails at the point from which it was derived: a defect of the deriver."""


def region(
    nonnegative: Iterable[sp.Expr], box: Box, point: Point, strict: Iterable = ()
) -> ValidityRegion:
    """The region where rational functions are non-negative (and the `strict` ones positive).

    >>> x = sp.Symbol("x")
    >>> line = Box(((x, Fraction(0), None),))
    >>> print(region([x / (x + 1), x * (x**2 - 2)], line, {x: Fraction(3)}))
    x**2 - 2 >= 0
    """
    conditions: dict[Condition, None] = {}
    kept: dict[sp.Expr, int] = {}
    for is_strict, functions in ((False, nonnegative), (True, strict)):
        for function in functions:
            for condition in _reduced(function, box, point, is_strict, kept):
                conditions[condition] = None
    return ValidityRegion(tuple(conditions), box, tuple(kept.items()))


def _reduced(
    function: sp.Expr, box: Box, point: Point, strict: bool, kept: dict[sp.Expr, int]
) -> list[Condition]:
    numerator, denominator = sp.fraction(sp.factor(function))
    sign, found = 1, []
    for divisor, power in _factors(denominator, box):
        fixed = _keeps(divisor, box, kept)
        if not fixed:
            fixed = 1 if at(divisor, point) > 0 else -1
            found.append(Condition(sp.expand(fixed * divisor), True))
        sign *= fixed**power
    return found + _kept_sign(sign * numerator, box, strict, kept)


def reduced(function: sp.Expr, box: Box) -> list[Condition]:
    """`function >= 0` as at most one condition, where its denominator keeps its sign.

    >>> x = sp.Symbol("x")
    >>> reduced((x - 2) * (x - 3) ** 2 / x, Box(((x, Fraction(0), None),)))
    [Condition(polynomial=x - 2, strict=False)]
    """
    numerator, denominator = sp.fraction(sp.factor(function))
    sign = box.sign(denominator)
    if not sign:
        raise NotValid(f"the sign of {denominator} changes on the box")
    try:
        return _kept_sign(sign * numerator, box, False, {})
    except NotValid:
        return [Condition(sp.Integer(-1))]


def _kept_sign(
    numerator: sp.Expr, box: Box, strict: bool, kept: dict[sp.Expr, int]
) -> list[Condition]:
    """The condition without squares and without the factors that keep their sign."""
    if numerator == 0 and not strict:
        return []
    sign, rest = 1, sp.Integer(1)
    for factor, power in _factors(numerator, box):
        fixed = _keeps(factor, box, kept)
        sign *= fixed**power if fixed else 1
        if not fixed and (power % 2 or strict):
            rest *= factor if power % 2 else factor**2
    if rest == 1 and sign <= 0:
        raise NotValid(f"{numerator} is negative on the whole box")
    return [] if rest == 1 else [Condition(sp.factor(sign * rest), strict)]


def _factors(polynomial: sp.Expr, box: Box) -> list[tuple[sp.Expr, int]]:
    """The constant and the irreducible factors."""
    constant, factors = sp.factor_list(polynomial, *box.symbols)
    return [(constant, 1), *factors]


def _keeps(factor: sp.Expr, box: Box, kept: dict[sp.Expr, int]) -> int:
    sign = box.sign(factor)
    if sign and factor.free_symbols:
        kept[factor] = sign
    return sign


def readable(condition: Condition, box: Box) -> sp.Expr:
    """The condition solved for a parameter in which it is linear with a known slope, gamma last.

    >>> pi, gamma = sp.symbols("pi gamma")
    >>> box = Box(((gamma, Fraction(1), None), (pi, Fraction(0), Fraction(1))))
    >>> readable(Condition(1 - gamma * (1 - pi)), box)
    1 - pi <= 1/gamma
    """
    polynomial = condition.polynomial
    if not polynomial.is_polynomial():
        return sp.Ge(polynomial, 0)
    shares = [symbol for symbol in (pi, delta) if polynomial.has(symbol)]
    others = sorted(polynomial.free_symbols - {pi, delta, gamma}, key=str)
    for symbol in (*shares, *others, gamma):
        if not polynomial.has(symbol) or sp.degree(polynomial, symbol) != 1:
            continue
        slope, rest = sp.Poly(polynomial, symbol).all_coeffs()
        if sign := box.sign(slope):
            return _relation(symbol, sp.factor(-rest / slope), sign > 0, condition.strict)
    return sp.Gt(polynomial, 0) if condition.strict else sp.Ge(polynomial, 0)


def _relation(symbol: sp.Symbol, end: sp.Expr, more: bool, strict: bool) -> sp.Expr:
    """symbol >= end, or 1 - symbol <= 1 - end where that is shorter."""
    left, rest = symbol, sp.factor(1 - end)
    if symbol in (pi, delta) and end.free_symbols and rest.count_ops() < end.count_ops():
        left, end, more = 1 - symbol, rest, not more
    if more:
        return sp.Gt(left, end) if strict else sp.Ge(left, end)
    return sp.Lt(left, end) if strict else sp.Le(left, end)
