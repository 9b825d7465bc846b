"""Reports by windows: exact chances at every place, unbiased with the certified variance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

from rropt import LocalDP, Mean, optimal
from rropt.data.window_sampler import ShiftedWindows, uniform_below
from rropt.verbs import number_sampler

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


def counted(source_bytes: list[int], place: int) -> Counter:
    """The reports on a point for every byte that may be drawn."""
    found = Counter()
    for byte in source_bytes:
        (told,) = SAMPLER.answers(np.array([place]), lambda size, byte=byte: bytes([byte] * size))
        found[float(told)] += 1
    return found


@pytest.mark.parametrize(
    ("place", "chances"),
    [
        (0, {-3: 2, 3: 1, 1: 2, -1: 3}),
        (1, {-3: 2, 3: 2, 1: 2, -1: 2}),
        (2, {-3: 1, 3: 2, 1: 3, -1: 2}),
    ],
)
def test_each_of_eight_draws_is_a_report(place: int, chances: dict[int, int]) -> None:
    """The denominator is 8: three bits are drawn, which are the first of a byte."""
    assert counted([32 * bits for bits in range(8)], place) == chances


def test_whole_numbers_below_a_bound_are_equally_likely() -> None:
    random = Random(5).randbytes
    found = Counter(uniform_below(6, random) for _ in range(6000))
    assert set(found) == set(range(6))
    assert all(abs(number - 1000) < 150 for number in found.values())
    assert uniform_below(1, random) == 0


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
