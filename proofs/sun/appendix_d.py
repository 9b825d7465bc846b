"""Appendix D: modified Christofides with L = 3 at a fixed privacy budget."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity
from .optimum_cards import card_variance, minimal
from .symbols import BUDGET, MIDDLE, SIZE, N, g, modified, p1, p2, p3

section = Section("sun")
SIMPLEX = (p1 >= 0, p2 >= 0, p1 + p2 <= 1)
THIRD = 1 - p1 - p2
MEAN = p1 + 2 * p2 + 3 * THIRD
VARIANCE = p1 + 4 * p2 + 9 * THIRD - MEAN**2
TOP = 4 * p1 + p2 - 4 * p1**2 - p2**2 - 4 * p1 * p2
BOTTOM = 4 * p1 + 2 * p2 - 2
F = TOP / (N * BOTTOM**2)
DEFINED = (sp.Ne(2 * p1 + p2, 1), *SIZE)
EXISTS = "p_1 != p_3, that is E(Y) != 2, where f is defined"
SLOPE = (TOP.diff(p2) * BOTTOM**2 - TOP * (BOTTOM**2).diff(p2)) / (N * BOTTOM**4)
LOWER, UPPER = (1 - p2) / (g + 1), g * (1 - p2) / (g + 1)
VALUE = ((g + 1) ** 2 / ((g - 1) ** 2 * (1 - p2)) - 1) / (4 * N)
GIVEN = (*BUDGET, *MIDDLE, *SIZE)


@section("app-D/EY-1")
def ey_1():
    """The printed p_1 + p_2 + 3 (1 - p_1 - p_2) against 1 p_1 + 2 p_2 + 3 p_3."""
    printed = identity(p1 + p2 + 3 * THIRD, MEAN, *SIMPLEX, label="E Y = p_1 + p_2 + 3 p_3")
    return states(
        printed,
        corrected="E Y = p_1 + 2 p_2 + 3 (1 - p_1 - p_2); the next line is right",
        right=[
            identity(p1 + 2 * p2 + 3 * THIRD, p1 + 2 * p2 + 3 * p3, sp.Eq(p3, THIRD)),
            identity(p1 + 2 * p2 + 3 * THIRD, 3 - 2 * p1 - p2),
        ],
    )


@section("app-D/EY-2")
def ey_2():
    return identity(3 - 2 * p1 - p2, MEAN, *SIMPLEX)


@section("app-D/VarY-1")
def vary_1():
    return identity(p1 + 4 * p2 + 9 * THIRD - (3 - 2 * p1 - p2) ** 2, VARIANCE, *SIMPLEX)


@section("app-D/VarY-2")
def vary_2():
    return identity(TOP, VARIANCE, *SIMPLEX)


@section("app-D/f")
def f_lines():
    """All three forms of Var(Y) / (N (3 + 1 - 2 E Y)^2)."""
    own = VARIANCE / (N * (3 + 1 - 2 * MEAN) ** 2)
    second = TOP / (N * (3 + 1 - 2 * (3 - 2 * p1 - p2)) ** 2)
    return states(
        identity(own, second, *SIMPLEX, *DEFINED),
        identity(own, F, *SIMPLEX, *DEFINED),
        scope=EXISTS,
    )


@section("app-D/df-1")
def df_1():
    first = (1 - 4 * p1 - 2 * p2) * BOTTOM**2 / (N * BOTTOM**4)
    second = 4 * TOP * BOTTOM / (N * BOTTOM**4)
    return states(
        identity(first - second, F.diff(p2), *SIMPLEX, *DEFINED),
        identity(first - second, SLOPE, *SIMPLEX, *DEFINED),
        scope=EXISTS,
    )


CENTRE = (p1 + (1 - p2) / 2) * (p1 - (1 - p2) / 2) / (N * (2 * p1 + p2 - 1) ** 4)


@section("app-D/df-2")
def df_2():
    return states(
        identity(SLOPE, CENTRE, *SIMPLEX, *DEFINED, label="the derivative in p_2 = the line"),
        corrected="with a minus sign: -(p_1 + (1-p_2)/2)(p_1 - (1-p_2)/2)/(N (2p_1 + p_2 - 1)^4)",
        right=[identity(SLOPE, -CENTRE, *SIMPLEX, *DEFINED)],
    )


def no_critical_point():
    """The derivative is zero nowhere that f is defined."""
    return [
        identity(SLOPE, -CENTRE, *SIMPLEX, *DEFINED),
        holds(sp.Ne(-CENTRE, 0), *SIMPLEX, *DEFINED, multiply=True),
    ]


@section("app-D/df-3")
def df_3():
    return states(*no_critical_point(), scope=EXISTS)


@section("app-D/noext")
def noext():
    return states(
        *no_critical_point(),
        scope="no interior extremum: an interior one would need a zero derivative in p_2; "
        + EXISTS,
    )


@section("app-D/range")
def allowed_range():
    stated = sp.And(p1 / g <= THIRD, g * p1 >= THIRD)
    bounds = sp.And(p1 >= LOWER, p1 <= g / (g + 1) * (1 - p2))
    return [
        holds(sp.Implies(stated, bounds), *SIMPLEX, *BUDGET, multiply=True),
        holds(sp.Implies(bounds, stated), *SIMPLEX, *BUDGET, multiply=True),
    ]


def at(value):
    return F.subs(p1, value)


@section("app-D/lower-a")
def lower_a():
    top = 4 * LOWER + p2 - 4 * LOWER**2 - p2**2 - 4 * LOWER * p2
    return identity(at(LOWER), top / (N * (4 * LOWER + 2 * p2 - 2) ** 2), *GIVEN)


@section("app-D/lower-b")
def lower_b():
    return identity(at(LOWER), VALUE, *GIVEN)


def upper(slope):
    """The printed difference of two fractions; `slope` is the coefficient in the denominators."""
    bottom = N * (slope * g / (g + 1) * (1 - p2) + 2 * p2 - 2) ** 2
    first = (4 * UPPER + p2 - 4 * UPPER**2) / bottom
    return first - (p2**2 + 4 * g / (g + 1) * (1 - p2) * p2) / bottom


@section("app-D/upper-a")
def upper_a():
    return states(
        identity(at(UPPER), upper(1), *GIVEN, label="f at the upper end = the line"),
        corrected="the denominators are N [4 e^eps/(e^eps+1) (1-p_2) + 2 p_2 - 2]^2: the "
        "factor 4 is missing in both",
        right=[identity(at(UPPER), upper(4), *GIVEN)],
    )


@section("app-D/upper-b")
def upper_b():
    return identity(at(UPPER), VALUE, *GIVEN)


@section("app-D/limit")
def limit():
    """f + 1/(4N) = (1-p_2) / (4N t^2) with t = 2 p_1 - (1 - p_2): f > K for 0 < t^2 < (1 - p_2) /
    (4 N K + 1), which is positive."""
    t, big = sp.symbols("t K")
    form = (1 - p2) / (4 * N * t**2) - 1 / (4 * N)
    return states(
        identity(at((t + 1 - p2) / 2), form, sp.Ne(t, 0), *SIZE),
        holds(
            form > big,
            sp.Ne(t, 0),
            big > 0,
            *MIDDLE,
            *SIZE,
            t**2 * (4 * N * big + 1) < 1 - p2,
            multiply=True,
        ),
        holds((1 - p2) / (4 * N * big + 1) > 0, big > 0, *MIDDLE, *SIZE),
        scope="for p_2 < 1, as p_1 tends to (1-p_2)/2 (there f is not defined)",
    )


def is_card_variance():
    """f is the variance of which the minimum over p_1 and p_3 = 1 - p_1 - p_2 is known."""
    return identity(F, card_variance(p1, THIRD) / N, *SIMPLEX, *DEFINED)


@section("app-D/min")
def minimum():
    return states(
        identity(at(LOWER), at(UPPER), *GIVEN),
        identity(at(LOWER), VALUE, *GIVEN),
        is_card_variance(),
        minimal(),
        needs="p_2 < 1 is fixed and the minimum is over the allowed p_1 != p_3: over p_2 as well "
        "it is elsewhere, at p_2 = 0",
    )


@section("app-D/end")
def end():
    return [identity(at(LOWER), modified(g, N, p2), *GIVEN), is_card_variance(), minimal()]
