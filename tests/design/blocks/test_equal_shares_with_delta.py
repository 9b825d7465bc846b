"""A-, D- and E-optimality at equal shares with a delta."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

import rropt as rr
from rropt.design.blocks import equal_shares
from rropt.design.blocks.equal_shares import SubsetDesign, equal_shares_design
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem

pytestmark = pytest.mark.quick

F = Fraction
OBJECTIVES = rr.AOptimal, rr.DOptimal, rr.EOptimal


def ends(value):
    return value.lo, value.hi


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("epsilon", ["ln(3)", "1/2"])
def test_the_search_over_all_staircases_ends_at_the_same_optimum(objective, epsilon):
    problem = Problem(rr.LocalDP(epsilon, "1/10"), objective([F(1, 4)] * 4))
    found, searched = equal_shares_design(problem), ratio_optimum(problem)
    assert math.isclose(ends(found.value)[1], searched.value[1], rel_tol=1e-9)
    assert searched.bound <= ends(found.value)[1] and found.bound <= searched.value[1]
    assert found.gap < F(1, 10**15)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_more_truths_than_all_staircases_allow(objective):
    design = rr.optimal(rr.LocalDP("ln(3)", "1/10"), objective([F(1, 8)] * 8))
    assert design.gap < F(1, 10**20)
    rows, k = design.channel.rows, 8
    told = [sum(max(0, r[a] - 3 * r[b]) for r in rows) for a, b in [(0, 1), (1, 0), (3, 7)]]
    assert max(told) <= F(1, 10)
    assert design.certificate.check().verdict == "verified"
    apart = sum((r[0] ** 2 - r[0] * r[1]) * k / sum(r) for r in rows if any(r))
    wanted = {"a-optimal": (k - 1) / apart, "e-optimal": 1 / apart}
    wanted["d-optimal"] = -(k - 1) * math.log(apart)
    assert math.isclose(ends(design.value)[1], wanted[design.problem.objective.name], rel_tol=1e-12)


def test_a_delta_never_hurts():
    pure, soft = (
        rr.optimal(rr.LocalDP("ln(3)", delta), rr.AOptimal([F(1, 7)] * 7)).value
        for delta in ("0", "1/1000")
    )
    assert ends(soft)[1] < ends(pure)[0]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_sets_and_the_truth_lie_beside_the_best_staircases(objective, monkeypatch):
    """Of eight truths both are known: the best is between bound and value."""
    privacy, goal = rr.LocalDP("ln(3)", "1/1000000"), objective([F(1, 8)] * 8)
    best = rr.optimal(privacy, goal)
    monkeypatch.setattr(equal_shares, "MOST_TYPED", 7)
    found = rr.optimal(privacy, goal)
    assert found.certificate.data["cover"]["proof"] == "clamped"
    assert ends(found.bound)[0] < ends(best.value)[0] <= ends(found.value)[1]
    pure = rr.optimal(rr.LocalDP("ln(3)"), goal)
    assert ends(found.value)[1] < ends(pure.value)[0]
    assert float(found.gap) < 1e-4 * abs(float(found.value))


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("k", [pytest.param(25, marks=pytest.mark.everything), 100])
def test_hundreds_of_truths(objective, k, tmp_path):
    """The information of the mixture is the mean of both, and a table of them is as private."""
    delta = F(1, 10**9)
    goal = objective([F(1, k)] * k)
    found = rr.optimal(rr.LocalDP("ln(3)", delta), goal)
    size = SubsetDesign.best(k, F(3)).size
    length = k + 2 * size
    apart = (1 - delta) * F(4 * k * size * (k - size), (k - 1) * length**2) + delta * k
    wanted = {"a-optimal": (k - 1) / apart, "e-optimal": 1 / apart}
    wanted["d-optimal"] = -(k - 1) * math.log(apart)
    assert math.isclose(ends(found.value)[1], wanted[goal.name], rel_tol=1e-12)
    assert float(found.gap) < 1e-6 * abs(float(found.value))
    assert found.channel.gamma_for(delta) == 3
    assert found.channel.shape[0] == SubsetDesign.best(k, F(3)).reports + k
    found.save(tmp_path / "design.json")
    assert rr.load(tmp_path / "design.json").channel == found.channel


def test_where_delta_is_large_tangents_are_shorter():
    """Those of the table prove nothing at 1/100; and no table tells more than the truth."""
    k = 100
    found = rr.optimal(rr.LocalDP("ln(3)", "1/100"), rr.AOptimal([F(1, k)] * k))
    told = 1 - F(1, k)
    assert told < ends(found.bound)[0] < ends(found.value)[0]
    far = rr.optimal(rr.LocalDP("ln(3)", "9/10"), rr.AOptimal([F(1, k)] * k))
    assert told * F(99, 100) < ends(far.bound)[0] <= told


def test_reports_of_the_truth_are_counted():
    """Thirty truths have 330 sets beside them; as many reports as these alone were exceeded."""
    privacy, goal = rr.LocalDP("ln(3)", "1/1000000"), rr.AOptimal([F(1, 30)] * 30)
    sets = SubsetDesign.best(30, F(3)).reports
    assert rr.optimal(privacy, goal, outputs=sets + 30).channel.shape == (sets + 30, 30)
    with pytest.raises(rr.InputError, match=f"at least {sets + 30}"):
        rr.optimal(privacy, goal, outputs=sets)
