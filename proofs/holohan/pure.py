"""Section V: the optimal mechanism for delta = 0."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import falling, holds, identity, sentence
from .model import INNER, PURE, d, for_any_delta, g, n, p00, p11, pi, reduced, s, t, var
from .optimum import pure

section = Section("holohan")
BEST = g / (g + 1)


def along(first: bool = True) -> sp.Expr:
    """Var on the segment where (11a) (or (11b)) is tight, delta = 0."""
    r, q = (1 - t) + g / (1 + g) * t, g / (1 + g) * t
    return var(r, q) if first else var(q, r)


PRINTED_1 = -(1 + g) * (1 + pi * (g - 1)) / ((g - 1) ** 2 * t**2 * n)
PRINTED_2 = -(1 + g) * (1 + (1 - pi) * (g - 1)) / ((g - 1) ** 2 * t**2 * n)
ON = (*PURE, t > 0, t <= 1, n >= 1, *INNER)


@section("thm-2")
@for_any_delta
def thm_2():
    return pure()


@section("thm-2/bound-p11")
def bound_p11():
    tight = sp.Eq(p11, g * (1 - p00))
    other = p00 <= g * (1 - p11)
    return [
        identity(p00, 1 - p11 / g, tight, *PURE),
        identity(g - (1 - p11 / g), g - 1 + p11 / g, *PURE),
        holds(g * p11 <= g - p00, other, tight, *PURE),
        holds(p11 * (g - 1 / g) <= g - 1, other, tight, *PURE),
        identity((g - 1) / ((g**2 - 1) / g), BEST, *PURE),
        holds(p11 <= BEST, other, tight, *PURE, degree=3, multiply=True),
    ]


@section("thm-2/eq-19")
def eq_19():
    """The line, and the range of t: every point of R' on it has 0 < t <= 1."""
    r, q = (1 - t) + g / (1 + g) * t, g / (1 + g) * t
    delta0 = [h.subs(d, 0) for h in reduced()]
    there = p11 * (1 + g) / g
    return [
        identity(r, 1 - q / g, *PURE),
        identity(q, g * (1 - r), *PURE),
        holds(sp.Equivalent(r + q > 1, t > 0), *PURE, t <= 1, multiply=True),
        *(holds(h.subs({p00: r, p11: q}, simultaneous=True), *PURE, t > 0, t <= 1) for h in delta0),
        holds(there <= 1, *delta0, sp.Eq(p00, 1 - p11 / g), *PURE, degree=3, multiply=True),
        holds(there > 0, *delta0, sp.Eq(p00, 1 - p11 / g), *PURE),
    ]


@section("thm-2/derivative-1")
def derivative_1():
    return [
        identity(sp.diff(along(), t), PRINTED_1, *PURE, t > 0, n >= 1),
        holds(PRINTED_1 < 0, *ON),
    ]


@section("thm-2/eq-20")
def eq_20():
    return [
        identity(sp.diff(along(), t), PRINTED_1, *PURE, t > 0, n >= 1),
        falling(along(), t, *ON),
    ]


@section("thm-2/symmetry")
def symmetry():
    return identity(var(p00, p11, 1 - pi), var(p11, p00), sp.Ne(s, 0), n >= 1)


@section("thm-2/derivative-2")
def derivative_2():
    """With the parenthesis that is missing in print closed where it must be."""
    return states(
        identity(sp.diff(along(False), t), PRINTED_2, *PURE, t > 0, n >= 1),
        holds(PRINTED_2 < 0, *ON),
        scope="the printed formula lacks a parenthesis",
    )


@section("thm-2/eq-21")
def eq_21():
    return [
        identity(sp.diff(along(False), t), PRINTED_2, *PURE, t > 0, n >= 1),
        falling(along(False), t, *ON),
    ]


@section("thm-2/conclusion")
@for_any_delta
def conclusion():
    return pure()


@section("rem-eps-zero")
def eps_zero():
    """Only p00 + p11 = 1 is private, and the error is beyond every bound near it."""
    private = (p11 <= 1 - p00, p00 <= 1 - p11, 1 - p00 <= p11, 1 - p11 <= p00)
    bottom = sp.fraction(sp.together(var(p00, p11)))[1]
    return [
        sentence("no_budget_no_estimate"),
        holds(sp.And(sp.Eq(p00, 1 - p11), sp.Eq(p11, 1 - p00)), *private),
        holds(sp.Eq(bottom, 0), sp.Eq(p00 + p11, 1), n >= 1),
    ]
