"""Decisions under matrices and conditions beside the whole program in cvxpy."""

from __future__ import annotations

import pytest

import rropt as rr

PRIOR = ["1/2", "1/4", "1/4"]
SEVERAL = [(3, "1/10"), (2, "1/5")]


@pytest.mark.parametrize(
    "criterion",
    [
        rr.Privacy([[1, 3, 2], ["3/2", 1, "oo"], [4, 2, 1]]),
        rr.Privacy([[1, 3, 2], [2, 1, 3], [3, 2, 1]], "1/10"),
        rr.Privacy([[1 if a == b else SEVERAL for b in range(3)] for a in range(3)]),
        rr.LocalInformationPrivacy("1/2", PRIOR),
        rr.UtilityOptimized([0], 1),
    ],
)
def test_the_whole_program_has_the_certified_value(criterion):
    found = rr.crosscheck(rr.optimal(criterion, rr.Guess(PRIOR)))
    assert [row.route for row in found.rows] == ["certificate", "cvxpy statement"]


def test_routes_that_do_not_apply_are_left_out():
    design = rr.optimal(rr.Privacy([[1, 3], ["3/2", 1]]), rr.MutualInformation(["1/3", "2/3"]))
    assert [row.route for row in rr.crosscheck(design).rows] == ["certificate"]
