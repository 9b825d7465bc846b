"""Rationals as they are written."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_privacy import dot, number, ratio, vector


def test_numbers_and_products():
    assert number("-3/4") == F(-3, 4)
    assert dot(vector(["1/2", "2"]), vector(["1/3", "-1/4"])) == F(1, 6) - F(1, 2)
    assert dot([], []) == 0
    with pytest.raises(ValueError):
        dot([F(1)], [])


def test_nothing_over_nothing_is_nothing_and_something_is_infinite():
    assert ratio(F(3), F(2)) == F(9, 2)
    assert ratio(F(0), F(0)) == 0
    with pytest.raises(ZeroDivisionError):
        ratio(F(1), F(0))
