"""Kind `fewer-reports` as a specification: a trace of three truths with two reports."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_fewer_reports import choices, fewer_reports
from rropt.checker.plain.plain_prices import actions_of, best

PRICES = {"prices": ["3/4", "3/4", "0"], "cover": {"proof": "actions"}}
TRACE = {
    "privacy": {"gamma": "3", "delta": "0"},
    "truths": 3,
    "utility": {"name": "trace"},
    "reports": 2,
    "table": [["3/4", "1/4", "1/4"], ["1/4", "3/4", "3/4"]],
    "sets": [{"actions": [0, 1], **PRICES}],
    "value": "3/2",
    "bound": "3/2",
    "gap": "0",
}
"""2 g / (1 + g): two truths are told apart, the third reports as one of them."""


def test_a_certificate_by_hand():
    assert fewer_reports(TRACE)


@pytest.mark.parametrize(
    "parts",
    [
        {"reports": 1},
        {"reports": 3},
        {"sets": []},
        {"sets": [{"actions": [0, 1, 2], **PRICES}]},
        {"sets": [{"actions": [1, 2], **PRICES}]},
        {"sets": [{"actions": [0, 1], **PRICES, "prices": ["3/4", "7/10", "0"]}]},
        {"bound": "7/5", "gap": "-1/10"},
        {"value": "8/5", "gap": "-1/10"},
        {"gap": "1/10"},
        {"privacy": {"gamma": "2", "delta": "0"}},
    ],
)
def test_near_misses_are_not_proved(parts):
    assert not fewer_reports(TRACE | parts)


def test_guesses_need_the_most_probable_truths_and_gains_every_choice():
    guess = {"name": "probability-of-a-right-guess", "prior": ["1/8", "1/2", "3/8"]}
    assert list(choices(TRACE | {"utility": guess}, 3)) == [(1, 2)]
    gain = {"name": "gain", "prior": ["1/3"] * 3, "gain": [["1"] * 3] * 3}
    assert list(choices(TRACE | {"utility": gain}, 3)) == [(0, 1), (0, 2), (1, 2)]
    matrix = {"gamma": [["1"] * 3] * 3, "delta": "0"}
    assert len(list(choices(TRACE | {"privacy": matrix}, 3))) == 3


def test_actions_are_in_the_order_of_the_format():
    guess = {"name": "probability-of-a-right-guess", "prior": ["1/4", "3/4"]}
    assert actions_of(guess, 2) == [[F(1, 4), 0], [0, F(3, 4)]]
    apart = actions_of({"name": "total-variation", "pair": [0, 2]}, 3)
    assert apart == [[F(1, 2), 0, F(-1, 2)], [F(-1, 2), 0, F(1, 2)]]
    assert best(apart, [F(1), F(5), F(4)]) == F(3, 2)
