"""B(h): exactly where h is piecewise rational or algebraic, enclosed where it is anything else.

Before, h is tried at the door: below <= h(p) <= above on [0, 1]. An algebraic h is decided: each
slack is tried between its roots, and at the points where h was cut as it was written. Any other h
is refused where it is proved to fail at a point of a grid. At 0 and 1, where B(h) does not look, h
may be undefined (p log p).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy

from rropt.exact import InputError
from rropt.exact.precision import working_precision
from rropt.strict.algebraic import algebraic_bound
from rropt.strict.algebraic_numbers import (
    BOTTOM,
    DIAGONAL,
    TOP,
    ZERO_ROOT,
    RealRoot,
    Undecided,
    is_level,
    level_points,
)
from rropt.strict.evaluate import P, compile_expression
from rropt.strict.expression import boundary_expression
from rropt.strict.pieces import Stretch, rational_between, stretches, written_at_cut
from rropt.strict.real_intervals import PRECISION, RealInterval, Undefined, UndefinedAt
from rropt.strict.result import StrictBound
from rropt.strict.subdivision import enclosed_bound


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
MOST_SHOWN = 10**12
"""Denominators above it are shown as a decimal."""
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
    levels = [_LEVELS[level] for level in (below, above)]
    met = [p for f in levels if not is_level(equation, f) for p in level_points(equation, f)]
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
    shown = (
        value if getattr(value, "is_Rational", isinstance(value, str)) else f"{float(value):.6g}"
    )
    where = _shown(p) if isinstance(p, RealRoot) else p
    return InputError(f"{name} must satisfy {rule} on [0, 1], got {name}({where}) = {shown}")
