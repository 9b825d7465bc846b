"""Prices and windows in whole numbers: what covers, what is private, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import exp

import numpy as np
import pytest

from rropt.design.worst.exact_windows import exact_prices, exact_windows
from rropt.design.worst.windows_program import solved

LEVEL = Fraction(7)
COUNT = 17


@pytest.fixture(scope="module")
def few():
    """The best windows of 17 numbers at gamma = 7."""
    return solved(float(LEVEL), 9, 1)


def test_both_ends_enclose_the_value_of_the_program(few):
    prices, windows = exact_prices(few, LEVEL), exact_windows(few, LEVEL)
    shift = Fraction(2, COUNT - 1) ** 2 / 12
    assert prices.cover(LEVEL) and windows.are_private(LEVEL)
    assert few.value * (1 - 1e-6) <= prices.bound() <= few.value * (1 + 1e-9)
    assert few.value * (1 - 1e-9) <= windows.worst(LEVEL) - shift <= few.value * (1 + 1e-6)


def test_prices_pay_for_random_rows_and_numbers(few):
    prices = exact_prices(few, LEVEL)
    random = np.random.default_rng(1)
    q, p, y = (
        np.array([float(x) for x in column])
        for column in (prices.shares, prices.slopes, prices.constants)
    )
    for v in np.linspace(-4, 4, 401):
        charges = q * v * v - 2 * p * v + y
        least = np.minimum(charges, float(LEVEL) * charges).sum()
        row = random.choice([1.0, float(LEVEL)], size=COUNT)
        assert -1e-7 * q.sum() <= least <= row @ charges + 1e-7 * q.sum()


def test_prices_do_not_cover_a_larger_level_or_a_smaller_constant(few):
    prices = exact_prices(few, LEVEL)
    assert not prices.cover(LEVEL * Fraction(10001, 10000))
    middle = COUNT // 2
    constants = list(prices.constants)
    constants[middle] -= abs(constants[middle]) // 10**4
    assert not replace(prices, constants=tuple(constants)).cover(LEVEL)


def test_prices_without_shares_or_with_equal_roots_are_refused(few):
    prices = exact_prices(few, LEVEL)
    assert not replace(prices, shares=(0, *prices.shares[1:])).cover(LEVEL)
    assert not replace(prices, shares=(-1, *prices.shares[1:])).cover(LEVEL)
    twice = {
        name: (getattr(prices, name)[-1], *getattr(prices, name)[1:])
        for name in ("shares", "slopes", "constants")
    }
    assert not replace(prices, **twice).cover(LEVEL)


def test_every_column_adds_up_and_has_the_mean_of_its_number(few):
    """The table written out, row by row."""
    windows = exact_windows(few, LEVEL)
    left, missing = windows.card(LEVEL)
    numbers = [Fraction(2 * j, COUNT - 1) - 1 for j in range(COUNT)]
    for j, x in enumerate(numbers):
        chances, told = [], []
        for first, last, weight, number in windows.reports:
            chances.append(Fraction(weight, 2**70) * (LEVEL if first <= j <= last else 1))
            told.append(Fraction(number, 2**70))
        assert sum(chances) + left[j] == 1
        assert sum(c * v for c, v in zip(chances, told, strict=True)) + missing[j] == x


def test_windows_that_miss_more_than_the_card_or_weigh_less_than_nothing_are_refused(few):
    windows = exact_windows(few, LEVEL)
    first, last, weight, told = windows.upper[0]
    for changed in ((first, last, weight + 2**45, told), (first, last, -1, told)):
        spoiled = replace(windows, upper=(changed, *windows.upper[1:]))
        assert not spoiled.are_private(LEVEL)
    assert not windows.are_private(Fraction(6))


def test_the_second_closed_form_is_between_the_ends_where_it_holds():
    """At epsilon 1: (2 - g + g (g + 2) c)/(g - 1)."""
    found = solved(exp(1), 21, 2)
    g = exp(1)
    c = 1 / (g - (g + 1) / 2 * np.log((g + 2) / g))
    value = (2 - g + g * (g + 2) * c) / (g - 1)
    level = Fraction(exp(1))
    assert exact_prices(found, level).bound() <= value <= exact_windows(found, level).worst(level)
    assert found.value == pytest.approx(value, rel=1e-4)
