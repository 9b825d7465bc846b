"""B(h) by calculus: pieces, critical points, limits at the ends, and the points between pieces.

On a smooth piece g the function f = ((1-p)/p) (g/(1-g)) has (log f)' = G / (g(1-g) p(1-p)) with
G = g' p (1-p) - g (1-g), so the infimum of f lies at a root of G, at an end of the piece
(approached) or at a point between two pieces (attained). Everything is exact; what cannot be
settled exactly raises `Undecided`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import sympy

from rropt.exact import dyadic
from rropt.strict.domain import refuse_outside, written_points
from rropt.strict.evaluate import compile_expression, constant_interval
from rropt.strict.expression import P
from rropt.strict.intervals import PRECISION, Interval
from rropt.strict.intervals import odds_ratio as interval_odds
from rropt.strict.pieces import Piece, smooth_pieces
from rropt.strict.points import (
    END,
    START,
    Point,
    Undecided,
    is_finite_number,
    is_zero,
    rationalized,
    value_at,
    vanishes,
)
from rropt.strict.result import Place
from rropt.strict.roots import roots_between


@dataclass(frozen=True)
class Candidate:
    """A value of f, or a limit of it: its name if it has one, its enclosure, where it occurs."""

    value: sympy.Expr | None
    lo: Fraction
    hi: Fraction | float
    place: Place
    attained: bool


@dataclass(frozen=True)
class Infimum:
    """The least candidate: its name or its enclosure, whether it is attained, and where."""

    value: sympy.Expr | None
    lo: Fraction
    hi: Fraction | float
    attained: bool | None
    at: tuple[Place, ...]


def exact_infimum(h: sympy.Expr, name: str = "h") -> Infimum | None:
    """B(h) by calculus; None when h is 1 almost everywhere and at every point, so B(h) = oo."""
    refuse_outside(h, P, sympy.Integer(1), name, f"p <= {name}(p) <= 1")
    pieces = smooth_pieces(h)
    written = written_points(h, pieces)
    candidates: list[Candidate] = []
    for piece in pieces:
        if piece.left in written:
            candidates += _at_point(h, piece.left)
        candidates += _in_piece(piece)
    return _least(candidates) if candidates else None


def odds_ratio(p: Any, value: Any) -> Any:
    """((1 - p) / p) (value / (1 - value))."""
    return (1 - p) / p * value / (1 - value)


def _at_point(h: sympy.Expr, point: Point) -> Iterator[Candidate]:
    """The value at a point that was written into h, where f is finite there."""
    yield from _inside(point, value_at(h, point.exact), _name_point(point), True)


def _in_piece(piece: Piece) -> Iterator[Candidate]:
    """Critical points inside a piece and the limits at its two ends."""
    g = piece.expression
    if vanishes(1 - g):
        return
    stationary = sympy.diff(g, P) * P * (1 - P) - g * (1 - g)
    if vanishes(stationary):
        middle = sympy.Rational(piece.middle.numerator, piece.middle.denominator)
        yield _candidate(odds_ratio(middle, g.subs(P, middle)), _name_span(piece), True)
        return
    for point in roots_between(stationary, piece.left, piece.right):
        yield from _in_limit(g, point, "", _name_point(point))
    for point, side in ((piece.left, "+"), (piece.right, "-")):
        place = f"{_text(point)}{side}"
        if point in (START, END):
            yield from _at_end(g, point, side, place)
        else:
            yield from _in_limit(g, point, side, place)


def _in_limit(g: sympy.Expr, point: Point, side: str, place: Place) -> Iterator[Candidate]:
    """f at a point inside (0, 1) (no side: it is attained), or its limit there from one side."""
    if point.exact is not None:
        yield from _inside(point, _value_or_limit(g, point, side), place, not side)
        return
    with flint.ctx.workprec(PRECISION):
        yield _enclosed(point, compile_expression(g)(point.interval), place, not side)


def _inside(point: Point, value: sympy.Expr, place: Place, attained: bool) -> Iterator[Candidate]:
    """((1-p)/p) (value/(1-value)) where that is finite."""
    if is_zero(1 - value):
        return
    if constant_interval(1 - value).sign == 1:
        yield _candidate(odds_ratio(point.exact, value), place, attained)
    else:
        yield _enclosed(point, constant_interval(value), place, attained)


def _enclosed(point: Point, value: Interval, place: Place, attained: bool) -> Candidate:
    """f known by enclosures only; the upper end is infinite where the value may be 1."""
    with flint.ctx.workprec(PRECISION):
        span = interval_odds(point.interval, value)
    top = dyadic(span.hi) if span.is_finite else math.inf
    return Candidate(None, dyadic(span.lo), top, place, attained)


def _at_end(g: sympy.Expr, point: Point, side: str, place: Place) -> Iterator[Candidate]:
    """The limit of f at 0, g'(0) when g(0) = 0, or at 1, where g is 1: 1 / g'(1)."""
    if point == START and _sign(_value_or_limit(g, point, side)) == 1:
        return
    quotient = g / P if point == START else (1 - g) / (1 - P)
    slope = _slope(g, quotient, point, side)
    if slope is sympy.oo or (point == END and _sign(slope) == 0):
        return
    yield _candidate(slope if point == START else 1 / slope, place, False)


def _sign(number: sympy.Expr) -> int:
    """The sign of a constant; `Undecided` where it cannot be proved."""
    sign = constant_interval(number).sign
    if sign is None and not is_zero(number):
        raise Undecided(f"the sign of {number}")
    return sign or 0


def _slope(g: sympy.Expr, quotient: sympy.Expr, point: Point, side: str) -> sympy.Expr:
    """The limit of a difference quotient of g: its derivative there, or sympy's limit."""
    slope = value_at(sympy.diff(g, P), point.exact)
    return slope if slope is not sympy.nan else _limit(quotient, point, side)


def _value_or_limit(g: sympy.Expr, point: Point, side: str) -> sympy.Expr:
    value = value_at(g, point.exact)
    return value if value is not sympy.nan else _limit(g, point, side or "+")


def _limit(function: sympy.Expr, point: Point, side: str) -> sympy.Expr:
    value = sympy.limit(function, P, point.exact, side)
    if value is not sympy.oo and not is_finite_number(value):
        raise Undecided(f"the limit of {function} at {point.exact}")
    return value


def _candidate(value: sympy.Expr, place: Place, attained: bool) -> Candidate:
    named = value if value.has(sympy.CRootOf) else rationalized(sympy.simplify(value))
    span = constant_interval(named)
    if named.is_Rational:
        exact = Fraction(int(named.p), int(named.q))
        return Candidate(named, exact, exact, place, attained)
    return Candidate(named, dyadic(span.lo), dyadic(span.hi), place, attained)


def _text(point: Point) -> str:
    named = point.exact is not None and not point.exact.has(sympy.CRootOf)
    return str(point.exact) if named else f"{float(point.lo):.12g}"


def _name_point(point: Point) -> Place:
    if point.exact is None or point.exact.has(sympy.CRootOf):
        return (point.lo, point.hi)
    return point.lo if point.exact.is_Rational else point.exact


def _name_span(piece: Piece) -> str:
    return f"{_text(piece.left)} < p < {_text(piece.right)}"


def _least(candidates: list[Candidate]) -> Infimum:
    """The smallest candidate; unproved ties leave `attained` open (f >= 1 is known)."""
    lowest = min(candidates, key=lambda one: (one.hi, one.lo))
    level = [one for one in candidates if one.lo <= lowest.hi]
    tied = [one for one in level if one is lowest or _equal(one, lowest)]
    attained = [one for one in tied if one.attained]
    floor = max(Fraction(1), min(one.lo for one in level))
    if len(tied) < len(level) and not (attained and floor == lowest.hi):
        return Infimum(None, floor, lowest.hi, None, ())
    chosen = attained or tied
    at = tuple(dict.fromkeys(one.place for one in chosen))
    return Infimum(_tidy(lowest.value), lowest.lo, lowest.hi, bool(attained), at)


def _tidy(value: sympy.Expr | None) -> sympy.Expr | None:
    """A quadratic irrational in its short form; anything else as it is."""
    if value is None or not value.is_algebraic or value.is_Rational or value.count_ops() > 40:
        return value
    x = sympy.Dummy("x")
    polynomial = sympy.Poly(sympy.minimal_polynomial(value, x), x)
    same = [root for root in polynomial.real_roots() if is_zero(root - value)]
    return same[0] if polynomial.degree() <= 2 and len(same) == 1 else value


def _equal(one: Candidate, other: Candidate) -> bool:
    if one.value is None or other.value is None:
        return False
    return is_zero(one.value - other.value)
