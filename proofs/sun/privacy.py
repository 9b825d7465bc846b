"""Sections 5.1 and 5.2: Warner and Simmons under local differential privacy."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import crosscheck, holds, identity
from .examples import CHANCES, WIDE
from .simmons import any_chance as simmons_chances
from .symbols import (
    BUDGET,
    HALF,
    SHARE,
    SIMMONS,
    SIZE,
    WARNER,
    N,
    b,
    g,
    p,
    pi,
    simmons,
    warner,
)
from .warner import any_chance, line_c
from .yes_no import simmons_channel, warner_channel

section = Section("sun")
RANDOM = "a random device: 0 < p < 1/2 (for p = 0 the ratio is infinite)"
PROPER = "0 < p < 1 and 0 < pi_B < 1 (at pi_B = 0 or 1 the ratio is infinite)"
LOGARITHM = "; the maximum ratio, said to be epsilon, is e^epsilon"


@section("thm-5.1")
def thm_5_1():
    """The two ratios are (1-p)/p and p/(1-p); the larger one is (1-p)/p."""
    ratio = (1 - p) / p
    return states(
        holds(sp.And(p / (1 - p) <= ratio, ratio > 1), *WARNER),
        crosscheck(
            lambda: CHANCES,
            lambda c: warner_channel(c).parity() == (1 - c) / c,
            "the largest likelihood ratio",
        ),
        *any_chance(),
        scope=RANDOM,
    )


@section("thm-5.1/cases")
def thm_5_1_cases():
    """Rows no, yes; columns not in A, in A."""

    def table(c):
        return warner_channel(c).rows == ((c, 1 - c), (1 - c, c))

    return states(
        crosscheck(lambda: CHANCES, table, "the four probabilities"),
        *any_chance(),
        holds(sp.And(p / (1 - p) <= (1 - p) / p, (1 - p) / p >= 1), *WARNER),
        scope=RANDOM,
    )


@section("var-mw-eps")
def var_mw_eps():
    """p = 1 / (gamma + 1) is the one p that spends gamma = (1 - p) / p, and is below 1/2."""
    return [
        holds(sp.And(1 / (g + 1) > 0, 1 / (g + 1) < HALF), *BUDGET),
        identity(1 / ((1 - p) / p + 1), p, *WARNER),
        identity((1 - p) / p, 1 / p - 1, *WARNER),
        identity((1 / p - 1).subs(p, 1 / (g + 1)), g, *BUDGET),
        identity(line_c(N, pi, 1 / (g + 1)), warner(g, N), *BUDGET, *SIZE),
    ]


YES_RATIO = (p + (1 - p) * b) / ((1 - p) * b)
NO_RATIO = (p + (1 - p) * (1 - b)) / ((1 - p) * (1 - b))


def theorem_5_2():
    """On each side of 1/2 the printed ratio is the larger one, and it is at least one."""

    def agrees(case):
        c, other = case
        rare = min(other, 1 - other)
        return simmons_channel(c, other).parity() == (c + (1 - c) * rare) / ((1 - c) * rare)

    others = (*CHANCES, Fraction(1, 2), *(1 - c for c in CHANCES))
    grid = [(c, o) for c in WIDE[:-1] for o in others]
    proper = (*SIMMONS, b > 0, b < 1)
    return states(
        holds(sp.And(NO_RATIO <= YES_RATIO, YES_RATIO > 1), *proper, b <= HALF, multiply=True),
        holds(sp.And(YES_RATIO <= NO_RATIO, NO_RATIO > 1), *proper, b > HALF, multiply=True),
        crosscheck(lambda: grid, agrees, "the largest likelihood ratio"),
        *simmons_chances(),
        scope=PROPER,
    )


@section("thm-5.2")
def thm_5_2():
    return theorem_5_2()


@section("eq-4")
def eq_4():
    return theorem_5_2()


@section("thm-5.2/cases")
def thm_5_2_cases():
    def table(case):
        c, o = case
        q = (1 - c) * o
        no = (c + (1 - c) * (1 - o), (1 - c) * (1 - o))
        return simmons_channel(c, o).rows == (no, (q, c + q))

    grid = [(c, o) for c in WIDE for o in CHANCES]
    return states(
        crosscheck(lambda: grid, table, "rows no, yes; columns not in A, in A"),
        identity(1 - (p + (1 - p) * b), (1 - p) * (1 - b)),
        identity(1 - (1 - p) * b, p + (1 - p) * (1 - b)),
        *theorem_5_2().goals,
        scope=PROPER + LOGARITHM,
    )


def budget_chance(rare):
    """The p that spends gamma: gamma - 1 = p / ((1 - p) rare)."""
    return (g - 1) * rare / (1 + (g - 1) * rare)


def at_budget(rare):
    """Var_MS at fixed gamma."""
    return simmons(budget_chance(rare), b, N, pi)


@section("thm-5.3")
def thm_5_3():
    """At a fixed budget, for all pi_B and all pi_A."""
    best = warner(g, N)
    given = (*BUDGET, *SIZE, *SHARE)
    chance = budget_chance(b)
    proper = (*SIMMONS, b > 0, b < 1)
    return states(
        holds(sp.And(chance > 0, chance < 1), *BUDGET, b > 0, b < 1, multiply=True),
        identity(chance.subs(g, YES_RATIO), p, *proper),
        identity(budget_chance(1 - b).subs(g, NO_RATIO), p, *proper),
        identity(at_budget(b).subs(b, HALF), best, *given),
        holds(at_budget(b) > best, b > 0, b < HALF, *given, multiply=True),
        holds(at_budget(1 - b) > best, b > HALF, b < 1, *given, multiply=True),
        identity(YES_RATIO.subs(p, budget_chance(b)), g, b > 0, b <= HALF, *BUDGET),
        identity(NO_RATIO.subs(p, budget_chance(1 - b)), g, b >= HALF, b < 1, *BUDGET),
        scope="at fixed epsilon, for all pi_B in (0,1) and pi_A in [0,1], and only at 1/2",
    )
