"""Designs under matrices and conditions beside independent programs in doubles."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.closed.agreement import Disagreement
from rropt.crosscheck.level_witnesses import has_program
from rropt.crosscheck.second_route import second_route

PRIOR = ["1/2", "1/4", "1/4"]
SEVERAL = [(3, "1/10"), (2, "1/5")]
CRITERIA = {
    "matrix": rr.Privacy([[1, 3, 2], ["3/2", 1, "oo"], [4, 2, 1]]),
    "deltas": rr.Privacy([[1, 3, 2], [2, 1, 3], [3, 2, 1]], "1/10"),
    "several": rr.Privacy([[1 if a == b else SEVERAL for b in range(3)] for a in range(3)]),
    "leakage": rr.LocalInformationPrivacy("1/2", PRIOR),
    "told alone": rr.UtilityOptimized([0], 1),
    "path": rr.MetricDP.path(1),
}
ROUTES = ["certificate", "cvxpy statement", "pattern program", "brute force"]


@pytest.mark.parametrize("criterion", CRITERIA.values(), ids=CRITERIA)
@pytest.mark.parametrize(
    "objective", [rr.Guess(PRIOR), rr.MutualInformation(PRIOR), rr.AOptimal(PRIOR)]
)
def test_every_route_has_the_certified_value(criterion, objective):
    found = rr.crosscheck(rr.optimal(criterion, objective))
    assert [row.route for row in found.rows] == ROUTES
    assert all(abs(row.difference) < 1e-6 for row in found.rows[:3])


@pytest.mark.parametrize("objective", [rr.MutualInformation(PRIOR), rr.Variance("1/3")])
def test_a_wrong_value_is_a_disagreement(objective):
    criterion = CRITERIA["deltas"] if objective.truths == 3 else rr.Privacy([[1, 3], [2, 1]])
    design = rr.optimal(criterion, objective)
    value = design.value[1] if isinstance(design.value, tuple) else design.value
    near_miss = replace(design, value=value * F(1001, 1000), bound=value * F(1001, 1000))
    with pytest.raises(Disagreement):
        rr.crosscheck(near_miss, ["cvxpy statement"])
    with pytest.raises(Disagreement):
        rr.crosscheck(near_miss, ["pattern program"])


@pytest.mark.parametrize("criterion", [CRITERIA["deltas"], CRITERIA["path"]])
def test_the_second_route_is_posed_under_a_matrix(criterion):
    routes = second_route(rr.optimal(criterion, rr.AOptimal(PRIOR)))
    assert routes is not None and routes.difference < 1e-6


@pytest.mark.parametrize(
    "criterion",
    [
        rr.Privacy([[1, "1.000001"], [2, 1]]),
        rr.Privacy([[1, 3], [2, 1]], "1/100000"),
    ],
)
def test_doubles_are_not_heard_where_they_cannot_tell_the_levels(criterion):
    design = rr.optimal(criterion, rr.Guess(["1/3", "2/3"]))
    assert [row.route for row in rr.crosscheck(design).rows] == ["certificate"]


def test_a_renyi_budget_has_no_planes_to_meet():
    criterion = rr.RenyiDP(2, 1).on(2)
    assert not has_program(rr.Problem(criterion, rr.Guess(["1/3", "2/3"])))
    exact = rr.Privacy([[1, 3], [2, 1]])
    assert has_program(rr.Problem(exact, rr.Guess(["1/3", "2/3"])))
    assert not has_program(rr.Problem(exact, rr.Variance("1/3"), 2))
