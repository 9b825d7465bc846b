"""Theorem 3: the comparison (24) of the two candidates, and what follows for the text."""

from __future__ import annotations

from fractions import Fraction as F

import sympy as sp

from ..claims import Section, Statement, definition, states
from ..goals import crosscheck, holds, identity
from .model import (
    INNER,
    RELAXED,
    SYMMETRIC,
    d,
    for_any_delta,
    g,
    level,
    minimisers,
    n,
    p00,
    p11,
    pi,
    q,
    r,
    s,
    t0,
    var,
)
from .optimum import argument, pure
from .theorem3 import (
    NAMES,
    SIGN,
    above,
    at_half,
    below,
    is_full,
    kept,
    levels,
    parameters,
    symmetry,
)

section = Section("holohan")


@section("thm-3/candidate-values")
@for_any_delta
def candidate_values():
    return [
        identity(r(t0()), sp.Integer(1), *RELAXED),
        identity(q(t0()), d, *RELAXED),
        identity(r(1), SYMMETRIC, *RELAXED),
        identity(q(1), SYMMETRIC, *RELAXED),
    ]


TWENTY_FOUR = var(1, d) - var(SYMMETRIC, SYMMETRIC)


CLOSED = (1 - d) * SIGN / (d * (g + 2 * d - 1) ** 2 * n)


USUAL = (*RELAXED, *INNER, n >= 1)


@section("eq-24")
@for_any_delta
def eq_24():
    return identity(TWENTY_FOUR, var(r(t0()), q(t0())) - var(r(1), q(1)), *USUAL)


@section("eq-24/simplified")
@for_any_delta
def simplified():
    printed = (1 - d) * (pi * (g + 2 * d - 1) - d * (g + d)) / (d * (g + 2 * d - 1) ** 2 * n)
    return states(
        identity(TWENTY_FOUR, printed, *USUAL, label="(24) = the printed expression"),
        corrected="(1-delta)(pi (e^epsilon+2 delta-1)^2 - delta (e^epsilon+delta)) / "
        "(delta (e^epsilon+2 delta-1)^2 n)",
        right=[identity(TWENTY_FOUR, CLOSED, *USUAL)],
    )


@section("eq-24/denominator")
@for_any_delta
def denominator():
    return holds(d * (g + 2 * d - 1) ** 2 * n > 0, *RELAXED, n >= 1)


@section("eq-24/delta-one")
def delta_one():
    one = {d: sp.Integer(1)}
    points = [r(t0()).subs(one), q(t0()).subs(one), r(1).subs(one), q(1).subs(one)]
    return [
        identity(TWENTY_FOUR.subs(one), sp.Integer(0), g >= 1, n >= 1, *INNER),
        *(identity(p, sp.Integer(1), g >= 1) for p in points),
    ]


@section("eq-24/sign")
@for_any_delta
def sign():
    printed = pi * (g + 2 * d - 1) - d * (g + d)
    given = (*USUAL, d < 1)
    return states(
        holds(
            sp.Implies(TWENTY_FOUR > 0, printed > 0),
            *given,
            label="if (24) > 0 then pi (gamma+2 delta-1) - delta (gamma+delta) > 0",
        ),
        identity(printed.subs(pi, level()), sp.Integer(0), *given),
        corrected="for delta < 1 the sign of (24) is that of pi (e^epsilon+2 delta-1)^2 - "
        "delta (e^epsilon+delta), which vanishes at pi = g(epsilon, delta)",
        right=[
            identity(TWENTY_FOUR, CLOSED, *USUAL),
            holds(CLOSED > 0, *given, SIGN > 0),
            holds(CLOSED < 0, *given, SIGN < 0),
            identity(SIGN.subs(pi, level()), sp.Integer(0), *given),
        ],
    )


@section("thm-3/ordering")
@for_any_delta
def ordering():
    """At delta = 1 both tables are (1, 1) and the variances are equal."""
    other = [
        identity(TWENTY_FOUR, CLOSED, *USUAL),
        holds(CLOSED > 0, *USUAL, SIGN > 0, d < 1),
        holds(sp.Eq(CLOSED, 0), *USUAL, sp.Eq(SIGN, 0)),
    ]
    small = {n: sp.Integer(1)}
    strict = holds(
        TWENTY_FOUR.subs(small) < 0,
        *RELAXED,
        *INNER,
        SIGN < 0,
        label="the variance at t_0 is below the variance at 1",
    )
    return states(
        strict, assuming="delta < 1", under=[holds(CLOSED < 0, *USUAL, SIGN < 0, d < 1), *other]
    )


@section("rem-thm-3")
def rem_thm_3():
    return definition(
        "a comparison with other works", identity(SYMMETRIC.subs(d, 0), g / (g + 1), g >= 1)
    )


@section("cor-2/prose")
def cor_2_prose():
    return states(
        identity(
            var(p00, p11),
            var(p11, p00),
            sp.Ne(s, 0),
            n >= 1,
            *INNER,
            label="Var(p00, p11 | pi) = Var(p11, p00 | pi)",
        ),
        assuming="the exchange of p00 and p11 goes with the exchange of pi and 1 - pi",
        under=[symmetry()],
    )


@section("cor-2/symmetry")
def cor_2_symmetry():
    return symmetry()


def unique_goals() -> Statement:
    """At gamma = 2, delta = pi = 1/4 two tables are optimal; so are two at pi = 1/2, g > 1/2."""

    def one(case: tuple[F, F, F]) -> bool:
        return len(minimisers(*case)) == 1

    def generic(case: tuple[F, F, F]) -> bool:
        tie = level(case[1], case[0])
        return case[1] == 1 or (tie != min(case[2], 1 - case[2]) and kept(case))

    return states(
        crosscheck(parameters, one, "the optimum is unique", names=NAMES),
        assuming="delta <= 1; and delta = 1, or g(epsilon, delta) differs from min(pi, 1 - pi), "
        "and is below 1/2 if pi = 1/2",
        under=[
            argument([*below()[:3], *above()[:3], *at_half()[2:3]]),
            crosscheck(
                parameters,
                lambda case: one(case) == generic(case),
                "the optimum is unique in these cases and in no others",
                names=NAMES,
            ),
        ],
    )


def decided(gamma: F, delta: F, prior: F) -> set[tuple[F, F]]:
    """The minimisers, for the examples and conclusions."""
    return minimisers(gamma, delta, prior)


@section("conclusions")
def conclusions():
    """epsilon = ln 2, delta = 1/4: prevalence 1/8 and 3/8 have different optima."""
    same = crosscheck(
        lambda: [(F(2), F(1, 4), F(1, 8), F(3, 8))],
        lambda c: decided(c[0], c[1], c[2]) == decided(c[0], c[1], c[3]),
        "the optimum depends on epsilon and delta only",
        names=NAMES + " other_pi",
    )
    relaxed = argument([*below(), *above(), *at_half(), levels(pi), levels(1 - pi)])
    table = crosscheck(parameters, is_full, "the corrected set is the set of minimisers")
    return states(
        same,
        assuming="the prevalence pi is given too, and delta <= 1",
        under=[relaxed, table, pure()],
    )


@section("fig-1")
def fig_1():
    return definition("a contour plot of g(epsilon, delta)")
