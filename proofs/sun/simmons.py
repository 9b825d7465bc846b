"""Section 3.2: the modified Simmons mechanism."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, definition, states
from ..goals import crosscheck, identity, sentence
from .background import simmons_unbiased
from .draws import law_with, population, variance
from .examples import CHANCES, SHARES, simmons_cases
from .symbols import OTHER, SIZE, N, b, p, pi, simmons
from .warner import ORDER, as_persons, decrease, dependent
from .yes_no import (
    algorithm_2,
    algorithm_2_meant,
    chance_of_yes,
    channel_of,
    simmons_channel,
    simmons_estimator,
)

section = Section("sun")
ASKED = "p > 0 (for p = 0 nobody is asked and the estimator is not defined)"
SOME = (p > 0, p <= 1)
YES = p * pi + (1 - p) * b
INSIDE, OUTSIDE = (chance_of_yes(algorithm_2_meant, x, p, b) for x in (1, 0))


def any_chance():
    """The probabilities of *yes* for every p and pi_B: the mended algorithm and the device."""
    return [identity(INSIDE, p + (1 - p) * b), identity(OUTSIDE, (1 - p) * b)]


@section("alg-2")
def alg_2():
    """Bernoulli variables below their own probability: u < p means u = 0."""
    grid = [(c, o) for c in CHANCES for o in SHARES]

    def is_simmons(case):
        return channel_of(algorithm_2, *case) == simmons_channel(*case)

    def is_meant(case):
        return channel_of(algorithm_2_meant, *case) == simmons_channel(*case)

    def swapped(case):
        chance, other = case
        return other == 0 or channel_of(algorithm_2, *case) == simmons_channel(
            1 - chance, 1 - other
        )

    told = (1 - p) * pi + p * (1 - b)
    return states(
        crosscheck(
            lambda: grid,
            is_simmons,
            "statement (a) is used with probability p, else the one on B",
            names="p pi_B",
        ),
        corrected="steps 2 and 3 must read `if u = 1` and `if v = 1`; as printed (pi_B > 0), "
        "statement (a) is used with probability 1 - p and the other is answered yes with "
        "probability 1 - pi_B, so the estimator has mean "
        "((1-p) pi_A + p (1-pi_B) - (1-p) pi_B) / p",
        right=[
            crosscheck(lambda: grid, is_meant, "with u = 1, v = 1 it is Simmons' mechanism"),
            *any_chance(),
            crosscheck(lambda: grid, swapped, "as printed it is the one for 1 - p and 1 - pi_B"),
            identity(
                (told - (1 - p) * b) / p,
                ((1 - p) * pi + p * (1 - b) - (1 - p) * b) / p,
                *SOME,
                *OTHER,
            ),
        ],
    )


@section("X-simmons")
def x_simmons():
    return definition("X_i codes the answer")


def with_other(chance):
    return simmons_channel(chance, Fraction(1, 3))


@section("dep-simmons")
def dep_simmons():
    """Cov(X_i, X_j) = p^2 Cov(x_i, x_j)."""
    return states(
        as_persons(with_other),
        assuming=f"p > 0; {ORDER}",
        under=[sentence("simmons_answers_are_dependent"), dependent(with_other)],
    )


@section("total-simmons")
def total_simmons():
    def mean_is(case):
        chance, other = case
        yes = simmons_channel(*case).rows[1]
        return yes == ((1 - chance) * other, chance + (1 - chance) * other)

    grid = [(c, o) for c in CHANCES for o in SHARES]
    return states(
        *any_chance(),
        identity(pi * INSIDE + (1 - pi) * OUTSIDE, YES),
        crosscheck(lambda: grid, mean_is, "P(yes | x_i)"),
        sentence("simmons_total"),
        scope="the mean of N_1/N is the left side, its variance at most 1/(4N)",
    )


@section("est-simmons")
def est_simmons():
    """The solution of the equation of total probability, and the only one."""
    share = sp.Symbol("share")
    solved = (share - (1 - p) * b) / p
    return states(
        identity(YES.subs(pi, solved), share, *SOME),
        identity(solved.subs(share, YES), pi, *SOME),
        scope=ASKED,
    )


@section("unb-simmons")
def unb_simmons():
    return states(
        sentence("simmons_is_unbiased"),
        simmons_unbiased(),
        scope=f"{ASKED}; unbiased by linearity of expectation; the law of large numbers, which the "
        "paper names as the reason, gives consistency, not unbiasedness",
    )


def line_a(n, share, c, o):
    """The variances of N independent answers of two kinds, over (N p)^2."""
    inside, outside = c + (1 - c) * o, (1 - c) * o
    total = n * share * (inside - inside**2) + n * (1 - share) * (outside - outside**2)
    return total / (n * c) ** 2


def line_b(n, share, c, o):
    first = share * (c + (1 - c) * o) * (1 - c - (1 - c) * o) / (n * c**2)
    return first + (1 - share) * ((1 - c) * o) * (1 - (1 - c) * o) / (n * c**2)


def line_c(n, share, c, o):
    return simmons(c, o, n, share)


def enumerated(formula):
    def agrees(case):
        n, ones, chance, other = case
        law = law_with(population(n, ones), simmons_channel(chance, other), 0)
        own = variance(law, simmons_estimator(chance, other))
        return own == formula(n, Fraction(ones, n), chance, other)

    return crosscheck(simmons_cases, agrees, "the variance over all answers, N <= 3")


def line(theorem, formula):
    """General N in Coq, small N by enumeration."""
    return [sentence(theorem), enumerated(formula)]


@section("eq-2")
def eq_2():
    lines = [*eq_2_a().goals, enumerated(line_a), *eq_2_b().goals, *eq_2_c().goals]
    return states(*lines, scope=ASKED)


@section("eq-2/a")
def eq_2_a():
    def scaled(case):
        n, ones, chance, other = case
        law = law_with(population(n, ones), simmons_channel(chance, other), 0)
        average = variance(law, lambda told: Fraction(sum(told), n))
        return variance(law, simmons_estimator(chance, other)) == average / chance**2

    return states(
        crosscheck(simmons_cases, scaled, "Var of the estimator = Var(mean X_i) / p^2"),
        sentence("simmons_variance_scaled"),
        scope=ASKED,
    )


@section("eq-2/b")
def eq_2_b():
    return states(*line("simmons_variance_by_kinds", line_b), scope=ASKED)


@section("eq-2/c")
def eq_2_c():
    return states(*line("simmons_variance", line_c), scope=ASKED)


WITH_REPLACEMENT = pi * (1 - pi) / N + simmons(p, b, N, pi)


@section("wr-simmons")
def wr_simmons():
    variances = identity(WITH_REPLACEMENT, YES * (1 - YES) / (N * p**2), p > 0, p <= 1, *SIZE)
    return states(
        sentence("simmons_variance_when_drawn"),
        variances,
        scope=ASKED,
    )


@section("dec-simmons")
def dec_simmons():
    return states(
        *decrease(WITH_REPLACEMENT, simmons(p, b, N, pi), p > 0, p <= 1),
        scope="strictly smaller for 0 < pi_A < 1; " + ASKED,
    )
