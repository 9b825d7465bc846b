"""Rays as meetings of planes against the walks of the solver."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.meeting_planes import keeps, meeting_rays
from rropt.privacy.patterns_of_levels import patterns_of

FIVE = [[1 if a == b else 2 + (7 * a + 3 * b) % 5 for b in range(5)] for a in range(5)]


@pytest.mark.parametrize(
    "criterion, truths",
    [
        (rr.Privacy([[1, "17/5", "23/10"], ["19/5", 1, "13/5"], [4, "37/10", 1]]), 3),
        (rr.Privacy([[1, 3, 2], ["3/2", 1, "oo"], [4, 2, 1]], "1/10"), 3),
        (rr.MetricDP.path("ln(2)"), 4),
        (rr.OneSided([0, 2], 1), 4),
        (rr.UtilityOptimized([0], 1), 3),
        (rr.LocalInformationPrivacy("1/2", ["1/2", "1/4", "1/4"]), 3),
        (rr.Privacy(FIVE), 5),
    ],
)
def test_the_rays_are_those_of_the_walk(criterion, truths):
    levels = criterion.on(truths).levels
    walked = np.array([[float(x / max(r)) for x in r] for r in patterns_of(levels, levels.lo)])
    met = meeting_rays(levels)
    assert len(met) == len(walked)
    assert np.allclose(np.unique(met.round(6), axis=0), np.unique(walked.round(6), axis=0))


def test_more_planes_than_can_be_met():
    assert meeting_rays(rr.MetricDP.path(1).on(7).levels) is None


def test_a_table_keeps_a_matrix_or_does_not():
    levels = rr.Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]]).levels
    table = np.array([[0.6, 0.86], [0.4, 0.14]])
    assert keeps(levels, table) == levels.obeyed_by(rr.Channel.from_numpy(table).rows)
    assert not keeps(levels, np.eye(2))
    assert keeps(rr.UtilityOptimized([1], 1).on(2).levels, np.array([[0.7, 0.0], [0.3, 1.0]])) is (
        False
    )
