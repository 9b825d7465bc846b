"""Boxes of parameters, and regions of validity in them: conjunctions of polynomial inequalities.

A rational function f >= 0 becomes one condition: factor numerator and denominator, drop squares and
the factors that keep their sign on the box, and keep the product of the others.

On the open box lo < x < hi put x = lo + t (no upper end) or x = (lo + hi t) / (1 + t), t > 0. A
polynomial whose numerator then has coefficients of one sign keeps that sign on the whole box: the
simplest of all proofs, and enough for most factors that occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp

from rropt.closed.formula import WITHOUT_EPSILON, Formula
from rropt.closed.symbolic_utilities import is_rational
from rropt.closed.symbols import delta, gamma, given_as, pi
from rropt.exact import InputError, exact, says_infinity, text
from rropt.exact.convert import fmpq, fraction, rational, whole_polynomial

Point = dict[sp.Symbol, Fraction]
Range = tuple[sp.Symbol, Fraction, Fraction | None]

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)
"""Bases of the spread points: one for each parameter, so at most eight may be open."""

MOST_TRIED = 20_000
"""Spread points of all ranges that are tried for those inside a box that is cut: the simplex of
four masses has a sixth of its cube. Where none is inside, to try all takes 3 s."""


@dataclass(frozen=True)
class Box:
    """Open intervals of parameters; an upper end None is infinity."""

    ranges: tuple[Range, ...]
    positive: tuple[sp.Expr, ...] = ()
    """Linear expressions that cut the box down to where they are positive."""

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        return tuple(symbol for symbol, _, _ in self.ranges)

    def sign(self, polynomial: sp.Expr) -> int:
        """The sign that the polynomial keeps on the box, if its coefficients show one; else 0.

        >>> x = sp.Symbol("x")
        >>> Box(((x, Fraction(1), None),)).sign(x**2 - x + 1)
        1
        """
        return _sign(self, sp.expand(polynomial))

    def points(self) -> Iterator[Point]:
        """Rational points inside, spread by a fixed rule, without round coordinates."""
        for i in range(1, MOST_TRIED):
            point = {
                symbol: _inside(lo, hi, _share(i, prime))
                for (symbol, lo, hi), prime in zip(self.ranges, PRIMES, strict=False)
            }
            if all(at(bound, point) > 0 for bound in self.positive):
                yield point

    def line(self, symbols: Iterable[sp.Symbol]) -> Range | None:
        """The one range that these symbols leave, where no other constraint binds.

        >>> x, y = sp.symbols("x y")
        >>> square = Box(((x, Fraction(0), Fraction(1)), (y, Fraction(0), Fraction(1))))
        >>> square.line([y])[0], square.line([x, y])
        (y, None)
        """
        used = set(symbols)
        kept = [entry for entry in self.ranges if entry[0] in used]
        if len(self.ranges) == 1:
            kept = list(self.ranges)
        return kept[0] if len(kept) == 1 and not self.positive else None

    def halves(self, turn: int) -> tuple[Box, Box]:
        """The box cut in two, across its parameters in turn; where x > lo has no end, at 2 lo + 1.

        >>> x = sp.Symbol("x")
        >>> [str(half) for half in Box(((x, Fraction(1), None),)).halves(0)]
        ['1 < x < 3', 'x > 3']
        """
        place = turn % len(self.ranges)
        symbol, lo, hi = self.ranges[place]
        middle = 2 * lo + 1 if hi is None else (lo + hi) / 2
        ends = ((symbol, lo, middle), (symbol, middle, hi))
        before = self.ranges[:place]
        after = self.ranges[place + 1 :]
        low, high = (Box((*before, part, *after), self.positive) for part in ends)
        return low, high

    def constraints(self) -> list[sp.Expr]:
        """Linear expressions that are positive exactly on the box."""
        found = list(self.positive)
        for symbol, lo, hi in self.ranges:
            found.append(symbol - rational(lo))
            if hi is not None:
                found.append(rational(hi) - symbol)
        return found

    def __str__(self) -> str:
        ranges = [
            f"{symbol} > {text(lo)}" if hi is None else f"{text(lo)} < {symbol} < {text(hi)}"
            for symbol, lo, hi in self.ranges
        ]
        return ", ".join([*ranges, *(f"{bound} > 0" for bound in self.positive)])


def interval(symbol: sp.Symbol, ends: Any, least: Fraction | None, most: Fraction | None) -> Range:
    """A range (lo, hi) from the door; hi may be infinite where the parameter is unbounded."""
    name = given_as(symbol)
    try:
        lo_given, hi_given = ends
    except (TypeError, ValueError):
        raise InputError(
            f"{name} must be a number or a range such as (0, 1/2), on the command line 0..1/2, "
            f"got {_as_given(ends)}"
        ) from None
    lo = exact(lo_given, f"the lower end of {name}")
    infinite = hi_given is None or says_infinity(hi_given)
    hi = None if infinite else exact(hi_given, f"the upper end of {name}")
    if (least is not None and lo < least) or (most is not None and (hi is None or hi > most)):
        limit = f"[{least}, {'oo' if most is None else most}]"
        raise InputError(f"{name} must have a range inside {limit}, got ({lo}, {hi_given})")
    if hi is not None and hi <= lo:
        raise InputError(f"{name} must have a range (lo, hi) with lo < hi, got ({lo}, {hi})")
    return symbol, lo, hi


def _as_given(ends: Any) -> str:
    """One entry as it was written: a command line makes a list of it."""
    one = ends[0] if isinstance(ends, (list, tuple)) and len(ends) == 1 else ends
    return repr(one)


def at(expression: sp.Expr, point: Mapping[sp.Symbol, Fraction]) -> Fraction:
    """A rational expression at a rational point."""
    return fraction(expression.xreplace({x: rational(value) for x, value in point.items()}))


def oriented(expression: sp.Expr, point: Mapping[sp.Symbol, Fraction]) -> sp.Expr:
    """The same product with every sum written so that it is positive at the point.

    >>> x = sp.Symbol("x")
    >>> oriented(-(x - 1) / (x + 1), {x: Fraction(1, 2)})
    (1 - x)/(x + 1)
    """
    parts = []
    for factor in sp.Mul.make_args(expression):
        base, power = factor.as_base_exp()
        turn = base.is_Add and power.is_Integer and _is_negative(base, point)
        parts += [sp.Integer(-1) ** power, (-base) ** power] if turn else [factor]
    return sp.Mul(*parts)


def _is_negative(base: sp.Expr, point: Mapping[sp.Symbol, Fraction]) -> bool:
    value = base.xreplace({x: rational(v) for x, v in point.items()})
    return bool(value.is_Rational and value < 0)


@lru_cache(maxsize=4096)
def _sign(box: Box, polynomial: sp.Expr) -> int:
    if polynomial.is_Rational:
        return int(sp.sign(polynomial))
    for bound in box.positive:
        # A multiple of a bound that cuts the box has its sign on the rest.
        ratio = sp.cancel(polynomial / bound)
        if ratio.is_Rational:
            return int(sp.sign(ratio))
    shifted = polynomial
    for symbol, lo, hi in box.ranges:
        degree = sp.degree(shifted, symbol) if shifted.has(symbol) else 0
        if hi is None:
            shifted = shifted.subs(symbol, rational(lo) + symbol)
        else:
            terms = sp.Poly(shifted, symbol).all_coeffs()[::-1]
            above = rational(lo) + rational(hi) * symbol
            below = 1 + symbol
            shifted = sum(c * above**i * below ** (degree - i) for i, c in enumerate(terms))
        shifted = sp.expand(shifted)
    signs = {int(sp.sign(c)) for c in sp.Poly(shifted, *box.symbols).coeffs()}
    return signs.pop() if len(signs) == 1 else 0


def _share(i: int, prime: int) -> Fraction:
    """The van der Corput sequence, moved off its round values."""
    share = Fraction(0)
    unit = Fraction(1)
    while i:
        unit /= prime
        i, digit = divmod(i, prime)
        share += digit * unit
    return (share * 996 + Fraction(1, 2)) / 997


def _inside(lo: Fraction, hi: Fraction | None, share: Fraction) -> Fraction:
    return lo + share / (1 - share) if hi is None else lo + (hi - lo) * share


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
    """The sign of an expression at a rational point, by enclosures where it is not rational.

    >>> g = sp.Symbol("gamma")
    >>> [sign_at(x, {g: Fraction(3)}) for x in (sp.log(g) - 1, g - 3, sp.sqrt(2) - g)]
    [1, 0, -1]
    """
    if is_rational(expression):
        if len(point) == 1 and expression.is_polynomial(*point):
            ((symbol, x),) = point.items()
            found = whole_polynomial(expression, symbol)(fmpq(x))
            return (found > 0) - (found < 0)
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
    sign = 1
    found = []
    for divisor, power in _factors(denominator, box):
        fixed = _keeps(divisor, box, kept)
        if not fixed:
            # A pole bounds the region: it is the side of the point.
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
        # Negative on the whole box: a condition that no point meets.
        return [Condition(sp.Integer(-1))]


def is_nowhere_negative(function: sp.Expr, box: Box) -> bool:
    """Whether a rational function is seen to be so: all of its factors keep their signs.

    >>> x = sp.Symbol("x")
    >>> line = Box(((x, Fraction(0), None),))
    >>> is_nowhere_negative((x + 1) / x, line), is_nowhere_negative(x - 1, line)
    (True, False)
    """
    try:
        return not reduced(function, box)
    except NotValid:
        return False


def _kept_sign(
    numerator: sp.Expr, box: Box, strict: bool, kept: dict[sp.Expr, int]
) -> list[Condition]:
    """The condition without squares and without the factors that keep their sign."""
    if numerator == 0 and not strict:
        return []
    sign = 1
    rest = sp.Integer(1)
    for factor, power in _factors(numerator, box):
        fixed = _keeps(factor, box, kept)
        sign *= fixed**power if fixed else 1
        # Even powers are never negative; a strict condition keeps them, for they may be zero.
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
    left = symbol
    rest = sp.factor(1 - end)
    if symbol in (pi, delta) and end.free_symbols and rest.count_ops() < end.count_ops():
        left = 1 - symbol
        end = rest
        more = not more
    if more:
        return sp.Gt(left, end) if strict else sp.Ge(left, end)
    return sp.Lt(left, end) if strict else sp.Le(left, end)
