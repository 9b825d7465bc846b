"""Reports by windows: exact chances at every place, unbiased with the certified variance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

from rropt import LocalDP, Mean, optimal
from rropt.data.window_sampler import ShiftedWindows
from rropt.survey.number_answers import number_sampler

POINTS = (F(-1), F(0), F(1))
GAMMA = F(2)
WINDOWS = ((0, 1, 1, F(-3)), (1, 2, 1, F(3)))
SAMPLER = ShiftedWindows(
    points=POINTS,
    shifts=2,
    gamma=GAMMA,
    unit=F(1, 8),
    windows=WINDOWS,
    card=((F(1, 4), F(3, 8)), (F(1, 4), F(1, 4)), (F(3, 8), F(1, 4))),
)
"""Chances at -1: 1/4 and 1/8 of the windows, 5/8 of the card; at 0: 1/4 twice, 1/2."""


@pytest.mark.parametrize(
    ("place", "chances"),
    [
        (0, {-3: 2, 3: 1, 1: 2, -1: 3}),
        (1, {-3: 2, 3: 2, 1: 2, -1: 2}),
        (2, {-3: 1, 3: 2, 1: 3, -1: 2}),
    ],
)
def test_reports_on_a_point_have_these_eighths(place: int, chances: dict[int, int]) -> None:
    """Of 8000 reports 1000 an eighth: within five standard deviations of at most 45."""
    told = SAMPLER.answers(np.full(8000, place), Random(place).randbytes)
    found = Counter(told.tolist())
    assert set(found) == set(chances)
    assert all(abs(found[report] - 1000 * eighths) < 225 for report, eighths in chances.items())


def test_a_column_of_nobody_has_no_reports() -> None:
    """As a part of a file in which all answers are missing."""
    assert SAMPLER.reports(np.array([]), Random(0).randbytes) == []


def test_the_chances_of_the_ways_are_exact() -> None:
    found = [SAMPLER.chances(place) for place in range(3)]
    assert found[0] == found[2][:2] + found[0][2:] == (F(1, 4), F(1, 8), F(1, 4), F(3, 8))
    assert found[1] == (F(1, 4), F(1, 4), F(1, 4), F(1, 4))


@pytest.mark.everything
@pytest.mark.parametrize("number", [-1, "-9/10", 0, "1/3"])
def test_mean_and_variance_of_many_reports(number: str) -> None:
    """Six standard errors of the mean; the variance is at most the certified one."""
    design = optimal(LocalDP(2), Mean(low=-1, high=1))
    n = 20_000
    given = np.full(n, float(F(number)))
    reports = np.array(number_sampler(design).reports(given, Random(str(number)).randbytes), float)
    value = float(design.value)
    assert abs(reports.mean() - float(F(number))) < 6 * (value / n) ** 0.5
    assert reports.var() < 1.1 * value
