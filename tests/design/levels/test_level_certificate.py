"""Certificates under a matrix: what they carry, prices that are raised, and near misses."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.certificate import CertificateError
from rropt.design.levels.actions import solve_actions
from rropt.design.levels.extreme_program import solve_extremes
from rropt.design.levels.level_certificate import Coverage, certify_levels
from rropt.design.problem import Problem
from rropt.privacy import Privacy

STAR = Privacy([[1, 2, 2], [2, 1, 4], [2, 4, 1]], [[0, "1/10", 0], [0] * 3, [0] * 3])
INFORMATION = Problem(STAR, rr.MutualInformation("1/2,1/3,1/6"))


def test_multipliers_are_listed_by_pair_without_zeros() -> None:
    record = Coverage([{(1, 0): F(2), (0, 1): F(1), (0, 2): F(0)}, {}]).record()
    assert record == {"proof": "actions", "multipliers": [[[0, 1, F(1)], [1, 0, F(2)]], []]}
    assert Coverage().record() == {"proof": "extremes"}


def test_the_bound_is_what_prices_and_deltas_pay() -> None:
    optimum = solve_extremes(INFORMATION.objective, STAR.levels)
    data = certify_levels(INFORMATION, optimum, Coverage()).data
    paid = sum(map(F, data["prices"])) + sum(F(z) / 10 for _, _, z in data["pair_prices"])
    assert F(data["bound"]) == paid
    lo, hi = map(F, data["value"])
    assert lo < hi <= F(data["bound"]) + F(1, 10**20) and F(data["gap"]) == paid - lo
    exact = sum(w * INFORMATION.objective.bounds(r)[0] for w, r in
                zip(optimum.weights, optimum.patterns, strict=True))  # fmt: skip
    assert lo <= exact <= hi


def test_prices_a_little_too_low_are_raised_and_far_too_low_are_refused() -> None:
    optimum = solve_extremes(INFORMATION.objective, STAR.levels)
    short = replace(optimum, prices=tuple(y * (1 - F(1, 2**38)) for y in optimum.prices))
    certificate = certify_levels(INFORMATION, short, Coverage())
    assert certificate.check().verdict == "verified"
    assert sum(map(F, certificate.data["prices"])) > sum(optimum.prices)
    wrong = replace(optimum, prices=tuple(y * F(99, 100) for y in optimum.prices))
    with pytest.raises(CertificateError):
        certify_levels(INFORMATION, wrong, Coverage())


def test_exact_prices_stay_as_they_are() -> None:
    problem = Problem(Privacy([[1, 3], [2, 1]]), rr.Guess("1/2,1/2"))
    actions = [[F(1, 2), F(0)], [F(0), F(1, 2)]]
    found = solve_actions(actions, problem.levels)
    design = rr.optimal(problem.privacy, problem.objective)
    assert design.certificate.data["prices"] == [str(y) for y in found.prices]
