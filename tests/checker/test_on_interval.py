"""What is claimed of the numbers of an interval, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.on_interval import read_on_interval
from rropt.checker.verdict import Doubts, Malformed, Refuted, Size

CLAIM = {
    "privacy": {"gamma": F(3), "delta": F(0)},
    "low": F(0),
    "high": F(4),
    "value": F(20),
    "bound": F(8),
    "gap": F(12),
}
ENOUGH = (F(2), F(2))
"""In units in which the numbers are -1 to 1: bound 8 is twice the square of half of 4."""


def read(**changed):
    return read_on_interval(CLAIM | changed, Size(1, 64))


def test_variances_are_told_in_units_of_half_the_interval():
    read().verify(F(5), ENOUGH, Doubts())


@pytest.mark.parametrize(
    ("changed", "spent", "worth"),
    [
        ({}, F(5) + F(1, 10**9), ENOUGH),
        ({}, F(5), (F(2) - F(1, 10**9),) * 2),
        ({"value": F(19)}, F(5), ENOUGH),
        ({"high": F(5)}, F(5), ENOUGH),
        ({"gap": F(11)}, F(5), ENOUGH),
    ],
)
def test_a_hair_less_is_refuted(changed, spent, worth):
    with pytest.raises(Refuted):
        read(**changed).verify(spent, worth, Doubts())


def test_a_worth_on_both_sides_of_the_bound_is_a_doubt():
    doubts = Doubts()
    read().verify(F(5), (F(2) - F(1, 10**9), F(2) + F(1, 10**9)), doubts)
    assert doubts != Doubts()


def test_the_sentence_names_the_interval_and_the_mechanism():
    said = read().sentence("this mechanism", "has")
    assert said == (
        "no epsilon = ln 3 private mechanism on the numbers from 0 to 4 has a variance of unbiased "
        "reports, for the worst number, below 8, and this mechanism has at most 20"
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"low": F(4)},
        {"privacy": {"gamma": F(1), "delta": F(0)}},
        {"privacy": {"gamma": F(3), "delta": F(1, 10)}},
        {"privacy": {"gamma": [[F(1), F(3)], [F(3), F(1)]], "delta": F(0)}},
        {"value": 20},
    ],
)
def test_what_is_no_claim_about_an_interval(changed):
    with pytest.raises(Malformed):
        read(**changed)
