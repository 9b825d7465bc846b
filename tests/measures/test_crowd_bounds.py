"""Blankets are above every crowd, and those of known others may leave truths out.

Two reports: cells cover all numbers of others, and none claims less than enumeration finds.
"""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import pairwise

import pytest

from rropt.measures.crowd_bounds import (
    Blanket,
    best_blanket,
    blankets,
    cell,
    cells_within,
    covering_cells,
)
from rropt.measures.shuffled_crowd import ShuffledCrowd
from tests.checker.histograms import delta_among, delta_of_all
from tests.measures.tables import ASYMMETRIC, THREE, columns


@pytest.mark.parametrize("steps", [1, 4, 32])
def test_a_blanket_is_above_every_crowd(steps: int) -> None:
    crowd = ShuffledCrowd(THREE, 4, None, 1.0, 1e-6)
    exact = delta_of_all(columns(THREE), 4, F(3, 2))
    assert Blanket(crowd, (0, 1, 2), steps).delta(math.log(1.5)) >= float(exact)


def test_the_deviation_is_that_of_values_at_both_ends_of_one_step() -> None:
    """P_ia - P_ib over the least chance is 2, -2 or 0 by (3/5 - 1/5) / (1/5): halves of a step."""
    crowd = ShuffledCrowd(THREE, 100, None, 1.0, 1e-6)
    assert math.isclose(Blanket(crowd, (0, 1, 2), 1).deviation(), 10 / 2)
    useless = ShuffledCrowd(((F(1, 4),) * 2, (F(3, 4),) * 2), 100, None, 1.0, 1e-6)
    assert Blanket(useless, (0, 1), 1).deviation() == 0


def test_known_others_may_be_left_out() -> None:
    known = ShuffledCrowd(THREE, 5, (0, 3, 1), 1.0, 1e-6)
    assert set(blankets(known)) == {(), (1,), (2,), (1, 2)}
    assert Blanket(known, (1,), 1).people == 4


def test_the_best_blanket_promises_no_more_than_any_other() -> None:
    """Of known others too, where some truths may be left out."""
    known = ShuffledCrowd(THREE, 5, (0, 3, 1), 1.0, 1e-6)
    best, delta = best_blanket(known, lambda blanket: blanket.delta(0.3))
    each = [Blanket(known, kept, best.steps).delta(0.3) for kept in blankets(known)]
    assert delta == best.delta(0.3) and delta <= min(each) * (1 + 1e-9)


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


def test_covering_cells_hold_at_an_epsilon_that_is_hardly_larger() -> None:
    """From half of what the worst number of others needs it climbs to just above that."""
    crowd = ShuffledCrowd(ASYMMETRIC, 40, None, 1.0, 1e-3)
    worst = max(math.exp(-9), *(_level(crowd, m) for m in range(40)))
    target, cells = covering_cells(crowd, worst / 2, 0.01)
    assert worst <= target <= worst * 1.03
    assert max(each.delta for each in cells) <= 1e-3 * (1 + 1e-7)


def _level(crowd: ShuffledCrowd, number: int) -> float:
    """By bisection, at which a number of others breaks the delta."""
    low, high = 0.0, 3.0
    for _ in range(50):
        middle = (low + high) / 2
        broken = cell(crowd, number, number, math.exp(middle)).delta > crowd.delta
        low, high = (middle, high) if broken else (low, middle)
    return high
