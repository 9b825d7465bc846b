"""Section IV: Lemma 2, the minimum is where an inequality (11) is tight."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import Goal, crosscheck, holds, identity, reals, sentence
from .lemmas import f
from .model import (
    INNER,
    PRIOR,
    PRIVATE,
    UNIT,
    beyond_one,
    d,
    exact_var,
    g,
    n,
    p00,
    p11,
    pi,
    reduced,
    s,
    tight,
    up_to_one,
    var,
)
from .optimum import (
    cost,
    u,
    v,
)

section = Section("holohan")
F = Fraction
NAMES = "gamma delta pi"

D11 = -(2 * p00 * (1 - p00) * (1 - pi) + pi * f(p00, p11)) / (s**3 * n)


D00 = -(f(p00, p11) * (1 - pi) + 2 * p11 * pi * (1 - p11)) / (s**3 * n)


USUAL = (*UNIT, *PRIOR, s > 0, n >= 1)


@section("lem-2/derivative-p11")
def derivative_p11():
    return identity(sp.diff(var(p00, p11), p11), D11, sp.Ne(s, 0), n >= 1)


@section("lem-2/sign-p11")
def sign_p11():
    return holds(sp.diff(var(p00, p11), p11) <= 0, *USUAL)


@section("lem-2/f-positive")
def f_positive():
    return [holds(f(p00, p11) > 0, *UNIT, s > 0), holds(sp.And(p00 > 0, p11 > 0), *UNIT, s > 0)]


@section("lem-2/zero-p11")
def zero_p11():
    zero = sp.And(sp.Eq(pi, 0), sp.Eq(p00, 1))
    return holds(sp.Implies(sp.Eq(D11, 0), zero), *USUAL, multiply=True)


@section("lem-2/eq-15")
def eq_15():
    return holds(D11 < 0, *USUAL, sp.Or(pi > 0, p00 < 1))


@section("lem-2/derivative-p00")
def derivative_p00():
    return identity(sp.diff(var(p00, p11), p00), D00, sp.Ne(s, 0), n >= 1)


@section("lem-2/sign-p00")
def sign_p00():
    return holds(sp.diff(var(p00, p11), p00) <= 0, *USUAL)


@section("lem-2/zero-p00")
def zero_p00():
    zero = sp.And(sp.Eq(pi, 1), sp.Eq(p11, 1))
    return holds(sp.Implies(sp.Eq(D00, 0), zero), *USUAL, multiply=True)


@section("lem-2/eq-16")
def eq_16():
    return holds(D00 < 0, *USUAL, sp.Or(pi < 1, p11 < 1))


def _grid() -> list[tuple[F, F, F]]:
    return [
        (gamma, delta, prior)
        for gamma in (F(1), F(3, 2), F(4))
        for delta in (F(0), F(1, 10), F(1, 2), F(1))
        for prior in (F(0), F(1, 3), F(1, 2), F(1))
    ]


def _feasible(gamma: F, delta: F, size: int = 8) -> list[tuple[F, F]]:
    """A grid of R', with the points where an inequality (11) is tight."""
    grid = [F(k, size) for k in range(size + 1)]
    points = [(a, b) for a in grid for b in grid] + [(a, gamma * (1 - a) + delta) for a in grid]
    middle = (gamma + delta) / (gamma + 1)
    points += [(b, a) for a, b in points] + [(middle, middle)]
    return [p for p in points if _inside(gamma, delta, *p)]


def _inside(gamma: F, delta: F, a: F, b: F) -> bool:
    return (
        max(a, b) <= 1
        and a + b > 1
        and a <= gamma * (1 - b) + delta
        and b <= gamma * (1 - a) + delta
    )


def _is_tight(gamma: F, delta: F, a: F, b: F) -> bool:
    return a == gamma * (1 - b) + delta or b == gamma * (1 - a) + delta


def _best(case: tuple[F, F, F]) -> list[tuple[F, F]]:
    gamma, delta, prior = case
    priced = [(exact_var(a, b, prior), a, b) for a, b in _feasible(gamma, delta)]
    return [(a, b) for value, a, b in priced if value == min(priced)[0]]


def _has_tight_best(case: tuple[F, F, F]) -> bool:
    return any(_is_tight(*case[:2], *p) for p in _best(case))


def _all_best_tight(case: tuple[F, F, F]) -> bool:
    return all(_is_tight(*case[:2], *p) for p in _best(case))


@section("lem-2/existence")
def existence():
    return states(
        crosscheck(_grid, _has_tight_best, "a minimiser exists and lies in R''", names=NAMES),
        assuming="epsilon > 0 or delta > 0 (otherwise R' is empty), and delta <= 1",
        under=[
            sentence("least_error_exists"),
            crosscheck(_alive, _has_tight_best, "a minimiser is in R''"),
        ],
    )


def _alive() -> list[tuple[F, F, F]]:
    return [c for c in _grid() if c[0] > 1 or c[1] > 0]


def _inner() -> list[tuple[F, F, F]]:
    return [c for c in _grid() if 0 < c[2] < 1]


def _inner_or_pure() -> list[tuple[F, F, F]]:
    return [c for c in _grid() if 0 < c[2] < 1 or c[1] == 0]


@section("lem-2/inclusion")
def inclusion():
    return up_to_one(
        crosscheck(_inner, _all_best_tight, "every minimiser on a grid is in R''"),
        sentence("least_error_is_tight"),
        beyond=beyond_one("for delta >= 1 the minimiser (1, 1) is in R''"),
    )


def _on_boundary() -> Goal:
    """At a tight point a larger p11 (or p00) leaves R'."""
    e = reals("e")
    return holds(
        sp.Not(sp.And(*tight(p00, p11 + e))),
        *tight(p00, p11),
        e > 0,
        sp.Eq(p11, g * (1 - p00) + d),
        g >= 1,
    )


@section("lem-2/eq-17")
def eq_17():
    return states(
        crosscheck(_grid, _has_tight_best, "a minimiser lies on the boundary", names=NAMES),
        assuming="epsilon > 0 or delta > 0 (otherwise R' is empty), and delta <= 1",
        under=[sentence("least_error_exists"), _on_boundary()],
    )


@section("lem-2/eq-18")
def eq_18():
    """For delta >= 1 every table is private, and the minimiser is the corner (1, 1)."""
    corner = cost(u, v) > cost(sp.Integer(0), sp.Integer(0))
    allowed = holds(sp.And(*tight(p00, p11)), *UNIT, g >= 1, d >= 1)
    return [
        sentence("least_error_on_boundary"),
        _on_boundary(),
        holds(corner, u >= 0, v >= 0, u + v > 0, *INNER, label="beyond delta = 1 it is (1, 1)"),
        allowed,
    ]


@section("lem-2/push")
def push():
    """Such a point has p00 = 1 or p11 = 1; move up to (1, delta) or (delta, 1)."""
    slack = (p11 < g * (1 - p00) + d, p00 < g * (1 - p11) + d)
    edge = (*reduced(), *slack, *PRIVATE)
    target = reduced(sp.Integer(1), d)
    better = var(1, p11, size=1) - var(1, d, size=1)
    return replace(
        up_to_one(
            holds(sp.Implies(sp.Eq(p00, 1), p11 < d), *edge),
            holds(sp.Implies(sp.Eq(p11, 1), p00 < d), *edge),
            *(holds(h, p11 < d, p11 > 0, *PRIVATE) for h in target if h not in (sp.true, *PRIVATE)),
            holds(better >= 0, p11 > 0, p11 < d, d <= 1, *PRIOR),
            identity(var(p00, p11), var(p11, p00, 1 - pi), sp.Ne(s, 0), n >= 1),
            beyond=beyond_one("for delta >= 1 an inequality is tight at (1, 1), or there is room"),
        ),
        scope="p00 + p11 > 1, as in Lemma 2: on the rest of the boundary Var is undefined",
    )


@section("lem-2/conclusion")
def conclusion():
    return states(
        crosscheck(_grid, _all_best_tight, "every minimiser is in R''", names=NAMES),
        assuming="delta <= 1, and 0 < pi < 1 or delta = 0",
        under=[
            sentence("minimal_error_is_tight"),
            crosscheck(_inner_or_pure, _all_best_tight, "minimisers are in R''"),
        ],
    )


@section("rem-pi-endpoints")
def pi_endpoints():
    """At pi = 0: (1, delta) still is optimal, and so is every (1, p11) with 0 < p11 <= delta."""
    least = 1 / (g - 1)
    ends = sp.Or(sp.Eq(pi, 0), sp.Eq(pi, 1))
    optimal = up_to_one(
        holds(cost(u, v) >= cost(least, least), u >= least, v >= least, g > 1, ends),
        holds(var(p00, p11, 0, 1) >= var(1, d, 0, 1), *reduced(), *PRIVATE, d > 0),
        holds(var(p00, p11, 1, 1) >= var(d, 1, 1, 1), *reduced(), *PRIVATE, d > 0),
        identity(var(1, p11, 0, 1), sp.Integer(0), p11 > 0, p11 < d),
        identity(var(p00, 1, 1, 1), sp.Integer(0), p00 > 0, p00 < d),
        *(
            holds(h, p11 > 0, p11 < d, *PRIVATE)
            for h in reduced(sp.Integer(1), p11)
            if h != sp.true
        ),
        holds(d * (g + d) / (g + 2 * d - 1) ** 2 > 0, g >= 1, d > 0),
        beyond=beyond_one("for delta >= 1 the table (1, delta) is a table"),
    )
    return replace(
        optimal, scope="the printed table stays optimal; for delta > 0 others are optimal as well"
    )
