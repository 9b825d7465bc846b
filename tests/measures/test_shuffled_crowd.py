"""Candidates of both bounds: cells cover, tests are tests, blankets are above."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import pairwise

import pytest

from rropt.measures.shuffled_crowd import (
    Blanket,
    CrowdTest,
    ShuffledCrowd,
    best_instance,
    blankets,
    cell,
    cells_within,
)
from tests.checker.histograms import delta_among, delta_of_all

ASYMMETRIC = ((F(4, 5), F(1, 3)), (F(1, 5), F(2, 3)))
THREE = ((F(3, 5), F(1, 5), F(1, 5)), (F(1, 5), F(3, 5), F(1, 5)), (F(1, 5), F(1, 5), F(3, 5)))


def columns(rows: tuple[tuple[F, ...], ...]) -> list[tuple[F, ...]]:
    return list(zip(*rows, strict=True))


@pytest.mark.parametrize("number", range(6))
def test_a_cell_of_one_number_is_exact(number: int) -> None:
    crowd = ShuffledCrowd(ASYMMETRIC, 6, None, 1.0, 1e-6)
    exact = delta_among(columns(ASYMMETRIC), (5 - number, number), F(6, 5))
    assert math.isclose(cell(crowd, number, number, 1.2).delta, exact, rel_tol=1e-9)


def test_a_wider_cell_is_above_all_its_numbers() -> None:
    crowd = ShuffledCrowd(ASYMMETRIC, 8, None, 1.0, 1e-6)
    wide = cell(crowd, 2, 5, 1.2).delta
    exact = [delta_among(columns(ASYMMETRIC), (7 - m, m), F(6, 5)) for m in range(2, 6)]
    assert wide > max(exact)


def test_cells_cover_or_name_what_breaks_the_level() -> None:
    crowd = ShuffledCrowd(ASYMMETRIC, 50, None, 1.0, 1e-6)
    largest = max(cell(crowd, m, m, 1.2).delta for m in range(50))
    found = cells_within(crowd, 1.2, largest * 1.2)
    assert isinstance(found, list) and found[0].first == 0 and found[-1].last == 49
    assert all(a.last + 1 == b.first for a, b in pairwise(found))
    broken = cells_within(crowd, 1.2, largest * 0.999)
    assert not isinstance(broken, list) and broken.first == broken.last
    assert broken.delta > largest * 0.999


@pytest.mark.parametrize("rows", [ASYMMETRIC, THREE])
def test_the_best_instance_reaches_the_worst_crowd_or_nearly(rows) -> None:
    """Three truths: the others who are worst are alike, and the test is that of the likelihood."""
    crowd = ShuffledCrowd(rows, 5, None, 1.0, 1e-6)
    worst = best_instance(crowd, None, lambda instance: instance.turn(0.1).delta)
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


@pytest.mark.parametrize("steps", [1, 4, 32])
def test_a_blanket_is_above_every_crowd(steps: int) -> None:
    crowd = ShuffledCrowd(THREE, 4, None, 1.0, 1e-6)
    exact = delta_of_all(columns(THREE), 4, F(3, 2))
    assert Blanket(crowd, (0, 1, 2), steps).delta(math.log(1.5)) >= float(exact)


def test_known_others_may_be_left_out() -> None:
    known = ShuffledCrowd(THREE, 5, (0, 3, 1), 1.0, 1e-6)
    assert set(blankets(known)) == {(), (1,), (2,), (1, 2)}
    assert Blanket(known, (1,), 1).people == 4
