"""Where a table does worst, beside a grid of priors."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.design.worst.table_worst_prior import criterion_at, worst_prior

TABLE = np.array([[0.6, 0.2, 0.1], [0.3, 0.5, 0.2], [0.1, 0.3, 0.7]])
GOALS = [
    rr.AOptimal("worst", truths=3),
    rr.COptimal("worst", [1, -1, 0], respondents="group"),
    rr.DOptimal("worst", truths=3),
    rr.Mean([0, 1, 5], worst="population"),
]


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.label)
def test_no_prior_of_a_grid_is_worse(goal) -> None:
    worst = criterion_at(goal, TABLE, worst_prior(goal, TABLE))
    for a, b in product(range(1, 20), repeat=2):
        if a + b < 20:
            q = np.array([a, b, 20 - a - b]) / 20
            assert criterion_at(goal, TABLE, q) <= worst + 1e-7


def test_a_stated_prior_is_taken() -> None:
    goal = rr.Mean([0, 1, 5], prior=["1/2", "1/2", "0"])
    assert worst_prior(goal, TABLE) == pytest.approx([0.5, 0.5, 0.0], abs=1e-8)


def test_the_determinant_is_that_of_the_covariance_on_the_tangent_space() -> None:
    q = np.array([0.5, 0.3, 0.2])
    seen = TABLE @ q
    inverse = np.linalg.inv(TABLE.T @ (TABLE / seen[:, None]))
    tangent = np.array([[1, -1, 0], [1, 1, -2]]) / np.sqrt([[2], [6]])
    covariance = tangent @ (inverse - np.outer(q, q)) @ tangent.T
    found = criterion_at(rr.DOptimal("worst", truths=3), TABLE, q)
    assert found == pytest.approx(np.log(np.linalg.det(covariance)))
