"""Section 4, continued: when keeping the cards is better than putting them back."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import crosscheck, holds, identity, printed
from .comparison_goals import improved_beats_warner, simmons_is_warner
from .draws import (
    variance_number,
)
from .examples import estimable
from .improved import both_variances
from .symbols import HALF, QUARTER, SEVERAL, SHARE, D, N, V, pi

section = Section("sun")
S = sp.Symbol("s")
VAR_IC = 4 * pi * (1 - pi) * V / ((N - 1) * D**2)
VAR_MC = V / (N * D**2)
LOW, HIGH = HALF - 1 / (2 * S), HALF + 1 / (2 * S)
OUTSIDE = sp.Or(sp.And(pi > 0, pi < LOW), sp.And(pi > HIGH, pi < 1))
INSIDE = sp.And(pi > LOW, pi < HIGH)
ROOT = (S >= 1, V >= 0, sp.Ne(D, 0))
NEEDS = (V > 0, S > 1)
PROVISO = (
    "Var(Y) > 0, E(Y) != (L+1)/2 and N >= 2 (with 1/2 sqrt N read as 1/(2 sqrt N), as the proof "
    "has it; read as (1/2) sqrt N the sets of (i) are empty and (ii) is false)"
)


def in_root(e):
    """N = s^2."""
    return e.subs(N, S**2)


def smaller():
    return holds(
        in_root(VAR_IC) < in_root(VAR_MC),
        OUTSIDE,
        *ROOT,
        label="Var_IC < Var_MC (s^2 = N, V = Var Y)",
    )


def larger():
    return holds(
        in_root(VAR_IC) > in_root(VAR_MC),
        INSIDE,
        *ROOT,
        label="Var_IC > Var_MC (s^2 = N, V = Var Y)",
    )


def decks_agree(sign):
    """The same comparison on the enumerated variances of small decks."""

    def agrees(case):
        counts, ones = case
        n = sum(counts)
        put_back, kept = both_variances(counts, ones)
        side = (n - 2 * ones) ** 2 - n
        return (kept < put_back) if side > 0 else (kept > put_back) if side < 0 else True

    wide = [c for c in estimable(5, 2) if variance_number(c[0]) > 0]
    return crosscheck(
        lambda: [c for c in wide if sign * ((sum(c[0]) - 2 * c[1]) ** 2 - sum(c[0])) > 0],
        agrees,
        "enumerated variances of every deck, N <= 5",
    )


def half_of_the_root():
    """With (1/2) sqrt N: no pi_A is in the sets of (i), and (ii) contains N = 9, pi_A = 1/9."""
    point = {S: 3, pi: sp.Rational(1, 9)}
    return [
        holds(sp.And(HALF - S / 2 <= 0, HALF + S / 2 >= 1), S >= 1),
        holds(in_root(VAR_IC).subs(point) < in_root(VAR_MC).subs(point), V > 0, sp.Ne(D, 0)),
    ]


@section("thm-4.2")
def thm_4_2():
    return states(
        smaller(),
        larger(),
        assuming=PROVISO,
        under=[
            smaller().given(*NEEDS),
            larger().given(*NEEDS),
            decks_agree(1),
            decks_agree(-1),
            *half_of_the_root(),
        ],
    )


@section("thm-4.2/i")
def thm_4_2_i():
    under = [smaller().given(*NEEDS), decks_agree(1), *half_of_the_root()]
    return states(smaller(), assuming=PROVISO, under=under)


@section("thm-4.2/ii")
def thm_4_2_ii():
    under = [larger().given(*NEEDS), decks_agree(-1), *half_of_the_root()]
    return states(larger(), assuming=PROVISO, under=under)


ESTIMABLE = (*SEVERAL, sp.Ne(D, 0))
DEFINED = "N >= 2 and E(Y) != (L+1)/2, where both variances exist"


@section("thm-4.2/proof-a")
def thm_4_2_a():
    right = (4 * pi * (1 - pi) / (N - 1) - 1 / N) * V / D**2
    return states(identity(VAR_IC - VAR_MC, right, *ESTIMABLE), scope=DEFINED)


@section("thm-4.2/proof-b")
def thm_4_2_b():
    top = -4 * N * pi**2 + 4 * N * pi - N + 1
    right = top / (N * (N - 1)) * V / D**2
    return states(identity(VAR_IC - VAR_MC, right, *ESTIMABLE), scope=DEFINED)


@section("thm-4.2/proof-c")
def thm_4_2_c():
    product = -4 * (HIGH - pi) * (LOW - pi) * V / ((S**2 - 1) * D**2)
    return states(
        identity(in_root(VAR_IC - VAR_MC), product, S > 1, sp.Ne(D, 0)),
        scope="s = sqrt N; " + DEFINED,
    )


@section("thm-4.2/proof-d")
def thm_4_2_d():
    goal = holds(
        in_root(VAR_IC) < in_root(VAR_MC),
        sp.Or(pi < LOW, pi > HIGH),
        *ROOT,
        *SHARE,
        label="Var_IC < Var_MC (s^2 = N, V = Var Y)",
    )
    return states(
        goal, assuming="Var(Y) > 0, E(Y) != (L+1)/2 and N >= 2", under=[goal.given(*NEEDS)]
    )


@section("rem-4-small")
def rem_4_small():
    """The length is 1 / sqrt N, which falls below every bound."""
    small = sp.Symbol("e")
    return [
        identity(HIGH - LOW, 1 / S, S > 0),
        printed(HALF - 1 / (2 * sp.sqrt(10**4)), "0.495"),
        printed(HALF + 1 / (2 * sp.sqrt(10**4)), "0.505"),
        holds(
            small > 1 / S,
            small > 0,
            1 / small < S,
            S > 0,
            multiply=True,
            label="length 1 / sqrt N < e for N > 1 / e^2",
        ),
    ]


@section("rem-4-N3")
def rem_4_n3():
    """1 / (2 sqrt 3) = 0.288..."""

    def small(n):
        return Fraction(1, 16) * 4 * n >= 1

    return states(
        crosscheck(
            lambda: [(n,) for n in range(3, 100)],
            lambda case: small(*case),
            "1 / (2 sqrt N) <= 1/4",
            names="N",
        ),
        corrected="1/(2 sqrt N) <= 1/4 if and only if N >= 4",
        right=[
            holds(sp.And(1 / (2 * S) <= QUARTER, S**2 >= 4), S >= 2, label="N = s^2"),
            holds(sp.And(1 / (2 * S) > QUARTER, S**2 < 4), S > 0, S < 2),
        ],
    )


@section("rem-4-quarter")
def rem_4_quarter():
    goal = holds(
        VAR_IC < VAR_MC,
        sp.Or(pi < QUARTER, pi > 1 - QUARTER),
        *SHARE,
        N >= 4,
        V >= 0,
        sp.Ne(D, 0),
        label="Var_IC < Var_MC (V = Var Y)",
    )
    return states(goal, assuming="Var(Y) > 0 and E(Y) != (L+1)/2", under=[goal.given(V > 0)])


@section("rem-4-forward")
def rem_4_forward():
    return states(
        *improved_beats_warner(),
        simmons_is_warner(),
        scope="the assumption is pi_A < pi_A1 or pi_A > pi_A2 (theorem 6.1 with pi_B = "
        "1/2); that it is usually satisfied is an opinion",
    )
