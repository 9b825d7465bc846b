"""Different maxima of one function, the highest first and each once."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.regression.newton import Evaluation
from rropt.regression.several_starts import FEW_STARTS, climbed, maxima_from
from tests.regression.test_newton import two_hills


def two_unlike_hills(points):
    """That on the right is higher."""
    found = Evaluation.together([two_hills(x) for x in points])
    sides = (points[:, 0] > 0).astype(float)
    return Evaluation.of(found.value + sides, found.scores, found.hessian)


def test_starts_lead_to_different_maxima():
    """Left and right of the valley, each with its own step."""
    found = maxima_from(two_unlike_hills, np.array([[-0.3], [2.0]]))
    assert [each.theta[0] for each in found] == pytest.approx([-1, 1], abs=1e-9)


def test_many_starts_are_climbed_and_those_that_are_alike_stand_once():
    starts = np.array([[-0.9], [-1.0], [-1.1], [0.9], [1.0], [1.1]])
    assert len(starts) > FEW_STARTS
    reached = climbed(two_unlike_hills, starts)
    assert np.sign(reached[:, 0]).tolist() == [1, -1]
    assert climbed(two_unlike_hills, starts[:3]).tolist() == starts[:3].tolist()


def test_what_is_held_stays_where_it_is():
    held = np.zeros(1, bool)
    reached = climbed(two_unlike_hills, np.array([[0.2 * j] for j in range(1, 7)]), held)
    assert sorted(reached[:, 0]) == pytest.approx([0.2 * j for j in range(1, 7)])
