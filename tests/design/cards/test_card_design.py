"""The design of a yes/no card: what it refuses, and what it says of its minimisers."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

from rropt import LocalDP, Trace, Variance, Warner, optimal
from rropt.design.cards.two_answers import variance
from rropt.exact import InputError

pytestmark = pytest.mark.quick


def cards(design) -> set[tuple[Fraction, Fraction]]:
    return {(table[0, 0], table[1, 1]) for table in design.optima}


def test_corners() -> None:
    useless = optimal(LocalDP(0), Variance("1/3"), outputs=2)
    assert useless.value == math.inf and "no card with p00 + p11 > 1" in useless.notes[0]
    told = optimal(LocalDP(1, 1), Variance("1/3"), outputs=2)
    assert told.value == Fraction(2, 9) and cards(told) == {(Fraction(1), Fraction(1))}
    flat = optimal(LocalDP(0, "1/3"), Variance("1/2"), outputs=2)
    assert cards(flat) == {(Fraction(1), Fraction(1, 3)), (Fraction(1, 3), Fraction(1))}


@pytest.mark.parametrize("objective", [Variance("1/3"), Warner("1/3")])
def test_a_useless_card_is_over_the_denominator_too(objective) -> None:
    """At gamma = 1 the fair card is all there is, and it is over even denominators only."""
    design = optimal(LocalDP(0), objective, outputs=2, denominator=4)
    assert design.channel.rows == ((Fraction(1, 2),) * 2,) * 2
    for odd in (1, 3):
        with pytest.raises(InputError, match="denominator must be even"):
            optimal(LocalDP(0), objective, outputs=2, denominator=odd)


@pytest.mark.parametrize("prior", [0, 1])
def test_at_the_ends_of_the_prior_a_whole_segment_is_optimal(prior: int) -> None:
    design = optimal(LocalDP(1, "1/3"), Variance(prior), outputs=2)
    assert design.value == 0 and design.optima is None
    assert "has the same variance" in design.notes[0]
    pure = optimal(LocalDP("ln(3)"), Variance(prior), outputs=2)
    assert cards(pure) == {(Fraction(3, 4), Fraction(3, 4))}


def test_certainty_can_be_refused() -> None:
    privacy, prior = LocalDP(1, "2/5"), Variance("1/10")
    revealing = optimal(privacy, prior, outputs=2)
    discreet = optimal(privacy, prior, outputs=2, revealing=False)
    assert revealing.channel[0, 0] == 1
    assert min(min(row) for row in discreet.channel.rows) > 0
    assert discreet.value > discreet.bound == revealing.value


@pytest.mark.everything
@pytest.mark.parametrize("deck", [6, 36, 52, 5000])
@pytest.mark.parametrize("prior", [0, "1/10", "1/2", 1])
def test_refused_certainty_holds_for_a_deck_of_cards_too(prior, deck) -> None:
    """The best of all cards over the deck whose entries lie strictly between 0 and 1."""
    gamma, delta, share = Fraction(2), Fraction(2, 5), Fraction(prior)
    privacy = LocalDP.from_gamma(gamma, delta)
    design = optimal(
        privacy, Variance(prior), outputs=2, denominator=deck, revealing=False, crosscheck=False
    )
    assert min(map(min, design.channel.rows)) > 0 and design.channel.profile(gamma) <= delta
    assert design.optima is None
    if deck < 100:
        assert design.value == min(
            variance((Fraction(a, deck), Fraction(b, deck)), share)
            for a, b in product(range(1, deck), repeat=2)
            if a + b > deck and max(a - gamma * (deck - b), b - gamma * (deck - a)) <= delta * deck
        )


def test_certainty_that_cannot_be_refused_is_said() -> None:
    everything = LocalDP.from_gamma(3, 1)
    for objective in (Variance("1/4"), Warner("1/4")):
        with pytest.raises(InputError, match="delta must be below 1 where no card may reveal"):
            optimal(everything, objective, outputs=2, revealing=False)
    with pytest.raises(InputError, match="revealing must be yes but for yes/no cards"):
        optimal(LocalDP.from_gamma(3, "1/10"), Trace(3), revealing=False)
    assert optimal(LocalDP.from_gamma(3), Trace(3), revealing=False).value == Fraction(9, 5)


def test_refused_cards_leave_no_list_of_optima() -> None:
    """At gamma = 1 the best cards reveal truths; the symmetric one is ten times worse."""
    level = LocalDP.from_gamma(1, "1/10")
    discreet = optimal(level, Variance("1/4"), outputs=2, revealing=False)
    assert discreet.optima is None and discreet.value == Fraction(399, 16)
    kept = optimal(LocalDP.from_gamma(3, "1/10"), Variance("1/4"), outputs=2, revealing=False)
    assert kept.optima == (kept.channel,) and kept.value == kept.bound
    assert optimal(level, Warner("1/4"), revealing=False).notes == ()


def test_the_denominator_of_a_card_is_said_and_its_bound_stays() -> None:
    free = optimal(LocalDP("1/2", "1/10"), Variance("1/4"), 2)
    deck = optimal(LocalDP("1/2", "1/10"), Variance("1/4"), 2, 52)
    assert "table over 1/52" in deck.notes
    assert deck.bound == free.bound and deck.value > free.value
    assert all((52 * x).denominator == 1 for row in deck.channel.rows for x in row)


def test_a_deck_too_small_for_any_useful_card_is_refused() -> None:
    with pytest.raises(InputError, match="no useful private card is over 2"):
        optimal(LocalDP.from_gamma("11/10"), Variance("1/4"), 2, 2)
