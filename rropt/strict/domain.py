"""The door for boundary functions: below <= h(p) <= above on [0, 1], decided exactly.

h is checked between the points where it was cut (by the sign of each slack between its roots) and
at those points as it was written. At 0 and 1, where B(h) does not look, h may be undefined (p log
p). Where this is undecided, h is refused if it fails at a point of a grid.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint
import sympy

from rropt.exact import InputError
from rropt.strict.evaluate import compile_expression, constant_interval
from rropt.strict.expression import P
from rropt.strict.intervals import PRECISION, Interval
from rropt.strict.pieces import Piece, smooth_pieces
from rropt.strict.points import (
    END,
    START,
    Point,
    Undecided,
    Undefined,
    is_zero,
    value_at,
    vanishes,
)
from rropt.strict.roots import roots_between

GRID = tuple(Fraction(i, 512) for i in range(1, 512))


def refuse_outside(
    h: sympy.Expr, below: sympy.Expr, above: sympy.Expr, name: str, rule: str
) -> None:
    """Refuse h where it leaves below <= h(p) <= above, naming a p where it does."""
    try:
        pieces = smooth_pieces(h)
    except Undefined as place:
        raise refusal(name, rule, place.p, "undefined") from None
    for point in (START, *written_points(h, pieces), END):
        _check_point(h, point, below, above, name, rule)
    for piece in pieces:
        for slack in (piece.expression - below, above - piece.expression):
            _check_slack(slack, piece, name, rule)


def refuse_if_seen_outside(
    h: sympy.Expr, below: sympy.Expr, above: sympy.Expr, name: str, rule: str
) -> None:
    """The same where the exact check is undecided: refused if proved to fail at a point of `GRID`.

    >>> refuse_if_seen_outside(3 * P, P, sympy.Integer(1), "h", "p <= h(p) <= 1")
    Traceback (most recent call last):
    ...
    rropt.exact.number.InputError: h must satisfy p <= h(p) <= 1 on [0, 1], got h(171/512) = 513/512
    """
    with flint.ctx.workprec(PRECISION):
        slacks = [compile_expression(slack) for slack in (h - below, above - h)]
        for p, slack in itertools.product(GRID, slacks):
            found = slack(Interval.of(p))
            if found.sign == -1:
                _refuse_at(p, found, h, name, rule)


def written_points(h: sympy.Expr, pieces: Sequence[Piece]) -> list[Point]:
    """The points between pieces, where h has a value of its own."""
    points = [piece.left for piece in pieces[1:]]
    switches = _conditions(h)
    for point in points:
        if point.exact is None and any(_may_vanish(f, point) for f in switches):
            raise Undecided(f"the value at p = {float(point.lo):.6g}")
    return [point for point in points if point.exact is not None]


def _conditions(h: sympy.Expr) -> list[sympy.Expr]:
    """The functions at whose roots alone a Piecewise can change its branch."""
    relations = [node for node in sympy.preorder_traversal(h) if node.is_Relational]
    return [relation.lhs - relation.rhs for relation in relations]


def _may_vanish(function: sympy.Expr, point: Point) -> bool:
    with flint.ctx.workprec(PRECISION):
        return compile_expression(function)(point.interval).sign not in (1, -1)


def _check_point(
    h: sympy.Expr, point: Point, below: sympy.Expr, above: sympy.Expr, name: str, rule: str
) -> None:
    value = value_at(h, point.exact)
    if value is sympy.nan:
        if point in (START, END):
            return
        raise refusal(name, rule, point.exact, "undefined")
    bounds = (value - below.subs(P, point.exact), above.subs(P, point.exact) - value)
    if any(map(_negative, bounds)):
        raise refusal(name, rule, point.exact, sympy.simplify(value))


def _negative(number: Any) -> bool:
    """Exactly whether a constant is below zero."""
    sign = constant_interval(number).sign
    if sign is None and not is_zero(number):
        raise Undecided(f"the sign of {number}")
    return sign == -1


def _check_slack(slack: sympy.Expr, piece: Piece, name: str, rule: str) -> None:
    """Refuse a slack that is negative somewhere inside the piece."""
    if vanishes(slack):
        return
    ends = [piece.left, *roots_between(slack, piece.left, piece.right), piece.right]
    for left, right in itertools.pairwise(ends):
        p = Piece(left, right, piece.expression).middle
        with flint.ctx.workprec(PRECISION):
            found = compile_expression(slack)(Interval.of(p))
        if found.sign != 1:
            _refuse_at(p, found, piece.expression, name, rule)


def _refuse_at(p: Fraction, slack: Interval, g: sympy.Expr, name: str, rule: str) -> None:
    if not slack.is_finite:
        raise refusal(name, rule, p, "undefined")
    if slack.sign != -1:
        raise Undecided(f"whether {rule} at p = {p}")
    raise refusal(name, rule, p, g.subs(P, sympy.Rational(p.numerator, p.denominator)))


def refusal(name: str, rule: str, p: Any, value: Any) -> InputError:
    """The error that names the rule and a p where it fails."""
    shown = value if getattr(value, "is_Rational", True) else f"{float(value):.6g}"
    return InputError(f"{name} must satisfy {rule} on [0, 1], got {name}({p}) = {shown}")
