"""The interior point method for garblings: signs that are known by hand, and its equations."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.order.garbling_interior import GarblingPoint, Newton, Room, _reach, interior_point

HALVES = np.array([0.5, 0.5])


def room(first: list[list[float]]) -> Room:
    """P = (3, 1), (2, 2), (1, 3) over 6, null vector (-1/2, 1, -1/2); C_0 in the outer rows."""
    h = np.array(first) / HALVES[:, None]
    return Room(h, np.array([[-0.5, 1.0, -0.5]]), HALVES, np.array([1.0]))


INSIDE = room([[0.9, 0.0, 0.6], [0.6, 0.0, 0.9]])
"""Rows 0.9 (3, 1) + 0.6 (1, 3): C = C_0 + x H has room to be positive."""
OUTSIDE = room([[1.6, 0.0, -0.1], [-0.1, 0.0, 1.6]])
"""A report beyond (3, 1): no C >= 0."""
EDGE = room([[1.25, 0.0, 0.25], [0.25, 0.0, 1.25]])


def test_signs_by_hand() -> None:
    found = interior_point(INSIDE)
    assert found.is_inside and not found.is_outside
    found = interior_point(OUTSIDE)
    assert found.is_outside and not found.is_inside


def test_to_the_end_the_gap_closes_and_supports_are_told() -> None:
    """C = ((1, 1/2, 0), (0, 1/2, 1)) is the only one: report 0 cannot use row 2, nor 1 row 0."""
    found = interior_point(EDGE, to_end=True)
    assert found.gap < 1e-6 and abs(found.t) < 1e-6
    wanted = [[True, True, False], [False, True, True]]
    assert any(guess.tolist() == wanted for guess in found.supports)


@pytest.mark.parametrize("data", [INSIDE, OUTSIDE, EDGE])
def test_a_newton_direction_solves_its_linear_equations(data: Room) -> None:
    rng = np.random.default_rng(1)
    point = GarblingPoint(
        rng.random((2, 1)), 0.1, 1 + rng.random((2, 3)), 1 + rng.random((2, 3)), rng.random(1), 1.0
    )
    target = rng.random((2, 3))
    move = Newton(data, point).direction(target)
    slack = data.h + point.x @ data.H - point.t - point.slack
    assert move.slack == pytest.approx(move.x @ data.H - move.t + slack)
    assert data.mass @ (point.x + move.x) == pytest.approx(data.total)
    weight = point.weight + move.weight
    assert weight @ data.H.T == pytest.approx(np.tile(point.z + move.z, (2, 1)))
    assert data.mass @ weight.sum(axis=1) == pytest.approx(1)
    linear = point.slack * move.weight + point.weight * move.slack
    assert linear == pytest.approx(target)


def test_the_longest_step() -> None:
    value = np.array([1.0, 2.0, 3.0])
    assert _reach(value, np.array([-2.0, 1.0, -3.0])) == 0.5
    assert _reach(value, np.array([1.0, 1.0, 1.0])) == 1.0
    assert _reach(value, np.array([-0.1, 0.0, 0.0])) == 1.0
