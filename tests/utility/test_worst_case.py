"""Objectives without a prior: what they say and what they refuse."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt import InputError
from rropt.utility.worst_case import Mean, WorstCase, WorstProportion


def test_statements_name_the_reading() -> None:
    assert WorstCase(["1", "-1"]).statement() == {
        "name": "c-optimal", "contrasts": [["1", "-1"]], "over": "worst-population"
    }  # fmt: skip
    assert WorstProportion("group").statement()["over"] == "worst-group"
    assert Mean([0, 2]).statement() == {"name": "mean", "values": ["0", "2"], "over": "worst-group"}
    assert Mean([0, 2], prior=["1/2", "1/2"]).over == "group"
    assert Mean([0, 2], worst="population").over == "worst-population"


def test_an_interval_is_a_grid() -> None:
    interval = Mean(low="-1", high="2", points=4)
    assert interval.values == tuple(map(Fraction, (-1, 0, 1, 2)))
    assert interval.over == "numbers" and "from -1 to 2" in interval.label


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "values must be given, or low and high"),
        ({"values": [1, 1]}, "at least two different numbers"),
        ({"values": [0, 1], "low": 0}, "values must not be given together"),
        ({"values": [0, 1], "prior": ["1"]}, "prior must have 2 entries"),
        ({"values": [0, 1], "worst": "case"}, "worst must be group or population"),
        ({"values": [0, 1], "worst": "population", "prior": ["1/2", "1/2"]}, "worst must be group"),
        ({"low": 1, "high": 1, "points": 3}, "low must be below high"),
        ({"low": 0, "high": 1, "points": 1}, "points must be"),
        ({"low": 0, "high": 1, "points": 2, "prior": ["1"]}, "points must be"),
    ],
)
def test_what_is_refused(given: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Mean(**given)


def test_true_and_the_word_worst_say_the_default() -> None:
    """`rr.Mean(values, worst=True)` is numbers without a prior."""
    group = Mean([0, 1, 3])
    assert Mean([0, 1, 3], worst=True) == group == Mean([0, 1, 3], prior="worst")
    assert Mean([0, 1], prior=["1/2", "1/2"], worst=False) == Mean([0, 1], prior=["1/2", "1/2"])
    assert Mean(low=0, high=1, worst=True) == Mean(low=0, high=1)
    for given in ({"worst": True, "prior": ["1/2", "1/2"]}, {"worst": False}):
        with pytest.raises(InputError, match="prior must be left out with worst=True"):
            Mean([0, 1], **given)
    with pytest.raises(InputError, match="worst must be group or population, got 1"):
        Mean([0, 1], worst=1)
