"""What a certified histogram says of itself: the promise first, then what is known from below."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.measures.shuffled_question import shown_number

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.everything
def test_what_it_says() -> None:
    found = rr.shuffled(WARNER, 300, delta="1e-6")
    assert str(found).startswith("the histogram of 300 reports is (0.28")
    assert "whatever the truths of the others" in found.statement
    data = found.to_json()
    assert data["people"] == 300 and data["certificate"]["kind"] == "shuffled"
    assert math.isclose(float(F(data["epsilon"][0])), float(F(data["epsilon"][1])), rel_tol=0.01)


def test_a_delta_is_told_where_epsilon_is_given() -> None:
    said = str(rr.shuffled(WARNER, 50, epsilon="1/2"))
    assert "the histogram of 50 reports is (0.5" in said and "for no delta below" in said


def test_numbers_have_seven_digits() -> None:
    assert shown_number(F(1, 3)) == "0.3333333" and shown_number(F(1, 10**6)) == "1e-06"
