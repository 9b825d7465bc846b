"""A-, D- and E-optimality at equal shares, for any number of truths."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import rropt as rr
from rropt.design.blocks.equal_shares import SubsetDesign, equal_shares_design
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem

F = Fraction
OBJECTIVES = rr.AOptimal, rr.DOptimal, rr.EOptimal
LEVELS = [rr.LocalDP("ln(3)"), rr.LocalDP(1), rr.LocalDP("1/1000"), rr.LocalDP(9)]


def equal(k: int) -> list[Fraction]:
    return [F(1, k)] * k


def ends(value):
    return value.lo, value.hi


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("privacy", [rr.LocalDP("ln(5/2)"), rr.LocalDP("1/2")])
def test_the_search_over_all_patterns_ends_at_the_same_optimum(objective, privacy):
    problem = Problem(privacy, objective(equal(5)))
    found, searched = equal_shares_design(problem), ratio_optimum(problem)
    low, high = ends(found.value)
    assert searched.bound <= high and found.bound <= searched.value[1]
    assert math.isclose(low, searched.value[0], rel_tol=1e-9)
    assert found.gap <= F(1, 10**15) * max(1, abs(high))


def test_the_information_is_that_of_all_subsets():
    """By subsets written out: r r' over q.r, the diagonal less an entry beside it."""
    k, gamma, size = 6, F(7, 3), 2
    design, apart = SubsetDesign(k, size, gamma), F(0)
    subsets = list(combinations(range(k), size))
    for subset in subsets:
        row = [gamma if j in subset else F(1) for j in range(k)]
        mass = design.orbit.weight / len(subsets)
        apart += mass * (row[0] ** 2 - row[0] * row[1]) / (sum(row) / k)
    assert apart == design.information


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("k", [20, 50, 100, 12_000])
def test_many_truths_are_certified_at_once(objective, k):
    """By hand: the best size is near k / (gamma + 1), and Cov has one eigenvalue 1/a."""
    for privacy in LEVELS:
        design = rr.optimal(privacy, objective(equal(k)))
        gamma = float(privacy.gamma.lo)
        a = max((gamma - 1) ** 2 * k * h * (k - h) / ((k - 1) * (k + (gamma - 1) * h) ** 2)
                for h in range(1, k))  # fmt: skip
        wanted = {"a-optimal": (k - 1) / a, "d-optimal": -(k - 1) * math.log(a), "e-optimal": 1 / a}
        name = design.problem.objective.name
        assert math.isclose(ends(design.value)[1], wanted[name], rel_tol=1e-9)
        assert design.gap <= F(1, 10**12) * max(1, abs(ends(design.value)[1]))
        assert design.certificate.check().verdict == "verified"


TABLE = [
    (3, "2", 3),
    (9, "2", 12),
    (11, "6/5", 11),
    (13, "3", 26),
    (13, "9/4", 13),
    (21, "3", 21),
    (31, "5", 93),
    (16, "3/2", 16),
]
"""Truths, gamma, and the reports of the design of the literature."""


@pytest.mark.parametrize(("k", "gamma", "reports"), TABLE)
def test_two_reports_reach_the_value_of_the_formula(k, gamma, reports):
    """(k - 1)^2 (d g + k - d)^2 / (k d (k - d) (g - 1)^2) at the best d, exactly; the covariance of
    the written table is that."""
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.AOptimal(equal(k)))
    g = F(gamma)
    values = [
        F((k - 1) ** 2) * (d * g + k - d) ** 2 / (k * d * (k - d) * (g - 1) ** 2)
        for d in range(1, k)
    ]
    assert design.value == min(values) and design.gap == 0
    assert design.channel.shape == (reports, k) and design.channel.parity() == g
    table = np.array([[float(x) for x in row] for row in design.channel.rows])
    J = sum(np.outer(row, row) / row.mean() for row in table)
    assert np.trace(np.linalg.inv(J)) - 1 / k == pytest.approx(float(min(values)), rel=1e-9)


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_design_of_blocks_is_loaded_again(objective, tmp_path):
    for k, gamma in ((13, "9/4"), (133, 11)):
        design = rr.optimal(rr.LocalDP.from_gamma(gamma), objective(equal(k)))
        design.save(tmp_path / "study.json")
        again = rr.load(tmp_path / "study.json")
        assert (again.value, again.orbits, again.problem) == (
            design.value,
            design.orbits,
            design.problem,
        )
        assert again.blocks == design.blocks
        assert again.table == design.table


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("k", [500, 1000, 2925])
@pytest.mark.parametrize("epsilon", ["1/1000", "ln(6/5)", 2, 14])
def test_hundreds_of_truths_are_certified(k, epsilon, objective):
    """An eigenvalue of the covariance, that stands k - 1 times: by the formula in floats."""
    privacy = rr.LocalDP(epsilon)
    design, g = rr.optimal(privacy, objective(equal(k))), float(privacy.gamma.lo)
    one = min(
        (k - 1) * (d * g + k - d) ** 2 / (k * d * (k - d) * (g - 1) ** 2) for d in range(1, k)
    )
    wanted = {"a-optimal": (k - 1) * one, "d-optimal": (k - 1) * math.log(one), "e-optimal": one}
    assert math.isclose(float(design.value), wanted[design.problem.objective.name], rel_tol=1e-9)
    assert design.check().verdict == "verified" and design.gap < F(1, 10**12) * abs(design.bound)


@pytest.mark.everything
def test_blocks_whose_shares_are_too_long_for_a_certificate_are_left_out():
    """A level of 400 bits leaves no room for them."""
    few, every = (
        rr.optimal(rr.LocalDP.from_gamma(gamma), rr.DOptimal(equal(500)))
        for gamma in (F(2), 2 + F(1, 3**250))
    )
    assert few.channel.shape == (325_000, 500) and few.check().verdict == "verified"
    assert not every.blocks and every.check().verdict == "verified"


def test_a_small_orbit_is_written_out():
    design = rr.optimal(rr.LocalDP(9), rr.AOptimal(equal(20)))
    assert design.channel.shape == (20, 20) and not design.orbits


@pytest.mark.everything
def test_a_design_of_orbits_is_loaded_again(tmp_path):
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.DOptimal(equal(30)))
    design.save(tmp_path / "study.json")
    again = rr.load(tmp_path / "study.json")
    assert (again.value, again.orbits) == (design.value, design.orbits)
    assert again.problem == design.problem


def test_fewer_reports_than_subsets_are_refused():
    with pytest.raises(rr.InputError, match="outputs must be any or at least"):
        rr.optimal(rr.LocalDP("ln(3)"), rr.AOptimal(equal(20)), outputs=100)


@pytest.mark.everything
def test_numbers_longer_than_a_certificate_takes_are_refused():
    with pytest.raises(rr.InputError, match="smaller"):
        rr.optimal(rr.LocalDP.from_gamma(2 + F(1, 3**1800)), rr.DOptimal(equal(500)))
