"""Yes/no cards with parameters."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.symbolic_cards import Cards
from rropt.closed.derived.validity import Box, at

gamma, delta, pi = sp.symbols("gamma delta pi")


ANY = rr.LocalDP("ln(3)", "1/10")


ALL = {"gamma": (1, "oo"), "delta": (0, 1)}


def _problem(objective, outputs=None, privacy=ANY):
    return rr.Problem(privacy, objective, outputs)


def _same(left, right):
    return sp.cancel(left - right) == 0


@pytest.mark.everything
def test_two_answers_agree_with_certified_designs():
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    for g, d, p in [("2", "1/4", "1/4"), ("3", "1/10", "1/30"), ("3/2", "1/5", "9/10")]:
        privacy = rr.LocalDP.from_gamma(g, d)
        design = rr.optimal(privacy, rr.Variance(p), outputs=2, crosscheck=False)
        assert answer.value_at(gamma=g, delta=d, pi=p) == design.value


@pytest.mark.everything
def test_the_switch_of_holohan_ex_1_4():
    """holohan/ex-1.4: at gamma = 2, delta = 1/4 the optimum changes at pi = 1/4."""
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), 2, delta="1/4", prior=(0, 1))
    text = str(answer)
    assert answer.proved
    assert "0 < pi < 1/4: " in text and "1/4 < pi < 3/4: " in text


def test_pure_two_answers_and_warner():
    expected = gamma / (gamma - 1) ** 2 + pi * (1 - pi)
    for objective, outputs in [(rr.Variance("1/4"), 2), (rr.Warner("1/4"), None)]:
        answer = rr.derive(_problem(objective, outputs), (1, "oo"), delta=0, prior=(0, 1))
        assert answer.proved
        assert [_same(v, expected) for v in answer.values] == [True]


def test_a_card_stays_best_inside_its_region_only() -> None:
    box = Box(((gamma, Fraction(1), None), (pi, Fraction(0), Fraction(1))))
    cards = Cards(box, {delta: Fraction(1, 4)}, warner=False)
    point = {gamma: Fraction(2), pi: Fraction(1, 10)}
    card = cards.derive(point)
    assert card.region.holds(point) and len(card.tight) == 2
    for p in (Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)):
        here = {gamma: Fraction(2), pi: p}
        told = at(card.value, here)
        best = rr.optimal(rr.LocalDP.from_gamma(2, "1/4"), rr.Variance(p), 2).value
        assert told >= best
        assert (told == best) == card.region.holds(here)


def test_warner_is_the_symmetric_card_everywhere() -> None:
    box = Box(((gamma, Fraction(1), None),))
    card = Cards(box, {delta: Fraction(0), pi: Fraction(1, 4)}, warner=True).derive(
        {gamma: Fraction(3)}
    )
    assert card.card == (gamma / (gamma + 1),) * 2
    assert str(card.region) == "everywhere in the box"
