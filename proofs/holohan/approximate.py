"""Section VI up to Lemma 3: the two segments of R'' and the variance along one of them."""

from __future__ import annotations

from fractions import Fraction as F
from functools import cache

import sympy as sp

from ..claims import Section, states
from ..goals import argued, crosscheck, holds, identity, reals, sentence
from .model import (
    PRIOR,
    PRIVATE,
    RELAXED,
    SYMMETRIC,
    TIME,
    UNIT,
    d,
    exact_var,
    for_any_delta,
    g,
    n,
    p00,
    p11,
    pi,
    q,
    r,
    reduced,
    t,
    t0,
    tight,
    var,
)
from .optimum import cost, u

section = Section("holohan")
TIGHT_A = sp.Eq(p11, g * (1 - p00) + d)
TIGHT_B = sp.Eq(p00, g * (1 - p11) + d)
a, b = reals("a b")


@section("eq-22")
def eq_22():
    return identity(r(t), 1 - (q(t) - d) / g, g >= 1)


def on_segment(*hypotheses):
    """The point (r(t), s(t)) satisfies R' and (11a) with equality."""
    at = {p00: r(t), p11: q(t)}
    inside = [
        holds(
            h.subs(at, simultaneous=True),
            *hypotheses,
            degree=3,
            multiply=True,
            label=f"{h} at p00 = r_delta(t), p11 = s_delta(t)",
        )
        for h in reduced()
    ]
    return [identity(q(t), g * (1 - r(t)) + d, g >= 1), *inside]


@section("parametrisation")
def parametrisation():
    """At t = 0 the point (r, s) = (1 + delta / g, 0) is outside the unit square."""
    back = p11 * (g + 1) / (g + d)
    onto = [
        holds(back <= 1, *reduced(), TIGHT_A, g > 1, d >= 0, d <= 1, degree=3, multiply=True),
        holds(back >= t0(), *reduced(), TIGHT_A, g >= 1, d > 0, d <= 1, degree=3),
        identity(q(t).subs(t, back), p11, g >= 1, d >= 0),
    ]
    later = (g >= 1, d > 0, d <= 1, t >= t0(), t <= 1)
    pure = (g > 1, sp.Eq(d, 0))
    return states(
        *on_segment(*RELAXED, *TIME),
        corrected="the boundary where (11a) holds is (r_delta(t), s_delta(t)) for t in [t_0, 1] "
        "(epsilon > 0, delta > 0; for delta = 0 t in (0, 1]); t in [0, t_0) leaves the unit square",
        right=[
            *on_segment(*later),
            *onto,
            *on_segment(*pure, t > 0, t <= 1),
            holds(back > 0, *reduced(), TIGHT_A, *pure),
        ],
    )


@section("t-equals-1")
@for_any_delta
def t_equals_1():
    """An extreme point is not inside a segment of R': here a chord through it."""
    middle = SYMMETRIC
    ends = ((middle + a, middle + b), (middle - a, middle - b))
    extreme = holds(
        sp.And(sp.Eq(a, 0), sp.Eq(b, 0)),
        *(h for end in ends for h in tight(*end)),
        *PRIVATE,
        *(x <= 1 for end in ends for x in end),
        degree=2,
        multiply=True,
        label="no chord of R' with middle at t = 1 except the point itself",
    )
    only = holds(
        sp.And(sp.Eq(p00, middle), sp.Eq(p11, middle)),
        TIGHT_A,
        TIGHT_B,
        *UNIT,
        g >= 1,
        d >= 0,
        d <= 1,
        degree=3,
        multiply=True,
        label="both inequalities (11) are tight at t = 1 only",
    )
    values = [
        identity(r(1), middle, g >= 1),
        identity(q(1), middle, g >= 1),
        identity(middle, g * (1 - middle) + d, g >= 1, d >= 0),
    ]
    return states(
        *values,
        extreme,
        only,
        assuming="epsilon > 0, or delta = 1",
        under=[
            *values,
            holds(g**2 > 1, g > 1),
            *(goal.given(g > 1, g**2 > 1) for goal in (extreme, only)),
            *(goal.given(sp.Eq(d, 1)) for goal in (extreme, only)),
        ],
    )


@section("rem-endpoints-suffice")
@for_any_delta
def endpoints_suffice():
    return states(
        sentence("least_on_segments"),
        scope="delta > 0, as in Lemma 3",
    )


def on_the_line():
    """At every t >= 0 Var is the cost at (u, v) on the line where (11a) is tight."""
    total = r(t) + q(t) - 1
    place, other = (1 - r(t)) / total, (1 - q(t)) / total
    given = (*RELAXED, t >= 0)
    return [
        identity(var(r(t), q(t), size=1), cost(place, other), *given),
        identity(other, tight_at(place), *given),
    ]


def tight_at(x):
    """v where (11a) is tight and u = x."""
    return (1 - d - (g - 1 + d) * x) / d


@section("lem-3")
@for_any_delta
def lem_3():
    """u = (1 - r) / s is strictly increasing in t, and Var is strictly concave in u."""
    return states(
        sentence("least_error_at_the_ends"),
        crosscheck(_lemma_3, _least_at_ends, "an inner grid point is above an end point"),
    )


def _lemma_3() -> list[tuple]:
    return [
        (gamma, delta, prior, lo, hi)
        for gamma in (F(1), F(2), F(5))
        for delta in (F(1, 10), F(1, 2), F(1))
        for prior in (F(0), F(1, 4), F(1))
        for lo, hi in ((F(0), F(1)), (F(1, 3), F(1, 2)), (F(1, 2), F(1, 2)))
    ]


def _least_at_ends(case: tuple) -> bool:
    gamma, delta, prior, lo, hi = case

    def value(x: F) -> F:
        one = (gamma + delta) / (gamma + 1) * x
        return exact_var(1 - (one - delta) / gamma, one, prior)

    inner = [lo + (hi - lo) * F(k, 6) for k in range(1, 6)] if lo < hi else []
    return all(value(x) > min(value(lo), value(hi)) for x in inner)


@cache
def _numerator() -> sp.Expr:
    top, _ = sp.fraction(sp.cancel(sp.diff(sp.cancel(sp.together(var(r(t), q(t), size=1))), t)))
    return sp.expand(top)


@section("lem-3/linear-numerator")
@for_any_delta
def linear_numerator():
    """dVar/dt = (slope t + rest) / (positive)^3, and Var is not constant in t."""
    slope, rest = sp.diff(_numerator(), t), _numerator().subs(t, 0)
    return [
        identity(_numerator(), slope.subs(t, 0) * t + rest),
        holds(sp.Ne(sp.factor(slope.subs(t, 0)), 0), *RELAXED, *PRIOR),
    ]


ROOT = (
    d
    * (1 + g)
    * (2 * g + 2 * d - 1 - pi * (g + 2 * d - 1))
    / ((g + d) * (g + 2 * d - 1) * (1 + (g - 1) * pi))
)
SECOND = (
    -((g + d) ** 2)
    * (g + 2 * d - 1) ** 4
    * (1 + (g - 1) * pi) ** 4
    / (8 * g**2 * d**3 * (g + d - 1) ** 3 * (1 + g) ** 2 * n)
)


@section("lem-3/root")
@for_any_delta
def root():
    return identity(_numerator().subs(t, ROOT), sp.Integer(0), *RELAXED, *PRIOR)


@section("lem-3/second-derivative", computes=True)
@for_any_delta
def second_derivative():
    given = (*RELAXED, *PRIOR)
    value = cost(u, tight_at(u))
    total, place = r(t) + q(t) - 1, (1 - r(t)) / (r(t) + q(t) - 1)
    return argued(
        "chain rule at the critical point: Var'' = (d^2 Var / du^2) (du / dt)^2",
        *on_the_line(),
        identity(sp.diff(place, t), (g + d) * d / (g * (g + 1) * total**2), *given, t >= 0),
        identity(sp.diff(value, u).subs(u, place.subs(t, ROOT)), sp.Integer(0), *given),
        identity(
            total.subs(t, ROOT),
            2 * d * (g + d - 1) / ((g + 2 * d - 1) * (1 + (g - 1) * pi)),
            *given,
        ),
        identity(
            sp.diff(value, u, 2)
            * ((g + d) * d / (g * (g + 1))) ** 2
            / (2 * d * (g + d - 1) / ((g + 2 * d - 1) * (1 + (g - 1) * pi))) ** 4
            / n,
            SECOND,
            *given,
            n >= 1,
        ),
    )


@section("lem-3/maximum")
@for_any_delta
def maximum():
    return [
        holds(SECOND < 0, *RELAXED, *PRIOR, n >= 1),
        sentence("least_error_at_the_ends"),
    ]
