"""Enclosures of functions, and how numbers are written."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt.exact import json_number


def test_an_exact_number_is_a_fraction_and_an_enclosure_two_decimals_outward():
    assert json_number((F(1, 2), F(1, 2))) == json_number(F(1, 2)) == "1/2"
    assert json_number((F(1, 3), F(2, 3))) == ["0.3" + "3" * 19, "0.6" + "6" * 18 + "7"]
    assert json_number((-F(2, 3), F(0))) == ["-0.6" + "6" * 18 + "7", "0"]


@pytest.mark.parametrize("infinite", [math.inf, (math.inf, math.inf)])
def test_infinity_and_nothing(infinite):
    assert json_number(infinite) == "oo"
    assert json_number(None) is None


@pytest.mark.parametrize("number", [F(3**3000, 2**5000), F(2**5000, 3**3000), F(-7, 3 * 10**1500)])
def test_what_is_too_long_to_read_is_enclosed(number):
    low, high = map(F, json_number(number))
    assert low < number < high
    assert high - low < abs(number) / 10**18
