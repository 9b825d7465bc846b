"""What reports of two numbers keep of a mean, against counts that are enumerated here."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.planning.mean_margins import TwoReports

pytestmark = pytest.mark.quick

F = Fraction


def kept(chances: list[Fraction], counts: Fraction) -> Fraction:
    """How often a sum of independent events with these chances is so near to its expectation."""
    total = F(0)
    for events in product((0, 1), repeat=len(chances)):
        if abs(sum(events) - sum(chances)) <= counts:
            total += math.prod(p if x else 1 - p for x, p in zip(events, chances, strict=True))
    return total


@pytest.mark.parametrize("level", [F(4, 5), F(19, 20), F(99, 100)])
@pytest.mark.parametrize(("low", "high"), [(F(1, 4), F(3, 4)), (F(1, 50), F(9, 10))])
def test_of_a_fixed_group_every_outcome_is_counted(low: F, high: F, level: F) -> None:
    """The least distance that is kept for every part of five people that has the larger number."""
    n = 5
    groups = [[low] * (n - k) + [high] * k for k in range(n + 1)]
    places = sorted({abs(c - sum(group)) for group in groups for c in range(n + 1)})
    least = next(d for d in places if all(kept(group, d) >= level for group in groups))
    found = TwoReports(float(low), float(high), 2.0, False).margin(n, float(level))
    assert found == pytest.approx(float(least) * 2 / n, rel=1e-9)
    assert found >= float(least) * 2 / n


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_of_any_chance_between_the_worst_is_found(level: float) -> None:
    """On a grid of chances the margin is held by all, and one of 0.98 of it is not."""
    n, low, high = 9, 0.1, 0.8
    counts = TwoReports(low, high, 1.0, True).margin(n, level) * n
    binomials = {
        p: [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        for p in np.linspace(low, high, 2_001).tolist()
    }

    def least(away: float) -> float:
        return min(
            sum(x for k, x in enumerate(law) if abs(k - n * p) <= away)
            for p, law in binomials.items()
        )

    assert least(counts) >= level
    assert least(0.98 * counts) < level


def test_unequal_chances_are_nearer_to_their_mean() -> None:
    """Groups of mixed chances keep what the binomial count keeps: Hoeffding's theorem."""
    counts = F(TwoReports(0.1, 0.9, 1.0, True).margin(5, 0.9) * 5)
    steps = [F(1, 10), F(3, 10), F(1, 2), F(7, 10), F(9, 10)]
    for group in product(steps, repeat=3):
        assert kept([*group, F(1, 10), F(9, 10)], counts) >= F(9, 10)


@pytest.mark.parametrize(("epsilon", "n"), [(2, 1_500), (6, 3_000)])
def test_parts_that_are_not_tried_are_held(epsilon: int, n: int) -> None:
    """Where there are too many groups, the counts of others reach half of one farther."""
    turned = 1 / (1 + math.exp(epsilon))
    margin = TwoReports(turned, 1 - turned, 1.0, False).margin(n, 0.95)
    rng = np.random.default_rng(7)
    for larger in rng.integers(0, n // 2, 60).tolist():
        law = np.convolve(_binomial(n - larger, turned), _binomial(larger, 1 - turned))
        expected = (n - larger) * turned + larger * (1 - turned)
        assert law[abs(np.arange(n + 1) - expected) <= margin * n].sum() >= 0.9499


def test_what_cannot_be_listed_says_nothing() -> None:
    bit = TwoReports(0.25, 0.75, 1.0, False)
    assert bit.margin(10**9, 0.95) == 0
    assert bit.margin(100, 1 - 1e-15) == 0
    assert TwoReports(0.25, 0.75, 1.0, True).margin(10**9, 0.95) == 0


def test_only_designs_whose_reports_have_two_numbers() -> None:
    bit = TwoReports.of(rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 30])))
    assert bit is not None
    assert (bit.low, bit.high, bit.apart) == pytest.approx((0.25, 0.75, 60.0), rel=1e-6)
    assert TwoReports.of(rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=1))) is None
    assert TwoReports.of(rr.optimal(rr.LocalDP(1), rr.Mean([0, 1, 2]))) is None


def _binomial(n: int, chance: float) -> np.ndarray:
    logarithms = [
        math.lgamma(n + 1)
        - math.lgamma(k + 1)
        - math.lgamma(n - k + 1)
        + k * math.log(chance)
        + (n - k) * math.log1p(-chance)
        for k in range(n + 1)
    ]
    return np.exp(logarithms)
