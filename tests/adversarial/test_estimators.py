"""Estimators by exact enumeration: every possible outcome of a small survey, with its probability.

The estimate is unbiased at every true distribution; its true covariance for n respondents is
(L diag(p) L' - pi pi') / n, and the stated plug-in covariance has (n - 1) / n of it on average.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.survey import interval, unbiased_exact
from rropt.survey import unbiased_estimate as unbiased

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
SKEWED = Channel.from_rows([["9/10", "1/3"], ["1/10", "2/3"]])
THREE = Channel.from_rows(
    [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]],
)
FOUR = Channel.from_rows([["1/10", 0], [0, "1/10"], ["3/10", "6/10"], ["6/10", "3/10"]])
SQUARE = {"warner": WARNER, "skewed": SKEWED, "three": THREE}
ALL = SQUARE | {"four reports": FOUR}


def outcomes(reports, n):
    """All counts of n reports."""
    if reports == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in outcomes(reports - 1, n - first):
            yield (first, *rest)


def probability(counts, p):
    """The multinomial probability."""
    ways = factorial(sum(counts)) // prod(factorial(c) for c in counts)
    return ways * prod((q**c for q, c in zip(p, counts, strict=True)), start=Fraction(1))


def distributions(k):
    """The simplex in steps of a quarter."""
    return [
        tuple(Fraction(x, 4) for x in point)
        for point in product(range(5), repeat=k)
        if sum(point) == 4
    ]


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("name", SQUARE)
def test_exact_estimate_is_unbiased_at_every_distribution(name, n):
    channel = SQUARE[name]
    m, k = channel.shape
    for prior in distributions(k):
        p = channel.report_distribution(prior)
        mean = [Fraction(0)] * k
        for counts in outcomes(m, n):
            chance = probability(counts, p)
            found = unbiased_exact(channel, counts)
            mean = [a + chance * b for a, b in zip(mean, found, strict=True)]
        assert tuple(mean) == prior


@pytest.mark.parametrize("n", [2, 4])
@pytest.mark.parametrize("name", ALL)
def test_mean_and_covariance_in_doubles(name, n):
    channel = ALL[name]
    m, k = channel.shape
    for prior in distributions(k):
        p = channel.report_distribution(prior)
        mean, second, stated = np.zeros(k), np.zeros((k, k)), np.zeros((k, k))
        for counts in outcomes(m, n):
            chance, found = float(probability(counts, p)), unbiased(channel, counts)
            mean += chance * found.value
            second += chance * np.outer(found.value, found.value)
            stated += chance * found.covariance
        truth = np.array([float(x) for x in prior])
        covariance = second - np.outer(mean, mean)
        assert mean == pytest.approx(truth, abs=1e-12)
        assert stated == pytest.approx((n - 1) / n * covariance, abs=1e-12)


def test_a_biased_estimate_would_be_seen():
    """Clipping to [0, 1] moves the mean: the enumeration notices."""
    prior, n = (Fraction(1), Fraction(0)), 2
    p = WARNER.report_distribution(prior)
    mean = sum(
        probability(counts, p) * max(Fraction(0), unbiased_exact(WARNER, counts)[1])
        for counts in outcomes(2, n)
    )
    assert mean > 0


def coverage(method, channel, n, prevalence, level):
    """The exact probability that the interval for truth 1 covers."""
    p = float(channel.report_distribution((1 - prevalence, prevalence))[1])
    total = 0.0
    for count in range(n + 1):
        found = interval(unbiased(channel, (n - count, count)).of(1), level, method)
        # a hair for the ends, which are doubles of sets that contain their ends
        if found.low - 1e-12 <= prevalence <= found.high + 1e-12:
            total += comb(n, count) * p**count * (1 - p) ** (n - count)
    return total


GRID = [Fraction(i, 20) for i in range(21)]
FINE = [Fraction(i, 100) for i in range(101)]


@pytest.mark.everything
@pytest.mark.parametrize("method", ["clopper_pearson", "guaranteed"])
@pytest.mark.parametrize("n", [5, 40])
@pytest.mark.parametrize("name", ["warner", "skewed"])
def test_guaranteed_methods_cover_on_a_grid(name, n, method):
    for level in ("0.9", "0.99"):
        worst = min(coverage(method, SQUARE[name], n, p, level) for p in GRID)
        assert worst >= float(level)


@pytest.mark.long
@pytest.mark.parametrize("n", [*range(1, 40), 50, 75, 100, 150, 200, 300])
def test_guaranteed_methods_cover_on_a_fine_grid(n):
    every_coverage(n)


def every_coverage(n):
    """101 prevalences, three levels, both guaranteed methods, both channels of two reports."""
    for name, method in product(["warner", "skewed"], ["clopper_pearson", "guaranteed"]):
        for level in ("0.5", "0.95", "0.999"):
            short = [p for p in FINE if coverage(method, SQUARE[name], n, p, level) < float(level)]
            assert not short, (name, method, level, n, short)


@pytest.mark.everything
@pytest.mark.parametrize("name", ["warner", "skewed"])
def test_wilson_covers_nearly_on_a_grid(name):
    found = [coverage("wilson", SQUARE[name], 100, p, "0.95") for p in GRID]
    assert min(found) > 0.9
    assert sum(found) / len(found) == pytest.approx(0.95, abs=0.01)


def test_a_shorter_interval_would_be_seen():
    assert min(coverage("wald", SKEWED, 10, p, "0.99") for p in GRID) < 0.9
