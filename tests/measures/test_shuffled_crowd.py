"""Candidates from below: tests are tests, and the best of them is nearly the worst crowd.

Laws in doubles, against scipy's binomials and by hand.
"""

from __future__ import annotations

import math
from fractions import Fraction as F

import numpy as np
import pytest
from scipy.stats import binom

from rropt.measures.shuffled_crowd import (
    CrowdTest,
    FloatLaw,
    ShuffledCrowd,
    added,
    best_instance,
    best_test,
    binomial,
    epsilon_of,
    likelihood,
    power,
    reversed_law,
)
from tests.checker.histograms import delta_of_all
from tests.measures.tables import ASYMMETRIC, THREE, columns


@pytest.mark.parametrize("rows", [ASYMMETRIC, THREE])
def test_the_best_instance_reaches_the_worst_crowd_or_nearly(rows) -> None:
    """Three truths: the others who are worst are alike, and the test is that of the likelihood."""
    crowd = ShuffledCrowd(rows, 5, None, 1.0, 1e-6)
    worst = best_instance(crowd, None, 0.1)
    exact = float(delta_of_all(columns(rows), 5, F(math.exp(0.1))))
    assert 0.97 * exact <= worst.turn(0.1).delta <= exact * (1 + 1e-9)


def test_an_instance_by_hand() -> None:
    """One other with truth 0, reports scored 0 and 1, at gamma 1."""
    crowd = ShuffledCrowd(ASYMMETRIC, 2, None, 1.0, 1e-6)
    found = CrowdTest(crowd, (1, 0), (1, 0), (0, 1)).turn(0.0)
    at_least = {
        1: (F(2, 3) + F(1, 3) * F(1, 5)) - (1 - F(4, 5) ** 2),
        2: F(1, 5) * F(2, 3) - F(1, 25),
    }
    assert math.isclose(found.delta, max(at_least.values())) and found.least == 1


@pytest.mark.parametrize("others", [(0, 0, 9), (4, 0, 0), (1, 2, 3), (0, 1, 0)])
def test_the_best_linear_test_is_by_the_inverse_covariance(others) -> None:
    """Nobody of truth 2 gives the last report, and whoever has truth 1 gives the first."""
    rows = [["1/3", 1, "1/2"], ["1/3", 0, "1/4"], ["1/6", 0, "1/4"], ["1/6", 0, 0]]
    crowd = ShuffledCrowd(tuple(tuple(map(F, row)) for row in rows), 10, others, 1.0, 1e-6)
    table = crowd.table
    spread = sum(n * (np.diag(p) - np.outer(p, p)) for n, p in zip(others, table.T, strict=True))
    difference = table[:, 0] - table[:, 2]
    expected = np.linalg.pinv(spread) @ difference * sum(others) if spread.any() else difference
    assert np.allclose(likelihood(crowd, others, (0, 2)), expected, rtol=1e-12, atol=1e-12)


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
