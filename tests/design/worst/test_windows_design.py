"""All numbers of an interval beyond epsilon 1.393: both ends, and how the mechanism is kept."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from fractions import Fraction as F
from math import exp

import numpy as np
import pytest

from rropt import LocalDP, Mean, load, optimal
from rropt.design.problem import Problem
from rropt.design.worst.windows_design import (
    Grid,
    exact_prices,
    exact_windows,
    grid_for,
    stated_windows,
    windows_on,
)
from rropt.design.worst.windows_program import solved
from rropt.exact import InputError

WHOLE = Mean(low=-1, high=1)


@pytest.mark.everything
@pytest.mark.parametrize(("epsilon", "value"), [("3/2", 1.691511), (2, 0.865456), (3, 0.304058)])
def test_both_ends_are_a_millionth_apart(epsilon, value):
    """The values are those of a program with cvxpy on 321 numbers and of the step."""
    design = optimal(LocalDP(epsilon), WHOLE)
    assert float(design.value) == pytest.approx(value, abs=1e-6)
    assert 0 <= design.gap <= F(1, 10**6) * design.bound and design.check()


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", [4, 5, 6])
def test_both_ends_are_a_millionth_apart_at_larger_levels(epsilon):
    """3,841 numbers at epsilon 6 take ten seconds and more."""
    design = optimal(LocalDP(epsilon), WHOLE)
    assert 0 <= design.gap <= F(1, 10**6) * design.bound and design.check()


@pytest.mark.everything
def test_another_interval_has_the_same_mechanism_in_its_units():
    free = optimal(LocalDP(2), Mean(low=0, high=100))
    unit = optimal(LocalDP(2), WHOLE)
    assert float(free.value) == pytest.approx(2500 * float(unit.value), rel=1e-12)
    assert free.certificate.data["windows"] == unit.certificate.data["windows"]


@pytest.mark.everything
@pytest.mark.quick
def test_the_table_of_a_grid_is_no_better_and_its_bound_no_higher():
    grid = optimal(LocalDP("ln(7)"), Mean(low=-1, high=1, points=9))
    free = windows_on(Problem(LocalDP("ln(7)"), WHOLE, None), Grid(9, 1))
    assert grid.bound < free.bound < free.value < grid.value


@pytest.mark.parametrize(("epsilon", "value"), [("7/5", 1.9695), (3, 0.304058), (6, 0.0271402)])
def test_a_step_adds_less_than_a_millionth_up_to_epsilon_6(epsilon, value):
    first, doublings = grid_for(LocalDP(epsilon).gamma.lo)
    step = 2 / (first - 1) / 2**doublings
    assert first <= 121 and first % 2 and 2e-7 * value < step**2 / 12 < 9e-7 * value


@pytest.mark.parametrize(("epsilon", "doublings"), [("6.99", 5), ("7.01", 3)])
def test_fewer_numbers_where_doubles_tell_no_more_apart(epsilon, doublings):
    assert grid_for(LocalDP(epsilon).gamma.lo) == (121, doublings)


def test_windows_are_read_from_certificates_in_any_unit():
    design = windows_on(Problem(LocalDP("ln(7)"), WHOLE, None), Grid(9, 0))
    data = design.certificate.data
    finer = [[a, b, str(2 * F(w)), str(2 * F(v))] for a, b, w, v in data["windows"]]
    other = data | {"unit": str(F(data["unit"]) / 2), "windows": finer}
    one, two = stated_windows(data), stated_windows(other)
    assert one.worst(F(7)) == two.worst(F(7)) and one.are_private(F(7)) and two.are_private(F(7))


@pytest.mark.parametrize("epsilon", ["18.1", 60, 300])
def test_a_level_that_is_too_extreme_is_refused_before_a_search(epsilon, monkeypatch):
    monkeypatch.setattr("rropt.design.worst.worst_design.windows_design", None)
    with pytest.raises(InputError, match="epsilon must be at most 18 for all numbers"):
        optimal(LocalDP(epsilon), WHOLE)


@pytest.mark.everything
def test_saved_and_loaded(tmp_path):
    design = windows_on(Problem(LocalDP("ln(7)"), Mean(low=0, high=1), None), Grid(9, 1))
    saved = optimal(LocalDP("ln(7)"), Mean(low=0, high=1), question="how old?")
    saved.save(tmp_path / "D.json")
    found = load(tmp_path / "D.json")
    assert (found.value, found.bound, found.problem) == (saved.value, saved.bound, saved.problem)
    assert found.randomize([0, "1/2", 1.0]) and design.gap > found.gap


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
