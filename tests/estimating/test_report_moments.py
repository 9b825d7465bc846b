"""Intervals of means by the variance at the mean, against binomial chances and counted outcomes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, binomtest, norm

import rropt as rr
from rropt.estimating.report_moments import ReportMoments

QUANTILE = norm.isf(0.025)


@pytest.mark.parametrize("epsilon", [1, 4, 6])
def test_of_two_numbers_it_is_wilsons_interval(epsilon: int) -> None:
    """All reports alike had an interval of no width: 30 reports of a mean of 0.01 at epsilon 4 held
    it in 0.57."""
    design = rr.optimal(rr.LocalDP(epsilon), rr.Mean([0, 1]))
    first, second = design.channel.reports
    low_chance, high_chance = (float(x) for x in design.channel.rows[1])
    ends = []
    for count in range(31):
        found = design.estimate(counts={first: 30 - count, second: count}).interval()
        said = binomtest(count, 30).proportion_ci(0.95, "wilson")
        expected = [(x - low_chance) / (high_chance - low_chance) for x in (said.low, said.high)]
        assert tuple(found) == pytest.approx(np.clip(expected, 0, 1), abs=1e-9)
        ends.append(tuple(found))
    low, high = np.array(ends).T
    for mean in (0.01, 0.05, 0.5):
        chances = binom.pmf(range(31), 30, low_chance + (high_chance - low_chance) * mean)
        assert chances[(low <= mean) & (mean <= high)].sum() > 0.93


def test_few_reports_of_several_numbers_hold_a_mean_near_the_end() -> None:
    """Thirty people of the least of four numbers: their spread alone held it in 0.19."""
    design = rr.optimal(rr.LocalDP(6), rr.Mean([0, 1, 2, 3]))
    moments = design.estimate({design.channel.reports[0]: 30}).moments
    chances = design.channel.to_numpy()[:, 0]
    (written,) = design.certificate.data["scenarios"][0]["estimators"]
    numbers = np.array([float(Fraction(x)) for x in written])
    held, by_spread = [], []
    for counts in np.random.default_rng(2).multinomial(30, chances / chances.sum(), 2000):
        value, square = counts @ numbers / 30, counts @ numbers**2 / 30
        low, high = moments.near(value, square, 30, QUANTILE)
        held.append(low <= 1e-12 <= high + 1e-9)
        by_spread.append(abs(value) <= QUANTILE * ((square - value**2) / 29) ** 0.5)
    assert np.mean(held) > 0.9 and np.mean(by_spread) < 0.3


def test_hulls_are_the_least_and_largest_second_moments_of_a_mean() -> None:
    """By linear programs over the distributions of the numbers."""
    from scipy.optimize import linprog

    numbers, moments = [3.0, 0.0, 1.0, 2.0, 5.0], [9.0, 4.0, 1.0, 8.0, 30.0]
    found = ReportMoments.at(numbers, moments)
    assert (found.low, found.high) == (0, 5)
    for mean in (0.0, 0.7, 1.9, 2.5, 4.0, 5.0):
        at_mean = {"A_eq": [numbers, [1] * 5], "b_eq": [mean, 1]}
        least = linprog(moments, **at_mean).fun
        largest = -linprog([-m for m in moments], **at_mean).fun
        for spread in (0, 0.3, 1):
            variance = found.variance(np.array([mean]), spread)[0]
            assert variance == pytest.approx(least + spread * (largest - least) - mean**2)
            square = variance + mean**2
            assert found.spread(mean, square) == pytest.approx(spread if largest > least else 0)


def test_the_ends_are_where_the_distance_is_that_of_the_variance() -> None:
    """By a fine grid of means, over pieces of both hulls; none is so near: the end of the range."""
    moments = ReportMoments.at([0, 1, 2, 6], [3.0, 2.0, 7.0, 40.0])
    grid = np.linspace(0, 6, 60_001)
    for value, square, n in ((0.4, 4, 20), (3.0, 12, 9), (-0.5, 3, 10), (6.5, 40, 30)):
        variance = moments.variance(grid, moments.spread(value, square))
        held = grid[n * (value - grid) ** 2 <= QUANTILE**2 * variance]
        assert moments.near(value, square, n, QUANTILE) == pytest.approx(
            (held[0], held[-1]), abs=2e-4
        )
    assert moments.near(-9, 81, 100, QUANTILE) == (0, 0)


def test_a_test_rejects_what_the_interval_excludes() -> None:
    design = rr.optimal(rr.LocalDP(3), rr.Mean([0, 1, 4]))
    found = design.estimate({design.channel.reports[0]: 9, design.channel.reports[-1]: 3})
    low, high = found.interval()
    assert 0 < low < high < 4
    for end in (low, high):
        assert found.test(end).p_value == pytest.approx(0.05)
