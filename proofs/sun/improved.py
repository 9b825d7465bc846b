"""Section 4: the improved Christofides mechanism (every respondent keeps the card)."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import by, crosscheck, identity
from .christofides import (
    SYMMETRIC,
    algorithm,
    exists,
    expectation,
    numbers_are_told,
    representation,
    symmetric_too,
    thm_3_1,
    unbiased,
)
from .draws import (
    Counts,
    card_channel,
    gap,
    in_random_order,
    law_with,
    law_without,
    marginal,
    mean,
    mean_number,
    population,
    variance,
    variance_number,
)
from .examples import by_deck, card_cases, estimable, estimator
from .symbols import SEVERAL, SHARE, L, N, V, m, pi

section = Section("sun")


@section("alg-4")
def alg_4():
    return algorithm("; the deck of N cards needs every N p_k whole")


@section("X-improved")
def x_improved():
    return numbers_are_told()


@section("rep-improved")
def rep_improved():
    return representation()


@section("exp-improved")
def exp_improved():
    """Every place in the deck is equally likely to be dealt to every respondent."""

    def agrees(case):
        counts, ones = case
        n = sum(counts)
        law = in_random_order(n, ones, lambda truths: law_without(truths, counts))
        right = mean_number(counts) + Fraction(ones, n) * gap(counts)
        places = [marginal(law, i) for i in range(n)]
        return all(mean(place, sum) == right for place in places)

    return [*expectation(), crosscheck(lambda: card_cases(4), agrees, "every deck, every place")]


def improved_unbiased(of=lambda: estimable(5)):
    def agrees(case):
        counts, ones = case
        n = sum(counts)
        law = law_without(population(n, ones), counts)
        return mean(law, estimator(counts)) * n == ones

    return by_deck(of, agrees, "the estimator has mean pi_A, N <= 5")


@section("est-improved")
def est_improved():
    return exists(improved_unbiased())


@section("unb-improved")
def unb_improved():
    return unbiased(improved_unbiased)


def enumerated(of):
    """Both equalities of theorem 4.1 over all orders of the cards."""

    def agrees(case):
        counts, ones = case
        n, width, share = sum(counts), gap(counts), Fraction(ones, sum(counts))
        law = law_without(population(n, ones), counts)
        own = variance(law, estimator(counts))
        right = 4 * share * (1 - share) * variance_number(counts) / ((n - 1) * width**2)
        return own == variance(law, sum) / (n * width) ** 2 == right

    return by_deck(
        of, agrees, "Var = Var(sum X_i) / (N D)^2 = 4 pi_A (1-pi_A) Var(Y) / ((N-1) D^2)"
    )


def dealt_sums():
    """The sum of n cards out of N: variance n (N - n) Var(Y) / (N - 1)."""
    n, total, squares, mean_y = sp.symbols("n total squares EY")
    pair = (total**2 - squares) / (N * (N - 1))
    second = n * squares / N + n * (n - 1) * pair
    var_y = squares / N - mean_y**2
    return identity(
        second.subs(total, N * mean_y) - (n * mean_y) ** 2, n * (N - n) * var_y / (N - 1), *SEVERAL
    )


GENERAL = (
    "sum X_i = (L+1) N pi_A + sum of all cards - 2 (sum of the N pi_A cards dealt into A); "
    "ordered pairs of different cards are equally likely"
)


def as_dealt_sum():
    """Each term of sum X_i is (L+1) x + Y - 2 Y x."""
    x, y = sp.symbols("x Y")
    return identity((L + 1 - y) * x + y * (1 - x), (L + 1) * x + y - 2 * y * x)


def theorem():
    width = L + 1 - 2 * m
    dealt = N * pi * (N - N * pi) * V / (N - 1)
    right = 4 * pi * (1 - pi) * V / ((N - 1) * width**2)
    formula = identity(4 * dealt / (N * width) ** 2, right, N >= 1, *SHARE)
    full = (*SEVERAL, sp.Ne(width, 0))
    return states(
        enumerated(symmetric_too),
        assuming=SYMMETRIC + "; and N >= 2 with every N p_k and N pi_A whole",
        under=[
            by(
                "two-draws",
                by(
                    "sum-linear",
                    as_dealt_sum(),
                    dealt_sums(),
                    formula.given(*full),
                    x="the cards",
                    y="the cards dealt into A",
                    a=1,
                    b=1,
                ),
                y="the cards",
            ),
            enumerated(lambda: estimable(5, 2)),
        ],
    )


@section("thm-4.1")
def thm_4_1():
    return theorem()


@section("eq-3")
def eq_3():
    return theorem()


def both_variances(counts: Counts, ones: int) -> tuple[Fraction, Fraction]:
    """Enumerated variances: modified (with replacement), improved (without)."""
    truths = population(sum(counts), ones)
    put_back = law_with(truths, card_channel(counts))
    return (
        variance(put_back, estimator(counts)),
        variance(law_without(truths, counts), estimator(counts)),
    )


@section("labels-4")
def labels_4():
    """Everywhere else Var_IC is 4 pi_A (1 - pi_A) Var(Y) / ((N-1) D^2)."""

    def labelled(which):
        def agrees(case):
            counts, ones = case
            n, share = sum(counts), Fraction(ones, sum(counts))
            right = 4 * share * (1 - share) * variance_number(counts) / (n - 1)
            return both_variances(counts, ones)[which] == right / gap(counts) ** 2

        return agrees

    def put_back(case):
        counts, ones = case
        right = variance_number(counts) / (sum(counts) * gap(counts) ** 2)
        return both_variances(counts, ones)[0] == right

    return states(
        by_deck(
            lambda: estimable(4, 2),
            labelled(0),
            "Var_IC, here of the modified mechanism, is the Var_IC of theorem 4.2",
        ),
        corrected="the labels are exchanged: Var_MC is the variance of the modified and Var_IC "
        "that of the improved Christofides mechanism",
        right=[
            *thm_3_1().under,
            *thm_4_1().under,
            crosscheck(lambda: estimable(4, 2), labelled(1), "Var_IC is the improved one"),
            crosscheck(lambda: estimable(4, 2), put_back, "Var_MC is the modified one"),
        ],
    )
