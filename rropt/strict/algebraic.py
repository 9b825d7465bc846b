"""B(h) exactly, for h that is piecewise rational or algebraic.

On a stretch with h = u the ratio f = ((1-p)/p) (u/(1-u)) is constant or turns at finitely many
points, so the infimum of f is a value there, a limit at an end of a stretch, or a value at a point
between two. Each candidate is an algebraic number with a known equation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from flint import fmpz_mpoly, fmpz_poly

from rropt.exact import dyadic, round_down, round_up
from rropt.exact.precision import working_precision
from rropt.strict.algebraic_numbers import (
    FINER,
    ONE_ROOT,
    TOP,
    ZERO_ROOT,
    RealRoot,
    Undecided,
    in_order,
    is_level,
    ratio_equation,
    root_inside,
    stationary_points,
    values_at,
)
from rropt.strict.evaluate import Function, compile_expression
from rropt.strict.pieces import (
    Stretch,
    UndefinedAt,
    stretches,
    written_at_cut,
)
from rropt.strict.ratio import Branch
from rropt.strict.real_intervals import INFINITY, RealInterval, odds_ratio
from rropt.strict.result import StrictBound
from rropt.strict.subdivision import KEPT_BITS, MOST_TERMS


@dataclass(frozen=True)
class ExactValue:
    """A value of f or a limit of it: where, enclosed at any precision, and with its equation."""

    place: Any
    attained: bool
    enclosure: Callable[[], RealInterval]
    equation: Callable[[], fmpz_poly]

    def bounds(self, bits: int) -> tuple[Fraction, Fraction | float]:
        with working_precision(bits, MOST_TERMS):
            span = self.enclosure()
            return dyadic(span.lo), dyadic(span.hi) if span.hi.is_finite() else math.inf

    def number(self) -> RealRoot:
        return root_inside(self.equation(), self.enclosure)


def algebraic_bound(h: sympy.Expr) -> StrictBound:
    """B(h) with its name, where it is taken or approached; `Undecided` if h is not algebraic.

    >>> algebraic_bound(sympy.sqrt(sympy.Symbol("p", real=True))).at
    ('1-',)
    """
    pieces = stretches(h)
    values: list[ExactValue] = []
    for one in pieces:
        values += _values_at_cut(h, one) if one.left != ZERO_ROOT else []
        values += _values_on(one)
    return _least(values)


def _values_on(one: Stretch) -> Iterator[ExactValue]:
    """The candidates inside a stretch, and the limits at its ends."""
    equation, function = one.equation(), compile_expression(one.expression)
    if is_level(equation, TOP):
        return
    turning = stationary_points(equation)
    if turning is None:
        name = f"{point_text(one.left)} < p < {point_text(one.right)}"
        yield from _value(function, equation, RealRoot.of(one.middle), name, True)
        return
    for point in one.between(turning):
        yield from _value(function, equation, point, place_of(point), True)
    for point, side in ((one.left, "+"), (one.right, "-")):
        place = f"{point_text(point)}{side}"
        if point in (ZERO_ROOT, ONE_ROOT):
            yield from _limit(one.expression, equation, point, place)
        else:
            yield from _value(function, equation, point, place, False)


def _values_at_cut(h: sympy.Expr, right: Stretch) -> Iterator[ExactValue]:
    """The value at the point left of a stretch, of the branch that is written for that point."""
    point, chosen = right.left, written_at_cut(h, right)
    if chosen.has(sympy.nan):
        raise UndefinedAt(point)
    function, equation = compile_expression(chosen), right.equations().of(chosen)
    yield from _value(function, equation, point, place_of(point), True)


def _value(
    function: Function, equation: fmpz_mpoly, point: RealRoot, place: Any, attained: bool
) -> Iterator[ExactValue]:
    """((1-p)/p) (u/(1-u)) at a point, unless u is 1 there."""

    def value() -> RealInterval:
        return function(point.interval())

    if not _is_below_one(value) and root_inside(values_at(equation, point), value) == ONE_ROOT:
        return
    yield ExactValue(
        place,
        attained,
        lambda: odds_ratio(point.interval(), value()),
        lambda: values_at(ratio_equation(equation), point),
    )


def _is_below_one(value: Callable[[], RealInterval]) -> bool:
    with working_precision(FINER[0]):
        return bool(value().hi < 1)


def _limit(
    expression: sympy.Expr, equation: fmpz_mpoly, point: RealRoot, place: str
) -> Iterator[ExactValue]:
    """The limit of f at 0 or 1, unless it is infinite."""
    branch, end = Branch(expression, {}), int(point == ONE_ROOT)

    def limit() -> RealInterval:
        found = branch.limit(end)
        if found is None:
            raise Undecided(f"the limit at {end}")
        return found

    with working_precision(FINER[0], MOST_TERMS):
        if limit().lo == INFINITY:
            return
    yield ExactValue(place, False, limit, lambda: values_at(ratio_equation(equation), point))


def _least(values: list[ExactValue]) -> StrictBound:
    """The smallest value; equal ones are all named, and it is attained if one of them is."""
    if not values:
        return StrictBound(math.inf, math.inf, None, True, ("0 < p < 1",))
    for bits in FINER:
        ends = {one: one.bounds(bits) for one in values}
        top = min(hi for _, hi in ends.values())
        values = [one for one in values if ends[one][0] <= top]
        if len(values) == 1:
            break
    numbers = {one: one.number() for one in values}
    least = in_order(numbers.values())[0]
    tied = [one for one in values if numbers[one] == least]
    chosen = [one for one in tied if one.attained] or tied
    at = tuple(dict.fromkeys(one.place for one in chosen))
    return _named(least, chosen[0].attained, at)


def _named(number: RealRoot, attained: bool, at: tuple[Any, ...]) -> StrictBound:
    lo, hi = number.bounds()
    if lo == hi:
        return StrictBound(lo, lo, None, attained, at)
    lo, hi = round_down(lo, KEPT_BITS), round_up(hi, KEPT_BITS)
    return StrictBound(lo, hi, number.named(), attained, at)


def place_of(point: RealRoot) -> Any:
    """A rational, the name of a quadratic irrational, or an enclosure."""
    if point.rational is not None:
        return point.rational
    return point.named() if len(point.coefficients) == 3 else point.bounds()


def point_text(point: RealRoot) -> str:
    place = place_of(point)
    return f"{float(place[0]):.12g}" if isinstance(place, tuple) else str(place)
