"""B(h): exactly where h is piecewise rational or algebraic, enclosed where it is anything else.

Before, h is tried at the door: below <= h(p) <= above on [0, 1]. An algebraic h is decided: each
slack is tried between its roots, and at the points where h was cut as it was written. Any other h
is refused where it is proved to fail at a point of a grid. At 0 and 1, where B(h) does not look, h
may be undefined (p log p).

**Exactly.** On a stretch with h = u the ratio f = ((1-p)/p) (u/(1-u)) is constant or turns at
finitely many points, so the infimum of f is a value there, a limit at an end of a stretch, or a
value at a point between two. Each candidate is an algebraic number with a known equation.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from flint import fmpz_mpoly, fmpz_poly

from rropt.exact import InputError, dyadic, round_down, round_up, shown
from rropt.exact.convert import fraction
from rropt.exact.precision import working_precision
from rropt.strict.algebraic_numbers import (
    BOTTOM,
    DIAGONAL,
    FINER,
    ONE_ROOT,
    TOP,
    ZERO_ROOT,
    RealRoot,
    Undecided,
    in_order,
    is_level,
    level_points,
    ratio_equation,
    root_inside,
    stationary_points,
    values_at,
)
from rropt.strict.evaluate import Function, P, compile_expression
from rropt.strict.expression import boundary_expression
from rropt.strict.pieces import Stretch, rational_between, stretches, written_at_cut
from rropt.strict.ratio import Branch
from rropt.strict.real_intervals import (
    INFINITY,
    PRECISION,
    RealInterval,
    Undefined,
    UndefinedAt,
    odds_ratio,
)
from rropt.strict.result import StrictBound
from rropt.strict.subdivision import KEPT_BITS, MOST_TERMS, enclosed_bound


def bound_of(h: Any, name: str = "h") -> StrictBound:
    """B(h) for a boundary function given as text or as a sympy expression.

    >>> bound_of("Min(1, p + 1/5)").bound, bound_of("sqrt(p)").at
    (Fraction(9, 4), ('1-',))
    """
    expression = boundary_expression(h, name)
    rule = f"p <= {name}(p) <= 1"
    refuse_outside(expression, P, sympy.Integer(1), name, rule)
    try:
        return algebraic_bound(expression)
    except Undecided:
        return _enclosed(expression, name, rule)


def _enclosed(h: sympy.Expr, name: str, rule: str) -> StrictBound:
    try:
        found = enclosed_bound(h)
    except UndefinedAt as place:
        raise refusal(name, rule, place.p, "undefined") from None
    if found.hi != math.inf and found.hi < 1:
        raise InputError(f"{name} must satisfy {rule}, but B({name}) < 1 for {h}")
    return found


GRID = tuple(Fraction(i, 512) for i in range(1, 512))
"""Where a transcendental h is tried."""
_LEVELS = {sympy.Integer(0): BOTTOM, P: DIAGONAL, sympy.Integer(1): TOP}
Tried = tuple[RealRoot, sympy.Expr]


def refuse_outside(
    h: sympy.Expr, below: sympy.Expr, above: sympy.Expr, name: str, rule: str
) -> None:
    """Refuse h where it leaves below <= h(p) <= above, naming a p where it does.

    >>> refuse_outside(3 * P, P, sympy.Integer(1), "h", "p <= h(p) <= 1")
    Traceback (most recent call last):
    ...
    rropt.exact.number.InputError: h must satisfy p <= h(p) <= 1 on [0, 1], got h(1) = 3
    """
    try:
        for point, expression in _tried(h, below, above):
            _try(point, expression, below, above, name, rule)
    except UndefinedAt as place:
        raise refusal(name, rule, place.p, "undefined") from None


def _tried(h: sympy.Expr, below: sympy.Expr, above: sympy.Expr) -> Iterator[Tried]:
    """Points with the expression that h is there: enough of them to decide, or a grid."""
    yield from ((RealRoot.of(Fraction(end)), h) for end in (0, 1))
    try:
        yield from _deciding(h, below, above)
    except Undecided:
        yield from ((RealRoot.of(p), h) for p in GRID)


def _deciding(h: sympy.Expr, below: sympy.Expr, above: sympy.Expr) -> list[Tried]:
    found: list[Tried] = []
    for one in stretches(h):
        if one.left != ZERO_ROOT:
            found.append((one.left, written_at_cut(h, one)))
        found += [(RealRoot.of(p), one.expression) for p in _between_levels(one, below, above)]
    return found


def _between_levels(one: Stretch, below: sympy.Expr, above: sympy.Expr) -> list[Fraction]:
    """A point of every part of the stretch where h keeps off both of its limits."""
    equation = one.equation()
    met: list[RealRoot] = []
    for level in (below, above):
        met += level_points(equation, _LEVELS[level])
    ends = [one.left, *one.between(met), one.right]
    return [rational_between(left, right) for left, right in itertools.pairwise(ends)]


def _try(
    point: RealRoot, h: sympy.Expr, below: sympy.Expr, above: sympy.Expr, name: str, rule: str
) -> None:
    """Refuse h where a slack is proved negative at a point."""
    with working_precision(PRECISION):
        p = point.interval()
        try:
            value = compile_expression(h)(p) if not h.has(sympy.nan) else None
        except Undefined:
            value = None
        if value is not None:
            slacks = [value - _level(below, p), _level(above, p) - value]
    at = point.rational
    if value is None:
        if at in (0, 1):
            return
        raise refusal(name, rule, _shown(point), "undefined")
    if -1 in (slack.sign for slack in slacks):
        exact = None if at is None else h.subs(P, sympy.Rational(*at.as_integer_ratio()))
        got = exact if exact is not None and exact.is_number else float(value.lo.mid())
        raise refusal(name, rule, _shown(point), got)


def _level(level: sympy.Expr, p: RealInterval) -> RealInterval:
    return p if level == P else RealInterval.of(Fraction(int(level)))


def _shown(point: RealRoot) -> str:
    return str(point.rational) if point.rational is not None else f"{float(point.bounds()[0]):.12g}"


def refusal(name: str, rule: str, p: Any, value: Any) -> InputError:
    """The error that names the rule and a p where it fails."""
    if getattr(value, "is_Rational", False):
        value = shown(fraction(value))
    got = value if isinstance(value, str) else f"{float(value):.6g}"
    where = _shown(p) if isinstance(p, RealRoot) else p
    return InputError(f"{name} must satisfy {rule} on [0, 1], got {name}({where}) = {got}")


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
    equation = one.equation()
    function = compile_expression(one.expression)
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
    point = right.left
    chosen = written_at_cut(h, right)
    if chosen.has(sympy.nan):
        raise UndefinedAt(point)
    function = compile_expression(chosen)
    equation = right.equations().of(chosen)
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
    branch = Branch(expression, {})
    end = int(point == ONE_ROOT)

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
    lo = round_down(lo, KEPT_BITS)
    hi = round_up(hi, KEPT_BITS)
    return StrictBound(lo, hi, number.named(), attained, at)


def place_of(point: RealRoot) -> Any:
    """A rational, the name of a quadratic irrational, or an enclosure."""
    if point.rational is not None:
        return point.rational
    return point.named() if len(point.coefficients) == 3 else point.bounds()


def point_text(point: RealRoot) -> str:
    place = place_of(point)
    return f"{float(place[0]):.12g}" if isinstance(place, tuple) else str(place)
