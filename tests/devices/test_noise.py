"""Additive noise against sums over integers and against numerical integration of the densities."""

from fractions import Fraction as F
from itertools import pairwise
from math import exp, log

import pytest
from scipy.integrate import quad

from rropt.devices.additive import (
    discrete_staircase,
    geometric,
    laplace,
    least_integer_variance,
    least_variance,
    staircase,
)
from rropt.exact import InputError


def close(bounds, value, tolerance=1e-9):
    low, high = bounds if isinstance(bounds, tuple) else (bounds, bounds)
    return low <= high and float(low) == pytest.approx(value, abs=tolerance, rel=tolerance)


def stair_density(x, d, c, b):
    step, part = divmod(abs(x), d)
    height = (1 - b) / (2 * d * (c + b * (1 - c)))
    return height * b**step * (1 if part < c * d else b)


def integral(function, ends):
    return sum(quad(function, a, z, limit=200)[0] for a, z in pairwise(ends))


def test_laplace_scale_variance_and_tail():
    noise = laplace(2, "1/2")
    assert noise.scale == (4, 4) and noise.variance == (32, 32)
    assert close(noise.tail(3), exp(-3 / 4))
    assert noise.tail(0) == (1, 1)


def test_laplace_accuracy_is_theorem_9_of_ziani():
    noise = laplace(1, "1/2")
    low, high = noise.accuracy("1/20")
    assert close((low, high), 2 * log(20))
    assert noise.tail(low)[1] >= F(1, 20) >= noise.tail(high)[0]
    assert close(noise.accuracy("1/20", 3), 2 * log(60))


def test_laplace_profile_against_the_integral():
    epsilon, gamma = 0.5, 1.2
    expected = integral(
        lambda z: max(
            0, epsilon / 2 * (exp(-epsilon * abs(z)) - gamma * exp(-epsilon * abs(z - 1)))
        ),
        [-60, 0, (1 - log(gamma) / epsilon) / 2, 1],
    )
    assert close(laplace(1, "1/2").profile("6/5"), expected, 1e-7)
    assert laplace(1, "1/2").profile(2) == (0, 0)
    assert laplace(1, "ln(4)").profile(1) == (F(1, 2), F(1, 2))


def test_geometric_is_the_discrete_laplace_distribution():
    noise, a = geometric(gamma=2), F(1, 2)
    masses = {z: (1 - a) / (1 + a) * a ** abs(z) for z in range(-200, 201)}
    assert all(noise.probability(z) == mass for z, mass in masses.items())
    assert 1 - sum(masses.values()) < F(1, 2**198)
    assert float(noise.variance) == pytest.approx(float(sum(z * z * m for z, m in masses.items())))
    assert noise.tail(3) == 1 - sum(masses[z] for z in range(-2, 3))


@pytest.mark.parametrize("sensitivity", [1, 2, 3])
@pytest.mark.parametrize("gamma", [1, "3/2", 2, 3])
def test_geometric_profile_against_the_sum(sensitivity, gamma):
    a, bound = F(1, 2), F(gamma)
    noise = geometric(sensitivity, alpha=a)
    p = {z: (1 - a) / (1 + a) * a ** abs(z) for z in range(-100, 100)}
    expected = max(
        sum(max(F(0), p[z] - bound * p[z - s]) for z in range(-60, 60))
        for s in range(1, sensitivity + 1)
    )
    assert 0 <= noise.profile(bound) - expected < F(1, 2**58)


@pytest.mark.everything
@pytest.mark.parametrize("sensitivity", [2, 128])
def test_geometric_noise_hardly_above_no_privacy_loss(sensitivity):
    gamma = 1 + F(1, 10**30)
    noise = geometric(sensitivity, gamma=gamma)
    assert gamma - F(1, 10**45) <= 1 / noise.decay <= gamma
    rate = sensitivity * 1e30  # 1 / (1 - alpha), nearly, and the variance 2 alpha / (1 - alpha)^2
    assert close(noise.variance, 2 * rate**2)


def test_geometric_keeps_its_promise_at_irrational_levels():
    noise = geometric(3, "1/2")
    assert noise.profile(noise.asked.lo) == 0 and 1 / noise.decay <= noise.asked.lo
    assert noise.profile(noise.asked.lo * F(99, 100)) > 0


def test_staircase_variance_tail_and_profile_against_integrals():
    d, c, b = 2.0, 1 / 3, 1 / 4
    noise = staircase("1/3", 2, gamma=4)
    ends = sorted({k * d for k in range(60)} | {(k + c) * d for k in range(60)})
    density = lambda x: stair_density(x, d, c, b)  # noqa: E731
    assert close(noise.variance, 2 * integral(lambda x: x * x * density(x), ends), 1e-7)
    assert close(noise.tail("3"), 1 - 2 * integral(density, [0, c * d, d, d + c * d, 3]), 1e-7)
    cuts = sorted({-e for e in ends} | {0, c * d, (1 - c) * d, d})
    expected = integral(lambda x: max(0, density(x) - 2 * density(x - d)), cuts)
    assert close(noise.profile(2), expected, 1e-7)
    assert noise.profile(4) == 0 and noise.profile("399/100") > 0


def test_least_variance_is_the_least_over_shares():
    low, high = least_variance(1, 4)
    shares = [staircase(F(i, 60), gamma=4).variance for i in range(61)]
    assert high <= min(shares) < high * F(1001, 1000) and low <= high
    assert laplace(1, "ln(4)").variance[0] > high


def test_discrete_staircase_is_a_distribution_with_its_variance():
    noise = discrete_staircase(2, 3, gamma=2)
    masses = {z: noise.probability(z) for z in range(-300, 301)}
    assert 0 < 1 - sum(masses.values()) < F(1, 2**95)
    assert float(noise.variance) == pytest.approx(float(sum(z * z * m for z, m in masses.items())))
    assert noise.probability(0) == noise.probability(1) == 2 * noise.probability(2)
    assert noise.profile(2) == 0 < noise.profile("19/10")


def test_least_integer_variance_of_sensitivity_one_is_geometric():
    assert least_integer_variance(1, 3) == geometric(gamma=3).variance
    assert least_integer_variance(4, 3) < geometric(4, gamma=3).variance


def test_accuracy_is_the_first_distance_within_the_allowance():
    for noise in (geometric(gamma=2), discrete_staircase(1, 2, gamma=2)):
        t = noise.accuracy("1/20")
        assert noise.tail(t) <= F(1, 20) < noise.tail(t - 1)
    assert staircase("1/3", gamma=4).accuracy("1/20") == 3


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: laplace(0, 1), "sensitivity must be positive, got 0"),
        (lambda: laplace(1), "exactly one of epsilon and gamma"),
        (lambda: laplace(1, 1).accuracy(0), "delta must be positive"),
        (lambda: laplace(1, 1).accuracy(2), "delta must be at most 1"),
        (lambda: laplace(1, 1).tail(-1), "z must not be negative"),
        (lambda: staircase(2, gamma=2), "share must lie between 0 and 1"),
        (lambda: geometric("1/2", gamma=2), "sensitivity must be a whole number"),
        (lambda: geometric(1, alpha=1), "alpha must lie strictly between 0 and 1"),
        (lambda: geometric(1, gamma=2, alpha="1/2"), "exactly one"),
        (lambda: discrete_staircase(3, 2, gamma=2), "step must be at most the sensitivity 2"),
        (lambda: geometric(gamma=2).profile("1/2"), "gamma must be at least 1"),
    ],
)
def test_bad_noise_is_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
