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
from rropt.privacy.domain import refuse_outside, written_points
from rropt.privacy.evaluate import compile_expression, constant_interval
from rropt.privacy.expression import P
from rropt.privacy.intervals import PRECISION
from rropt.privacy.intervals import odds_ratio as interval_odds
from rropt.privacy.pieces import Piece, smooth_pieces
from rropt.privacy.points import END, START, Point, is_zero, value_at, vanishes
from rropt.privacy.result import Place
from rropt.privacy.roots import roots_between


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
    value = value_at(h, point.exact)
    if not is_zero(1 - value):
        yield _candidate(odds_ratio(point.exact, value), _name_point(point), True)


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
        yield _critical(g, point)
    for point, side in ((piece.left, "+"), (piece.right, "-")):
        place = f"{_text(point)}{side}"
        if point.exact is None:
            yield _nameless(g, point, place, False)
        elif (value := _limit(g, point, side)) is not sympy.oo:
            yield _candidate(value, place, False)


def _critical(g: sympy.Expr, point: Point) -> Candidate:
    if point.exact is None:
        return _nameless(g, point, (point.lo, point.hi), True)
    value = odds_ratio(point.exact, g.subs(P, point.exact))
    return _candidate(value, _name_point(point), True)


def _nameless(g: sympy.Expr, point: Point, place: Place, attained: bool) -> Candidate:
    """f at a point known by its enclosure only; the upper end is infinite where g may be 1."""
    with flint.ctx.workprec(PRECISION):
        span = interval_odds(point.interval, compile_expression(g)(point.interval))
    top = dyadic(span.hi) if span.is_finite else math.inf
    return Candidate(None, dyadic(span.lo), top, place, attained)


def _limit(g: sympy.Expr, point: Point, side: str) -> sympy.Expr:
    """lim f at an end of a piece with a name, from inside it."""
    value = _value_or_limit(g, point, side)
    if point == START:
        return sympy.oo if not is_zero(value) else _slope(g, g / P, point, side)
    if point == END:
        slope = _slope(g, (1 - g) / (1 - P), point, side)
        return sympy.oo if is_zero(slope) else 1 / slope
    return sympy.oo if is_zero(1 - value) else odds_ratio(point.exact, value)


def _slope(g: sympy.Expr, quotient: sympy.Expr, point: Point, side: str) -> sympy.Expr:
    """The limit of a difference quotient of g: its derivative there, or sympy's limit."""
    slope = value_at(sympy.diff(g, P), point.exact)
    if slope is not sympy.nan:
        return slope
    return sympy.limit(quotient, P, point.exact, side)


def _value_or_limit(g: sympy.Expr, point: Point, side: str) -> sympy.Expr:
    value = value_at(g, point.exact)
    if value is not sympy.nan:
        return value
    return sympy.limit(g, P, point.exact, side)


def _candidate(value: sympy.Expr, place: Place, attained: bool) -> Candidate:
    named = (
        value
        if value.has(sympy.CRootOf)
        else sympy.sqrtdenest(sympy.radsimp(sympy.simplify(value)))
    )
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
