"""Section 3, first half: strict information privacy is a bound on the parity."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations

import sympy as sp

from rropt.privacy import BetaFactor, Rho1Rho2, strict_bound

from ..claims import Section, definition, states
from ..goals import cases, check, holds, identity, obligations, reals
from .breaches import grid
from .model import RHO_BOUND, RHOS, beta, beta_iff, r1, r2, rho_needed, rho_suffices, small_tables
from .schemas import (BOUNDARY, MEANS, OPEN, SUMS, a, csip, demand, g, h, h_gamma, p, posterior, q,
                      weighted_mean, x)
from .tables import events, mass, parity, report, table, tables, updated

section = Section("chai-nayak")
hl, hu, hlc, huc, t, R = reals("hl hu hlc huc t R")
UNIT = (p >= 0, p <= 1)
SIP = (hl >= 0, hl <= p, hu >= p, hu <= 1)
MIRROR = (hlc >= 0, hlc <= 1 - p, huc >= 1 - p, huc <= 1)
WIDE = Fraction(3, 5)

# Boundaries h with their B(h): attained, approached, at an isolated point, non-monotone, void.
BOUNDARIES = {
    "p": (lambda p: p, Fraction(1)),
    "min(1, p + 1/5)": (lambda p: min(Fraction(1), p + Fraction(1, 5)), Fraction(9, 4)),
    "3p/(1 + 2p)": (lambda p: 3 * p / (1 + 2 * p), Fraction(3)),
    "1, but 3/4 at 1/2": (lambda p: Fraction(3, 4) if p == Fraction(1, 2) else Fraction(1),
                          Fraction(3)),
    "9/10, then 4/5 on [1/2, 3/5), then 1": (lambda p: Fraction(9, 10) if p < Fraction(1, 2) else
                                             Fraction(4, 5) if p < WIDE else Fraction(1),
                                             Fraction(8, 3)),
    "1": (lambda p: Fraction(1), math.inf),
}
POINTS = [Fraction(i, 20) for i in range(1, 20)] + [WIDE - Fraction(1, 1000)]


def value(name: str, at: Fraction) -> Fraction | float:
    """((1-p)/p) (h/(1-h)), infinite when h = 1."""
    height = BOUNDARIES[name][0](at)
    return math.inf if height == 1 else (1 - at) / at * height / (1 - height)


def provides(rows, name: str) -> bool:
    """h-CSIP over two-point priors at many masses, and over every event on a coarse grid."""
    h, k = BOUNDARIES[name][0], len(rows[0])
    for at in POINTS:
        for j, u in permutations(range(k), 2):
            for row in rows:
                total = at * row[j] + (1 - at) * row[u]
                if total and at * row[j] > h(at) * total:
                    return False
    return all(updated(row, prior, Q) <= h(mass(prior, Q)) for prior, Q in grid(rows, 4)
               if 0 < mass(prior, Q) < 1 for row in rows if report(row, prior))


def with_boundaries():
    return [(rows, name) for rows in small_tables() for name in BOUNDARIES]


def star(upper, mirrored):
    """[h_l * h_u](a) with mirrored = h_l(1 - a) (chai-nayak/sec3/star)."""
    return sp.Min(upper, 1 - mirrored)


def endpoints_goals():
    """Mass zero or one: the posterior is zero or one, inside any boundaries."""
    return [identity(posterior(a, x, 0), 0, x > 0), identity(posterior(a, x, 1), 1, a > 0),
            holds(sp.And(hl <= 0, hu >= 0), *SIP, sp.Eq(p, 0)),
            holds(sp.And(hl <= 1, hu >= 1), *SIP, sp.Eq(p, 1))]


def mirror_goals():
    """At Q: q >= h_l(p); at the complement, of mass 1 - p: 1 - q <= 1 - h_l(1 - (1 - p))."""
    return [holds(sp.Equivalent(hl <= q, 1 - q <= 1 - hl), *UNIT, *SIP, q >= 0, q <= 1)]


@section("sec3/endpoints")
def endpoints():
    return states(obligations(MEANS, *endpoints_goals()), cases(
        lambda: [(s, *c) for s in tables(2, 3, 3) for c in grid(s, 2)], lambda c: all(
            updated(row, c[1], c[2]) == mass(c[1], c[2]) for row in c[0]
            if report(row, c[1]) and mass(c[1], c[2]) in (0, 1)), "zero stays zero, one one"),
        scope="reports of positive probability, as in Definitions 1.1 and 1.2")


@section("sec3/down-up")
def down_up():
    """Complements run through all events, so the second form over all Q says the same."""
    def complements(k):
        return {tuple(j for j in range(k) if j not in Q) for Q in events(k)}
    return obligations("events in complementary pairs", *mirror_goals(), cases(
        lambda: [2, 3, 4, 5], lambda k: complements(k) == set(events(k)), "a bijection"))


@section("sec3/star")
def star_definition():
    return definition("[h_l * h_u]", identity(star(hu, hlc), star(hu, hlc) + 0))


def lem_3_1_goals():
    """Both bounds at Q and at its complement (mass 1 - p) say (3.1) at both."""
    both = sp.And(hl <= q, q <= hu, hlc <= 1 - q, 1 - q <= huc)
    canonical = sp.And(q <= hu, q <= 1 - hlc, 1 - q <= huc, 1 - q <= 1 - hl)
    return [holds(sp.Equivalent(both, canonical), *OPEN, *SIP, *MIRROR), *endpoints_goals(),
            *mirror_goals()]


@section("lem-3.1")
def lem_3_1():
    return obligations("events in complementary pairs; " + MEANS, *lem_3_1_goals())


@section("sec3/star-bounds")
def star_bounds():
    """min(h_u, 1 - h_l(1 - a)): each part lies in [a, 1]."""
    return holds(sp.And(hu >= p, hu <= 1, 1 - hlc >= p, 1 - hlc <= 1), *UNIT, *SIP, *MIRROR)


@section("def-3.1")
def def_3_1():
    return definition("h-CSIP", check(
        lambda: provides(table("3/4 1/4; 1/4 3/4"), "3p/(1 + 2p)")
        and not provides(table("4/5 1/5; 1/5 4/5"), "3p/(1 + 2p)"), "Warner at its bound"))


@section("sec3/down-guarantee")
def down_guarantee():
    """(3.2) at the complement, and what is left of it at masses zero and one."""
    tilde = 1 - h
    return [obligations("complements; " + MEANS,
                        holds(sp.Implies(1 - q <= h, q >= tilde), *UNIT, h >= 1 - p, h <= 1),
                        holds(tilde <= p, *UNIT, h >= 1 - p, h <= 1), *endpoints_goals())]


@section("sec3/sip-csip")
def sip_csip():
    return obligations("events in complementary pairs; " + MEANS, *lem_3_1_goals())


def bigger_region():
    """The CSIP region contains the SIP region: its boundaries are tighter."""
    canonical = sp.Or(q > hu, q > 1 - hlc, q < hl, q < 1 - huc)
    return holds(sp.Implies(sp.Or(q > hu, q < hl), canonical), *UNIT, *SIP, *MIRROR)


@section("sec3/pbr-subset")
def pbr_subset():
    """h_l = 0 and h_u = h_(3): the pair (1/2, 1/8) is in the second region only."""
    example = {p: sp.Rational(1, 2), q: sp.Rational(1, 8), hu: sp.Rational(3, 4), hl: 0,
               huc: sp.Rational(3, 4), hlc: 0}
    only = sp.And(q <= hu, q >= hl, sp.Or(q > 1 - hlc, q < 1 - huc))
    return [bigger_region(), check(lambda: bool(only.subs(example)), "(1/2, 1/8)"),
            check(lambda: example[hu] == h_gamma(example[p], 3), "h_u is h_(3)")]


@section("sec3/pbr-identical")
def pbr_identical():
    """Boundaries are determined by their regions; they agree iff h_l(a) = 1 - h_u(1 - a)."""
    agree = sp.And(hu <= 1 - hlc, hl >= 1 - huc, huc <= 1 - hl, hlc >= 1 - hu)
    h2 = reals("h2")
    return [holds(sp.Implies(agree, sp.And(sp.Eq(hl, 1 - huc), sp.Eq(hlc, 1 - hu))),
                  *UNIT, *SIP, *MIRROR),
            holds(sp.Not(sp.Equivalent((hu + h2) / 2 > hu, (hu + h2) / 2 > h2)), hu < h2)]


@section("fig-3")
def fig_3():
    return definition("a figure without parameters; A and B are what sec3/pbr-subset adds")


@section("eq-3.3")
def eq_3_3():
    return definition("B(h)", cases(
        lambda: [(name, at) for name in BOUNDARIES for at in POINTS],
        lambda c: value(*c) >= BOUNDARIES[c[0]][1], "a lower bound"), cases(
        lambda: ["p", "min(1, p + 1/5)", "3p/(1 + 2p)", "1"],
        lambda name: strict_bound(name.replace("min", "Min").replace("3p", "3*p")
                                  .replace("2p", "2*p")).bound == BOUNDARIES[name][1],
        "rropt.strict_bound"))


@section("eq-3.3/alt")
def eq_3_3_alt():
    """Where h(p) = 1 every bound t holds: t p (1 - h) <= (1 - p) h."""
    return states(holds(t * p * (1 - h) <= (1 - p) * h, *OPEN, sp.Eq(h, 1)),
                  holds(sp.Equivalent(t <= (1 - p) / p * h / (1 - h),
                                      t * p * (1 - h) <= (1 - p) * h), *OPEN, h >= p, h < 1),
                  scope="the infimum of the empty set is infinite (h identically one)")


def atoms_suffice():
    """All of Q's mass on its largest entry x >= mean a: the posterior does not fall."""
    spread = (p > 0, p <= 1, a >= 0, a <= x, R >= 0, p * a + R > 0)
    return [weighted_mean(), holds(p * a / (p * a + R) <= p * x / (p * x + R), *spread),
            holds(p * x + R > 0, *spread)]


@section("lem-3.2")
def lem_3_2():
    """Any function h on the grid of priors: events and atoms demand the same."""
    def events_ok(rows, h, atoms):
        return all(updated(row, prior, Q) <= h(mass(prior, Q)) for prior, Q in grid(rows, 4)
                   if 0 < mass(prior, Q) < 1 and (len(Q) == 1 or not atoms)
                   for row in rows if report(row, prior))
    return [obligations(MEANS, *atoms_suffice(), holds(sp.Implies(sp.Eq(p, 1), h >= 1),
                                                       *UNIT, *BOUNDARY)),
            cases(lambda: [(s, name) for s in tables(2, 3, 3)[::3] for name in BOUNDARIES],
                  lambda c: events_ok(c[0], BOUNDARIES[c[1]][0], True)
                  == events_ok(c[0], BOUNDARIES[c[1]][0], False), "atoms suffice")]


@section("lem-3.3")
def lem_3_3():
    return [obligations(MEANS + "; one mass p and one value h = h(p) at a time", *csip()),
            cases(with_boundaries, lambda c: provides(*c) == (parity(c[0]) <= BOUNDARIES[c[1]][1]),
                  "h-CSIP iff eta <= B(h), h identically one and infinite parity included")]


@section("thm-3.1")
def thm_3_1():
    return obligations(MEANS + "; one mass p and one value h = h(p) at a time",
                       *atoms_suffice(), *csip())


def rho_bound_goals():
    """rho2 for p < rho1 (and 1 - rho1 for p < 1 - rho2): above the bound, as near as wanted."""
    at = r2 / (r2 + t * (1 - r2))
    given = (*RHOS, t > 1, t > RHO_BOUND)
    return [holds((1 - p) / p * r2 / (1 - r2) > RHO_BOUND, *RHOS, *OPEN, p < r1),
            holds((1 - p) / p * (1 - r1) / r1 > RHO_BOUND, *RHOS, *OPEN, p < 1 - r2),
            holds(sp.And(at > 0, at < r1), *given),
            identity((1 - at) / at * r2 / (1 - r2), t, *given)]


def beta_bound_goals():
    """beta p for p < 1/beta, and 1 - (1 - p)/beta: above beta, as near as wanted."""
    at = (t - beta) / (beta * (t - 1))
    given = (beta > 1, t > beta)
    mirrored = 1 - (1 - p) / beta
    return [holds((1 - p) / p * beta * p / (1 - beta * p) > beta, beta > 1, *OPEN, beta * p < 1),
            holds((1 - p) / p * mirrored / (1 - mirrored) > beta, beta > 1, *OPEN),
            holds(sp.And(at > 0, beta * at < 1), *given),
            identity((1 - at) / at * beta * at / (1 - beta * at), t, *given)]


@section("sec3/recover")
def recover():
    """B = (1.6) for rho1-to-rho2 and beta for beta-factor privacy; neither is attained."""
    found = [strict_bound(Rho1Rho2("1/10", "1/2")), strict_bound(BetaFactor("5/2"))]
    return states(obligations(MEANS, *rho_bound_goals(), *beta_bound_goals(), *csip()),
                  check(lambda: [(b.bound, b.attained) for b in found]
                        == [(9, False), (Fraction(5, 2), False)], "rropt.strict_bound"),
                  scope="neither infimum is attained: every t above it is a value, it is not")


@section("sec3/demand")
def demand_order():
    return definition("how B(h) is read", holds(
        sp.Implies(x <= t, x <= R), t <= R), *demand())
