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
from rropt.design.answer import ends
from rropt.design.curved.interval_design import slope, worst_prevalence

THREE = LocalDP.from_gamma(3)


def upper(design) -> float:
    return float(ends(design.value)[1])


def variances(channel, prevalences) -> list[float]:
    """One over the information of the table at some prevalences, by numpy."""
    P = channel.to_numpy()
    return [
        1 / float(np.sum((P[:, 1] - P[:, 0]) ** 2 / ((1 - p) * P[:, 0] + p * P[:, 1])))
        for p in prevalences
    ]


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
    assert upper(design) >= max(float(ends(d.value)[0]) for d in best) - 1e-9


def test_designs_over_one_interval_are_equal() -> None:
    """Whatever prevalences the search has looked at."""
    objective = VarianceOverInterval("1/10", "1/4")
    assert objective == VarianceOverInterval("1/10", "0.25") != VarianceOverInterval("1/10", "1/5")
    first, second = (optimal(THREE, VarianceOverInterval("1/10", "1/4")) for _ in range(2))
    assert first == second and len({first, second}) == 1
    assert first.problem == Problem(THREE, objective)


TABLE = [
    (Fraction(1, 4), (Fraction(1), Fraction(3))),
    (Fraction(1, 4), (Fraction(3), Fraction(1))),
]


def test_the_slope_is_that_of_the_information() -> None:
    def information(p: Fraction) -> Fraction:
        return sum(w * (b - a) ** 2 / ((1 - p) * a + p * b) for w, (a, b) in TABLE)

    p, step = Fraction(1, 3), Fraction(1, 10**6)
    difference = (information(p + step) - information(p - step)) / (2 * step)
    assert float(slope(TABLE, p)) == pytest.approx(float(difference), rel=1e-9)


def test_the_worst_prevalence_of_warner_is_the_middle_or_the_nearest_end() -> None:
    assert worst_prevalence(TABLE, Fraction(1, 10), Fraction(1, 4)) == Fraction(1, 4)
    assert worst_prevalence(TABLE, Fraction(3, 5), Fraction(4, 5)) == Fraction(3, 5)
    near = worst_prevalence(TABLE, Fraction(1, 10), Fraction(4, 5))
    assert abs(near - Fraction(1, 2)) < Fraction(1, 10**10)
