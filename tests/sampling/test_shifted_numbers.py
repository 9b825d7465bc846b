"""A table on a grid with a random shift: every shift is tried, and the mean is exact."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.sampling.shifted_numbers import ShiftedTable

F = Fraction
POINTS = (F(-1), F(0), F(1))
SHIFTS = 8


def table(shifts: int = SHIFTS) -> ShiftedTable:
    return ShiftedTable(Channel.identity(3), POINTS, POINTS, shifts)


def places(sampler: ShiftedTable, number: float, source) -> np.ndarray:
    """Where each shift moves a number."""
    drawn = np.arange(sampler.shifts)
    return sampler._places(np.full(len(drawn), number), drawn, source)


@pytest.mark.parametrize("number", [F(n, 64) - 1 for n in range(0, 129, 3)])
def test_the_mean_over_all_shifts_is_the_number(number: Fraction) -> None:
    """The one shift that is open is decided by chance: both ways, with their probabilities."""
    low = places(table(), float(number), lambda size: b"\xff" * size)
    high = places(table(), float(number), bytes)
    part = (number + 1) * SHIFTS % 1
    moves = [F(1, 1) * (n + F(1, 2)) / SHIFTS - F(1, 2) for n in range(SHIFTS)]
    means = []
    for found in (low, high):
        means.append(sum(POINTS[j] + move for j, move in zip(found, moves, strict=True)) / SHIFTS)
    assert (1 - part) * means[0] + part * means[1] == number
    assert (high != low).sum() == (part > 0)


@pytest.mark.parametrize("number", [-1, -0.6, 0, 0.3, 1])
def test_the_variance_is_that_of_the_table_and_of_the_shift(number: float) -> None:
    """With the identity as the table: h^2/12 for many shifts, h^2 t (1 - t) for one."""
    n = 40_000
    seeded = random.Random(int(number * 10)).randbytes
    many = np.array(table(2**16).reports(np.full(n, number), seeded), float)
    assert many.mean() == pytest.approx(number, abs=0.01)
    assert many.var() == pytest.approx(1 / 12, rel=0.03)
    one = np.array(table(1).reports(np.full(n, number), seeded), float)
    t = number % 1
    assert one.var() == pytest.approx(t * (1 - t), abs=0.01)


def test_a_number_beside_an_end_is_moved_to_it() -> None:
    third = ShiftedTable(Channel.identity(2), (F(0), F(1, 10)), (F(0), F(1, 10)), 4)
    assert third.fits(np.array([0.1, 0.0, 0.1000001])).tolist() == [True, True, False]
    assert places(third, 0.1, bytes).tolist() == [1] * 4
