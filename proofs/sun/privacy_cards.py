"""Sections 5.3 and 5.4: the Christofides mechanisms under local differential privacy."""

from __future__ import annotations

import math

from ..claims import Section, states
from ..goals import crosscheck, sentence
from .background import christofides_unbiased
from .christofides import SYMMETRIC, unbiased
from .collector import (
    budget,
    complete_decks,
    determined,
    independent_draws_respect,
    one_report_respects,
    part_of_the_reports,
    respects_budget,
    reveals,
    shuffled_reveals,
)
from .draws import card_channel, decks, proportions
from .examples import DECK, uneven
from .improved import improved_unbiased
from .privacy import LOGARITHM
from .simmons import ASKED, unb_simmons
from .warner import unb_warner

section = Section("sun")


def paper_budget(counts):
    """max p_(L+1-k) / p_k as printed: a zero over zero is not defined."""
    shares = proportions(counts)
    pairs = zip(shares, reversed(shares), strict=True)
    return max(math.inf if other and not own else other / own for own, other in pairs)


def christofides_budget():
    every = [(1, 0, 2), *(c for k in (3, 2) for n in range(2, 6) for c in decks(n, k) if uneven(c))]
    return crosscheck(
        lambda: [(c,) for c in every],
        lambda case: card_channel(*case).parity() == paper_budget(*case),
        "e^epsilon = max p_(L+1-k) / p_k",
        names=DECK,
    )


def every_number_occurs():
    """Decks with a mean in the centre are no exception."""
    return crosscheck(
        lambda: complete_decks(6, (2, 3, 4)),
        lambda c: budget(c) == paper_budget(c),
        "every number occurs",
    )


def by_convention():
    """Also with numbers that do not occur: 0/0 = 1, and a/0 is infinite."""

    def ratio(other, own):
        return (other / own if own else math.inf) if other != own else 1

    def agrees(counts):
        shares = proportions(counts)
        return budget(counts) == max(map(ratio, reversed(shares), shares))

    every = [c for k in (2, 3, 4) for n in range(1, 6) for c in decks(n, k)]
    return crosscheck(lambda: every, agrees, "any number may be missing, with 0/0 = 1")


POSITIVE = (
    "every p_k > 0 (or the convention 0/0 = 1): with p_2 = 0 and L = 3, which the paper "
    "uses, the term p_2 / p_2 is not defined; p_k = 0 < p_(L+1-k) makes epsilon infinite"
)


def general_ratio():
    """Report k: p_(L+1-k) in A, p_k outside, for every L."""
    return sentence("christofides_budget")


@section("thm-5.4")
def thm_5_4():
    return states(
        christofides_budget(),
        assuming=POSITIVE,
        under=[
            every_number_occurs(),
            by_convention(),
            general_ratio(),
            independent_draws_respect(),
        ],
    )


def four_cases():
    """P(L+1-k | in A) = P(k | out) = p_k, P(k | in A) = P(L+1-k | out) = p_(L+1-k)."""

    def agrees(counts):
        table, q = card_channel(counts), proportions(counts)
        last = len(counts) - 1
        return all(
            table[last - i, 1] == q[i]
            and table[i, 1] == q[last - i]
            and table[i, 0] == q[i]
            and table[last - i, 0] == q[last - i]
            for i in range(len(counts))
        )

    return crosscheck(lambda: [c for k in (2, 3, 4) for c in decks(5, k)], agrees, "the four cases")


@section("thm-5.4/cases")
def thm_5_4_cases():
    return states(
        four_cases(),
        christofides_budget(),
        assuming=POSITIVE + LOGARITHM,
        under=[
            four_cases(),
            sentence("christofides_cases"),
            general_ratio(),
            every_number_occurs(),
            by_convention(),
        ],
    )


def three_numbers():
    """The middle number has ratio one, which the other two cover."""

    def agrees(counts):
        first, _, last = proportions(counts)
        return card_channel(counts).parity() == max(first / last, last / first)

    outer = [c for n in range(2, 8) for c in decks(n, 3) if c[0] and c[2]]
    return [
        crosscheck(lambda: outer, agrees, "decks with p_1, p_3 > 0"),
        sentence("christofides_budget_of_three"),
    ]


@section("thm-5.4/L3")
def thm_5_4_l3():
    return states(*three_numbers(), scope="p_1, p_3 > 0 (else the ratio is infinite)")


ALONE = (
    "the collector, too, sees one report by itself. The printed hypothesis restricts the "
    "respondents only, while the collector of Definition 2.1 receives all the reports: for "
    "every deck that is dealt out completely, unless all its cards are the middle one, and every "
    "pair of neighbouring inputs the joint likelihood ratio is infinite (total variation 1 - "
    "p_middle), since the reports of the others reveal the card that is left. Each report by "
    "itself does satisfy it (every p_k > 0)"
)


ENUMERATED = (
    "one report: general L; all reports: every deck of N <= 4 cards by enumeration, every N "
    "by the card that is left; m of the reports (N <= 4): infinite exactly if m exceeds "
    "the smallest N p_k of a number that is not the middle one"
)


@section("thm-5.6")
def thm_5_6():
    return states(
        respects_budget(),
        assuming=ALONE,
        scope=ENUMERATED,
        under=[
            one_report_respects(),
            general_ratio(),
            reveals(),
            determined(),
            shuffled_reveals(),
            part_of_the_reports(),
        ],
    )


@section("thm-5.6/cases")
def thm_5_6_cases():
    return states(
        four_cases(),
        christofides_budget(),
        assuming=POSITIVE
        + "; the four probabilities are those of one report by itself"
        + LOGARITHM,
        under=[
            four_cases(),
            sentence("christofides_cases"),
            one_report_respects(),
            general_ratio(),
        ],
    )


@section("thm-5.6/L3")
def thm_5_6_l3():
    return states(
        respects_budget(),
        assuming=ALONE,
        under=[one_report_respects(4), *three_numbers(), reveals(), determined()],
    )


@section("unb-all")
def unb_all():
    cards = unbiased(christofides_unbiased)
    return states(
        *unb_warner().goals,
        *unb_simmons().goals,
        *cards.goals,
        assuming=SYMMETRIC,
        scope="0 < p < 1/2 for Warner; for Simmons, " + ASKED,
        under=[
            *unb_warner().goals,
            *unb_simmons().goals,
            sentence("christofides_is_unbiased"),
            sentence("kept_is_unbiased"),
            *cards.under,
            improved_unbiased(),
        ],
    )
