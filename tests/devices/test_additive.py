"""Additive noise by name: what its parameters mean, and the least that any of it can do."""

from fractions import Fraction as F

import pytest

from rropt.devices.additive import (
    discrete_staircase,
    geometric,
    laplace,
    least_integer_variance,
    least_variance,
    staircase,
)
from rropt.exact import InputError


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
