"""What the engine makes of an objective."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.cube_pool import CubePool
from rropt.design.engine.pool import tangent_basis
from rropt.design.engine.ratio_question import RatioQuestion, distribution
from rropt.design.engine.saddle import ScenarioMaximum, ScenarioMean, WorstPrior

POOL = CubePool(3, F(3))
PRIOR = ["1/2", "1/3", "1/6"]


@pytest.mark.parametrize(
    "objective, saddle, contrasts",
    [
        (rr.AOptimal(PRIOR), ScenarioMean, 3),
        (rr.COptimal(PRIOR, [0, 1, 3]), ScenarioMean, 1),
        (rr.Average([("1/2", PRIOR), ("1/2", PRIOR[::-1])]), ScenarioMean, 3),
        (rr.Minimax([PRIOR, PRIOR[::-1]]), ScenarioMaximum, 3),
        (rr.AOptimal("worst", 3), WorstPrior, 3),
        (rr.Mean([0, 1, 3]), WorstPrior, 1),
        (rr.Mean([0, 1, 3], prior=PRIOR), ScenarioMean, 1),
        (rr.DOptimal("worst", 3), WorstPrior, 3),
    ],
)
def test_what_is_worst_is_open(objective, saddle, contrasts: int) -> None:
    question = RatioQuestion(objective, POOL)
    assert isinstance(question.saddle, saddle) and len(question.contrasts) == contrasts


def test_f_is_the_value_in_the_units_of_the_pool() -> None:
    """At a table of all patterns alike, by numpy's inverse."""
    prior = np.array([0.5, 1 / 3, 1 / 6])
    c = np.array([0.0, 1, 3])
    keys = np.arange(1, 7)
    at = POOL.features(keys)
    weights = np.full(6, 1 / at.means.sum())
    rows = at.rows * weights[:, None]
    J = rows.T @ (at.rows / (at.rows @ prior)[:, None])
    covariance = np.linalg.inv(J) - np.outer(prior, prior)
    for objective, value in (
        (rr.AOptimal(PRIOR), np.trace(covariance)),
        (rr.COptimal(PRIOR, [0, 1, 3]), c @ covariance @ c),
    ):
        question = RatioQuestion(objective, POOL)
        found = question.saddle.expand(at, weights, np.zeros(0)).value / question.scale
        assert found == pytest.approx(value)
    grouped = RatioQuestion(rr.Mean([0, 1, 3]), POOL)
    value = c @ covariance @ c + (c @ prior) ** 2 - prior @ c**2
    found = grouped.saddle.expand(at, weights, prior).value / grouped.scale
    assert found == pytest.approx(value)


def test_one_contrast_has_a_direction() -> None:
    question = RatioQuestion(rr.COptimal(PRIOR, [0, 1, 3]), POOL)
    flat = tangent_basis(3).T @ np.array([0.0, 1, 3])
    assert question.direction == pytest.approx(flat / np.sqrt(question.size))
    assert RatioQuestion(rr.AOptimal(PRIOR), POOL).direction is None
    assert RatioQuestion(rr.EOptimal(PRIOR), POOL).direction is None


def test_a_distribution_adds_up_exactly() -> None:
    found = distribution([0.1, 0.2, 0.7, -1e-18])
    assert sum(found) == 1 and min(found) == 0 and found[3] == 0
