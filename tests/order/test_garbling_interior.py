"""The interior point method for garblings: signs that are known by hand, and its equations."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.order.garbling_interior import Room, interior_point

HALVES = np.array([0.5, 0.5])


def room(first: list[list[float]]) -> Room:
    """P = (3, 1), (2, 2), (1, 3) over 6, row 1 half of the others; C_0 in the outer rows."""
    h = np.array(first) / HALVES[:, None]
    coordinates = np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
    return Room(h, coordinates, [1], HALVES, np.array([1.0]))


INSIDE = room([[0.9, 0.0, 0.6], [0.6, 0.0, 0.9]])
"""Rows 0.9 (3, 1) + 0.6 (1, 3): C = C_0 + x H has room to be positive."""
OUTSIDE = room([[1.6, 0.0, -0.1], [-0.1, 0.0, 1.6]])
"""A report beyond (3, 1): no C >= 0."""
EDGE = room([[1.25, 0.0, 0.25], [0.25, 0.0, 1.25]])


def test_signs_by_hand() -> None:
    found = interior_point(INSIDE)
    assert found is not None and found.is_inside and not found.is_outside
    found = interior_point(OUTSIDE)
    assert found is not None and found.is_outside and not found.is_inside


def test_at_the_end_the_gap_closes_and_the_support_is_told() -> None:
    """C = ((1, 1/2, 0), (0, 1/2, 1)) is the only one: report 0 cannot use row 2, nor 1 row 0."""
    found = interior_point(EDGE)
    assert found is not None and found.gap < 1e-6 and abs(found.t) < 1e-6
    wanted = [[True, True, False], [False, True, True]]
    assert found.support.tolist() == wanted
    inside = interior_point(INSIDE)
    assert inside is not None and inside.support.all()


@pytest.mark.parametrize("data", [INSIDE, OUTSIDE, EDGE])
def test_the_end_solves_the_equations_of_program_and_prices(data: Room) -> None:
    """Row 1 is half of rows 0 and 2: n = (-1/2, 1, -1/2) has n B = 0."""
    found = interior_point(data)
    assert found is not None
    moved = found.slack + found.t - data.h
    assert moved @ data.B == pytest.approx(np.zeros((2, 2)), abs=1e-6)
    assert data.mass @ moved[:, 1] == pytest.approx(1, abs=1e-6)
    null = np.array([-0.5, 1.0, -0.5])
    assert found.weight @ null == pytest.approx(np.tile(found.z, 2), abs=1e-6)
    assert data.mass @ found.weight.sum(axis=1) == pytest.approx(1, abs=1e-6)
