"""Section 3, continued: B(h) and the characterization by parity."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rropt.privacy import BetaFactor, Rho1Rho2, strict_bound

from ..claims import Section, definition, states
from ..goals import check, crosscheck, holds, reals, sentence
from .breaches import grid
from .schemas import (
    BOUNDARY,
    OPEN,
    a,
    csip,
    h,
    p,
    weighted_mean,
    x,
)
from .strict import (
    BOUNDARIES,
    POINTS,
    UNIT,
    provides,
    value,
    with_boundaries,
)
from .tables import mass, parity, report, tables, updated

section = Section("chai-nayak")
t, R = reals("t R")


@section("eq-3.3")
def eq_3_3():
    return definition(
        "B(h)",
        crosscheck(
            lambda: [(name, at) for name in BOUNDARIES for at in POINTS],
            lambda c: value(*c) >= BOUNDARIES[c[0]][1],
            "a lower bound",
        ),
        crosscheck(
            lambda: ["p", "min(1, p + 1/5)", "3p/(1 + 2p)", "1"],
            lambda name: (
                strict_bound(
                    name.replace("min", "Min").replace("3p", "3*p").replace("2p", "2*p")
                ).bound
                == BOUNDARIES[name][1]
            ),
            "rropt.strict_bound",
        ),
    )


@section("eq-3.3/alt")
def eq_3_3_alt():
    """Where h(p) = 1 every bound t holds: t p (1 - h) <= (1 - p) h."""
    return states(
        holds(t * p * (1 - h) <= (1 - p) * h, *OPEN, sp.Eq(h, 1)),
        holds(
            sp.Equivalent(t <= (1 - p) / p * h / (1 - h), t * p * (1 - h) <= (1 - p) * h),
            *OPEN,
            h >= p,
            h < 1,
        ),
        scope="the infimum of the empty set is infinite (h identically one)",
    )


def atoms_suffice():
    """All of Q's mass on its largest entry x >= mean a: the posterior does not fall."""
    spread = (p > 0, p <= 1, a >= 0, a <= x, R >= 0, p * a + R > 0)
    return [
        weighted_mean(),
        holds(p * a / (p * a + R) <= p * x / (p * x + R), *spread),
        holds(p * x + R > 0, *spread),
    ]


@section("lem-3.2")
def lem_3_2():
    """Any function h on the grid of priors: events and atoms demand the same."""

    def events_ok(rows, h, atoms):
        return all(
            updated(row, prior, Q) <= h(mass(prior, Q))
            for prior, Q in grid(rows, 4)
            if 0 < mass(prior, Q) < 1 and (len(Q) == 1 or not atoms)
            for row in rows
            if report(row, prior)
        )

    return [
        sentence("single_truths_suffice"),
        holds(sp.Implies(sp.Eq(p, 1), h >= 1), *UNIT, *BOUNDARY),
        crosscheck(
            lambda: [(s, name) for s in tables(2, 3, 3)[::3] for name in BOUNDARIES],
            lambda c: (
                events_ok(c[0], BOUNDARIES[c[1]][0], True)
                == events_ok(c[0], BOUNDARIES[c[1]][0], False)
            ),
            "atoms suffice",
        ),
    ]


@section("lem-3.3")
def lem_3_3():
    return [
        sentence("canonical_is_a_bound"),
        sentence("single_truths_suffice"),
        *csip(),
        crosscheck(
            with_boundaries,
            lambda c: provides(*c) == (parity(c[0]) <= BOUNDARIES[c[1]][1]),
            "h-CSIP iff eta <= B(h), h identically one and infinite parity included",
        ),
    ]


@section("thm-3.1")
def thm_3_1():
    return [
        sentence("canonical_is_a_bound"),
        sentence("single_truths_suffice"),
        *atoms_suffice(),
        *csip(),
    ]


@section("sec3/recover", computes=True)
def recover():
    """B = (1.6) for rho1-to-rho2 and beta for beta-factor privacy, both of them two-sided (Lemma
    3.1); neither is attained."""
    found = [strict_bound(Rho1Rho2("1/10", "1/2")), strict_bound(BetaFactor("5/2"))]
    return states(
        sentence("bounds_are_recovered"),
        crosscheck(
            lambda: zip(found, (9, Fraction(5, 2)), strict=True),
            lambda case: (case[0].bound, case[0].attained) == (case[1], False),
            "rropt.strict_bound",
        ),
        scope="neither infimum is attained: every t above it is a value, it is not",
    )


def overlap(pair):
    """Is the pair in the breach region of rho = (3/10, 1/2), and in that of beta = 2?"""
    start, end = pair
    low, high = Fraction(3, 10), Fraction(1, 2)
    rho = (start < low and end > high) or (start > high and end < low)
    return rho, end > 2 * start or 2 * end < start


@section("sec3/demand")
def demand_order():
    """A procedure meets h_l, h_u iff eta(P) <= B([h_l * h_u]); any two B are comparable."""
    found = [strict_bound(Rho1Rho2("3/10", "1/2")), strict_bound(BetaFactor(2))]
    pairs = [(Fraction(29, 100), Fraction(11, 20)), (Fraction(1, 10), Fraction(3, 10))]
    return states(
        sentence("two_boundaries_are_a_bound"),
        sentence("demands_are_compared"),
        check(
            lambda: list(map(overlap, pairs)) == [(True, False), (False, True)],
            "neither region contains the other",
        ),
        check(lambda: [b.bound for b in found] == [Fraction(7, 3), 2], "beta = 2 demands more"),
        scope="demand = the largest parity allowed, possibly infinite; less is more demanding",
    )
