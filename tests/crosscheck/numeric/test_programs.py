"""The programs at problems whose optimum is known without this library, and what mutations do."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric import programs
from rropt.crosscheck.numeric.limits import Limits, limits_of

PURE = limits_of(rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(2)))
THREE = limits_of(rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(3)))
PROPORTION = np.array([[0.0, 1.0]])


def test_randomized_response_is_the_best_guess() -> None:
    """2 gamma / (gamma + 1), and k gamma / (gamma + k - 1)."""
    assert programs.best_decision(np.eye(2), PURE) == pytest.approx(3 / 2, rel=1e-7)
    assert programs.best_decision(np.eye(3), THREE) == pytest.approx(9 / 5, rel=1e-7)


def test_the_least_variance_is_that_of_holohan() -> None:
    """gamma / (gamma - 1)^2 + pi (1 - pi), as the best unbiased estimate."""
    at = [(1.0, np.array([0.75, 0.25]), 0.0)]
    found = programs.least_criterion(programs.unbiased(at, PROPORTION, worst=False), PURE)
    assert found == pytest.approx(15 / 16, rel=1e-6)


def test_worst_cases_of_a_proportion() -> None:
    """A population of one half: 3/4 + 1/4; a group: 3/4."""
    for group, value in ((False, 1.0), (True, 0.75)):
        found = programs.least_criterion(programs.worst_variance(PROPORTION, group), PURE)
        assert found == pytest.approx(value, rel=1e-6)


def test_a_determinant_of_two_shares_is_their_variance() -> None:
    """Cov = v (1, -1)(1, -1)', so that its eigenvalue is 2 v."""
    prior = np.array([0.75, 0.25])
    found = programs.least_criterion(programs.determinant(prior), PURE)
    assert found == pytest.approx(np.log(2 * 15 / 16), rel=1e-6)
    largest = programs.least_criterion(programs.eigenvalue(prior), PURE)
    assert largest == pytest.approx(15 / 8, rel=1e-6)


def test_two_reports_are_a_corner() -> None:
    """holohan/ex-1.4: 15/16 at gamma = 2, delta = pi = 1/4."""
    limits = limits_of(rr.Problem(rr.LocalDP("ln(2)", "1/4"), rr.Trace(2)))

    def fisher(first, second):
        parts = [(r[:, 1] - r[:, 0]) ** 2 / (r @ [0.75, 0.25] + 1e-300) for r in (first, second)]
        return parts[0] + parts[1]

    assert 1 / programs.best_of_two_reports(fisher, limits) == pytest.approx(15 / 16, rel=1e-9)


def test_no_solution_is_said() -> None:
    nothing = Limits(2, np.array([[1.0, -0.5], [-0.5, 1.0]]))
    with pytest.raises(NotPosed, match="infeasible"):
        programs.best_decision(np.eye(2), nothing)


def test_the_tangent_basis_is_orthonormal_and_without_the_constant() -> None:
    basis = programs.tangent_basis(4)
    assert basis.T @ basis == pytest.approx(np.eye(3), abs=1e-12)
    assert basis.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-12)
