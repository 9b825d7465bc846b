"""What the goals of the sun paper say besides the verdicts: links, ends and boundary cases.

Each fact is counted over physical cards and persons, or worked out by hand; the near misses are
what the goals must refuse.
"""

from __future__ import annotations

import math
from collections import Counter
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import permutations, product
from statistics import pvariance

import pytest
import sympy as sp

from proofs import verdicts
from proofs.goals import Holds, decide
from proofs.sun import (
    appendix_a,
    appendix_b_pairs,
    background,
    collector,
    comparison_goals,
    optimum_cards,
    privacy,
    privacy_cards,
    simmons,
    tables,
    warner,
)
from proofs.sun.sums import Numbers
from proofs.sun.symbols import SIZE, N, b, g, p, p2
from proofs.sun.symbols import improved as improved_variance
from proofs.sun.symbols import modified as modified_variance
from proofs.sun.symbols import simmons as simmons_variance
from proofs.sun.symbols import warner as warner_variance


def counted_covariance(people, inside, outside):
    """Cov(X_1, X_2) over all orders of the persons, with answers that are independent then."""
    orders = list(permutations(people))
    chance = {1: inside, 0: outside}
    both = sum(chance[o[0]] * chance[o[1]] for o in orders) / len(orders)
    return both - (sum(chance[o[0]] for o in orders) / len(orders)) ** 2


@pytest.mark.parametrize("people", [(1, 0), (1, 0, 0, 0), (1, 1, 0)])
def test_the_covariance_of_two_places_is_the_stated_one_also_without_the_other_question(people):
    """p = 1, where every answer is the truth, is in the range p > 0 of Simmons' mechanism."""
    size, share = len(people), Fraction(sum(people), len(people))
    spread = share * (1 - share) / (size - 1)
    for chance, other in ((Fraction(1), Fraction(1, 4)), (Fraction(1, 3), Fraction(1, 4))):
        asked = counted_covariance(people, chance + (1 - chance) * other, (1 - chance) * other)
        assert asked == -(chance**2) * spread
    chance = Fraction(1, 4)
    assert counted_covariance(people, chance, 1 - chance) == -((2 * chance - 1) ** 2) * spread
    assert (p > 0, p <= 1) == simmons.SOME


def test_the_chances_of_yes_for_letters_are_those_of_the_devices():
    assert (p, 1 - p) == (warner.INSIDE, warner.OUTSIDE)
    assert sp.expand(simmons.INSIDE - simmons.OUTSIDE - p) == 0
    assert simmons.OUTSIDE.subs({p: sp.Rational(1, 3), b: sp.Rational(1, 2)}) == sp.Rational(1, 3)


@pytest.mark.parametrize("deck", [(1, 2, 2, 3), (1, 3), (2, 3), (1, 1, 2)])
def test_decks_with_a_centred_mean_or_a_missing_number_reveal_a_neighbour_too(deck):
    """L = 3: the joint ratio is infinite, and the total variation is 1 - p_2."""
    size = len(deck)
    laws = []
    for member in (0, 1):
        told = Counter((4 - o[0] if member else o[0], *o[1:]) for o in permutations(deck))
        laws.append({t: Fraction(c, math.factorial(size)) for t, c in told.items()})
    first, second = laws
    assert any(t not in second for t in first)
    distance = sum(c - second.get(t, 0) for t, c in first.items() if c > second.get(t, 0))
    assert distance == 1 - Fraction(deck.count(2), size)


def improved_by_cards(deck, ones):
    """The variance of the estimator over all orders of the cards, L = 3."""
    size = len(deck)
    width = 4 - 2 * Fraction(sum(deck), size)
    totals = [
        Fraction(sum(4 - y if i < ones else y for i, y in enumerate(order)))
        for order in permutations(deck)
    ]
    return pvariance(totals) / (size * width) ** 2


def test_a_deck_that_does_not_spend_the_budget_is_worse_only_for_a_proper_share():
    """Cards 1, 1, 2, 3, 3, 3 have the ratio 3/2; at gamma = 2 the formula is below, except for
    nobody or everybody in A, where both are zero."""
    deck, gamma = (1, 1, 2, 3, 3, 3), Fraction(2)
    for ones in range(7):
        own = improved_by_cards(deck, ones)
        formula = improved_variance(gamma, 6, Fraction(1, 6), Fraction(ones, 6))
        assert (own > formula) == (0 < ones < 6)
        assert own >= formula
    assert "for 0 < pi_A < 1" in verdicts.stored("sun")["sun/thm-5.7"]["assuming"]


@pytest.mark.everything
def test_only_the_two_ends_attain_the_minimum():
    assert all(decide(goal).status == "proved" for goal in optimum_cards.only_there())


@pytest.mark.everything
@pytest.mark.parametrize("deck, ones", [((1, 1, 1, 3), 1), ((1, 2, 3, 3), 3)])
def test_at_one_over_two_root_n_both_card_mechanisms_have_one_variance(deck, ones):
    """N = 4, pi_A = 1/4 or 3/4."""
    size, width = 4, 4 - 2 * Fraction(sum(deck), 4)
    put_back = pvariance([Fraction(y) for y in deck]) / (size * width**2)
    assert improved_by_cards(deck, ones) == put_back
    assert improved_by_cards(deck, 2) > put_back > improved_by_cards(deck, 0)
    assert all(decide(goal).status == "proved" for goal in comparison_goals.equal_at_the_ends())


def test_simmons_with_an_even_other_question_is_warner():
    """gamma = 2: p = 1/3, so yes has the chances 2/3 and 1/3; three persons, by hand 2/3."""
    inside, outside = Fraction(2, 3), Fraction(1, 3)
    assert inside / outside == 2
    own = sum(q * (1 - q) for q in (inside, outside, outside)) / (3 * Fraction(1, 3)) ** 2
    assert own == Fraction(2, 3) == warner_variance(Fraction(2), 3)
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert simmons_variance(third, half, 3, third) == own


@pytest.mark.parametrize("size, gamma", list(product((3, 9), (Fraction(2), Fraction(5)))))
def test_the_printed_coefficient_has_no_real_roots_where_the_corrected_one_has(size, gamma):
    """p_2 = 0: a = 4 gamma and c = (N - 1) gamma, so a - 4c = 4 gamma (2 - N)."""
    c = (size - 1) * gamma
    assert 4 * gamma < 4 * c and 4 * gamma * size >= 4 * c
    assert 1 - 4 * c / (4 * gamma * size) == Fraction(1, size)
    assert verdicts.stored("sun")["sun/thm-6.1/proof-roots-a"]["verdict"] == "refuted"


@pytest.mark.parametrize("deck", [(1, 1, 2, 4), (3, 3), (1, 2, 3, 4, 4)])
def test_the_conditional_sum_is_the_mean_product_of_two_cards(deck):
    """L = 4, over all ordered pairs of physical cards."""
    shares = [Fraction(deck.count(k), len(deck)) for k in (1, 2, 3, 4)]
    pairs = [x * y for x, y in permutations(deck, 2)]
    assert appendix_b_pairs.conditional_sum(shares, len(deck)) == Fraction(sum(pairs), len(pairs))


def test_the_variance_of_l_three_grows_without_bound_towards_equal_outer_shares():
    """p_2 = 1/2, N = 1: with t = p_1 - p_3 the variance is (1/2) / (4 t^2) - 1/4, above 1000 once
    4001 t^2 < 1/2."""
    t = Fraction(1, 200)
    low, high = Fraction(1, 4) + t / 2, Fraction(1, 4) - t / 2
    mean = low + 1 + 3 * high
    own = (low + 2 + 9 * high - mean**2) / (4 - 2 * mean) ** 2
    assert t**2 * 4001 < Fraction(1, 2) and own > 1000


def test_two_cards_are_the_two_statements_and_three_with_the_middle_one_are_not():
    assert decide(background.statements_on_cards(2)).status == "proved"
    assert decide(background.statements_on_cards(3)).status == "proved"
    with_middle = {abs(4 * x - 2) for x in (0, 1)}
    assert with_middle == {2}


def test_the_second_case_is_empty_exactly_for_two_kinds_of_cards():
    """R^2 = 1/N for p_2 = 0; at N = 9, gamma = 2, p_2 = 1/2: 1 - 8/9 (1/2)/(17/16) = 89/153."""
    assert comparison_goals.squared_length(Fraction(2), 9, Fraction(0)) == Fraction(1, 9)
    half = comparison_goals.squared_length(Fraction(2), 9, Fraction(1, 2))
    assert half == Fraction(89, 153) > Fraction(1, 9)


def test_simmons_with_an_uneven_other_question_is_worse_at_one_budget():
    """gamma = 2, pi_B = 1/4: p = 1/5 gives yes the chances 2/5 and 1/5; by hand 14/9 > 2/3."""
    inside, outside = Fraction(2, 5), Fraction(1, 5)
    own = sum(q * (1 - q) for q in (inside, outside, outside)) / (3 * Fraction(1, 5)) ** 2
    assert own == Fraction(14, 9) > warner_variance(Fraction(2), 3)
    assert privacy.budget_chance(Fraction(1, 4)).subs(g, 2) == sp.Rational(1, 5)
    assert verdicts.stored("sun")["sun/thm-5.3"]["scope"].endswith("and only at 1/2")


@pytest.mark.parametrize(
    "counts, ratio", [((1, 0, 2), 2), ((0, 1, 2), math.inf), ((2, 1, 2), 1), ((1, 2, 3, 4), 4)]
)
def test_a_number_that_does_not_occur_spends_nothing_only_with_its_mirror_image(counts, ratio):
    assert collector.budget(counts) == ratio
    assert decide(privacy_cards.by_convention()).status == "supported"


def test_the_variances_of_the_answers_add_up_to_that_of_the_cards():
    """Cards 1, 3, 3 put back, one of two persons in A: over all pairs of draws, L = 3."""
    deck = (1, 3, 3)
    told = [Fraction(4 - first + second) for first, second in product(deck, repeat=2)]
    shares = Numbers((Fraction(1, 3), Fraction(0), Fraction(2, 3)))
    own = appendix_a.line_1(2, Fraction(1, 2), shares)
    assert own == pvariance(told) == 2 * pvariance([Fraction(y) for y in deck])


def test_the_last_cell_of_table_2_in_decimals():
    """(1/4) [(e^0.01 + 1)^2 / ((e^0.01 - 1)^2 0.99) - 1] / 0.1, near 4 / 0.01^2 / 0.99 / 0.4."""
    getcontext().prec = 40
    e = Decimal("0.01").exp()
    bound = ((e + 1) ** 2 / ((e - 1) ** 2 * Decimal("0.99")) - 1) / 4 / Decimal("0.1")
    assert bound.quantize(Decimal("0.01")) == Decimal("101009.28")
    assert decide(tables.last_bound()).status == "proved"


@pytest.mark.everything
def test_one_respondent_is_enough_for_warner_to_be_better_than_cards_put_back():
    """N = 1, cards 1, 2, 3, 3 and gamma = 2: 11/4 for the cards, 2 for Warner."""
    deck = [Fraction(y) for y in (1, 2, 3, 3)]
    width = 4 - 2 * Fraction(sum(deck), 4)
    assert pvariance(deck) / width**2 == Fraction(11, 4) > warner_variance(Fraction(2), 1) == 2
    goal = comparison_goals.warner_beats_modified()
    assert isinstance(goal, Holds) and SIZE[0] in goal.hypotheses
    assert [decide(g).status for g in (goal, goal.given(p2 > 0))] == ["refuted", "proved"]


@pytest.mark.everything
def test_theorem_5_5_also_holds_for_one_respondent():
    """N = 1, cards 1, 1, 2, 3, 3, 3, 3 at gamma = 2, p_2 = 1/7, by the cards."""
    deck = [Fraction(y) for y in (1, 1, 2, 3, 3, 3, 3)]
    width = 4 - 2 * Fraction(sum(deck), 7)
    value = modified_variance(Fraction(2), 1, Fraction(1, 7))
    assert pvariance(deck) / width**2 == value == Fraction(19, 8)
    goals = optimum_cards.attained(1 / N, modified_variance(g, N, p2), *SIZE)
    assert {decide(goal).status for goal in goals} == {"proved"}
