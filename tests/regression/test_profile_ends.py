"""Ends of profile intervals: the likelihood there, and where there is none."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from rropt.regression import regress
from tests.regression.survey_data import THREE, WARNER, simulated


def test_the_likelihood_falls_by_half_the_quantile_at_the_ends():
    survey = simulated(WARNER, [[-0.5, 0.8]], 500, seed=3)
    fit = regress("report ~ x", survey.frame, WARNER.tolist())
    for end in fit.interval("x", "0.9"):
        best = minimize_scalar(lambda a, b=end: survey.negative(np.array([a, b])))
        assert 2 * (fit.loglik + best.fun) == pytest.approx(2.705543454, abs=1e-5)


def test_profile_and_wald_agree_in_large_samples():
    survey = simulated(THREE, [[-0.5, 0.5], [-1, 0.5]], 8000, seed=4)
    fit = regress("report ~ x", survey.frame, THREE.tolist())
    for name in fit.names:
        assert fit.interval(name) == pytest.approx(fit.interval(name, method="wald"), abs=0.05)


def test_sandwich_errors_have_wald_intervals():
    frame = simulated(WARNER, [[-0.5, 0.8]], 300, seed=5).frame.assign(w=2.0)
    fit = regress("report ~ x", frame, WARNER.tolist(), weights="w")
    assert fit.interval("x") == fit.interval("x", method="wald")
