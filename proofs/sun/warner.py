"""Section 3.1: the modified Warner mechanism."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, definition, states
from ..goals import crosscheck, holds, identity, sentence
from .background import warner_unbiased
from .draws import in_random_order, independent, law_with, mean, population, variance
from .examples import CHANCES, populations, warner_cases
from .symbols import PROPER, SHARE, SIZE, WARNER, N, p, pi
from .yes_no import (
    algorithm_1,
    algorithm_1_meant,
    chance_of_yes,
    channel_of,
    warner_channel,
    warner_estimator,
)

section = Section("sun")
YES = p * pi + (1 - p) * (1 - pi)
INSIDE, OUTSIDE = (chance_of_yes(algorithm_1_meant, x, p) for x in (1, 0))


def any_chance():
    """The probabilities of *yes* for every p: the mended algorithm and the device."""
    return [identity(INSIDE, p), identity(OUTSIDE, 1 - p), identity(1 - OUTSIDE, p)]


@section("alg-1")
def alg_1():
    """A Bernoulli u is below p exactly when it is 0, which has probability 1 - p."""

    def is_warner(chance):
        return channel_of(algorithm_1, chance) == warner_channel(chance)

    def is_meant(chance):
        return channel_of(algorithm_1_meant, chance) == warner_channel(chance)

    def swapped(chance):
        return channel_of(algorithm_1, chance) == warner_channel(1 - chance)

    told = (1 - p) * pi + p * (1 - pi)
    return states(
        crosscheck(
            lambda: [(c,) for c in CHANCES],
            lambda case: is_warner(*case),
            "statement (a) is used with probability p",
            names="p",
        ),
        corrected="step 2 must read `if u = 1` (or u uniform on (0,1)); as printed, u < p means "
        "u = 0, statement (a) is used with probability 1 - p, and the estimator has "
        "mean 1 - pi_A",
        right=[
            crosscheck(lambda: CHANCES, is_meant, "with u = 1 it is Warner's mechanism"),
            *any_chance(),
            crosscheck(lambda: CHANCES, swapped, "as printed it is Warner's mechanism for 1 - p"),
            holds(
                sp.And(p > 0, sp.Not(p > 1)),
                *WARNER,
                label="u < p holds for u = 0 and fails for u = 1",
            ),
            identity((told - (1 - p)) / (2 * p - 1), 1 - pi, *WARNER, *SHARE),
        ],
    )


@section("X-warner")
def x_warner():
    return definition("X_i codes the answer")


def dependent(channel_of_chance):
    """The answers at two places are dependent when 0 < pi_A < 1."""

    def fails(case):
        n, ones, chance = case
        channel = channel_of_chance(chance)
        law = in_random_order(n, ones, lambda truths: law_with(truths, channel, 0))
        return not independent(law, 0, 1)

    mixed = [(n, ones, c) for n, ones in populations(4, 2) if 0 < ones < n for c in CHANCES]
    return crosscheck(
        lambda: mixed, fails, "X_1 and X_2 are dependent in the random order of the draw"
    )


def as_persons(channel_of_chance):
    """The answers of given persons: x_i is not random."""

    def fails(case):
        n, ones, chance = case
        law = law_with(population(n, ones), channel_of_chance(chance), 0)
        return not independent(law, 0, 1)

    return crosscheck(
        lambda: [(2, 1, c) for c in CHANCES],
        fails,
        "X_1 and X_2 are dependent for the persons 1 and 2, x = (1, 0)",
        names="N members_of_A p",
    )


ORDER = (
    "X_i is the answer of the i-th person drawn, in the random order of the draw, and "
    "0 < pi_A < 1; the answers of given persons (fixed x_i) are independent, and it is their "
    "independence that gives the variance"
)


@section("dep-warner")
def dep_warner():
    """Cov(X_i, X_j) = (2p - 1)^2 Cov(x_i, x_j)."""
    return states(
        as_persons(warner_channel),
        assuming=ORDER,
        under=[
            sentence("warner_answers_are_dependent"),
            dependent(warner_channel),
        ],
    )


@section("total-warner")
def total_warner():
    """N_1 / N has this mean exactly, and a variance of at most 1 / (4N)."""

    def mean_is(case):
        n, ones, chance = case
        law, share = law_with(population(n, ones), warner_channel(chance), 0), Fraction(ones, n)
        return mean(law, sum) / n == chance * share + (1 - chance) * (1 - share)

    return states(
        *any_chance(),
        identity(pi * INSIDE + (1 - pi) * OUTSIDE, p * pi + (1 - p) * (1 - pi)),
        crosscheck(warner_cases, mean_is, "the mean of N_1 / N, N <= 4"),
        sentence("warner_total"),
        scope="the mean of N_1/N is the left side, its variance p(1-p)/N",
    )


@section("est-warner")
def est_warner():
    """The solution of the equation of total probability, and the only one."""
    share = sp.Symbol("share")
    solved = (share - (1 - p)) / (2 * p - 1)
    return [
        identity(YES.subs(pi, solved), share, *WARNER),
        identity(solved.subs(share, YES), pi, *WARNER),
    ]


@section("unb-warner")
def unb_warner():
    return states(
        sentence("warner_is_unbiased"),
        warner_unbiased(),
        scope="unbiased by linearity of expectation; the law of large numbers, which the "
        "paper names as the reason, gives consistency, not unbiasedness",
    )


def enumerated(formula):
    """The variance of the estimator over all answers, for every small population."""

    def agrees(case):
        n, ones, chance = case
        law = law_with(population(n, ones), warner_channel(chance), 0)
        return variance(law, warner_estimator(chance)) == formula(n, Fraction(ones, n), chance)

    return crosscheck(warner_cases, agrees, "the variance over all answers, N <= 4")


def line_a(n, share, c):
    return (n * share * c * (1 - c) + n * (1 - share) * (1 - c) * c) / (n**2 * (2 * c - 1) ** 2)


def line_b(n, share, c):
    return (share * c * (1 - c) + (1 - share) * (1 - c) * c) / (n * (2 * c - 1) ** 2)


def line_c(n, share, c):
    return c * (1 - c) / (n * (2 * c - 1) ** 2)


def line(theorem, formula):
    """General N in Coq, small N by enumeration."""
    return [sentence(theorem), enumerated(formula)]


@section("eq-1")
def eq_1():
    return [*eq_1_a(), enumerated(line_a), *eq_1_b(), *eq_1_c()]


@section("eq-1/a")
def eq_1_a():
    def scaled(case):
        n, ones, chance = case
        law = law_with(population(n, ones), warner_channel(chance), 0)
        own = variance(law, warner_estimator(chance))
        return own == variance(law, sum) / (n**2 * (2 * chance - 1) ** 2)

    return [
        crosscheck(warner_cases, scaled, "Var of the estimator = Var(sum X_i) / (N^2 (2p-1)^2)"),
        sentence("warner_variance_scaled"),
    ]


@section("eq-1/b")
def eq_1_b():
    return line("warner_variance_by_kinds", line_b)


@section("eq-1/c")
def eq_1_c():
    return line("warner_variance", line_c)


def with_replacement(n, share, c):
    return share * (1 - share) / n + c * (1 - c) / (n * (2 * c - 1) ** 2)


@section("wr-warner")
def wr_warner():
    """N persons are drawn with replacement: each answers yes with probability YES."""
    return [
        sentence("warner_variance_when_drawn"),
        identity(
            with_replacement(N, pi, p), YES * (1 - YES) / (N * (2 * p - 1) ** 2), *WARNER, *SIZE
        ),
    ]


@section("dec-warner")
def dec_warner():
    """The difference is pi_A (1 - pi_A) / N, positive for 0 < pi_A < 1."""
    return states(
        *decrease(with_replacement(N, pi, p), line_c(N, pi, p), *WARNER),
        scope="strictly smaller for 0 < pi_A < 1",
    )


def decrease(with_it, without, *given):
    """The variance falls by pi_A (1 - pi_A) / N."""
    return [
        identity(with_it - without, pi * (1 - pi) / N, *given, *SIZE, *SHARE),
        holds(pi * (1 - pi) / N > 0, *PROPER, *SIZE),
    ]
