"""A-, D- and E-optimality at equal shares with a delta."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

import rropt as rr
from rropt.design.blocks.equal_shares import equal_shares_design
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
