"""Climbs end where a surplus is known to be least."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.design.levels.climb import FARTHEST, climbed, from_logs, steps_each_way

pytestmark = pytest.mark.quick

LOWEST = np.array([1.0, 0.25, 0.5])


def away(rows):
    """The squared distance of log-ratios from those of one pattern, along a skewed valley."""
    logs = np.log(rows / rows[:, :1]) - np.log(LOWEST)
    return logs[:, 1] ** 2 + (logs[:, 1] + 3 * logs[:, 2]) ** 2


def test_a_climb_ends_at_the_lowest_pattern() -> None:
    starts = np.array([[1.0, 1.0, 1.0], [0.2, 1.0, 0.1]])
    found = climbed(starts, away, 0.3)
    assert found / found[:, :1] == pytest.approx(np.array([LOWEST, LOWEST]), rel=1e-4)
    assert found.max(axis=1) == pytest.approx(np.ones(2))


def test_a_lowest_pattern_is_where_a_climb_stays() -> None:
    assert climbed(LOWEST[None], away, 0.3) == pytest.approx(LOWEST[None], rel=1e-12)


def test_a_zero_is_far_and_still_a_start() -> None:
    found = climbed(np.array([[1.0, 0.0, 0.5]]), lambda rows: rows[:, 1] + rows[:, 2], 1.0)
    assert found[0] == pytest.approx([1.0, np.exp(-FARTHEST), np.exp(-FARTHEST)], rel=1e-6)


def test_the_first_way_is_no_change_and_each_way_is_there_once() -> None:
    ways = steps_each_way(3)
    assert not ways[0].any()
    assert len(np.unique(ways, axis=0)) == len(ways) == 9
    assert not ways[:, -1].any()
    assert from_logs(np.array([[0.0, -1.0], [3.0, 2.0]])).tolist() == [[1.0, np.exp(-1.0)]] * 2
