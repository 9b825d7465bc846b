"""Abstract, introduction, the closing remarks and the conclusion."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, definition, states
from ..goals import crosscheck, identity, sentence
from .collector import (
    below_the_bound,
    chi_square_bounded,
    determined,
    lower_bound,
    one_report_respects,
    respects_budget,
    reveals,
)
from .comparison import MEANS
from .comparison_goals import (
    at_points,
    beyond,
    grid,
    improved_beats_warner,
    not_above_modified,
    real_ends,
    simmons_is_warner,
    variances,
)
from .replacement import EXISTS, gains
from .symbols import N, pi

section = Section("sun")


def improved_is_smallest():
    """Var_IC < Var_MW/MS <= Var_MC for pi_A < pi_A1 or pi_A > pi_A2."""

    def smallest(point):
        mw, mc, ic = variances(point)
        return ic < mw <= mc

    return [
        *improved_beats_warner(),
        simmons_is_warner(),
        not_above_modified(),
        crosscheck(lambda: [q for q in grid() if beyond(q)], smallest, "Var_IC is the smallest"),
    ]


@section("abs-smallest")
def abs_smallest():
    return states(*improved_is_smallest(), scope="L = 3, pi_A < pi_A1 or pi_A > pi_A2; " + MEANS)


@section("abs-assumption")
def abs_assumption():
    return definition("an opinion about the real world")


@section("abs-first")
def abs_first():
    return definition("a statement about other works")


@section("abs-modified")
def abs_modified():
    return states(
        *gains(),
        scope="by pi_A (1 - pi_A)/N, strictly for 0 < pi_A < 1; for Simmons, p > 0; "
        "for Christofides, " + EXISTS,
    )


@section("intro-randomness")
def intro_randomness():
    """A census has no sampling variance, N draws with replacement have pi_A (1 - pi_A) / N."""
    size = sp.Symbol("n")
    without = pi * (1 - pi) / size * (N - size) / (N - 1)
    return states(
        sentence("sample_without_replacement"),
        identity(without.subs(size, N), 0, N >= 2),
        scope="the mean of n of N persons; the aim of the cards is not a statement",
    )


@section("intro-contrib-1")
def intro_contrib_1():
    return definition("what the paper does")


@section("intro-contrib-2")
def intro_contrib_2():
    return definition("what the paper does, and an opinion")


COLLECTOR = (
    "epsilon is that of one report by itself. Against the collector of Definition 2.1, "
    "who sees all reports, the improved mechanism has no finite epsilon, and a variance "
    "below e^eps/(N (e^eps-1)^2) is impossible for unbiased estimates from independent "
    "epsilon-LDP reports: modified Warner attains that bound"
)


@section("intro-contrib-3")
def intro_contrib_3():
    return states(
        *improved_is_smallest(),
        real_ends(),
        respects_budget(),
        assuming=COLLECTOR,
        under=[
            *improved_is_smallest(),
            real_ends(),
            one_report_respects(),
            reveals(),
            determined(),
            *lower_bound(),
            chi_square_bounded(),
            below_the_bound(),
        ],
    )


@section("rem-6-cooperation")
def rem_6_cooperation():
    return definition("a statement about the behaviour of respondents")


@section("rem-6-assumption")
def rem_6_assumption():
    """What respondents know does not matter: the collector has all the answers."""
    return states(
        respects_budget(),
        corrected="the budget is that of one report seen alone; the collector, who receives all "
        "the reports, has an infinite likelihood ratio whatever the respondents know (see thm-5.6)",
        right=[one_report_respects(), reveals(), determined()],
    )


@section("concl-smallest")
def concl_smallest():
    def printed(point):
        mw, mc, ic = variances(point)
        return mc <= mw and mc <= ic

    return states(
        at_points(
            lambda: [q for q in grid() if beyond(q)],
            printed,
            "pi_A < pi_A1 or pi_A > pi_A2, and Var_MC is the smallest",
        ),
        corrected="the variance of the improved (not the modified) Christofides mechanism is the "
        "smallest when pi_A < pi_A1 or pi_A > pi_A2",
        right=improved_is_smallest(),
    )


@section("concl-replace")
def concl_replace():
    return states(
        respects_budget(),
        corrected="it has a smaller variance, but not the privacy of Warner's device: a smaller "
        "variance at the same epsilon is beyond what any unbiased estimate from independent "
        "epsilon-LDP reports can have, so the gain is paid for with the joint privacy of the "
        "reports",
        right=[
            *lower_bound(),
            chi_square_bounded(),
            below_the_bound(),
            reveals(),
            determined(),
        ],
    )
