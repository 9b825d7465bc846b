"""Laws in doubles, against scipy's binomials and by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom

from rropt.measures.shuffled_laws import (
    FloatLaw,
    added,
    best_test,
    binomial,
    epsilon_of,
    power,
    reversed_law,
)


@pytest.mark.parametrize(("n", "p"), [(1, 0.3), (50, 0.01), (1000, 0.75), (10**6, 0.25)])
def test_binomials(n: int, p: float) -> None:
    law = binomial(n, p)
    points = law.first + np.arange(len(law.chances))
    assert np.allclose(law.chances, binom.pmf(points, n, p), rtol=1e-6, atol=1e-300)
    assert law.first == 0 or binom.cdf(law.first - 1, n, p) < 1e-30


def test_certain_answers() -> None:
    assert binomial(5, 1.0).first == 5 and binomial(5, 0.0).first == 0


@pytest.mark.parametrize("delta", [1e-6, 1e-20])
def test_sums_and_powers(delta: float) -> None:
    """Binomials of one chance add up to a binomial."""
    total = added(binomial(300, 0.4), binomial(200, 0.4), delta)
    whole = power(FloatLaw(0, np.array([0.6, 0.4])), 500, delta)
    for law in (total, whole):
        points = law.first + np.arange(len(law.chances))
        assert np.allclose(law.chances, binom.pmf(points, 500, 0.4), atol=1e-16)


def test_a_law_turned_round() -> None:
    law = reversed_law(FloatLaw(2, np.array([0.5, 0.3, 0.2])), 9)
    assert law.first == 5 and law.chances.tolist() == [0.2, 0.3, 0.5]


def test_the_best_test_of_one_other() -> None:
    """Warner at 3/4, one other who says yes with 1/4: P(2 | yes) - P(2 | no) / ... by hand."""
    turn = best_test(FloatLaw(0, np.array([0.75, 0.25])), (0, 1), (0.25 - 1.5, 0.75 - 0.5))
    by_hand = {
        t: sum(
            x
            for s, x in enumerate([0.75 * -1.25, 0.25 * -1.25 + 0.75 * 0.25, 0.25 * 0.25])
            if s >= t
        )
        for t in range(4)
    }
    assert math.isclose(turn.delta, max(by_hand.values())) and turn.least == 2


def test_the_epsilon_of_a_level() -> None:
    assert epsilon_of(lambda e: 0.5 * math.exp(-e), 0.6) == 0.0
    assert epsilon_of(lambda e: 0.5, 0.1) == math.inf
