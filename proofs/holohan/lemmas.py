"""Section IV: Lemmas 1 and 2."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from ..claims import Section
from ..goals import holds, identity, reals

section = Section("holohan")


x, y = reals("x y")


SQUARE = (x >= 0, x <= 1, y >= 0, y <= 1)


F = Fraction


NAMES = "gamma delta pi"


def f(a: Any, b: Any) -> Any:
    """The function of Lemma 1."""
    return 2 * a * b - a - b + 1


CORNER = sp.Or(sp.And(sp.Eq(x, 0), sp.Eq(y, 1)), sp.And(sp.Eq(x, 1), sp.Eq(y, 0)))


@section("lem-1")
def lem_1():
    return holds(f(x, y) >= 0, *SQUARE)


@section("lem-1/argmin")
def lem_1_argmin():
    return [
        holds(sp.Implies(sp.Eq(f(x, y), 0), CORNER), *SQUARE, multiply=True),
        holds(sp.Implies(CORNER, sp.Eq(f(x, y), 0)), *SQUARE),
        holds(f(x, y) >= 0, *SQUARE),
    ]


@section("lem-1/eq-14")
def eq_14():
    """min over x of (2y - 1) x - y + 1, attained at x = 1 and at x = 0, for every real y."""
    side = (x >= 0, x <= 1)
    low, high = (*side, y <= sp.Rational(1, 2)), (*side, y > sp.Rational(1, 2))
    return [
        identity(f(x, y), (2 * x * y - x) - y + 1),
        identity((2 * x * y - x) - y + 1, (2 * y - 1) * x - y + 1),
        holds(f(x, y) >= y, *low),
        identity(f(1, y), y),
        holds(f(x, y) >= 1 - y, *high),
        identity(f(0, y), 1 - y),
    ]


@section("lem-1/iterated-min")
def iterated_min():
    """The inner minimum is y at x = 1 for y <= 1/2, and 1 - y at x = 0 above; the outer is zero."""
    half = sp.Rational(1, 2)
    return [
        holds(f(x, y) >= y, *SQUARE, y <= half),
        identity(f(1, y), y),
        holds(f(x, y) >= 1 - y, *SQUARE, y > half),
        identity(f(0, y), 1 - y),
        holds(f(x, y) >= 0, *SQUARE),
        holds(sp.Eq(f(x, y), 0), sp.Eq(x, 1), sp.Eq(y, 0)),
        identity(f(x, y), f(y, x)),
    ]


@section("lem-1/values")
def values():
    return [
        holds(f(x, y) >= 0, *SQUARE),
        holds(sp.Implies(CORNER, sp.Eq(f(x, y), 0)), *SQUARE),
        holds(sp.Implies(sp.Eq(f(x, y), 0), CORNER), *SQUARE, multiply=True),
    ]
