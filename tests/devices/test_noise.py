"""Additive noise against sums over integers and against numerical integration of the densities.

Additive noise by name: what its parameters mean, and the least that any of it can do.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import pairwise
from math import exp, log

import pytest
from scipy.integrate import quad

from rropt.devices.noise import (
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


def second_moment(noise, far=400):
    """sum z^2 P(z), far enough that what is left has no digit of a double."""
    return 2 * sum(z * z * noise.probability(z) for z in range(1, far))


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_discrete_staircase_is_gamma_times_likelier_on_its_step(step):
    """Sensitivity 3: P(z) = h for |z| below the step, h / gamma up to 3, and so on."""
    noise = discrete_staircase(step, sensitivity=3, gamma=2)
    top = noise.probability(0)
    assert [noise.probability(z) / top for z in range(3)] == [
        1 if z < step else F(1, 2) for z in range(3)
    ]
    assert noise.probability(3) == top / 2 and noise.probability(-4) == noise.probability(4)
    assert sum(noise.probability(z) for z in range(-200, 201)) == pytest.approx(1, abs=1e-15)
    assert float(noise.variance) == pytest.approx(float(second_moment(noise)), rel=1e-12)


@pytest.mark.parametrize(("d", "gamma"), [(1, 3), (2, 2), (4, "5/4"), (3, 50)])
def test_the_least_integer_variance_is_that_of_the_best_step(d, gamma):
    found = [second_moment(discrete_staircase(s, d, gamma=gamma), 2000) for s in range(1, d + 1)]
    assert float(least_integer_variance(d, gamma)) == pytest.approx(float(min(found)), rel=1e-9)


@pytest.mark.parametrize("gamma", [2, "3/2", 20])
def test_no_staircase_has_less_than_the_least_variance(gamma):
    low, high = least_variance(1, gamma)
    shares = [F(n, 200) for n in range(1, 200)]
    found = min(staircase(share, gamma=gamma).variance for share in shares)
    least = found[0] if isinstance(found, tuple) else found
    assert low <= high <= least * (1 + F(1, 10**12))
    assert float(least) == pytest.approx(float(high), rel=1e-3)


def test_alpha_is_a_decay_and_no_level_beside_it():
    assert geometric(alpha="1/2").probability(1) == F(1, 6)
    assert geometric(sensitivity=2, gamma=4).probability(1) == F(1, 6)
    for wrong in ({"alpha": "1/2", "gamma": 2}, {"alpha": "1/2", "epsilon": 1}):
        with pytest.raises(InputError, match="exactly one of alpha, epsilon and gamma"):
            geometric(**wrong)
    for outside in (0, 1, "-1/2"):
        with pytest.raises(InputError, match="alpha must lie strictly between 0 and 1"):
            geometric(alpha=outside)


def test_an_irrational_decay_never_breaks_the_promise():
    """gamma = 2 over two places: alpha^2 is at least 1/2, and the next digit is too much."""
    noise = geometric(sensitivity=2, gamma=2)
    ratio = noise.probability(1) / noise.probability(0)
    assert F(1, 2) <= ratio**2 < F(1, 2) + F(1, 10**15)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: geometric(sensitivity=129, gamma=2), "sensitivity must be at most 128"),
        (lambda: geometric(sensitivity="1/2", gamma=2), "sensitivity must be a whole number"),
        (lambda: discrete_staircase(3, 2, gamma=2), "step must be at most the sensitivity 2"),
        (lambda: staircase("3/2", gamma=2), "share must lie between 0 and 1"),
        (lambda: laplace(0, 1), "sensitivity must be"),
    ],
)
def test_refused(make, said):
    with pytest.raises(InputError, match=said):
        make()


def test_a_notebook_shows_a_variance_beyond_all_doubles():
    """2 / epsilon^2."""
    assert "<td>2.000000000e+400</td>" in laplace(epsilon=F(1, 10**200))._repr_html_()
    assert "<td>0.2222222222</td>" in laplace(epsilon=3)._repr_html_()
