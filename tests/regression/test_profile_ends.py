"""Ends of profile intervals: where the likelihood falls as wanted, found in both ways."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas
import pytest
from scipy.optimize import minimize_scalar

from rropt.estimating.sandwich import Sampling
from rropt.regression import regress
from rropt.regression.fitted import fit_from
from rropt.regression.profile_ends import _crossing_from_zero, _newton_end, profile_end
from rropt.regression.restricted import ratio_of, restricted_maximum
from tests.regression.survey_data import THREE, WARNER, rows_of, simulated


def test_the_likelihood_falls_by_half_the_quantile_at_the_ends():
    survey = simulated(WARNER, [[-0.5, 0.8]], 500, seed=3)
    fit = regress("report ~ x", survey.frame, WARNER.tolist())
    for end in fit.interval("x", "0.9"):
        best = minimize_scalar(lambda a, b=end: survey.negative(np.array([a, b])))
        assert 2 * (fit.llf + best.fun) == pytest.approx(2.705543454, abs=1e-5)


def test_profile_and_wald_agree_in_large_samples():
    survey = simulated(THREE, [[-0.5, 0.5], [-1, 0.5]], 8000, seed=4)
    fit = regress("report ~ x", survey.frame, THREE.tolist())
    for name in fit.names:
        wald = tuple(fit.interval(name, method="wald"))
        assert tuple(fit.interval(name)) == pytest.approx(wald, abs=0.05)


@pytest.mark.parametrize(("table", "rows"), [(WARNER, 1500), (THREE, 4000)])
def test_newton_s_ends_are_the_crossings(table, rows):
    theta = [[-0.5, 0.8]] if len(table) == 2 else [[-0.5, 1], [-1, 0.5]]
    fitted = regress(
        "report ~ x", simulated(table, theta, rows, seed=4).frame, rows_of(table)
    ).fitted
    for place in range(len(fitted.theta)):
        for side in (-1.0, 1.0):
            end = profile_end(fitted, place, 3.84, side)
            assert end == _newton_end(fitted, place, 3.84, side)
            lack = fitted.llf - restricted_maximum(fitted, {place: end}).evaluation.value
            assert 2 * lack == pytest.approx(3.84, abs=1e-7)
            assert side * (end - fitted.theta[place]) > 0


def test_few_reports_have_their_ends_from_the_crossing():
    """Of ten reports the profile is far from a parabola: Newton's method must not answer alone."""
    frame = simulated(WARNER, [[-0.5, 0.8]], 30, seed=2).frame
    fitted = regress("report ~ x", frame, rows_of(WARNER)).fitted
    ends = [_newton_end(fitted, 1, 3.84, side) for side in (-1.0, 1.0)]
    found = [profile_end(fitted, 1, 3.84, side) for side in (-1.0, 1.0)]
    assert None in ends
    assert found[0] < fitted.theta[1] < found[1]


@pytest.mark.everything
def test_ends_are_those_of_the_highest_maxima():
    """By the maxima that the fit and zero lead to the end is eleven nearer to the fit."""
    frame = simulated(THREE, [[-0.3, 0.6], [-0.5, -0.4]], 50, seed=13).frame
    fitted = regress("report ~ x", frame, rows_of(THREE)).fitted
    near = profile_end(replace(fitted, lower=()), 3, 3.84, 1.0)
    end = profile_end(fitted, 3, 3.84, 1.0)
    assert end > near + 11
    assert ratio_of(fitted, {3: near}) < 3.84 - 0.1
    assert ratio_of(fitted, {3: end}) == pytest.approx(3.84, abs=1e-3)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_an_infinite_coefficient_has_its_other_end_where_values_become_compatible(sign):
    fitted = regress(
        "report ~ x", simulated(WARNER, [[-0.5, 0.8]], 30, seed=2).frame, rows_of(WARNER)
    ).fitted
    end = _crossing_from_zero(lambda b: 5 - sign * b, sign, fitted, 1)
    assert end == pytest.approx(5 * sign)
    end = _crossing_from_zero(lambda b: -5 - sign * b, sign, fitted, 1)
    assert end == pytest.approx(-5 * sign)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_where_no_value_is_found_compatible_the_interval_is_everything(sign):
    """It was from infinity to infinity."""
    frame = simulated(WARNER, [[-0.5, 0.8]], 30, seed=2).frame
    fitted = regress("report ~ x", frame, rows_of(WARNER)).fitted
    assert _crossing_from_zero(lambda _: 1.0, sign, fitted, 1) == -sign * np.inf


@pytest.mark.everything
def test_an_end_where_newton_s_equations_are_singular_is_found_by_crossing():
    """Two of a hundred rows reveal the trait: the profile of a near separation is level far out."""
    x = np.linspace(-1.7, 1.7, 100)
    report = np.isin(np.arange(100), (97, 99)).astype(int)
    frame = pandas.DataFrame({"report": report, "x": x})
    likelihood = regress("report ~ x", frame, [["1", "1/5"], ["0", "4/5"]]).fitted.likelihood
    lower = fit_from(likelihood, [np.array([-73.0, 45.0])], Sampling(np.zeros(100, int)))
    end = profile_end(lower, 1, 3.8415, -1.0)
    told = 0.8 / (1 + np.exp(-(np.linspace(-20, 0, 20_001)[:, None] + end * x)))
    highest = np.log(np.where(report == 1, told, 1 - told)).sum(axis=1).max()
    assert 2 * (lower.llf - highest) == pytest.approx(3.8415, abs=1e-3)


def test_reports_that_are_all_alike_tell_nothing_about_a_slope() -> None:
    """As the intercept grows the likelihood tends to its bound, 3/4 a report, with any slope.

    One end was 172: the maxima further out were not found.
    """
    x = np.random.default_rng(3).normal(size=60)
    fit = regress("r ~ x", pandas.DataFrame({"r": ["1"] * 60, "x": x}), WARNER.tolist())
    assert tuple(fit.interval("x")) == (-np.inf, np.inf)
    for slope in (-1e4, -300.0, 324.0, 1e4):
        held = restricted_maximum(fit.fitted, {1: slope})
        assert held.evaluation.value == pytest.approx(60 * np.log(0.75), abs=1e-6)
    low, high = fit.interval("Intercept")
    assert np.isfinite(low) and np.isinf(high)
