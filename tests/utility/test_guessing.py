"""Guesses and gains of a pattern, action by action."""

from __future__ import annotations

from fractions import Fraction
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rropt as rr
from rropt import InputError
from rropt.utility import Gain, Guess, Trace
from tests.utility.middle import Q3, pattern3

GAIN = [[1, 0, -2], [0, "1/2", 1], ["1/3", "1/3", "1/3"]]


@pytest.mark.everything
@given(pattern3)
def test_the_value_is_that_of_the_best_action(r) -> None:
    scores = [sum(q * Fraction(g) * x for q, g, x in zip(Q3, row, r, strict=True)) for row in GAIN]
    gain = Gain(GAIN, Q3)
    assert gain.bounds(r) == (max(scores), max(scores))
    assert scores[gain.decision(r)[0]] == max(scores)


@pytest.mark.everything
@given(pattern3)
def test_a_guess_is_the_gain_of_the_identity_and_a_trace_that_of_equal_shares(r) -> None:
    identity = [[int(a == b) for b in range(3)] for a in range(3)]
    assert Guess(Q3).bounds(r) == Gain(identity, Q3).bounds(r)
    assert Trace(3).bounds(r)[0] == 3 * Guess(["1/3"] * 3).bounds(r)[0]
    assert Guess(Q3).decision(r)[0] == Gain(identity, Q3).decision(r)[0]
    assert r[Trace(3).decision(r)[0]] == max(r)


def test_the_first_of_equal_actions_is_taken() -> None:
    half = Guess(["1/2", "1/2"])
    assert half.decision((Fraction(2), Fraction(2)))[0] == 0
    assert Trace(2).decision((Fraction(1), Fraction(1)))[0] == 0


@pytest.mark.everything
@given(st.lists(st.fractions(-3, 3, max_denominator=7), min_size=6, max_size=6))
def test_whole_actions_are_the_actions_over_one_denominator(entries) -> None:
    gain = Gain([entries[:3], entries[3:]], Q3)
    table, unit = gain.whole_actions
    assert [[Fraction(c, unit) for c in row] for row in table] == [list(r) for r in gain.actions]


def test_a_certificate_is_told_gains_and_prior_apart() -> None:
    assert Gain([["1/2", 0]], ["1/4", "3/4"]).statement() == {
        "name": "gain",
        "prior": ["1/4", "3/4"],
        "gain": [["1/2", "0"]],
    }
    assert Guess(["1/4", "3/4"]).statement()["prior"] == ["1/4", "3/4"]


@pytest.mark.parametrize("action", [[-1, -2], [0, 0]])
def test_a_single_action_is_taken_whatever_it_costs(action) -> None:
    gain = Gain([action], ["1/2", "1/2"])
    assert gain.bounds((Fraction(1), Fraction(3)))[0] == Fraction(action[0] + 3 * action[1], 2)


def test_as_many_truths_as_a_certificate_can_count() -> None:
    assert Trace(2**31 - 1).truths == 2**31 - 1
    with pytest.raises(InputError, match="categories must be at most 2147483647"):
        Trace(2**31)


def test_the_least_loss_is_minus_the_largest_gain():
    losses, prior = [[0, 3], [1, 0]], ["1/3", "2/3"]
    least = rr.optimal(rr.LocalDP("ln(3)"), rr.Loss(losses, prior))
    gain = rr.optimal(rr.LocalDP("ln(3)"), rr.Gain([[0, -3], [-1, 0]], prior))
    assert least.value == -gain.value and least.bound == -gain.bound
    assert least.value <= min(F(1, 3), 2)


def test_a_loss_is_a_table_of_numbers():
    with pytest.raises(rr.InputError, match="loss row 0"):
        rr.Loss([["a", 1]], ["1/2", "1/2"])
