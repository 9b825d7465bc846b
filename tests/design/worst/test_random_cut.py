"""The best mechanism for an interval of numbers without a grid."""

from __future__ import annotations

import math
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

from rropt import LocalDP, Mean, load, optimal
from rropt.checker import kind_random_cut
from rropt.design.worst.random_cut import (
    CutLengths,
    least_worth,
    lengths_of_cut,
    moment_at_zero,
)
from rropt.exact import InputError

pytestmark = pytest.mark.quick


SMALL = [("1/2", 16.00280), ("1/10", 400.0), ("1/100", 4e4), ("1e-9", 4e18)]


@pytest.mark.parametrize(("epsilon", "value"), SMALL)
def test_small_epsilon(epsilon, value):
    design = optimal(LocalDP(epsilon), Mean(low=-1, high=1))
    b = 1 / math.tanh(F(epsilon) / 2)
    assert float(design.value) == pytest.approx(b / math.tanh(1 / b) - 1, rel=1e-12)
    assert float(design.value) == pytest.approx(value, rel=3e-3)
    assert design.gap < F(1, 10**15) * design.value and design.check()
    assert design.certificate.kind == "random-cut"


def test_a_level_below_the_lengths_of_a_cut_is_refused():
    with pytest.raises(InputError, match="too extreme"):
        optimal(LocalDP("1e-30"), Mean(low=-1, high=1))


def test_between_a_lower_bound_by_a_grid_and_what_the_grid_does():
    """The truths of a grid are among the numbers; its table answers for all of them."""
    free = optimal(LocalDP(1), Mean(low=0, high=100))
    grid = optimal(LocalDP(1), Mean(low=0, high=100, points=9))
    assert grid.bound < free.bound < free.value < grid.value
    assert float(free.value) == pytest.approx(3.990665661 * 2500, rel=1e-9)


def test_beyond_the_range_it_is_no_cut():
    assert lengths_of_cut(F(403, 100)) is None  # e^1.3938
    assert lengths_of_cut(F(402, 100)) is not None
    assert lengths_of_cut(F(10**26)) is None


def test_a_number_of_points_asks_for_a_grid_and_one_of_reports_for_points():
    assert optimal(LocalDP(1), Mean(low=-1, high=1, points=3)).table is not None
    with pytest.raises(InputError, match="points must be given where outputs are"):
        optimal(LocalDP(1), Mean(low=-1, high=1), outputs=50)


def test_a_delta_needs_points():
    with pytest.raises(InputError, match="points must be given, a few, where delta is above 0"):
        optimal(LocalDP(1, "1/100"), Mean(low=-1, high=1))


def test_saved_and_loaded(tmp_path):
    design = optimal(LocalDP("ln(3)"), Mean(low=0, high=1), question="how old?")
    design.save(tmp_path / "D.json")
    found = load(tmp_path / "D.json")
    assert (found.value, found.bound, found.problem) == (design.value, design.bound, design.problem)
    assert found.randomize([0, "1/2", 1.0])


@pytest.mark.parametrize("seed", range(40))
def test_the_checker_has_the_same_numbers_by_other_formulas(seed):
    rng = Random(f"cut {seed}")
    gamma, low = F(rng.randint(11, 60), 10), F(rng.randint(1, 30), 10)
    own = CutLengths(low, low + F(rng.randint(1, 20), 10))
    lengths = kind_random_cut.Lengths(own.low, own.high)
    assert moment_at_zero(gamma, own) == kind_random_cut.variance(gamma, lengths)
    _, most = kind_random_cut.worth(gamma, lengths)
    assert most - F(1, 2**50) < least_worth(gamma, own) <= most


def test_the_worth_of_the_prices_is_an_integral():
    """A near miss: with the weights at the ends left out, it is another number."""
    gamma, prices = 2.0, CutLengths(F(2), F(7, 2))
    ratio, square, c = 3.0, 7.0, 0.75
    x = np.linspace(-c, c, 200_001)
    x = (x[1:] + x[:-1]) / 2
    q = ratio * square / 2 * (x**2 + square) ** -1.5
    inside = ((2 * x * x * q) + square * q - q * x * x).mean() * 2 * c
    mass = q.mean() * 2 * c
    end = (1 - mass) / 2
    rho = 2.75
    p, y = (ratio * rho - c * mass) / 2, square * (1 + mass) / 2
    expected = inside + 2 * (2 * p - y - end)
    assert float(least_worth(F(gamma), prices)) == pytest.approx(expected, rel=1e-8)
    assert expected != pytest.approx(inside, rel=1e-3)
