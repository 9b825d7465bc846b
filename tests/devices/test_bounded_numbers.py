"""Mechanisms for bounded numbers against the sums of their densities, and the issue's figures."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from rropt.devices import bounded_numbers as field
from rropt.exact import InputError


def worst(make, **options):
    low, high = make(**options).variance
    assert high - low < 1e-25
    return float(high)


def stepped(edges, heights):
    """Mass, mean and second moment of a density that is constant between edges."""
    left, right = np.array(edges[:-1]), np.array(edges[1:])
    h = np.array(heights)
    return [float((h * (right**n - left**n) / n).sum()) for n in (1, 2, 3)]


def test_duchi_has_the_issues_values():
    assert worst(field.duchi, epsilon="1/2") == pytest.approx(16.67, abs=5e-3)
    assert worst(field.duchi, epsilon=2) == pytest.approx(1.724, abs=5e-4)
    mechanism = field.duchi(gamma=3)
    assert (mechanism.at_middle, mechanism.at_ends) == ((4, 4), (3, 3))


@pytest.mark.parametrize("epsilon", [60, 300])
def test_a_report_on_an_end_varies_little_at_a_high_level_and_never_less_than_not_at_all(epsilon):
    """4 gamma / (gamma - 1)^2 cancels twice the digits of gamma."""
    low, high = field.duchi(epsilon=epsilon).at_ends
    assert 0 < low <= high
    assert float(low) == pytest.approx(4 * math.exp(-epsilon), rel=1e-12)
    assert float(high) == pytest.approx(4 * math.exp(-epsilon), rel=1e-12)


def test_one_bit_mean_is_the_law_of_duchi():
    assert field.one_bit_mean(gamma=3).variance == field.duchi(gamma=3).variance


@pytest.mark.parametrize(("epsilon", "value"), [("1/2", 21.2), (2, 1.228)])
def test_piecewise_mechanism_has_the_issues_values(epsilon, value):
    assert worst(field.piecewise_mechanism, epsilon=epsilon) == pytest.approx(value, rel=2e-3)


@pytest.mark.parametrize("x", [0.0, 1.0])
def test_piecewise_mechanism_is_the_sum_over_its_density(x):
    z = math.exp(0.5)
    c, p = (z + 1) / (z - 1), (z * z - z) / (2 * z + 2)
    left = (c + 1) / 2 * x - (c - 1) / 2
    mass, mean, square = stepped([-c, left, left + c - 1, c], [p / z**2, p, p / z**2])
    mechanism = field.piecewise_mechanism(epsilon=1)
    own = mechanism.at_ends if x else mechanism.at_middle
    assert (mass, mean) == (pytest.approx(1), pytest.approx(x, abs=1e-12))
    assert float(own[0]) == pytest.approx(square - x * x)


@pytest.mark.parametrize(("epsilon", "value"), [("1/2", 16.67), (2, 1.042), (4, 0.219)])
def test_hybrid_mechanism_has_the_issues_values(epsilon, value):
    assert worst(field.hybrid_mechanism, epsilon=epsilon) == pytest.approx(value, abs=5e-3)


@pytest.mark.parametrize("y", [0.5, 1.0])
def test_square_wave_is_the_sum_over_its_density(y):
    e = math.e
    b = 1 / (2 * e * (e - 2))
    q = 1 / (2 * b * e + 1)
    mass, mean, square = stepped([-b, y - b, y + b, 1 + b], [q, q * e, q])
    start = stepped([-b, b, 1 + b], [q * e, q])[1]
    slope = stepped([-b, 1 - b, 1 + b], [q, q * e])[1] - start
    mechanism = field.square_wave(epsilon=1)
    own = mechanism.at_middle if y == 0.5 else mechanism.at_ends
    assert mass == pytest.approx(1)
    assert (mean - start) / slope == pytest.approx(y)
    assert float(own[0]) == pytest.approx(4 * (square - mean**2) / slope**2)
    assert "biased" in mechanism.note


def test_optimal_piecewise_is_better_than_the_piecewise_mechanism_and_has_the_issues_value():
    assert worst(field.optimal_piecewise, epsilon=4) == pytest.approx(0.162, abs=5e-4)
    for epsilon in ("1/2", 1, 4):
        options = {"epsilon": epsilon}
        best = worst(field.optimal_piecewise, **options)
        assert best < worst(field.piecewise_mechanism, **options)


LIMITS = {
    field.duchi: 4, field.piecewise_mechanism: 16, field.hybrid_mechanism: 4,
    field.square_wave: 16, field.optimal_piecewise: 16, field.laplace_numbers: 8,
    field.staircase_numbers: 8,
}  # fmt: skip
"""Of epsilon^2 times the worst variance as epsilon falls to 0, or a third of it, by hand."""


@pytest.mark.parametrize("make", LIMITS)
@pytest.mark.parametrize("epsilon", ["1e-20", "1e-300"])
def test_the_smallest_levels_have_the_variances_of_the_limit(make, epsilon):
    low, high = make(epsilon=epsilon).variance
    limit = LIMITS[make] / (3 if LIMITS[make] == 16 else 1)
    for end in (low, high):
        assert float(end * Fraction(epsilon) ** 2) == pytest.approx(limit, rel=1e-12)


@pytest.mark.parametrize("epsilon", ["1/1000", 5, 30, 60, 300])
def test_optimal_piecewise_has_the_best_width_at_every_level(epsilon):
    """Of a window with a share t of all reports the variance is (1 + i)^2 (1 - t)^-2 (1 + i t^2) /
    (3 i^2 (1 + i)), i = (e^epsilon - 1) t, and 1 / i more at the ends."""
    power = mpmath.exp(mpmath.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator)

    def variance(logarithm):
        share = mpmath.exp(logarithm)
        inner = (power - 1) * share
        square = (1 + inner * share**2) / (3 * (1 + inner)) * ((1 + inner) / inner) ** 2
        return square / (1 - share) ** 2 + 1 / inner

    with mpmath.workdps(50):
        low = -3 - mpmath.log(power)
        seen = [variance(low * step / 2000) for step in range(1, 2000)]
        found = worst(field.optimal_piecewise, epsilon=epsilon)
        assert min(seen) * (1 - mpmath.mpf(10) ** -2) < found < min(seen) * (1 + 1e-9)


def test_laplace_numbers_have_the_issues_value_and_say_what_clamping_does():
    assert field.laplace_numbers(epsilon="1/2").variance == (32, 32)
    assert "biased" in field.laplace_numbers(epsilon=1).note


def test_staircase_numbers_have_the_least_variance_of_staircase_noise():
    from rropt.devices.noise import staircase

    shares = [f"{n}/400" for n in range(1, 400)]
    least = min(staircase(share, 2, gamma=3).variance for share in shares)
    found = worst(field.staircase_numbers, gamma=3)
    assert found < least
    assert found == pytest.approx(float(least), rel=1e-4)


def test_units_and_wrong_intervals():
    assert field.duchi(gamma=3, low=0, high=10).variance == (100, 100)
    with pytest.raises(InputError, match="low must be below high"):
        field.duchi(gamma=3, low=1, high=1)
    with pytest.raises(InputError, match="epsilon"):
        field.duchi()
