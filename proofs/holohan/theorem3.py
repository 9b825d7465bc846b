"""Theorem 3, Corollary 2: the exact set of minimisers over the whole parameter domain."""

from __future__ import annotations

from fractions import Fraction as F

import sympy as sp

from ..claims import Section, Statement, definition, states
from ..goals import Goal, cases, holds, identity
from .model import (
    INNER,
    RELAXED,
    SYMMETRIC,
    d,
    g,
    half,
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
from .optimum import END, MIDDLE, OTHER, argument, compared

section = Section("holohan")
NAMES = "gamma delta pi"
BELOW = (*RELAXED, pi > 0, pi < half)
ABOVE = (*RELAXED, pi > half, pi < 1)
SIGN = pi * (g + 2 * d - 1) ** 2 - d * (g + d)
MIRROR = (1 - pi) * (g + 2 * d - 1) ** 2 - d * (g + d)
NOT_HALF = "pi is not 1/2, or g(epsilon, delta) < 1/2, or delta = 1"
FULL = (
    "at pi = 1/2 the case g > pi has the two minimisers (1, delta) and (delta, 1), and the case "
    "g = pi has these two and ((e^epsilon+delta)/(e^epsilon+1), same); elsewhere as printed "
    "(for delta = 1 all of them are (1, 1))"
)


def parameters() -> list[tuple[F, F, F]]:
    """Ordinary values, every tie g = pi and g = 1 - pi, pi = 1/2, epsilon = 0, delta = 1."""
    found = []
    for gamma in (F(11, 10), F(3, 2), F(2), F(6), F(1)):
        for delta in (F(1, 10), F(1, 4), F(2, 3), F(1, 100), F(1)):
            tie = level(delta, gamma)
            priors = {F(1, 8), F(1, 4), F(1, 2), F(3, 4), tie, 1 - tie}
            found += [(gamma, delta, prior) for prior in sorted(priors) if 0 < prior < 1]
    return [*found, *_ties_at_half()]


def _ties_at_half() -> list[tuple[F, F, F]]:
    """g(epsilon, delta) = 1/2 = pi: at gamma = 1 + 2 delta^2 - 2 delta ... solved for rationals."""
    pairs = [
        (gamma, delta)
        for gamma in (F(25, 24), F(73, 72), F(9, 8), F(6, 5), F(10, 9))
        for delta in (F(1, 2), F(1, 4), F(1, 3), F(1, 6), F(1, 8))
    ]
    return [(x, y, F(1, 2)) for x, y in pairs]


def said(case: tuple[F, F, F]) -> set[tuple[F, F]]:
    """The set that Theorem 3 (prior <= 1/2) prints."""
    gamma, delta, prior = case
    tie, middle = level(delta, gamma), (gamma + delta) / (gamma + 1)
    end, centre = {(F(1), delta)}, {(middle, middle)}
    return end if tie > prior else centre if tie < prior else end | centre


def said_2(case: tuple[F, F, F]) -> set[tuple[F, F]]:
    """The set that Corollary 2 (prior >= 1/2) prints."""
    gamma, delta, prior = case
    return {(b, a) for a, b in said((gamma, delta, 1 - prior))}


def low() -> list[tuple[F, F, F]]:
    return [c for c in parameters() if c[2] <= F(1, 2)]


def high() -> list[tuple[F, F, F]]:
    return [c for c in parameters() if c[2] >= F(1, 2)]


def kept(case: tuple[F, F, F]) -> bool:
    return case[2] != F(1, 2) or level(case[1], case[0]) < F(1, 2) or case[1] == 1


def is_theorem_3(case: tuple[F, F, F]) -> bool:
    return said(case) == minimisers(*case)


def is_corollary_2(case: tuple[F, F, F]) -> bool:
    return said_2(case) == minimisers(*case)


def is_full(case: tuple[F, F, F]) -> bool:
    """The corrected theorem."""
    both = said(case) | said_2(case) if case[2] == F(1, 2) else None
    one = said(case) if case[2] < F(1, 2) else said_2(case)
    return minimisers(*case) == (both or one)


def below() -> list[Goal]:
    """0 < pi < 1/2: (1, delta) beats (delta, 1), and the sign of SIGN decides."""
    given = (*BELOW, d < 1)
    return [
        compared(END, OTHER, *given, degree=5),
        compared(END, MIDDLE, *given, SIGN < 0, degree=5),
        compared(MIDDLE, END, *given, SIGN > 0, degree=5),
        compared(END, MIDDLE, *given, sp.Eq(SIGN, 0), strict=False, degree=5),
    ]


def above() -> list[Goal]:
    given = (*ABOVE, d < 1)
    return [
        compared(OTHER, END, *given, degree=5),
        compared(OTHER, MIDDLE, *given, MIRROR < 0, degree=5),
        compared(MIDDLE, OTHER, *given, MIRROR > 0, degree=5),
        compared(OTHER, MIDDLE, *given, sp.Eq(MIRROR, 0), strict=False, degree=5),
    ]


def at_half() -> list[Goal]:
    """pi = 1/2: (1, delta) and (delta, 1) tie always."""
    given = (*RELAXED, d < 1, sp.Eq(pi, half))
    sign = SIGN.subs(pi, half)
    return [
        compared(END, OTHER, *given, strict=False),
        compared(END, MIDDLE, *given, sign < 0, degree=5),
        compared(MIDDLE, END, *given, sign > 0, degree=5),
        compared(END, MIDDLE, *given, sp.Eq(sign, 0), strict=False, degree=5),
    ]


def levels(prior) -> Goal:
    """SIGN has the sign of prior - g(epsilon, delta)."""
    return identity(
        prior - level(),
        (prior * (g + 2 * d - 1) ** 2 - d * (g + d)) / (g + 2 * d - 1) ** 2,
        *RELAXED,
    )


def symmetry() -> Goal:
    return identity(var(p00, p11), var(p11, p00, 1 - pi), sp.Ne(s, 0), n >= 1)


@section("thm-3", limit=120)
def thm_3() -> Statement:
    return states(
        cases(low, is_theorem_3, "the printed set is the set of minimisers", names=NAMES),
        assuming=NOT_HALF,
        under=[
            argument(INNER, [*below(), levels(pi)]),
            argument(INNER, at_half()[:3]),
            cases(lambda: [c for c in low() if kept(c)], is_theorem_3, "the printed set"),
        ],
        corrected=FULL,
        right=full(),
    )


def full() -> list[Goal]:
    return [
        argument(INNER, [*below(), *at_half(), levels(pi)]),
        cases(parameters, is_full, "the corrected set is the set of minimisers"),
    ]


@section("cor-2", limit=120)
def cor_2() -> Statement:
    return states(
        cases(high, is_corollary_2, "the printed set is the set of minimisers", names=NAMES),
        assuming=NOT_HALF.replace("g(epsilon, delta) < 1/2", "g(epsilon, delta) < 1/2"),
        under=[
            argument(INNER, [*above(), levels(1 - pi)]),
            argument(INNER, at_half()[:3]),
            cases(lambda: [c for c in high() if kept(c)], is_corollary_2, "the printed set"),
        ],
        corrected=FULL.replace("g > pi", "g > 1 - pi").replace("g = pi", "g = 1 - pi"),
        right=[
            argument(INNER, [*above(), *at_half(), levels(1 - pi)]),
            cases(parameters, is_full, "the corrected set is the set of minimisers"),
        ],
    )


@section("thm-3/candidates", limit=120)
def candidates() -> Statement:
    def two(case: tuple[F, F, F]) -> bool:
        middle = (case[0] + case[1]) / (case[0] + 1)
        return minimisers(*case) <= {(F(1), case[1]), (middle, middle)}

    return states(
        cases(low, two, "no other minimiser", names=NAMES),
        assuming=NOT_HALF,
        under=[
            argument(INNER, below()),
            argument(INNER, at_half()[:3]),
            cases(lambda: [c for c in low() if kept(c)], two, "no other minimiser"),
        ],
        corrected="for 0 < pi < 1/2 as printed; at pi = 1/2 the table (delta, 1) is a "
        "third candidate, with the same variance as (1, delta)",
        right=full(),
    )


@section("thm-3/candidate-values")
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
def eq_24():
    return identity(TWENTY_FOUR, var(r(t0()), q(t0())) - var(r(1), q(1)), *USUAL)


@section("eq-24/simplified")
def simplified():
    printed = (1 - d) * (pi * (g + 2 * d - 1) - d * (g + d)) / (d * (g + 2 * d - 1) ** 2 * n)
    return states(
        identity(TWENTY_FOUR, printed, *USUAL, label="(24) = the printed expression"),
        corrected="(1-delta)(pi (e^epsilon+2 delta-1)^2 - delta (e^epsilon+delta)) / "
        "(delta (e^epsilon+2 delta-1)^2 n)",
        right=[identity(TWENTY_FOUR, CLOSED, *USUAL)],
    )


@section("eq-24/denominator")
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
def sign():
    printed = pi * (g + 2 * d - 1) - d * (g + d)
    given = (*USUAL, d < 1)
    return states(
        holds(
            sp.Implies(TWENTY_FOUR > 0, printed > 0),
            *given,
            label="if (24) > 0 then pi (g+2d-1) - d (g+d) > 0",
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
        return tie not in (case[2], 1 - case[2]) and kept(case)

    return states(
        cases(parameters, one, "the optimum is unique", names=NAMES),
        assuming="g(epsilon, delta) differs from pi and 1 - pi, and is below 1/2 if pi = 1/2",
        under=[
            argument(INNER, [*below()[:3], *above()[:3], *at_half()[2:3]]),
            cases(lambda: [c for c in parameters() if generic(c)], one, "the optimum is unique"),
        ],
    )


def decided(gamma: F, delta: F, prior: F) -> set[tuple[F, F]]:
    """The minimisers, for the examples and conclusions."""
    return minimisers(gamma, delta, prior)


@section("conclusions")
def conclusions():
    """epsilon = ln 2, delta = 1/4: prevalence 1/8 and 3/8 have different optima."""
    same = cases(
        lambda: [(F(2), F(1, 4), F(1, 8), F(3, 8))],
        lambda c: decided(c[0], c[1], c[2]) == decided(c[0], c[1], c[3]),
        "the optimum depends on epsilon and delta only",
        names=NAMES + " other_pi",
    )
    return states(same, assuming="the prevalence pi is given too", under=full())


@section("fig-1")
def fig_1():
    return definition("a contour plot of g(epsilon, delta)")
