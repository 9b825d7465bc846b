"""Sections 5.3 and 5.4: the Christofides mechanisms under local differential privacy."""

from __future__ import annotations

import math
from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import cases, holds, identity, obligations
from .background import def_christofides_unbiased, simmons_unbiased, warner_unbiased
from .collector import (
    budget,
    determined,
    full_decks,
    independent_draws_respect,
    one_report_respects,
    part_of_the_reports,
    respects_budget,
    reveals,
    shuffled_reveals,
)
from .draws import card_channel, decks, proportions
from .examples import CHANCES, DECK, GAMMAS, named, uneven
from .improved import both_variances, improved_unbiased
from .symbols import (
    BUDGET,
    MIDDLE,
    SEVERAL,
    SHARE,
    SIZE,
    L,
    N,
    g,
    improved,
    modified,
    p1,
    p2,
    p3,
    pi,
    spread,
    warner,
)
from .yes_no import warner_channel

section = Section("sun")


def paper_budget(counts):
    """max p_(L+1-k) / p_k as printed: a zero over zero is not defined."""
    shares = proportions(counts)
    pairs = zip(shares, reversed(shares), strict=True)
    return max(math.inf if other and not own else other / own for own, other in pairs)


def christofides_budget():
    every = [(1, 0, 2), *(c for k in (3, 2) for n in range(2, 6) for c in decks(n, k) if uneven(c))]
    return named(DECK, lambda: [(c,) for c in every],
                 lambda case: card_channel(*case).parity() == paper_budget(*case),
                 "e^epsilon = max p_(L+1-k) / p_k")


POSITIVE = ("every p_k > 0 (or the convention 0/0 = 1): with p_2 = 0 and L = 3, which the paper "
            "uses, the term p_2 / p_2 is not defined; p_k = 0 < p_(L+1-k) makes epsilon infinite")


def general_ratio():
    """Report k: p_(L+1-k) in A, p_k outside; the inverse ratio belongs to L+1-k."""
    a, c, k = sp.symbols("a c k")
    return obligations(
        "for each report k the ratios are p_(L+1-k)/p_k and its inverse, which is the ratio of the "
        "number L+1-k; so the maximum over k is at least one and bounds both directions",
        identity(L + 1 - (L + 1 - k), k),
        holds(sp.Or(a / c >= 1, c / a >= 1), a > 0, c > 0, multiply=True))


@section("thm-5.4")
def thm_5_4():
    return states(christofides_budget(), assuming=POSITIVE, under=[
        cases(lambda: full_decks(6, (2, 3, 4)), lambda c: budget(c) == paper_budget(c),
              "every number occurs"), general_ratio(), independent_draws_respect()])


def four_cases():
    """P(L+1-k | in A) = P(k | out) = p_k, P(k | in A) = P(L+1-k | out) = p_(L+1-k)."""
    def agrees(counts):
        table, q = card_channel(counts), proportions(counts)
        last = len(counts) - 1
        return all(table[last - i, 1] == q[i] and table[i, 1] == q[last - i]
                   and table[i, 0] == q[i] and table[last - i, 0] == q[last - i]
                   for i in range(len(counts)))
    return cases(lambda: [c for k in (2, 3, 4) for c in decks(5, k)], agrees, "the four cases")


@section("thm-5.4/cases")
def thm_5_4_cases():
    return states(four_cases(), christofides_budget(), assuming=POSITIVE, under=[
        four_cases(), general_ratio(),
        cases(lambda: full_decks(6, (2, 3, 4)), lambda c: budget(c) == paper_budget(c),
              "every number occurs")])


def three_numbers():
    """The middle number has ratio one, which the other two cover."""
    def agrees(counts):
        first, _, last = proportions(counts)
        return card_channel(counts).parity() == max(first / last, last / first)
    outer = [c for n in range(2, 8) for c in decks(n, 3) if c[0] and c[2]]
    return [cases(lambda: outer, agrees, "decks with p_1, p_3 > 0"),
            holds(sp.Or(p1 / p3 >= 1, p3 / p1 >= 1), p1 > 0, p3 > 0, multiply=True)]


@section("thm-5.4/L3")
def thm_5_4_l3():
    return states(*three_numbers(), scope="p_1, p_3 > 0 (else the ratio is infinite)")


REST = 1 - p2
ALLOWED = (p1 * g >= p3, p3 * g >= p1)
ENDS = ((REST / (g + 1), g * REST / (g + 1)), (g * REST / (g + 1), REST / (g + 1)))


def card_variance(low, high):
    """Var(Y) / D^2 for L = 3 with p_1 = low, p_3 = high."""
    mean_y = low + 2 * p2 + 3 * high
    return (low + 4 * p2 + 9 * high - mean_y**2) / (4 - 2 * mean_y) ** 2


def attained(scale, value):
    """At both ends the value, and the ends spend exactly the budget and add up to 1 - p_2."""
    found = []
    for low, high in ENDS:
        found += [identity(scale * card_variance(low, high), value, *BUDGET, *MIDDLE, *SEVERAL),
                  identity(low + high, REST, *BUDGET)]
    return [*found, identity(ENDS[0][1] / ENDS[0][0], g, *BUDGET, *MIDDLE)]


def minimal():
    """4 Var(Y)/D^2 + 1 = s/t^2, |t| <= s (gamma-1)/(gamma+1); s = 1 - p_2, t = p_1 - p_3."""
    total = p1 + p3
    square = (p1 - p3) ** 2
    given = (p1 >= 0, p3 >= 0, total > 0, sp.Ne(p1, p3), *BUDGET, *ALLOWED)
    own = card_variance(p1, p3).subs(p2, 1 - total)
    return obligations(
        "p_2 = 1 - p_1 - p_3 is fixed; the variance falls in (p_1 - p_3)^2",
        identity(4 * own + 1, total / square, *given),
        holds(square * (g + 1) ** 2 <= total**2 * (g - 1) ** 2, *given, multiply=True),
        holds(total / square >= (g + 1) ** 2 / ((g - 1) ** 2 * total), total > 0, g > 1,
              square * (g + 1) ** 2 <= total**2 * (g - 1) ** 2, sp.Ne(p1, p3), multiply=True))


@section("thm-5.5")
def thm_5_5():
    return states(*attained(1 / N, modified(g, N, p2)), minimal(),
                  holds(modified(g, N, p2) >= modified(g, N, 0), *BUDGET, *MIDDLE, *SIZE,
                        multiply=True),
                  scope="for each p_2 in [0,1), over all p_1, p_3 within the budget; over p_2 as "
                        "well the minimum is at p_2 = 0, which is modified Warner")


@section("rem-5-p2zero")
def rem_5_p2zero():
    """L = 3, p_2 = 0: the number 3 is yes, the number 1 is no, p_1 = p."""
    def same(chance):
        deck = (chance.numerator, 0, chance.denominator - chance.numerator)
        return card_channel(deck).drop_zero_rows().rows == warner_channel(chance).rows
    return [cases(lambda: CHANCES, same, "the same table after dropping the number 2"),
            identity(modified(g, N, 0), warner(g, N), *BUDGET, *SIZE)]


ALONE = ("the collector, too, sees one report by itself. The printed hypothesis restricts the "
         "respondents only, while the collector of Definition 2.1 receives all the reports: for "
         "every deck that is dealt out completely and every pair of neighbouring inputs the joint "
         "likelihood ratio is infinite (total variation 1 - p_middle), since the reports of the "
         "others reveal the card that is left. Each report by itself does satisfy it (every "
         "p_k > 0)")


@section("thm-5.6")
def thm_5_6():
    return states(respects_budget(), assuming=ALONE, under=[
        one_report_respects(), general_ratio(), reveals(), determined(), shuffled_reveals(),
        part_of_the_reports()])


@section("thm-5.6/cases")
def thm_5_6_cases():
    return states(four_cases(), christofides_budget(), assuming=POSITIVE
                  + "; the four probabilities are those of one report by itself",
                  under=[four_cases(), one_report_respects(), general_ratio()])


@section("thm-5.6/L3")
def thm_5_6_l3():
    return states(respects_budget(), assuming=ALONE, under=[
        one_report_respects(4), *three_numbers(), reveals(), determined()])


@section("thm-5.7")
def thm_5_7():
    """The formula is a lower bound for every deck; the optimum needs whole numbers of cards."""
    def exists(case):
        size, gamma, middle = case
        return all((size * share).denominator == 1
                   for share in (middle, (1 - middle) / (gamma + 1)))
    decks_asked = [(n, gamma, c) for n in (4, 9, 100) for gamma in GAMMAS
                   for c in (Fraction(0), Fraction(1, 4))]
    value = improved(g, N, p2, pi)
    return states(
        *attained(4 * pi * (1 - pi) / (N - 1), value), minimal(),
        named("N gamma p_2", lambda: decks_asked, exists,
              "N p_2 and N p_1 = N (1-p_2)/(gamma+1) are whole"),
        assuming="N p_2 and N (1-p_2)/(e^epsilon + 1) are whole numbers, so that such a deck of N "
                 "cards exists (impossible for a rational epsilon > 0, where e^epsilon is "
                 "irrational); for the other decks the value is a lower bound that is not attained",
        under=[*attained(4 * pi * (1 - pi) / (N - 1), value), minimal(),
               holds(4 * pi * (1 - pi) / (N - 1) * (spread(g, p2) / 4) >= 0, *SHARE, *SEVERAL,
                     *BUDGET, *MIDDLE, multiply=True), attained_by_decks()])


def attained_by_decks():
    """Decks with N p_1 = N (1-p_2)/(gamma+1) whole have the stated variance, by enumeration."""
    def agrees(case):
        counts, ones = case
        size = sum(counts)
        ratio = Fraction(max(counts[0], counts[2]), min(counts[0], counts[2]))
        own = both_variances(counts, ones)[1]
        return own == improved(ratio, size, Fraction(counts[1], size), Fraction(ones, size))
    some = [(c, ones) for n in range(2, 6) for c in decks(n, 3) if c[0] and c[2] and c[0] != c[2]
            for ones in range(n + 1)]
    return cases(lambda: some, agrees, "enumerated variance of every such deck, N <= 5")


@section("unb-all")
def unb_all():
    cards = def_christofides_unbiased()
    return states(warner_unbiased(), simmons_unbiased(), *cards.goals, assuming=cards.assuming,
                  under=[warner_unbiased(), simmons_unbiased(), *cards.under, improved_unbiased()])
