"""Models of an outcome whose predictors are known: densities and chances by hand."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.survey.regression.links import LogitLink
from rropt.survey.regression.newton import ALONE
from rropt.survey.regression.outcome_likelihood import (
    OutcomeLikelihood,
    Tables,
    bends_by_parameter,
    by_parameter,
)
from rropt.survey.regression.outcome_models import NormalOutcome


def test_a_normal_outcome_has_its_density_and_its_slopes() -> None:
    y, x = np.array([1.0, -2.0]), np.array([[1.0, 0.5], [1.0, 2.0]])
    theta = np.array([0.3, -0.2, 0.4])
    sigma = np.exp(0.4)
    outcome = NormalOutcome(y, x)
    found = outcome.log_rows(theta[None], ALONE)
    error = y - x @ theta[:2]
    expected = -0.5 * (error / sigma) ** 2 - np.log(sigma * np.sqrt(2 * np.pi))
    assert found.value[0] == pytest.approx(expected)
    slope = by_parameter(outcome.designs, found.slope)
    assert slope[0, :2] == pytest.approx(x.T * (error / sigma**2))
    assert slope[0, 2] == pytest.approx((error / sigma) ** 2 - 1)
    (bend,) = bends_by_parameter(outcome.designs, found.bend, np.array([[2.0, 3.0]]))
    move = 1e-6
    for place, step in enumerate(move * np.eye(3)):
        moved = np.stack([theta + step, theta - step])
        slope = outcome.log_rows(moved, np.zeros(2, int)).slope
        above, below = by_parameter(outcome.designs, slope)
        assert bend[place] == pytest.approx((above - below) @ [2.0, 3.0] / (2 * move), abs=1e-6)


def test_a_normal_outcome_starts_at_least_squares() -> None:
    y, x = np.array([1.0, 3.0, 5.0, 8.0]), np.array([[1.0, 0], [1, 1], [1, 2], [1, 3]])
    started = NormalOutcome(y, x).near(x)
    slope, level = np.polyfit([0, 1, 2, 3], y, 1)
    assert started[:2] == pytest.approx([level, slope])
    assert np.exp(started[2]) == pytest.approx((y - level - slope * x[:, 1]).std())


def test_a_reported_outcome_is_seen_through_its_table() -> None:
    """At eta = ln 3 three of four are of the second truth, and 0.9 or 0.2 of them report 1."""
    table = np.array([[0.8, 0.1], [0.2, 0.9]])
    tables = Tables((table,), np.zeros(2, int))
    x = np.ones((2, 1))
    model = OutcomeLikelihood(x, np.array([1, 0]), np.ones(2), tables, LogitLink())
    found = model.log_rows(np.array([[np.log(3)]]), ALONE)
    one = 0.25 * 0.2 + 0.75 * 0.9
    assert np.exp(found.value[0]) == pytest.approx([one, 1 - one])
    steep = 0.25 * 0.75 * (0.9 - 0.2)
    assert found.slope[0, 0] == pytest.approx([steep / one, -steep / (1 - one)])
    assert (model.size, model.reach(np.array([-2.0]))) == (1, 2.0)
    assert model.near(x).tolist() == [0]


def test_an_outcome_that_cannot_be_has_no_likelihood() -> None:
    tables = Tables((np.array([[1.0, 1.0], [0.0, 0.0]]),), np.zeros(1, int))
    one = OutcomeLikelihood(np.ones((1, 1)), np.array([1]), np.ones(1), tables, LogitLink())
    assert one.log_rows(np.zeros((1, 1)), ALONE).value.tolist() == [[-np.inf]]
