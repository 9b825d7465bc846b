"""Rays of recession, sandwiches, restricted maxima, and tests of coefficients."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

import rropt as rr
from rropt import regress
from rropt.exact import InputError
from rropt.regression.fitted import (
    Groups,
    middle,
    ratio_of,
    recession,
    restricted_maximum,
)
from rropt.regression.newton import Evaluation, maximise
from tests.regression.survey_data import THREE, WARNER, rows_of, simulated

SCORES = np.array([[1.0, 0.0], [2.0, 1.0], [0.0, 3.0], [1.0, 1.0]])


def outer(*sums):
    return sum(np.outer(s, s) for s in np.array(sums, float))


def test_rows_clusters_and_strata_by_hand():
    assert middle(SCORES, Groups()) == pytest.approx(4 * np.cov(SCORES.T))
    clustered = middle(SCORES, Groups(clusters=np.array([0, 0, 1, 1])))
    assert clustered == pytest.approx(2 * outer([1, -1.5], [-1, 1.5]))
    stratified = middle(SCORES, Groups(strata=np.array([0, 0, 1, 1])))
    assert stratified == pytest.approx(2 * outer([0.5, 0.5], [0.5, 0.5], [0.5, -1], [0.5, -1]))
    both = middle(SCORES, Groups(np.array([0, 1, 2, 3]), np.array([0, 0, 1, 1])))
    assert both == pytest.approx(stratified)


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        (Groups(clusters=np.zeros(4, int)), "two clusters or records"),
        (Groups(strata=np.array([0, 0, 0, 1])), "two clusters or records"),
        (Groups(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])), "lie in one stratum"),
    ],
)
def test_groups_without_a_variance_are_refused(groups, message):
    with pytest.raises(InputError, match=message):
        middle(SCORES, groups)


def logistic(signs):
    """sum of log 1/(1 + e^-(s x)): no maximum where all signs agree."""
    s = np.array(signs, float)

    def at(x):
        share = 1 / (1 + np.exp(-s * x[0]))
        scores = (s * (1 - share))[:, None]
        hessian = -np.array([[float((share * (1 - share)).sum())]])
        return Evaluation(float(np.log(share).sum()), scores, hessian)

    return at


def reach(direction):
    return float(abs(direction[0]))


def test_a_likelihood_without_maximum_has_a_ray_of_its_sign():
    for sign in (1, -1):
        at = logistic([sign] * 3)
        (ray,) = recession(at, maximise(at, np.zeros(1)), reach)
        assert np.sign(ray[0]) == sign


def test_a_likelihood_with_a_maximum_has_no_ray():
    """Also one that is nearly flat: one record in a thousand disagrees."""
    at = logistic([1] * 999 + [-1])
    assert recession(at, maximise(at, np.zeros(1)), reach) == []


@pytest.mark.everything
def test_the_likelihood_ratio_is_that_of_the_smaller_model():
    survey = simulated(THREE, [[-0.5, 0.6], [-1, 0.2]], 900, seed=3)
    full = regress("report ~ x", survey.frame, THREE.tolist())
    small = regress("report ~ 1", survey.frame, THREE.tolist())
    found = full.test("x")
    assert found.degrees == 2
    assert found.statistic == pytest.approx(2 * (full.llf - small.llf), abs=1e-8)


def test_the_three_tests_agree_in_large_samples():
    survey = simulated(WARNER, [[-0.5, 0.1]], 40000, seed=4)
    fit = regress("report ~ x", survey.frame, WARNER.tolist())
    statistics = [fit.test("x", method=method).statistic for method in ("lr", "wald", "score")]
    assert statistics == pytest.approx([statistics[0]] * 3, rel=0.03)


def test_wald_and_score_of_an_ordinary_logit():
    statsmodels = pytest.importorskip("statsmodels.formula.api")
    frame = simulated(np.eye(2), [[-0.5, 0.3, 0.2]], 300, seed=5).frame
    fit = regress("truth ~ x + z", frame, rr.Channel.identity(2))
    other = statsmodels.logit("truth ~ x + z", frame).fit(disp=0, tol=1e-14)
    wald = other.wald_test("x = 0, z = 0.1", scalar=True)
    found = fit.test(["x", "z"], [0, 0.1], method="wald")
    assert (found.statistic, found.p_value) == pytest.approx((wald.statistic, wald.pvalue))
    # the score statistic of a constant model by hand: sum x (y - mean), over its variance
    alone = regress("truth ~ x", frame, rr.Channel.identity(2))
    y, x = frame["truth"] - frame["truth"].mean(), frame["x"] - frame["x"].mean()
    by_hand = float((x @ y) ** 2 / (frame["truth"].mean() * (1 - frame["truth"].mean()) * (x @ x)))
    assert alone.test("x", method="score").statistic == pytest.approx(by_hand)


def test_what_is_not_a_test_is_refused():
    frame = simulated(WARNER, [[-0.5, 0.3]], 100, seed=6).frame.assign(w=1.5)
    fit = regress("report ~ x", frame, WARNER.tolist())
    with pytest.raises(InputError, match="method must be one of"):
        fit.test("x", method="exact")
    with pytest.raises(InputError, match="name must be one of Intercept, x"):
        fit.test("y")
    weighted = regress("report ~ x", frame, WARNER.tolist(), weights="w")
    with pytest.raises(InputError, match="wald for sandwich"):
        weighted.test("x", method="lr")


def test_sandwich_errors_have_wald_intervals():
    frame = simulated(WARNER, [[-0.5, 0.8]], 300, seed=5).frame.assign(w=2.0)
    fit = regress("report ~ x", frame, WARNER.tolist(), weights="w")
    assert fit.interval("x") == fit.interval("x", method="wald")


def test_what_is_restricted_is_sought_from_lower_maxima_too():
    """An optimiser finds -50.81 from many starts; from the fit and from zero it is two less."""
    frame = simulated(THREE, [[-0.3, 0.6], [-0.5, -0.4]], 50, seed=24).frame
    fitted = regress("report ~ x", frame, rows_of(THREE)).fitted

    def lack(others):
        return -fitted.likelihood.at(np.append(0.0, others)).value

    starts = 5 * np.random.default_rng(1).normal(size=(40, 3))
    best = min(minimize(lack, start).fun for start in starts)
    assert restricted_maximum(fitted, {0: 0.0}).evaluation.value == pytest.approx(-best, abs=1e-3)
    alone = replace(fitted, lower=())
    assert restricted_maximum(alone, {0: 0.0}).evaluation.value < -best - 2


def test_what_is_restricted_is_sought_from_all_starts_where_there_are_several_maxima():
    """From the fit, zero and the lower maxima one is reached that is a unit too low."""
    frame = simulated(THREE, [[-0.3, 0.6], [-0.5, -0.4]], 50, seed=6).frame
    fitted = regress("report ~ x", frame, rows_of(THREE)).fitted
    found = restricted_maximum(fitted, {0: 1.5}).evaluation.value
    alone = replace(fitted, starts=fitted.starts[:0])
    assert found > restricted_maximum(alone, {0: 1.5}).evaluation.value + 1
    assert ratio_of(fitted, {0: 1.5}) == 2 * (fitted.llf - found)
