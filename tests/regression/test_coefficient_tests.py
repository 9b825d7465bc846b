"""Tests and intervals of coefficients: second fits, ends of profiles, the law of drawn surveys."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import rropt as rr
from rropt import regress
from rropt.exact import InputError
from rropt.regression.coefficient_tests import (
    _newton_end,
    drawn_quantile,
    log_odds_error,
    plausible,
    profile_ends,
    wants_draws,
)
from rropt.regression.fitted import restricted_maximum
from tests.regression.survey_data import THREE, WARNER, rows_of, simulated


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


def test_sandwich_errors_have_wald_intervals():
    frame = simulated(WARNER, [[-0.5, 0.8]], 300, seed=5).frame.assign(w=2.0)
    fit = regress("report ~ x", frame, WARNER.tolist(), weights="w")
    assert fit.interval("x") == fit.interval("x", method="wald")


@pytest.mark.parametrize(("table", "rows"), [(WARNER, 1500), (THREE, 4000)])
def test_newton_s_ends_are_the_crossings(table, rows):
    theta = [[-0.5, 0.8]] if len(table) == 2 else [[-0.5, 1], [-1, 0.5]]
    fitted = regress(
        "report ~ x", simulated(table, theta, rows, seed=4).frame, rows_of(table)
    ).fitted
    for place in range(len(fitted.theta)):
        for side, end in zip((-1.0, 1.0), profile_ends(fitted, place, 3.84), strict=True):
            assert end == _newton_end(fitted, place, 3.84, side)
            lack = fitted.llf - restricted_maximum(fitted, {place: end}).evaluation.value
            assert 2 * lack == pytest.approx(3.84, abs=1e-7)
            assert side * (end - fitted.theta[place]) > 0


def test_few_reports_have_their_ends_from_the_crossing():
    """Of ten reports the profile is far from a parabola: Newton's method must not answer alone."""
    frame = simulated(WARNER, [[-0.5, 0.8]], 30, seed=2).frame
    fitted = regress("report ~ x", frame, rows_of(WARNER)).fitted
    ends = [_newton_end(fitted, 1, 3.84, side) for side in (-1.0, 1.0)]
    found = profile_ends(fitted, 1, 3.84)
    assert None in ends
    assert found[0] < fitted.theta[1] < found[1]


CASES = [
    (-2.5, 301, "calibrated"),
    (-2.5, 400, "calibrated"),
    (0.0, 301, "profile"),
    (-2.5, 20_000, "profile"),
    (-7.0, 20_000, "calibrated"),
]


@pytest.mark.everything
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


@pytest.mark.everything
def test_few_reports_have_wider_intervals_and_say_so():
    survey = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 200, seed=7001)
    fit = regress("report ~ x", survey.frame, rows_of(THREE))
    name = fit.names[1]
    low, high = fit.interval(name)
    inner = fit.interval(name, method="profile")
    assert low < inner.low < inner.high < high
    assert tuple(fit.interval(name, method="calibrated")) == (low, high)
    assert fit.to_json()["interval_method"] == "calibrated"
    assert "calibrated by surveys that are drawn near the fit" in fit.summary()


@pytest.mark.parametrize(("intercept", "reports", "method"), CASES)
def test_information_decides_and_not_the_number_of_reports(intercept, reports, method):
    """A rare trait of 400 reports says less than a frequent one of 301."""
    survey = simulated(WARNER, [[intercept, 0.0]], reports, seed=3)
    fit = regress("report ~ x", survey.frame, rows_of(WARNER))
    assert fit.interval_method == method


@pytest.mark.everything
@pytest.mark.parametrize("outcome", ["0", "1"])
def test_surveys_are_drawn_from_a_finite_model_where_the_fit_is_not(outcome):
    """All reports alike: the shares of a direct answer are then those of n reports and one each."""
    frame = simulated(np.eye(2), [[0.0, 0.0]], 30, seed=1).frame.assign(report=outcome)
    fit = regress("report ~ 1", frame, np.eye(2).tolist())
    assert fit.on_boundary and fit.interval_method == "calibrated"
    sign = 1 if outcome == "1" else -1
    assert plausible(fit.fitted) == pytest.approx([sign * np.log(31)], abs=1e-6)
    assert all(np.isinf(list(fit.interval("Intercept"))[::sign]) == [False, True])


def test_the_error_of_log_odds_is_that_of_the_delta_method():
    """Of a share p by n direct answers 1 / sqrt(n p (1 - p)), whatever the link."""
    frame = simulated(np.eye(2), [[-1.0, 0.0]], 200, seed=2).frame
    share = (frame["report"].astype(str) == "1").mean()
    for link in ("logit", "probit", "linear"):
        fit = regress("report ~ 1", frame, np.eye(2).tolist(), link=link)
        expected = 1 / np.sqrt(200 * share * (1 - share))
        assert log_odds_error(fit.fitted) == pytest.approx(expected, rel=1e-4)


def missed_slopes(intercept, reports, seeds):
    """How often the default interval of a slope of zero leaves it out."""
    missed = 0
    for seed in seeds:
        survey = simulated(WARNER, [[intercept, 0.0]], reports, seed=seed)
        low, high = regress("report ~ x", survey.frame, rows_of(WARNER)).interval("x")
        missed += not low <= 0 <= high
    return missed


@pytest.mark.long
@pytest.mark.parametrize("reports", [301, 400])
def test_slopes_of_a_rare_trait_are_covered(reports):
    """300 surveys: 21 misses are 0.93; chi-square alone misses 28 and more."""
    assert missed_slopes(-2.5, reports, range(300)) <= 21 + 4


def test_where_nothing_can_be_drawn():
    frame = simulated(WARNER, [[-0.5, 0.8]], 100, seed=5).frame.assign(w=2.0)
    fit = regress("report ~ x", frame, WARNER.tolist(), noncompliance="1")
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
