"""The score test of a mean: the likeliest reports by a general solver, its limits by the test."""

from __future__ import annotations

from itertools import product
from math import sqrt

import numpy as np
import pytest
from scipy.stats import multinomial

from rropt.estimating import Functional, interval
from rropt.estimating import unbiased_estimate as unbiased
from rropt.estimating.score_tests import range_limits, score_limits, variance_at
from tests.estimating.test_intervals import TALL, likeliest_variance


@pytest.mark.parametrize(
    "counts", [(50, 20, 60, 30), (5, 2, 0, 0), (0, 4, 0, 0), (0, 9, 1, 0), (0, 1, 2, 0)]
)
def test_wilson_contains_exactly_what_the_score_test_accepts(counts):
    functional = unbiased(TALL, counts).of(1)
    wilson = interval(functional, "0.95", "wilson")
    assert wilson.low < functional.value < wilson.high
    for theta in (wilson.low, wilson.high):
        variance = likeliest_variance(functional.scores, counts, theta)
        z = (functional.value - theta) / sqrt(variance / functional.n)
        assert abs(z) == pytest.approx(1.959964, abs=2e-3)


@pytest.mark.everything
@pytest.mark.parametrize("n", [1, 3, 10])
@pytest.mark.parametrize("pi", [0, 0.1, 0.5])
def test_wilson_of_many_scores_covers_few_reports(n, pi):
    """Exact coverage for three scores, summed over all samples of n reports."""
    shares = TALL.to_numpy() @ [1 - pi, pi]
    covered = 0.0
    for counts in product(range(n + 1), repeat=4):
        if sum(counts) == n:
            held = pi in interval(unbiased(TALL, counts).of(1))
            covered += held * multinomial.pmf(counts, n, shares)
    assert covered > 0.94


def test_wilson_of_many_scores_is_quick_and_close_to_wald_for_many_reports():
    rng = np.random.default_rng(3)
    scores, counts = rng.normal(size=64), rng.integers(0, 10**7, 64)
    functional = Functional(tuple(scores.tolist()), tuple(counts.tolist()))
    wilson, wald = (interval(functional, "0.95", method) for method in ("wilson", "wald"))
    assert (wilson.low, wilson.high) == pytest.approx((wald.low, wald.high), abs=1e-4 * wald.width)


@pytest.mark.parametrize("shift", [100, 10_000, 10**6])
def test_wilson_moves_with_its_scores(shift):
    """Years, or counts of many: the interval of shifted scores is the shifted interval."""
    counts = (30, 50, 20)
    near = interval(Functional((0.0, 1.0, 2.0), counts))
    far = interval(Functional((shift, shift + 1.0, shift + 2.0), counts))
    assert (far.low - shift, far.high - shift) == pytest.approx((near.low, near.high), abs=1e-8)


@pytest.mark.parametrize("theta", [0.2, 0.5, 0.9])
def test_the_variance_of_the_likeliest_reports(theta: float) -> None:
    functional = Functional((0.0, 0.3, 1.0), (5, 3, 2))
    expected = likeliest_variance(functional.scores, functional.counts, theta)
    assert variance_at(functional, theta) == pytest.approx(expected, rel=2e-3)


def test_at_and_beyond_the_ends_nothing_varies() -> None:
    functional = Functional((0.0, 0.3, 1.0), (5, 3, 2))
    assert [variance_at(functional, theta) for theta in (-1.0, 0.0, 1.0, 2.0)] == [0.0] * 4


def test_two_scores_have_wilsons_limits() -> None:
    """3 of 10 at z = 1.96: Wilson's interval is 0.1078 to 0.6032."""
    functional = Functional((0.0, 1.0), (7, 3))
    found = score_limits(functional, 1.959964)
    assert found == pytest.approx((0.10779, 0.60322), abs=1e-5)
    assert range_limits(functional, 1.959964) == pytest.approx(found)


def test_limits_of_three_scores_are_inside_those_of_their_range() -> None:
    functional = Functional((0.0, 0.5, 1.0), (10, 70, 20))
    low, high = score_limits(functional, 2.0)
    least, most = range_limits(functional, 2.0)
    assert least < low < functional.value < high < most
    for end in (low, high):
        z = (functional.value - end) / sqrt(variance_at(functional, end) / functional.n)
        assert abs(z) == pytest.approx(2.0, abs=1e-6)
