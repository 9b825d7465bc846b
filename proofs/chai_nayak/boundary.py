"""Section 3, second half: precise breach regions, Bayes factors, conclusions."""

from __future__ import annotations

import math

import sympy as sp

from ..claims import Section, definition, states
from ..goals import crosscheck, holds, identity, reals, sentence
from .criterion import dlp_goals
from .schemas import (
    OPEN,
    attained,
    bayes_factor,
    csip,
    demand,
    g,
    h,
    h_gamma,
    lower,
    never_above,
    p,
    q,
    revealed,
    x,
)
from .tables import factors, identity_table, parity, table, tables

section = Section("chai-nayak")
g2, lam, lo, mid, hi = reals("g2 lam lo mid hi")
INSIDE = (
    "1 < eta(P) < oo and k >= 3 (at eta = 1 the boundary is p itself, at eta = oo it is 0 "
    "and 1, at k = 2 only finitely many posteriors are attained at each prior)"
)


def _wide(sizes=((2, 3, 4), (3, 3, 4), (2, 4, 4))):
    return [s for m, k, n in sizes for s in tables(m, k, n) if parity(s) < math.inf]


def _full(rows):
    gamma = parity(rows)
    return factors(rows) == ((1 / gamma, gamma),)


def _proper(rows):
    return 1 < parity(rows) < math.inf and _full(rows)


def regions_of_parity():
    """k >= 3 and finite parity: exactly the pairs between h_gamma and its mirror image."""
    return [
        sentence("region_of_parity"),
        sentence("endpoints_stay"),
        crosscheck(_wide, _full, "the factors fill [1/eta, eta]"),
    ]


@section("eq-3.5")
def eq_3_5():
    return definition(
        "h_(gamma)", holds(sp.And(h_gamma(p, g) > p, h_gamma(p, g) < 1), *OPEN, g > 1)
    )


@section("sec3/hgamma-guarantee")
def hgamma_guarantee():
    return [
        sentence("between_the_boundaries"),
        sentence("canonical_is_a_bound"),
        *never_above(),
        *demand(),
    ]


@section("sec3/hgamma-boundary")
def hgamma_boundary():
    """Largest and smallest attainable posterior at p; both are attained."""
    return states(
        sentence("between_the_boundaries"),
        sentence("privacy_region"),
        *never_above(),
        *attained(),
        identity(1 - h_gamma(1 - p, g), lower(p, g), *OPEN, g > 1),
        crosscheck(
            lambda: [s for s in tables(2, 2, 5) + tables(2, 3, 4) if 1 < parity(s) < math.inf],
            lambda s: factors(s)[-1][1] == parity(s) == 1 / factors(s)[0][0],
            "largest and smallest factor",
        ),
        scope="boundary = largest (smallest) attainable posterior at p",
    )


@section("sec3/pbr-parity")
def pbr_parity():
    """Two pairs of one parity with different regions, at k = 2 and at infinite parity."""

    def same(case):
        return parity(case[0]) != parity(case[1]) or factors(case[0]) == factors(case[1])

    two = (table("2/3 1/3; 1/3 2/3"), table("1/2 1/4; 1/2 3/4"))
    open_ended = (identity_table(3), table("1/2 1/4 0; 1/2 3/4 1"))
    return states(
        crosscheck(lambda: [two], same, "the same PBR (k = 2)", names="A P"),
        crosscheck(lambda: [open_ended], same, "the same PBR (eta = oo)", names="A P"),
        assuming="k >= 3 and eta(P) < oo",
        under=[sentence("regions_are_by_parity"), *regions_of_parity()],
    )


def precise_statement(**more):
    """Only if (k = 3, then k = 2 and infinite parity), and if."""
    constant = table("1/2 1/2 1/2; 1/2 1/2 1/2")

    def only_if(of):
        label = "the boundaries of W_P are h_gamma and its mirror image for some gamma > 1"
        return crosscheck(lambda: of, lambda c: _proper(c[0]), label, names="P")

    return states(
        only_if([(constant,)]),
        only_if([(identity_table(3),)]),
        only_if([(table("2/3 1/3; 1/3 2/3"),)]),
        *more.pop("also", ()),
        assuming=INSIDE,
        under=[
            *regions_of_parity(),
            sentence("many_have_the_parity"),
            *more.pop("proved", ()),
        ],
        corrected="for k >= 3, W is the PBR of a procedure of finite parity iff its boundaries "
        "are h_gamma and its mirror image for some gamma >= 1, where h_1(p) = p",
        right=[*regions_of_parity(), *many_of_parity(), identity(h_gamma(p, 1), p)],
    )


def many_of_parity():
    """Rows (g x, x, ..., x) and one minus it: parity g for every 0 < x <= 1/(g + 1), g = 1 too."""
    given = (g >= 1, x > 0, x <= 1 / (g + 1))
    return [
        holds(sp.And(g * x / x >= g, g * x / x <= g), *given),
        holds(sp.And(1 - g * x > 0, (1 - x) / (1 - g * x) <= g), *given),
    ]


@section("sec3/precise-iff")
def precise_iff():
    return precise_statement()


@section("sec3/pbr-monotone")
def pbr_monotone():
    """The region outside of both boundaries: contained, and strictly. At k = 2 the factor 3/2 is
    attained at parity 3/2 and not at parity 2."""
    given = (*OPEN, g >= 1, g2 > g)
    outside = [sp.Or(q > h_gamma(p, level), q < lower(p, level)) for level in (g, g2)]
    rises = [
        holds(h_gamma(p, g2) > h_gamma(p, g), *given),
        holds(lower(p, g2) < lower(p, g), *given),
    ]

    def smaller(case):
        first, second = case
        return set(single_factors(first)) <= set(single_factors(second))

    halfway = sp.Eq(2 * q, h_gamma(p, g) + h_gamma(p, g2))
    two = (table("3/5 2/5; 2/5 3/5"), table("2/3 1/3; 1/3 2/3"))
    return states(
        *rises,
        crosscheck(
            lambda: [two],
            smaller,
            "what is attained at the smaller parity is attained at the larger (k = 2)",
            names="A P",
        ),
        assuming="k >= 3 and eta(P) < oo (at k = 2 only finitely many posteriors are attained at "
        "each prior, and those of a larger parity need not contain those of a smaller)",
        under=[
            *rises,
            holds(outside[0], *given, outside[1]),
            holds(sp.And(q > h_gamma(p, g), q < h_gamma(p, g2)), *given, halfway),
            sentence("regions_are_by_parity"),
            *regions_of_parity(),
        ],
    )


def single_factors(rows):
    """The factors by which a report moves the odds of a truth against the other, at k = 2."""
    return [low for low, high in factors(rows) if low == high]


@section("fig-4")
def fig_4():
    return definition("a figure of h_(gamma) for unstated gamma")


@section("sec3/class-H")
def class_h():
    return precise_statement()


@section("eq-3.6")
def eq_3_6():
    return definition(
        "a bound on Bayes factors; infinite when the posterior is one", *bayes_factor()
    )


@section("sec3/bf-lower")
def bf_lower():
    """The factor of the complement is the reciprocal; a zero posterior is a one for it."""
    return [sentence("factors_from_below"), *revealed()]


def bound_or_boundary():
    """(3.6) and (3.7), also where the posterior is one."""
    left = q / (1 - q) * (1 - p) / p
    return [
        holds(sp.Equivalent(left <= g, q <= h_gamma(p, g)), *OPEN, q >= 0, q < 1, g > 1),
        holds(h_gamma(p, g) < 1, *OPEN, g > 1),
    ]


@section("eq-3.7")
def eq_3_7():
    return bound_or_boundary()


@section("sec3/bf-csip")
def bf_csip():
    """The equivalence holds; "any precise region" needs 1 < eta < oo."""
    same = [sentence("factors_are_canonical"), *bound_or_boundary()]
    return precise_statement(also=same, proved=same)


@section("sec3/bf-beta")
def bf_beta():
    return definition("an analogy: probabilities in one, odds in the other", *bayes_factor())


@section("sec3/concl-1")
def concl_1():
    return definition("advice")


@section("sec3/concl-2")
def concl_2():
    """B(h) >= 1, so constant rows always qualify; a one-parameter family for each gamma > 1."""
    return states(
        sentence("canonical_is_a_bound"),
        sentence("two_boundaries_are_a_bound"),
        sentence("many_have_the_parity"),
        holds((1 - p) / p * h / (1 - h) >= 1, *OPEN, h >= p, h < 1),
        scope="many: one procedure of parity gamma for each x in (0, 1/(gamma + 1)]; "
        "when B(h) = 1 only constant rows qualify",
    )


@section("sec3/concl-3")
def concl_3():
    return [
        sentence("local_privacy_is_canonical"),
        sentence("demand_of_a_parity"),
        sentence("events_of_reports"),
        *dlp_goals(),
        *csip(),
        identity((1 - p) / p * h_gamma(p, g) / (1 - h_gamma(p, g)), g, *OPEN, g > 1),
    ]
