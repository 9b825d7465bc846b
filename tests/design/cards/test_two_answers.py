"""Holohan's problem: brute force, printed examples, ties, corners, deployable cards."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt import LocalDP, Trace, Variance, Warner, optimal
from rropt.design.cards.lower_edge import levels_of_number
from rropt.design.cards.two_answers import best_cards, corner_cards, symmetric_card, variance
from rropt.exact import Gamma, InputError

pytestmark = pytest.mark.quick


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


unit = st.fractions(min_value=0, max_value=1, max_denominator=40)
inner = st.fractions(min_value=Fraction(1, 40), max_value=Fraction(39, 40), max_denominator=40)
gammas = st.fractions(min_value=1, max_value=12, max_denominator=12)


def exact_gamma(value: Fraction) -> Gamma:
    return Gamma(value, value)


def error(p00: float, p11: float, pi: float) -> float:
    """Formula (6) of the paper, as printed."""
    s = p00 + p11 - 1
    return (0.25 - (p00 - 0.5 - pi * s) ** 2) / s**2


def cards(design) -> set[tuple[Fraction, Fraction]]:
    return {(table[0, 0], table[1, 1]) for table in design.optima}


@pytest.mark.everything
@settings(max_examples=60)
@given(gammas, unit, unit)
def test_no_card_on_a_grid_is_better(gamma, delta, prior) -> None:
    best = best_cards(exact_gamma(gamma), delta, prior)
    if not best:
        assert gamma == 1 and delta == 0
        return
    least = variance(best[0], prior)
    steps = [Fraction(i, 24) for i in range(25)]
    for p00, p11 in product(steps, repeat=2):
        private = p00 <= gamma * (1 - p11) + delta and p11 <= gamma * (1 - p00) + delta
        if private and p00 + p11 > 1:
            assert variance((p00, p11), prior) >= least


@pytest.mark.everything
@given(gammas, inner, unit)
def test_variance_is_formula_six(gamma, delta, prior) -> None:
    for card in corner_cards(levels_of_number(gamma, delta)):
        assert float(variance(card, prior)) == pytest.approx(
            error(float(card[0]), float(card[1]), float(prior)), abs=1e-9
        )


@settings(max_examples=40)
@given(gammas.filter(lambda g: g > 1), inner, inner)
def test_every_minimiser_is_found_and_no_other(gamma, delta, prior) -> None:
    best = set(best_cards(exact_gamma(gamma), delta, prior))
    values = {card: variance(card, prior) for card in corner_cards(levels_of_number(gamma, delta))}
    assert best == {card for card, value in values.items() if value == min(values.values())}


@pytest.mark.everything
@settings(max_examples=40)
@given(gammas.filter(lambda g: g > 1), inner, inner)
def test_exchanging_answers_mirrors_the_optimum(gamma, delta, prior) -> None:
    one = best_cards(exact_gamma(gamma), delta, prior)
    other = best_cards(exact_gamma(gamma), delta, 1 - prior)
    assert set(one) == {(b, a) for a, b in other}


@pytest.mark.parametrize(
    "epsilon, delta, prior, value",
    [("1/2", "1/10", "1/4", 2.372), ("1", "2/5", "1/10", 0.24), ("1/2", "1/3", "9/10", 0.29)],
)
def test_examples_of_the_paper(epsilon: str, delta: str, prior: str, value: float) -> None:
    """Case 3 of the paper prints 0.143 for its optimum; the formula gives 0.29."""
    design = optimal(LocalDP(epsilon, delta), Variance(prior), outputs=2, crosscheck=True)
    assert float(design.value) == pytest.approx(value, abs=5e-4)
    assert design.certificate.check().status == 0
    assert design.routes is not None and design.routes.difference < 1e-6


def test_a_tie_has_two_optimal_cards() -> None:
    design = optimal(LocalDP("ln(2)", "1/4"), Variance("1/4"), outputs=2)
    assert design.value == Fraction(15, 16)
    assert cards(design) == {(Fraction(3, 4),) * 2, (Fraction(1), Fraction(1, 4))}
    nearby = optimal(LocalDP("ln(2)", "1/4"), Variance(Fraction(1, 4) - Fraction(1, 10**30)), 2)
    assert cards(nearby) == {(Fraction(1), Fraction(1, 4))}


def test_an_irrational_gamma_never_ties() -> None:
    epsilon, delta = Fraction(1, 2), Fraction(1, 10)
    gamma = math.exp(0.5)
    switch = float(delta) * (gamma + 0.1) / (gamma + 0.2 - 1) ** 2
    below, above = (Fraction(switch) + Fraction(sign, 10**12) for sign in (-1, 1))
    for prior, reveals in ((below, True), (above, False)):
        design = optimal(LocalDP(epsilon, delta), Variance(prior), outputs=2)
        assert len(design.optima or ()) == 1
        assert (design.channel[0, 0] == 1) == reveals


def test_the_restriction_to_two_answers_is_priced() -> None:
    design = optimal(LocalDP("1/2", "1/10"), Variance("1/4"), outputs=2)
    assert design.restriction is not None
    assert float(design.restriction.ratio) == pytest.approx(2.3724069 / 1.3287843, abs=1e-5)
    pure = optimal(LocalDP("ln(3)"), Variance("1/4"), outputs=2)
    assert pure.restriction is not None and pure.restriction.ratio == 1


def test_warner_is_the_symmetric_card() -> None:
    design = optimal(LocalDP("ln(2)", "1/4"), Warner("1/10"))
    assert design.channel[0, 0] == design.channel[1, 1] == Fraction(3, 4)
    assert design.value == variance(symmetric_card(Fraction(2), Fraction(1, 4)), Fraction(1, 10))
    assert design.certificate.check().status == 0


@pytest.mark.everything
@settings(max_examples=25)
@given(gammas.filter(lambda g: g > 1), unit, inner, st.integers(2, 30))
def test_best_card_of_a_small_deck_is_the_best_of_all(gamma, delta, prior, deck) -> None:
    allowed = [
        (Fraction(a, deck), Fraction(b, deck))
        for a, b in product(range(deck + 1), repeat=2)
        if a + b > deck
        and a <= gamma * (deck - b) + delta * deck
        and b <= gamma * (deck - a) + delta * deck
    ]
    privacy = LocalDP.from_gamma(gamma, delta)
    if not allowed:
        with pytest.raises(InputError, match="denominator must be larger"):
            optimal(privacy, Variance(prior), outputs=2, denominator=deck)
        return
    design = optimal(privacy, Variance(prior), outputs=2, denominator=deck, crosscheck=False)
    assert design.value == min(variance(card, prior) for card in allowed)
    assert design.channel.profile(gamma) <= delta
    assert design.gap == design.value - design.bound >= 0
