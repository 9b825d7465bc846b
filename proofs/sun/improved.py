"""Section 4: the improved Christofides mechanism (every respondent keeps the card)."""

from __future__ import annotations

from fractions import Fraction

from ..claims import Section, states
from ..goals import crosscheck, sentence
from .christofides import (
    SYMMETRIC,
    algorithm,
    exists,
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

    general = sentence("kept_mean_answer")
    return [general, crosscheck(lambda: card_cases(4), agrees, "every deck, every place")]


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


def theorem():
    return states(
        enumerated(symmetric_too),
        assuming=SYMMETRIC + "; and N >= 2 with every N p_k and N pi_A whole",
        under=[
            sentence("kept_variance"),
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
