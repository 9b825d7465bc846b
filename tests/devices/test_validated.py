"""Roots and levels at the door."""

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.devices.validated import level, prevalences, root_below, root_bounds, whole_root
from rropt.exact import InputError


@settings(derandomize=True, max_examples=80)
@given(st.integers(0, 10**40), st.integers(2, 5))
def test_whole_root(value, degree):
    root = whole_root(value, degree)
    assert root**degree <= value < (root + 1) ** degree


@settings(derandomize=True, max_examples=80)
@given(st.fractions(min_value=F(1, 1000), max_value=1000), st.integers(2, 4))
def test_roots_are_enclosed(value, degree):
    low, high = root_bounds(value, degree)
    assert low == root_below(value, degree)
    assert low**degree <= value <= high**degree and high - low <= F(1, 2**64)


@pytest.mark.parametrize("degree", [2, 3, 128])
@pytest.mark.parametrize("value", [1 + F(1, 10**30), 1 - F(1, 10**30), F(1, 10**40) + F(1, 10**90)])
def test_roots_beside_one_and_zero_keep_their_digits(value, degree):
    low, high = root_bounds(value, degree)
    assert low**degree <= value <= high**degree
    assert low != 1 != high and 0 < high - low <= min(low, abs(1 - low)) / 10**15


def test_prevalences():
    assert prevalences("1/4", 2) == prevalences("3/4,1/4", 2) == (F(3, 4), F(1, 4))


def test_levels():
    assert level("ln(3)") == level(gamma=3)
    with pytest.raises(InputError, match="epsilon must be positive"):
        level(gamma=1)
