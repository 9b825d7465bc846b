"""The least largest variance over an interval of prevalences, against grids."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt import (
    LocalDP,
    Problem,
    Variance,
    VarianceOverInterval,
    optimal,
)

THREE = LocalDP.from_gamma(3)


def upper(design) -> float:
    return float(design.value.hi)


def variances(channel, prevalences) -> list[float]:
    """One over the information of the table at some prevalences, by numpy."""
    P = channel.to_numpy()
    return [
        1 / float(np.sum((P[:, 1] - P[:, 0]) ** 2 / ((1 - p) * P[:, 0] + p * P[:, 1])))
        for p in prevalences
    ]


@pytest.mark.everything
@pytest.mark.parametrize("low, high", [("1/20", "1/2"), ("1/3", "2/3"), ("1/10", "1/10")])
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_largest_variance_over_an_interval(low: str, high: str, delta: str) -> None:
    design = optimal(LocalDP("1/2", delta), VarianceOverInterval(low, high))
    grid = np.linspace(float(Fraction(low)), float(Fraction(high)), 101)
    largest = max(variances(design.channel, grid))
    assert largest == pytest.approx(upper(design), rel=1e-6)
    assert largest <= upper(design) + 1e-12
    assert design.gap < Fraction(1, 10**8)
    best = [optimal(LocalDP("1/2", delta), Variance(p), crosscheck=False) for p in (low, high)]
    assert upper(design) >= max(float(d.value.lo) for d in best) - 1e-9


def test_designs_over_one_interval_are_equal() -> None:
    """Whatever prevalences the search has looked at."""
    objective = VarianceOverInterval("1/10", "1/4")
    assert objective == VarianceOverInterval("1/10", "0.25") != VarianceOverInterval("1/10", "1/5")
    first, second = (optimal(THREE, VarianceOverInterval("1/10", "1/4")) for _ in range(2))
    assert first == second and len({first, second}) == 1
    assert first.problem == Problem(THREE, objective)
