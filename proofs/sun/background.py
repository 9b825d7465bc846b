"""Section 2: the definition of privacy and the classical mechanisms."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rropt.channel import Channel

from ..claims import Section, definition, states
from ..goals import check, crosscheck, every, identity, sentence
from .draws import answer, card_channel, decks, gap, law_with, mean, proportions
from .examples import (
    CHANCES,
    DECK,
    by_deck,
    card_cases,
    estimator,
    simmons_cases,
    warner_cases,
)
from .symbols import WARNER, p
from .yes_no import simmons_channel, simmons_estimator, warner_channel, warner_estimator

section = Section("sun")


@section("...")
def form_of_the_ids():
    return definition("the form of the ids; asserts nothing")


@section("def-2.1")
def def_2_1():
    return definition("definition of epsilon-LDP: the user sends A(x) to an untrusted collector")


@section("def-warner")
def def_warner():
    return definition(
        "the Warner mechanism; 0 < p < 1/2, as the device is random",
        check(
            lambda: (
                warner_channel(Fraction(1, 4))
                == Channel.from_rows(
                    [["1/4", "3/4"], ["3/4", "1/4"]], ["no", "yes"], ["not in A", "in A"]
                )
            ),
            "the channel for p = 1/4",
        ),
    )


@section("def-warner-unbiased")
def def_warner_unbiased():
    """(yes share - (1 - p)) / (2p - 1) has mean pi_A, for given persons and for drawn ones."""
    general = ("warner_is_unbiased", "warner_is_unbiased_when_drawn")
    return [*map(sentence, general), warner_unbiased()]


def warner_unbiased():
    def unbiased(case):
        n, ones, chance = case
        law = law_with((1,) * ones + (0,) * (n - ones), warner_channel(chance), 0)
        return mean(law, warner_estimator(chance)) * n == ones

    return crosscheck(warner_cases, unbiased, "the estimator has mean pi_A")


@section("def-simmons")
def def_simmons():
    return definition("the Simmons mechanism; statement (b) is about an unrelated group B")


@section("def-simmons-unbiased")
def def_simmons_unbiased():
    """With pi_B known and p > 0."""
    return states(
        sentence("simmons_is_unbiased"),
        sentence("simmons_is_unbiased_when_drawn"),
        simmons_unbiased(),
        scope="p > 0 and pi_B known",
    )


def simmons_unbiased():
    def unbiased(case):
        n, ones, chance, other = case
        law = law_with((1,) * ones + (0,) * (n - ones), simmons_channel(chance, other), 0)
        return mean(law, simmons_estimator(chance, other)) * n == ones

    return crosscheck(simmons_cases, unbiased, "the estimator has mean pi_A")


@section("def-simmons-cooperation")
def def_simmons_cooperation():
    return definition("a statement about the behaviour of respondents")


@section("def-christofides")
def def_christofides():
    return definition(
        "the Christofides mechanism: the distance of the drawn number from L + 1 "
        "with the attribute, from 0 without it"
    )


@section("def-christofides-ex")
def def_christofides_ex():
    def means(case):
        truth, number = case
        return (answer(truth, number, 3) == 3) == ((truth, number) in [(1, 1), (0, 3)])

    return every(
        {"x": (0, 1), "number": (1, 2, 3)},
        means,
        "the answer is 3 exactly for (in A, 1) and (not in A, 3)",
    )


@section("def-christofides-L2")
def def_christofides_l2():
    """The reports 2, 1 of a deck with p_1 = p are the yes, no of Warner's device."""

    def same(chance):
        deck = (chance.numerator, chance.denominator - chance.numerator)
        return card_channel(deck).rows == warner_channel(chance).rows

    return [
        crosscheck(
            lambda: CHANCES, same, "number 1 is no, number 2 is yes: one and the same table"
        ),
        statements_on_cards(2),
        *two_numbers(),
    ]


def statements_on_cards(numbers):
    """Card 1 is statement (a), card L statement (b), answer L *yes*, answer 1 *no*: draw by draw,
    so for every p."""

    def same(case):
        truth, number = case
        yes = truth if number == 1 else 1 - truth
        return answer(truth, number, numbers) == (numbers if yes else 1)

    label = "each draw gives the answer of Warner's statement"
    return every({"x": (0, 1), "number": (1, numbers)}, same, label)


def two_numbers():
    """P(2 | in A) = p_1 = p, P(2 | not in A) = p_2 = 1 - p; the same estimator."""
    mean_y = p + 2 * (1 - p)
    share = sp.Symbol("yes")
    average = 2 * share + (1 - share)
    return [
        identity((average - mean_y) / (3 - 2 * mean_y), (share - (1 - p)) / (2 * p - 1), *WARNER)
    ]


def christofides_unbiased(of):
    def unbiased(case):
        counts, ones = case
        n = sum(counts)
        law = law_with((1,) * ones + (0,) * (n - ones), card_channel(counts))
        return mean(law, estimator(counts)) * n == ones

    return by_deck(of, unbiased, "the estimator has mean pi_A")


@section("def-christofides-unbiased")
def def_christofides_unbiased():
    """Not every deck whose proportions are not all equal: a symmetric one hides everything."""

    def possible(case):
        table = card_channel(case[0])
        return table.columns[0] != table.columns[1]

    uneven = [(1, 2, 1), *(c for c in decks(4, 3) if len(set(c)) > 1)]
    return states(
        crosscheck(
            lambda: [(c,) for c in uneven],
            possible,
            "the law of the answer depends on the truth",
            names=DECK,
        ),
        assuming="p_k != p_(L+1-k) for some k (proportions that are not all equal do not suffice: "
        "a deck with p_k = p_(L+1-k) for all k gives everybody the same law, and no estimator is "
        "unbiased); the mean of the answers serves if E(Y) != (L+1)/2, the frequency of the answer "
        "k always",
        under=[
            sentence("christofides_can_be_estimated"),
            sentence("christofides_is_unbiased"),
            by_deck(
                lambda: [(c, ones) for c, ones in card_cases(4) if c != c[::-1]],
                frequency_unbiased,
                "the estimator from the frequency of one answer has mean pi_A",
            ),
            christofides_unbiased(lambda: [(c, k) for c, k in card_cases(4) if gap(c)]),
        ],
    )


def frequency_unbiased(case):
    """The answer k with p_k != p_(L+1-k), in place of the mean of the answers."""
    counts, ones = case
    n = sum(counts)
    k, r, q = next(
        (k, own, other)
        for k, (own, other) in enumerate(
            zip(proportions(counts), reversed(proportions(counts)), strict=True), 1
        )
        if own != other
    )
    law = law_with((1,) * ones + (0,) * (n - ones), card_channel(counts))
    share = mean(law, lambda told: Fraction(told.count(k), n))
    return (share - r) / (q - r) * n == ones


@section("setting-3")
def setting_3():
    return definition(
        "the setting: a random sample without replacement of size N from a "
        "population of size N, that is everybody, in a random order"
    )
