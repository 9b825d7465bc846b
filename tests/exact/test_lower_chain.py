"""Lower hulls against every chord: what is a corner lies strictly below them all."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from rropt.exact.lower_chain import falling, lower_chain


def is_corner(point: tuple[int, int], points: list[tuple[int, int]]) -> bool:
    """No chord of two others passes below it or through it."""
    x, y = point
    for (a, b), (c, d) in combinations(points, 2):
        if a < x < c and (y - b) * (c - a) >= (d - b) * (x - a):
            return False
    return True


@pytest.mark.parametrize("seed", range(6))
def test_the_corners_are_those_below_every_chord(seed: int) -> None:
    rng = Random(f"chain {seed}")
    points = [(x, rng.randint(0, 9)) for x in range(9)]
    assert lower_chain(points) == [point for point in points if is_corner(point, points)]


def test_what_is_not_below_one_before_is_left_out() -> None:
    assert falling([(1, 1), (0, 3), (2, 1), (3, 0), (0, 2)]) == [(0, 2), (1, 1), (3, 0)]
