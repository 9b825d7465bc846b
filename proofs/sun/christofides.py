"""Section 3.3: the modified Christofides mechanism (cards are put back)."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import crosscheck, holds, identity, sentence
from .background import christofides_unbiased
from .draws import (
    answer,
    card_channel,
    gap,
    law_with,
    mean_number,
    population,
    variance,
    variance_number,
)
from .examples import by_deck, card_cases, estimable, estimator
from .symbols import SHARE, D, L, m, pi

section = Section("sun")
Y = sp.Symbol("Y")
SYMMETRIC = (
    "E(Y) != (L+1)/2; proportions that are not all equal do not suffice: for L = 3 and "
    "p = (1/4, 1/2, 1/4) the denominator L + 1 - 2 E(Y) is zero"
)


def printed_answer(truth, number, numbers):
    """Step 3 of Algorithms 3 and 4 as printed."""
    return number if truth else numbers + 1 - number


def algorithm(after):
    """Algorithms 3 and 4 differ in what happens to the card; both swap the two branches."""
    triples = [(x, k, n) for n in (3, 2, 4) for k in range(1, n + 1) for x in (0, 1)]

    def as_defined(case):
        return printed_answer(*case) == answer(*case)

    def branches_swapped(case):
        x, k, n = case
        return printed_answer(1 - x, k, n) == answer(x, k, n)

    mean_x = pi * m + (1 - pi) * (L + 1 - m)
    return states(
        crosscheck(
            lambda: triples,
            as_defined,
            "X_i is the distance of k from L+1 if x_i = 1, else from 0",
            names="x_i k L",
        ),
        corrected=f"step 3 must read `if x_i = 1: X_i = L+1-k; else X_i = k`, as the definition, "
        f"the representation of X_i and the estimator have it; as printed the estimator, "
        f"where it exists, has mean 1 - pi_A{after}",
        right=[
            crosscheck(
                lambda: triples, branches_swapped, "with the branches exchanged it is right"
            ),
            *representation(),
            identity((mean_x - m) / (L + 1 - 2 * m), 1 - pi, sp.Ne(L + 1 - 2 * m, 0), *SHARE),
            printed_mean(),
        ],
    )


def printed_mean():
    """The mean of the estimator under the printed step, over all draws."""

    def other_share(case):
        counts, ones = case
        n, numbers = sum(counts), len(counts)
        told = [
            Fraction(
                ones * sum(c * printed_answer(1, k, numbers) for k, c in enumerate(counts, 1))
                + (n - ones)
                * sum(c * printed_answer(0, k, numbers) for k, c in enumerate(counts, 1)),
                n,
            )
        ]
        return (told[0] / n - mean_number(counts)) / gap(counts) == 1 - Fraction(ones, n)

    return crosscheck(lambda: estimable(5), other_share, "the estimator has mean 1 - pi_A")


@section("alg-3")
def alg_3():
    return algorithm("")


def numbers_are_told():
    """X_i takes the values 1, ..., L."""
    triples = [(x, k, n) for n in (3, 2, 4) for k in range(1, n + 1) for x in (0, 1)]
    return states(
        crosscheck(
            lambda: triples,
            lambda case: answer(*case) in (0, 1),
            "X_i is 0 or 1",
            names="x_i Y_i L",
        ),
        corrected="there is no yes or no: X_i in {1, ..., L} is the number that the respondent "
        "reports",
        right=[
            crosscheck(
                lambda: triples,
                lambda case: 1 <= answer(*case) <= case[2],
                "X_i is one of 1, ..., L",
            ),
            crosscheck(
                lambda: (2, 3, 4),
                lambda n: {answer(0, k, n) for k in range(1, n + 1)} == set(range(1, n + 1)),
                "and each of them occurs",
            ),
            holds(sp.And(L + 1 - Y >= 1, L + 1 - Y <= L), Y >= 1, Y <= L),
        ],
    )


@section("X-christofides")
def x_christofides():
    return numbers_are_told()


def representation():
    """X = (L+1-Y) x + Y (1-x) is the distance from L+1 or from 0."""
    x, y = sp.symbols("x Y")
    told = (L + 1 - y) * x + y * (1 - x)
    triples = [(a, k, n) for n in range(1, 7) for k in range(1, n + 1) for a in (0, 1)]

    def agrees(case):
        a, k, n = case
        return (n + 1 - k) * a + k * (1 - a) == answer(a, k, n)

    return [
        identity(told.subs(x, 1), L + 1 - y),
        identity(told.subs(x, 0), y),
        holds(L + 1 - y > 0, y >= 1, y <= L),
        crosscheck(lambda: triples, agrees, "L <= 6"),
    ]


@section("rep-christofides")
def rep_christofides():
    return representation()


@section("exp-christofides")
def exp_christofides():
    def agrees(case):
        counts, ones = case
        table, share = card_channel(counts), Fraction(ones, sum(counts))
        law = table.report_distribution([1 - share, share])
        own = sum(k * w for k, w in enumerate(law, 1))
        return own == mean_number(counts) + share * gap(counts)

    return [
        sentence("christofides_mean_answer"),
        crosscheck(lambda: card_cases(5), agrees, "every deck of at most 5 cards"),
    ]


def symmetric_too():
    """Decks whose proportions are not all equal, the symmetric 1, 2, 2, 3 first."""
    return [((1, 2, 1), 2), *card_cases(4)]


def exists(others):
    """The estimator is defined and the only solution of the equation of expectations."""
    share = sp.Symbol("mean_X")
    return states(
        by_deck(symmetric_too, lambda case: gap(case[0]) != 0, "L + 1 - 2 E(Y) is not zero"),
        assuming=SYMMETRIC,
        under=[
            identity(
                (m + pi * (L + 1 - 2 * m)).subs(pi, (share - m) / (L + 1 - 2 * m)),
                share,
                sp.Ne(L + 1 - 2 * m, 0),
            ),
            identity((m + pi * D - m) / D, pi, sp.Ne(D, 0)),
            others,
        ],
    )


@section("est-christofides")
def est_christofides():
    return exists(two_values_suffice())


def two_values_suffice():
    """For L = 2 the paper's condition is the right one."""
    q = sp.Symbol("p_1")
    return holds(sp.Equivalent(sp.Ne(3 - 2 * (q + 2 * (1 - q)), 0), sp.Ne(q, 1 - q)))


LLN = (
    "; unbiased by linearity of expectation: the law of large numbers, which the paper names as "
    "the reason, gives consistency, not unbiasedness"
)


def unbiased(of_cases):
    """Undefined where L + 1 = 2 E(Y), true elsewhere."""
    mean_x = pi * (L + 1 - m) + (1 - pi) * m
    general = identity((mean_x - m) / (L + 1 - 2 * m), pi, sp.Ne(L + 1 - 2 * m, 0), *SHARE)
    return states(
        of_cases(symmetric_too),
        assuming=SYMMETRIC + LLN,
        under=[general, of_cases(lambda: estimable(4))],
    )


@section("unb-christofides")
def unb_christofides():
    return unbiased(christofides_unbiased)


def variance_without_cards(of):
    """Var of the estimator over all draws with replacement."""

    def agrees(case):
        counts, ones = case
        n = sum(counts)
        law = law_with(population(n, ones), card_channel(counts))
        own = variance(law, estimator(counts))
        width = gap(counts)
        return (
            own == variance(law, sum) / (n * width) ** 2 == variance_number(counts) / (n * width**2)
        )

    return by_deck(of, agrees, "Var = Var(sum X_i) / (N D)^2 = Var(Y) / (N D^2)")


@section("thm-3.1")
def thm_3_1():
    """Both kinds of answers have the variance of Y, and they are independent."""
    return states(
        variance_without_cards(symmetric_too),
        assuming=SYMMETRIC,
        under=[
            sentence("christofides_variance"),
            variance_without_cards(lambda: estimable(4)),
        ],
    )
