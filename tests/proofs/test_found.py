"""The least worst variance on [-1, 1] by quadrature and enumeration, beside the proofs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad

FIRST_END, SECOND_END = 0.712285, 1.393027


def small(gamma):
    """a and the variance of the form for small epsilon."""
    b = (gamma + 1) / (gamma - 1)
    return 1 / math.sinh(1 / b), b / math.tanh(1 / b) - 1


def middle(gamma):
    """c and the variance of the form after it."""
    c = 1 / (gamma - (gamma + 1) / 2 * math.log((gamma + 2) / gamma))
    return c, (2 - gamma + gamma * (gamma + 2) * c) / (gamma - 1)


def small_moments(gamma, x):
    """u uniform on [-1/B, 1/B]: is x above a sinh u? The report is a e^u, or -a e^-u."""
    b = (gamma + 1) / (gamma - 1)
    a, _ = small(gamma)
    cut = max(-1 / b, min(1 / b, math.asinh(x / a)))
    found = []
    for power in (1, 2):

        def at(u, power=power):
            truth = (gamma if u < cut else 1) / (gamma + 1)
            return truth * (a * math.exp(u)) ** power + (1 - truth) * (-a * math.exp(-u)) ** power

        ends = (-1 / b, cut), (cut, 1 / b)
        found.append(sum(quad(at, *end)[0] for end in ends) * b / 2)
    return found


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 0.7])
@pytest.mark.parametrize("x", [-1.0, -0.3, 0.0, 0.8])
def test_the_cut_for_small_epsilon_is_unbiased_with_one_variance(epsilon, x):
    gamma = math.exp(epsilon)
    mean, square = small_moments(gamma, x)
    assert mean == pytest.approx(x, abs=1e-9)
    assert square - x * x == pytest.approx(small(gamma)[1], rel=1e-9)


def test_the_forms_have_the_value_of_the_issue_and_meet():
    assert small(math.exp(0.5))[1] == pytest.approx(16.00280, abs=5e-6)
    both = math.exp(FIRST_END)
    assert small(both)[1] == pytest.approx(middle(both)[1], rel=1e-5)
    assert middle(both)[0] == pytest.approx(1, rel=1e-5)
    late = math.exp(SECOND_END)
    assert (late + 2) * middle(late)[0] == pytest.approx(2, rel=1e-5)


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 0.712, 0.8, 1.0, 1.39, 3.0])
def test_prices_cover_by_sums_over_a_fine_grid(epsilon):
    """Sum of min(f, gamma f) over numbers, for reports with all kinds of values."""
    gamma = math.exp(epsilon)
    b = (gamma + 1) / (gamma - 1)
    if epsilon < FIRST_END:
        c, rho, value = 1.0, 1 / math.tanh(1 / b), small(gamma)[1]
    else:
        c, value = middle(gamma)
        rho = (gamma + 1) * c
    a2, total = rho**2 - c**2, b * c / rho
    x = (np.arange(20000) + 0.5) / 20000 * 2 * c - c
    q = b / 2 * a2 / (x * x + a2) ** 1.5 * 2 * c / 20000
    end = (1 - total) / 2, (b * rho - c * total) / 2, a2 * (1 + total) / 2
    for v in np.concatenate([np.linspace(0, 3 * (rho + c), 61), [rho - c, rho + c]]):
        f = [
            q * (v * v - 2 * v * x - a2),
            [end[0] * v * v - 2 * s * end[1] * v + end[2] for s in (1, -1)],
        ]
        f = np.concatenate(f)
        assert np.minimum(f, gamma * f).sum() > -1e-6 * (1 + v * v)
    worth = (x * x * q).sum() + 4 * end[1] + a2 * total - 2 * end[2] - 2 * end[0]
    assert worth == pytest.approx(value, rel=1e-6)
