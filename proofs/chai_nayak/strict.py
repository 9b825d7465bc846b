"""Section 3, first half: strict information privacy is a bound on the parity."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations
from typing import Any

import sympy as sp

from ..claims import Section, definition, states
from ..goals import check, crosscheck, holds, identity, reals, sentence
from .breaches import grid
from .model import small_tables
from .schemas import (
    a,
    h,
    h_gamma,
    p,
    posterior,
    q,
    x,
)
from .tables import events, mass, report, table, tables, updated

section = Section("chai-nayak")
hl, hu, hlc, huc, t, R = reals("hl hu hlc huc t R")
UNIT = (p >= 0, p <= 1)
SIP = (hl >= 0, hl <= p, hu >= p, hu <= 1)
MIRROR = (hlc >= 0, hlc <= 1 - p, huc >= 1 - p, huc <= 1)
WIDE = Fraction(3, 5)
NOT_ONE = "h is not identically 1 on (0, 1) (Definition 3.1 allows it; then B(h) = oo)"

# Boundaries h with their B(h): attained, approached, at an isolated point, non-monotone, void.
BOUNDARIES: dict[str, tuple[Any, Any]] = {
    "p": (lambda p: p, Fraction(1)),
    "min(1, p + 1/5)": (lambda p: min(Fraction(1), p + Fraction(1, 5)), Fraction(9, 4)),
    "3p/(1 + 2p)": (lambda p: 3 * p / (1 + 2 * p), Fraction(3)),
    "1, but 3/4 at 1/2": (
        lambda p: Fraction(3, 4) if p == Fraction(1, 2) else Fraction(1),
        Fraction(3),
    ),
    "9/10, then 4/5 on [1/2, 3/5), then 1": (
        lambda p: (
            Fraction(9, 10) if p < Fraction(1, 2) else Fraction(4, 5) if p < WIDE else Fraction(1)
        ),
        Fraction(8, 3),
    ),
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
    return all(
        updated(row, prior, Q) <= h(mass(prior, Q))
        for prior, Q in grid(rows, 4)
        if 0 < mass(prior, Q) < 1
        for row in rows
        if report(row, prior)
    )


def with_boundaries():
    return [(rows, name) for rows in small_tables() for name in BOUNDARIES]


def star(upper, mirrored):
    """[h_l * h_u](a) with mirrored = h_l(1 - a) (chai-nayak/sec3/star)."""
    return sp.Min(upper, 1 - mirrored)


def endpoints_goals():
    """Mass zero or one: the posterior is zero or one, inside any boundaries."""
    return [
        identity(posterior(a, x, 0), 0, x > 0),
        identity(posterior(a, x, 1), 1, a > 0),
        holds(sp.And(hl <= 0, hu >= 0), *SIP, sp.Eq(p, 0)),
        holds(sp.And(hl <= 1, hu >= 1), *SIP, sp.Eq(p, 1)),
    ]


def mirror_goals():
    """At Q: q >= h_l(p); at the complement, of mass 1 - p: 1 - q <= 1 - h_l(1 - (1 - p))."""
    return [holds(sp.Equivalent(hl <= q, 1 - q <= 1 - hl), *UNIT, *SIP, q >= 0, q <= 1)]


@section("sec3/endpoints")
def endpoints():
    return states(
        sentence("endpoints_stay"),
        crosscheck(
            lambda: [(s, *c) for s in tables(2, 3, 3) for c in grid(s, 2)],
            lambda c: all(
                updated(row, c[1], c[2]) == mass(c[1], c[2])
                for row in c[0]
                if report(row, c[1]) and mass(c[1], c[2]) in (0, 1)
            ),
            "zero stays zero, one one",
        ),
        scope="reports of positive probability, as in Definitions 1.1 and 1.2",
    )


@section("sec3/down-up")
def down_up():
    """Complements run through all events, so the second form over all Q says the same."""

    def complements(k):
        return {tuple(j for j in range(k) if j not in Q) for Q in events(k)}

    return [
        sentence("lower_bound_is_an_upper_one"),
        sentence("complements"),
        crosscheck(lambda: [2, 3, 4, 5], lambda k: complements(k) == set(events(k)), "a bijection"),
    ]


@section("sec3/star")
def star_definition():
    return definition("[h_l * h_u]", identity(star(hu, hlc), star(hu, hlc) + 0))


@section("lem-3.1")
def lem_3_1():
    return [sentence("two_boundaries_are_one"), sentence("complements")]


@section("sec3/star-bounds")
def star_bounds():
    """x = min(h_u, 1 - h_l(1 - a)) is one of the two and below both."""
    least = (x <= hu, x <= 1 - hlc, sp.Or(sp.Eq(x, hu), sp.Eq(x, 1 - hlc)))
    return holds(sp.And(p <= x, x <= 1), *UNIT, *SIP, *MIRROR, *least)


@section("def-3.1")
def def_3_1():
    return definition(
        "h-CSIP",
        check(
            lambda: (
                provides(table("3/4 1/4; 1/4 3/4"), "3p/(1 + 2p)")
                and not provides(table("4/5 1/5; 1/5 4/5"), "3p/(1 + 2p)")
            ),
            "Warner at its bound",
        ),
    )


@section("sec3/down-guarantee")
def down_guarantee():
    """(3.2) at the complement, and what is left of it at masses zero and one."""
    tilde = 1 - h
    return [
        sentence("lower_boundary_comes_along"),
        sentence("complements"),
        holds(sp.Implies(1 - q <= h, q >= tilde), *UNIT, h >= 1 - p, h <= 1),
        holds(tilde <= p, *UNIT, h >= 1 - p, h <= 1),
    ]


@section("sec3/sip-csip")
def sip_csip():
    return lem_3_1()


def bigger_region():
    """The CSIP region contains the SIP region: its boundaries are tighter."""
    canonical = sp.Or(q > hu, q > 1 - hlc, q < hl, q < 1 - huc)
    return holds(sp.Implies(sp.Or(q > hu, q < hl), canonical), *UNIT, *SIP, *MIRROR)


@section("sec3/pbr-subset")
def pbr_subset():
    """h_l = 0 and h_u = h_(3): the pair (1/2, 1/8) is in the second region only."""
    example = {
        p: sp.Rational(1, 2),
        q: sp.Rational(1, 8),
        hu: sp.Rational(3, 4),
        hl: 0,
        huc: sp.Rational(3, 4),
        hlc: 0,
    }
    only = sp.And(q <= hu, q >= hl, sp.Or(q > 1 - hlc, q < 1 - huc))
    return [
        bigger_region(),
        check(
            lambda: bool(only.subs(example)),
            "(1/2, 1/8)",
            false=lambda: bool(only.subs({**example, q: sp.Rational(1, 2)})),
        ),
        check(lambda: example[hu] == h_gamma(example[p], 3), "h_u is h_(3)"),
    ]


@section("sec3/pbr-identical")
def pbr_identical():
    """Boundaries are determined by their regions; they agree iff h_l(a) = 1 - h_u(1 - a)."""
    agree = sp.And(hu <= 1 - hlc, hl >= 1 - huc, huc <= 1 - hl, hlc >= 1 - hu)
    h2 = reals("h2")
    return [
        holds(
            sp.Implies(agree, sp.And(sp.Eq(hl, 1 - huc), sp.Eq(hlc, 1 - hu))), *UNIT, *SIP, *MIRROR
        ),
        holds(sp.Not(sp.Equivalent((hu + h2) / 2 > hu, (hu + h2) / 2 > h2)), hu < h2),
    ]


@section("fig-3")
def fig_3():
    return definition("a figure without parameters; A and B are what sec3/pbr-subset adds")
