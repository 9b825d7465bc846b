"""What mechanisms for bounded numbers do, against sums over their values."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.devices.bounded_numbers import duchi
from rropt.report.numbers_worth import variance_for

ONE_BIT = duchi(gamma=3)  # +-2 with mean u: variance 4 - u^2


@pytest.mark.parametrize(
    "objective, expected",
    [
        (rr.Mean([-1, 0, 1]), 4.0),
        (rr.Mean([-1, 1]), 3.0),
        (rr.Mean([-1, 0, 1], ["1/4", "1/2", "1/4"]), 0.5 * 3 + 0.5 * 4),
        (rr.Mean([-1, 1], worst="population"), 4.0),
    ],
)
def test_one_bit_by_hand(objective, expected: float) -> None:
    assert variance_for(objective, ONE_BIT) == pytest.approx(expected)


def test_other_intervals_are_stretched() -> None:
    wide = duchi(gamma=3, low=0, high=10)
    assert variance_for(rr.Mean([0, 5, 10]), wide) == pytest.approx(25 * 4.0)


def test_an_interval_is_worth_its_worst_number_and_a_density_its_mean() -> None:
    whole = rr.Mean(low=-1, high=1)
    assert variance_for(whole, ONE_BIT) == pytest.approx(4.0)
    bins = rr.Mean(prior=["1/4", "3/4"], low=-1, high=1, points=5)
    u = np.linspace(-1, 1, 200_001)
    density = np.where(u < 0, 0.25, 0.75)
    expected = 4 - (density * u**2).mean() / density.mean()
    assert variance_for(bins, ONE_BIT) == pytest.approx(expected, rel=1e-4)
