"""Likelihood ratios of drawn surveys: their law, and the intervals that they calibrate."""

from __future__ import annotations

import numpy as np
import pytest

from rropt import regress
from rropt.exact import InputError
from rropt.regression.drawn_surveys import drawn_quantile, wants_draws
from tests.regression.survey_data import THREE, WARNER, rows_of, simulated


def test_many_direct_answers_have_the_quantile_of_chi_square():
    """199 draws: the 95% quantile of chi-square, 3.84, has a standard error of 0.6."""
    frame = simulated(np.eye(2), [[-0.5, 0.8]], 2000, seed=1).frame
    fit = regress("report ~ x", frame, np.eye(2).tolist())
    assert not wants_draws(fit.fitted) and fit.interval_method == "profile"
    assert 2.3 < drawn_quantile(fit.fitted, 1, 0.95) < 5.4


def test_drawn_reports_follow_the_table_and_the_model():
    survey = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 200, seed=5)
    fit = regress("report ~ x", survey.frame, rows_of(THREE))
    random = np.random.default_rng(1)
    theta = fit.fitted.theta
    drawn = [fit.fitted.likelihood.drawn(theta, random).reports for _ in range(300)]
    seen = np.array([[(reports == r).mean() for r in range(3)] for reports in drawn]).mean(axis=0)
    expected = (survey.shares(theta) @ THREE.T).mean(axis=0)
    assert seen == pytest.approx(expected, abs=0.01)


def test_few_reports_have_wider_intervals_and_say_so():
    survey = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 200, seed=5004)
    fit = regress("report ~ x", survey.frame, rows_of(THREE))
    name = fit.names[1]
    low, high = fit.interval(name)
    inner = fit.interval(name, method="profile")
    assert low < inner[0] < inner[1] < high
    assert fit.interval(name, method="calibrated") == (low, high)
    assert fit.to_json()["interval_method"] == "calibrated"
    assert "calibrated by surveys that are drawn from the fit" in fit.summary()


def test_where_nothing_can_be_drawn():
    frame = simulated(WARNER, [[-0.5, 0.8]], 100, seed=5).frame.assign(w=2.0)
    fit = regress("report ~ x", frame, WARNER.tolist(), safe="1")
    assert fit.interval_method == "profile"
    with pytest.raises(InputError, match="calibrated is for a randomized outcome"):
        fit.interval("x", method="calibrated")
    weighted = regress("report ~ x", frame, WARNER.tolist(), weights="w")
    with pytest.raises(InputError, match="method must be wald for sandwich errors"):
        weighted.interval("x", method="calibrated")


@pytest.mark.long
def test_200_reports_of_three_truths_are_covered():
    """300 surveys: 95% intervals miss 15 times, and 27 or more once in 500; chi-square 28 times."""
    missed = 0
    for seed in range(300):
        survey = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 200, seed=7000 + seed)
        fit = regress("report ~ x", survey.frame, rows_of(THREE))
        low, high = fit.interval(fit.names[1])
        missed += not low <= 1 <= high
    assert 3 <= missed <= 26
