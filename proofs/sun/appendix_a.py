"""Appendix A: the chain for Var(sum X_i) in the modified Christofides mechanism.

Every line is compared with the variance itself, not with the line before it.
"""

from __future__ import annotations

from fractions import Fraction

from ..claims import Section, states
from ..goals import identity, sentence
from .christofides import SYMMETRIC, symmetric_too, variance_without_cards
from .draws import card_channel, law_with, population, proportions, variance
from .examples import by_deck, card_cases, estimable
from .sums import Moments, Numbers, symbolic
from .symbols import SHARE, SIZE, N, m, m2, pi

section = Section("sun")


def own(y):
    """Var(Y)."""
    return y.total(lambda k: k**2) - y.total(lambda k: k) ** 2


def line_1(n, share, y):
    reflected = y.mirrored(lambda k: k**2) - y.mirrored(lambda k: k) ** 2
    return n * share * reflected + n * (1 - share) * own(y)


def squares(y):
    """-(sum (L+1-k) p_k)^2 + (sum k p_k)^2."""
    return -(y.total(lambda k: y.L + 1 - k) ** 2) + y.total(lambda k: k) ** 2


def line_2(n, share, y):
    first = y.total(lambda k: (y.L + 1 - k) ** 2) - y.total(lambda k: k**2)
    return n * share * first + n * share * squares(y) + n * own(y)


def linear(y):
    """sum ((L+1)^2 - 2 (L+1) k) p_k."""
    return y.total(lambda k: (y.L + 1) ** 2 - 2 * (y.L + 1) * k)


def product(y):
    """(sum (L+1) p_k)(sum (L+1-2k) p_k)."""
    return y.total(lambda k: (y.L + 1) + 0 * k) * y.total(lambda k: y.L + 1 - 2 * k)


def line_3(n, share, y):
    return n * share * linear(y) - n * share * squares(y) + n * share * product(y)


def line_3_meant(n, share, y):
    return n * share * linear(y) - n * share * product(y) + n * own(y)


def line_4(n, share, y):
    return n * own(y)


def line(formula):
    """Every L by moments, L <= 4 term by term, small decks by enumeration."""

    def agrees(case):
        counts, ones = case
        n = sum(counts)
        law = law_with(population(n, ones), card_channel(counts))
        return variance(law, sum) == formula(n, Fraction(ones, n), Numbers(proportions(counts)))

    return [
        by_deck(lambda: card_cases(4), agrees, "Var(sum X_i), over all draws = the line"),
        identity(formula(N, pi, Moments()), N * (m2 - m**2), *SIZE, *SHARE),
        *(
            identity(formula(N, pi, symbolic(n)), N * own(symbolic(n)), *SIZE, *SHARE)
            for n in (2, 3, 4)
        ),
    ]


@section("app-A/1")
def app_a_1():
    return [sentence("christofides_chain_1"), *line(line_1)]


@section("app-A/2")
def app_a_2():
    return [sentence("christofides_chain_2"), *line(line_2)]


@section("app-A/3", computes=True)
def app_a_3():
    return states(
        *line(line_3),
        corrected="N pi_A [sum ((L+1)^2 - 2(L+1)k) p_k] - N pi_A [(sum (L+1) p_k)(sum (L+1-2k) "
        "p_k)] + N [sum k^2 p_k - (sum k p_k)^2]: the second bracket is printed with the "
        "wrong sign and twice, and the last term is missing",
        right=[sentence("christofides_chain_3"), *line(line_3_meant)],
    )


@section("app-A/4")
def app_a_4():
    return [sentence("christofides_chain_4"), *line(line_4)]


@section("app-A/5")
def app_a_5():
    return states(
        variance_without_cards(symmetric_too),
        assuming=SYMMETRIC,
        under=[
            sentence("christofides_variance_of_mean"),
            variance_without_cards(lambda: estimable(4)),
        ],
    )
