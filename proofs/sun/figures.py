"""Sections 6.2 and 6.3: what the figures are said to show."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, definition, states
from ..exactly import enclose
from ..goals import check, crosscheck, every, holds, identity, printed, sentence
from .christofides import thm_3_1
from .comparison_goals import (
    at_points,
    falls_in_budget,
    improved_beats_modified,
    improved_beats_warner,
    in_case,
    modified_beats_improved,
    ordered,
    ordering,
    simmons_is_warner,
    variances,
    warner_beats_improved,
    warner_beats_modified,
)
from .examples import GAMMAS
from .improved import thm_4_1
from .symbols import (
    BUDGET,
    HALF,
    SEVERAL,
    D,
    N,
    V,
    b,
    g,
    improved,
    modified,
    p,
    p2,
    pi,
    simmons,
    squared_length,
    warner,
)
from .warner import eq_1

section = Section("sun")
THICK = Fraction(9, 25)
NINE = sp.Rational(9, 25)
PEOPLE = 3252599
RARE = sp.Rational(1, 100)
COVERED = (sp.Rational(7775, 100000), sp.Rational(7785, 100000))


@section("fig-1")
def fig_1():
    """N = 100, pi_A = 0.1, p_2 = 0.5: three curves; which is lowest changes at e^eps + e^-eps = 5,
    where pi_A1 passes 0.1."""
    mw, mc = warner(g, 100), modified(g, 100, HALF)
    ic = improved(g, 100, HALF, sp.Rational(1, 10))
    wide = g + 1 / g < 5
    return states(
        simmons_is_warner(),
        holds(mw < mc, *BUDGET, multiply=True),
        holds(ic < mc, *BUDGET, multiply=True),
        holds(ic < mw, *BUDGET, wide, multiply=True),
        holds(ic >= mw, *BUDGET, sp.Not(wide), multiply=True),
        scope="the curves of the formulas: Warner and Simmons coincide, below modified "
        "Christofides; the improved one is the lowest for epsilon < 1.567 only, and above Warner "
        "beyond (the figure's range is not given)",
    )


def simmons_variance(inside, outside):
    """Var of Simmons' estimator at N = 100, pi_A = 0.1 for these chances of *yes*."""
    size, share = sp.Integer(100), sp.Rational(1, 10)
    total = size * share * (inside - inside**2) + size * (1 - share) * (outside - outside**2)
    return total / (size * p) ** 2


@section("fig-1/verified")
def fig_1_verified():
    """Algorithm 2 as printed is the mechanism for 1 - p and 1 - pi_B (see alg-2)."""
    half = sp.Eq(b, HALF)
    formula = simmons(p, b, 100, sp.Rational(1, 10))
    meant = simmons_variance(p + (1 - p) * b, (1 - p) * b)
    return states(
        identity(
            simmons_variance(1 - p + p * (1 - b), p * (1 - b)),
            formula,
            p > 0,
            p < 1,
            half,
            label="Var of the estimator from Algorithm 2 as printed = equation (2)",
        ),
        corrected="the formulas are the variances of Warner, Simmons and both Christofides "
        "mechanisms; Algorithm 2 as printed has another variance, so that a simulation of it does "
        "not verify equation (2)",
        right=[
            sentence("simmons_variance"),
            identity(meant, formula, p > 0, p < 1, half),
            *eq_1(),
            *thm_3_1().under,
            *thm_4_1().under,
        ],
    )


@section("fig-1/monotone")
def fig_1_monotone():
    return falls_in_budget()


def at_nine(goal):
    """N = 9, p_2 = 0.36."""
    return goal.given(sp.Eq(p2, NINE))


NO_DECK = "as formulas: N p_2 = 3.24 is not a whole number of cards"


def nine(ones):
    return [(9, ones, gamma, THICK) for gamma in GAMMAS]


def shown(number, ones):
    """The ordering of a case at N = 9, p_2 = 0.36 wherever the condition of the case holds."""
    return crosscheck(
        lambda: [q for q in nine(ones) if in_case(number, q)],
        lambda q: ordered(number, q),
        f"case {number} at (9, {ones}, gamma, 9/25)",
    )


@section("fig-2")
def fig_2():
    return states(
        shown(1, 1),
        ordering(1, True),
        *improved_beats_warner(),
        at_nine(warner_beats_modified()),
        simmons_is_warner(),
        scope=NO_DECK,
    )


@section("fig-3")
def fig_3():
    return states(
        shown(2, 2),
        ordering(2),
        *warner_beats_improved(),
        improved_beats_modified(),
        simmons_is_warner(),
        scope=NO_DECK,
    )


@section("fig-4")
def fig_4():
    def caption(point):
        mw, mc, ic = variances(point)
        return mc < mw < ic

    return states(
        at_points(lambda: nine(4), caption, "Var_MC < Var_MW/MS < Var_IC"),
        corrected="modified Warner/Simmons is the best, modified Christofides the second, the "
        "improved Christofides mechanism the worst (theorem 6.1, third case)",
        right=[
            shown(3, 4),
            at_nine(warner_beats_modified()),
            modified_beats_improved(),
            simmons_is_warner(),
        ],
    )


@section("fig-234/conditions")
def fig_234():
    """pi_A = 1/9 is below pi_A1 only while gamma + 1/gamma < 62/9."""
    points = [(number, *q) for number, ones in ((1, 1), (2, 2), (3, 4)) for q in nine(ones)]
    squared = squared_length(g, 9, NINE)
    low = g + 1 / g < sp.Rational(62, 9)
    return states(
        crosscheck(
            lambda: points,
            lambda c: in_case(c[0], c[1:]),
            "pi_A is where the case of theorem 6.1 has it",
            names="case N members_of_A gamma p_2",
        ),
        assuming="e^epsilon + e^-epsilon < 62/9 (epsilon < 1.908) for Figure 2, whose range of "
        "epsilon is not given; Figures 3 and 4 hold for every epsilon",
        under=[
            holds(sp.Rational(7, 9) ** 2 > squared, *BUDGET, low, multiply=True),
            holds(sp.Rational(7, 9) ** 2 <= squared, *BUDGET, sp.Not(low), multiply=True),
            holds(sp.Rational(5, 9) ** 2 < squared, *BUDGET, multiply=True),
            every({"pi_A": (Fraction(2, 9),)}, lambda x: x < Fraction(1, 3), "2/9 < 1/2 - 1/6"),
            every(
                {"pi_A": (Fraction(4, 9),)},
                lambda x: Fraction(1, 3) < x < Fraction(2, 3),
                "1/2 - 1/6 < 4/9 < 1/2 + 1/6",
            ),
        ],
    )


@section("hcovany")
def hcovany():
    return definition(
        "data and parameters; N p_2 = 32525.99 is not a whole number of cards",
        check(lambda: (Fraction(1, 100) * PEOPLE).denominator != 1, "N p_2 is not whole"),
    )


WINDOW = (g > 1, g <= sp.Rational(33, 20))


def window():
    """e^0.5 < 33/20, so that the figure's epsilon lie in the window."""
    return check(
        lambda: enclose(sp.exp(sp.S.Half) < sp.Rational(33, 20), {}) is True,
        "e^(1/2) < 33/20",
        balls=True,
    )


def slightly_larger():
    mw, mc = warner(g, PEOPLE), modified(g, PEOPLE, RARE)
    return [
        holds(mc > sp.Rational(101, 100) * mw, *WINDOW, multiply=True),
        holds(mc < sp.Rational(1011, 1000) * mw, *WINDOW, multiply=True),
        window(),
    ]


def smallest():
    ic = improved(g, PEOPLE, RARE, pi)
    given = (*WINDOW, pi >= COVERED[0], pi <= COVERED[1])
    top = COVERED[1] * (1 - COVERED[1])
    worst = improved(g, PEOPLE, RARE, COVERED[1])
    return [
        holds(pi * (1 - pi) <= top, *given[2:]),
        identity(ic, worst * pi * (1 - pi) / top, g > 1),
        holds(worst > 0, *WINDOW, multiply=True),
        holds(worst < warner(g, PEOPLE), *WINDOW, multiply=True),
        holds(worst < modified(g, PEOPLE, RARE), *WINDOW, multiply=True),
        window(),
    ]


@section("fig-5")
def fig_5():
    return states(
        simmons_is_warner(),
        *slightly_larger(),
        *smallest(),
        scope="theory, pi_B = 1/2, 0 < epsilon <= 0.5, pi_A rounding to 0.0778",
    )


@section("fig-5/mw-ms")
def fig_5_mw_ms():
    return states(simmons_is_warner(), scope="pi_B = 1/2")


@section("fig-5/mc-slightly")
def fig_5_mc():
    return states(
        *slightly_larger(),
        simmons_is_warner(),
        scope="pi_B = 1/2, by 1.0 % to 1.1 % for 0 < epsilon <= 0.5",
    )


@section("fig-5/ic-smallest")
def fig_5_ic():
    return states(
        *smallest(),
        simmons_is_warner(),
        scope="pi_B = 1/2, 0 < epsilon <= 0.5, pi_A rounding to 0.0778",
    )


def ratio():
    return identity(
        4 * pi * (1 - pi) * V / ((N - 1) * D**2) / (V / (N * D**2)),
        4 * N * pi * (1 - pi) / (N - 1),
        *SEVERAL,
        V > 0,
        sp.Ne(D, 0),
    )


@section("ratio-28.7/formula")
def ratio_formula():
    return states(ratio(), scope="N >= 2, Var(Y) > 0 and E(Y) != (L+1)/2, where it is defined")


def percent(share):
    return 100 * 4 * PEOPLE * share * (1 - share) / sp.Integer(PEOPLE - 1)


@section("ratio-28.7")
def ratio_number():
    return [ratio(), printed(percent(sp.Rational("0.0778")), "28.7")]


@section("abs-28.7")
def abs_28_7():
    """Also for every proportion that rounds to 0.0778: the ratio grows in pi_A below 1/2."""
    low, high = (percent(share) for share in COVERED)
    return states(
        ratio(),
        printed(percent(sp.Rational("0.0778")), "28.7"),
        printed(low, "28.7"),
        printed(high, "28.7"),
        holds(percent(pi) >= low, pi >= COVERED[0], pi <= sp.S.Half, multiply=True),
        holds(percent(pi) <= high, pi <= COVERED[1], pi >= 0, multiply=True),
        scope="the ratio of the two formulas",
    )
