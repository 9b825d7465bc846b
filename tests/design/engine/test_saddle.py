"""The derivatives of every criterion against differences."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.design.engine.pool import CubePool
from rropt.design.engine.saddle import (
    LogDeterminant,
    ReportingPoint,
    ScenarioMaximum,
    ScenarioMean,
    TraceCriterion,
    WorstPrior,
    prior_point,
)

pytestmark = pytest.mark.quick

POOL = CubePool(4, F(3))
KEYS = np.arange(1, 15)
AT = POOL.features(KEYS)
WEIGHTS = np.random.default_rng(3).uniform(0.05, 0.3, len(KEYS))
FIRST, SECOND = np.array([0.1, 0.2, 0.3, 0.4]), np.array([0.4, 0.3, 0.2, 0.1])
CONTRAST = np.array([1.0, 2.0, -1.0])
SLOPES = np.array([[1.0, 0.0], [0.5, 1.0], [0.0, 2.0]])
MODEL = [ReportingPoint(FIRST, SLOPES), ReportingPoint(SECOND, 2 * SLOPES[::-1])]
SADDLES = {
    "trace": ScenarioMean([TraceCriterion(np.eye(3))], [[prior_point(FIRST)]], [1.0]),
    "contrast": ScenarioMean(
        [TraceCriterion(np.outer(CONTRAST, CONTRAST))], [[prior_point(FIRST)]], [1.0]
    ),
    "determinant": ScenarioMean([LogDeterminant()], [[prior_point(FIRST)]], [1.0]),
    "average": ScenarioMean(
        [TraceCriterion(np.eye(3))] * 2, [[prior_point(FIRST)], [prior_point(SECOND)]], [0.3, 0.7]
    ),
    "model": ScenarioMean([LogDeterminant()], [MODEL], [1.0]),
    "largest": ScenarioMaximum(
        [TraceCriterion(np.eye(3))] * 2,
        [[prior_point(FIRST)], [prior_point(SECOND)]],
        np.array([0.5, -0.5]),
    ),
    "worst": WorstPrior(TraceCriterion(np.eye(3)), 4),
    "worst group": WorstPrior(TraceCriterion(np.eye(3)), 4, 0.7 * np.eye(4)),
    "worst determinant": WorstPrior(LogDeterminant(), 4),
}
STEP = 1e-6


def theta_of(saddle) -> np.ndarray:
    return np.array([0.35, 0.15, 0.3, 0.2][: saddle.worst])


def difference(function, at: np.ndarray, place: int) -> np.ndarray:
    step = np.zeros(len(at))
    step[place] = STEP
    return (function(at + step) - function(at - step)) / (2 * STEP)


@pytest.mark.parametrize("name", SADDLES)
def test_the_derivatives_in_the_weights_are_differences(name: str) -> None:
    saddle = SADDLES[name]
    theta = theta_of(saddle)
    here = saddle.expand(AT, WEIGHTS, theta)
    second = here.curvature.root @ here.curvature.root.T
    for n in range(len(KEYS)):
        value = difference(lambda w: saddle.expand(AT, w, theta).value, WEIGHTS, n)
        assert -here.worth[n] == pytest.approx(value, rel=1e-6)
        worth = difference(lambda w: saddle.expand(AT, w, theta).worth, WEIGHTS, n)
        assert -second[n] == pytest.approx(worth, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("name", [name for name, saddle in SADDLES.items() if saddle.worst])
def test_the_derivatives_in_what_is_worst_are_differences(name: str) -> None:
    saddle = SADDLES[name]
    theta = theta_of(saddle)
    here = saddle.expand(AT, WEIGHTS, theta)
    for j in range(saddle.worst):
        value = difference(lambda t: saddle.expand(AT, WEIGHTS, t).value, theta, j)
        assert here.slopes[j] == pytest.approx(value, rel=1e-6)
        slopes = difference(lambda t: saddle.expand(AT, WEIGHTS, t).slopes, theta, j)
        assert here.curvature.bend[j] == pytest.approx(slopes, rel=1e-5, abs=1e-7)
        worth = difference(lambda t: saddle.expand(AT, WEIGHTS, t).worth, theta, j)
        assert here.curvature.mixed[:, j] == pytest.approx(-worth, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("name", SADDLES)
def test_quotients_say_what_the_patterns_are_worth(name: str) -> None:
    saddle = SADDLES[name]
    here = saddle.expand(AT, WEIGHTS, theta_of(saddle))
    plain = AT.rows / POOL.unit
    told = np.zeros(len(KEYS))
    for part in here.quotients:
        told += ((plain @ part.top) * plain).sum(axis=1) / (AT.rows @ part.bottom)
    assert told == pytest.approx(here.worth)
    assert len(here.inverses) == (2 if name in ("average", "largest") else 1)
