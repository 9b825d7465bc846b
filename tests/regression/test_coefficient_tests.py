"""Tests of coefficients against second fits and statsmodels."""

import numpy as np
import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.regression import regress
from tests.regression.survey_data import THREE, WARNER, simulated


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
        weighted.test("x")
