"""Random intercepts against integrals by enumeration of a dense grid."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas
import pytest
from scipy.integrate import simpson
from scipy.optimize import minimize
from scipy.stats import t

import rropt as rr
from rropt.exact import InputError
from rropt.survey.regression import regress
from rropt.survey.regression.links import LogitLink
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood, Tables
from rropt.survey.regression.random_intercepts import grouped
from tests.survey.regression.survey_data import at

WARNER = np.array([[0.75, 0.25], [0.25, 0.75]])
GRID = np.linspace(-9, 9, 2001)


def survey(groups: int, members: int, sigma: float, seed: int) -> pandas.DataFrame:
    random = np.random.default_rng(seed)
    school = np.repeat(np.arange(groups), members)
    x = random.normal(size=len(school))
    eta = -0.3 + 0.8 * x + sigma * random.normal(size=groups)[school]
    truth = random.random(len(school)) < 1 / (1 + np.exp(-eta))
    report = np.where(random.random(len(school)) < 0.75, truth, ~truth).astype(int)
    return pandas.DataFrame({"report": report, "x": x, "school": school})


def enumerated(frame: pandas.DataFrame, theta: np.ndarray) -> float:
    """The log-likelihood over a dense grid, written without the model."""
    total = 0.0
    for _, part in frame.groupby("school"):
        eta = theta[0] + theta[1] * part["x"].to_numpy()[:, None] + theta[2] * GRID
        yes = 1 / (1 + np.exp(-eta))
        table = WARNER[part["report"].to_numpy()]
        chances = table[:, [0]] * (1 - yes) + table[:, [1]] * yes
        density = np.exp(-0.5 * GRID**2) / np.sqrt(2 * np.pi)
        total += np.log(simpson(chances.prod(axis=0) * density, x=GRID))
    return float(total)


def model(frame: pandas.DataFrame):
    covariates = np.column_stack([np.ones(len(frame)), frame["x"]])
    tables = Tables((WARNER,), np.zeros(len(frame), int))
    weights = np.ones(len(frame))
    rows = OutcomeLikelihood(covariates, frame["report"].to_numpy(), weights, tables, LogitLink())
    return grouped(rows, frame["school"].to_numpy())


@pytest.mark.everything
@pytest.mark.parametrize("sigma", [0.0, 0.4, 2.0])
@pytest.mark.parametrize("members", [2, 40, 200])
def test_the_likelihood_is_the_integral(members, sigma):
    frame = survey(6, members, sigma, seed=members)
    theta = np.array([-0.2, 0.7, sigma])
    assert at(model(frame).adapted(theta), theta).value == pytest.approx(
        enumerated(frame, theta), abs=1e-7
    )


@pytest.mark.parametrize("sigma", [6.0, 25.0])
def test_groups_may_differ_by_much(sigma):
    """Sixty-one points, enough for a sigma of 2, left 0.001 and 0.06 of the log-likelihood."""
    frame = survey(6, 13, sigma, seed=1)
    theta = np.array([-0.2, 0.7, sigma])
    one = model(frame).adapted(theta)
    assert at(one, theta).value == pytest.approx(enumerated(frame, theta), abs=1e-6)


def test_score_and_hessian_are_those_of_finite_differences():
    frame = survey(5, 10, 1.0, seed=3)
    theta = np.array([-0.2, 0.7, 0.8])
    one = model(frame).adapted(theta)
    here = at(one, theta)
    for place, move in enumerate(1e-5 * np.eye(3)):
        above, below = at(one, theta + move), at(one, theta - move)
        assert here.gradient[place] == pytest.approx((above.value - below.value) / 2e-5, abs=1e-6)
        assert here.hessian[place] == pytest.approx(
            (above.gradient - below.gradient) / 2e-5, abs=1e-6
        )


@pytest.mark.everything
def test_the_fit_is_that_of_another_optimiser():
    frame = survey(20, 10, 1.5, seed=5)
    fit = regress("report ~ x", frame, WARNER.tolist(), groups="school")
    other = minimize(lambda theta: -enumerated(frame, theta), [0.0, 0.5, 0.5])
    assert fit.names == ("Intercept", "x", "sd of groups")
    assert fit.converged
    assert fit.llf == pytest.approx(-other.fun, abs=1e-5)
    values = fit.params.to_numpy()
    assert values[:2] == pytest.approx(other.x[:2], abs=1e-3)
    assert values[2] == pytest.approx(abs(other.x[2]), abs=1e-3)
    assert fit.llf > regress("report ~ x", frame, WARNER.tolist()).llf
    assert all(fit.fitted.covariance(errors)[1, 1] > 0 for errors in ("observed", "sandwich"))


@pytest.mark.everything
def test_the_sandwich_rests_on_as_many_groups():
    """Seven groups are six degrees of freedom; V is g / (g - 1) times the sum of squared scores."""
    frame = survey(7, 10, 1.0, seed=3)
    fit = regress("report ~ x", frame, WARNER.tolist(), groups="school", errors="sandwich")
    # The likelihood has the groups itself: no design effect is left.
    assert fit.test("x", method="lr").method == "lr, F"
    assert fit.freedom == 6 and "6 degrees of freedom" in fit.headline[1]
    scores = fit.fitted.scores
    bread = fit.fitted.covariance("observed")
    assert scores.shape == (7, 3)
    assert fit.covariance == pytest.approx(7 / 6 * bread @ scores.T @ scores @ bread, rel=1e-6)
    low, high = fit.interval("x")
    assert (high - low) / 2 / fit.bse["x"] == pytest.approx(t.ppf(0.975, 6))
    assert fit.pvalues["x"] == pytest.approx(2 * t.sf(abs(fit.params["x"] / fit.bse["x"]), 6))
    observed = regress("report ~ x", frame, WARNER.tolist(), groups="school")
    assert observed.freedom == np.inf


@pytest.mark.everything
def test_without_differences_between_groups_the_deviation_is_nothing():
    frame = survey(20, 20, 0.0, seed=11)
    shuffled = frame.assign(school=np.arange(len(frame)) % 20)
    fit = regress("report ~ x", shuffled, WARNER.tolist(), groups="school")
    plain = regress("report ~ x", shuffled, WARNER.tolist())
    assert fit.params["sd of groups"] >= 0
    assert fit.interval("sd of groups").low == 0
    assert fit.llf >= plain.llf - 1e-9
    if fit.params["sd of groups"] < 1e-3:
        assert fit.llf == pytest.approx(plain.llf, abs=1e-5)


def test_what_has_no_random_intercepts_is_refused():
    frame = survey(4, 10, 1.0, seed=3)
    with pytest.raises(InputError, match="at least two"):
        regress("report ~ x", frame.assign(school=1), WARNER.tolist(), groups="school")
    with pytest.raises(InputError, match="left out with clusters"):
        regress("report ~ x", frame, WARNER.tolist(), groups="school", clusters="school")
    weighted = frame.assign(w=[1.0, 2.0] * 20)
    with pytest.raises(InputError, match="groups must be left out with weights"):
        regress("report ~ x", weighted, WARNER.tolist(), groups="school", weights="w")
    with pytest.raises(InputError, match="observed or sandwich"):
        fit = regress("report ~ x", frame, WARNER.tolist(), groups="school")
        fit.fitted.covariance("expected")
    with pytest.raises(InputError, match="calibrated here: no surveys can be drawn"):
        fit.interval("x", method="calibrated")
    one = model(frame)
    with pytest.raises(InputError, match="more than two truths"):
        grouped(replace(one.rows, tables=Tables((np.eye(3),), one.rows.tables.used)),
                one.groups)  # fmt: skip


@pytest.mark.parametrize("reports", ["finite", "infinite"])
def test_profile_intervals_are_those_of_the_enumerated_likelihood(reports):
    frame = survey(8, 6, 1.0, seed=4)
    if reports == "infinite":  # 41 of 48, of which the table has three in four
        frame["report"] = 1 * (np.arange(48) % 7 > 0)
    fit = regress("report ~ x", frame, WARNER.tolist(), groups="school")
    assert np.isinf(fit.params["Intercept"]) == (reports == "infinite")
    found = fit.interval("Intercept", method="profile" if reports == "finite" else None)
    assert found.method == "profile"
    assert (found.high == np.inf) == (reports == "infinite")

    def profile(value: float) -> float:
        starts = [[0.0, 0.5], [0.5, 2.0]]
        asked = [
            minimize(lambda others: -enumerated(frame, np.array([value, *others])), start)
            for start in starts
        ]
        return -min(each.fun for each in asked)

    ends = [end for end in found if np.isfinite(end)]
    for end in ends:
        assert 2 * (fit.llf - profile(end)) == pytest.approx(3.8415, abs=0.01)


@pytest.mark.everything
def test_a_deviation_of_which_no_row_tells_has_no_value():
    """Beside a slope that is infinite all intercepts fit: what the search began with was printed,
    and of a deviation that is infinite a finite intercept with an interval of no width."""
    x = np.random.default_rng(1).normal(size=60)
    frame = pandas.DataFrame({"report": 1 * (x > 0), "x": x, "school": np.arange(60) % 6})
    separated = regress("report ~ x", frame, rr.Channel.identity(2), groups="school")
    assert separated.params["x"] == np.inf and np.isnan(separated.params["sd of groups"])
    assert any("other values of Intercept, sd of groups fit as well" in n for n in separated.notes)
    apart = regress("report ~ x", frame.assign(report=np.arange(60) % 2), WARNER.tolist(),
                    groups="school")  # fmt: skip
    assert apart.params["sd of groups"] == np.inf and np.isnan(apart.params["Intercept"])
    assert list(apart.interval("Intercept")) == [-np.inf, np.inf]
    near = regress("report ~ x", frame.assign(report=1 * (x > 0) ^ (np.arange(60) % 7 == 0)),
                   rr.Channel.identity(2), groups="school")  # fmt: skip
    assert np.isfinite(near.params).all()


def test_predictions_are_of_people_of_any_group():
    """They were those of a group in the middle, whose slope is larger."""
    frame = survey(6, 20, 1.5, 3)
    fit = regress("report ~ x", frame, WARNER.tolist(), groups="school")
    intercept, slope, sigma = fit.values
    density = np.exp(-0.5 * GRID**2) / np.sqrt(2 * np.pi)

    def yes(x):
        eta = intercept + slope * np.asarray(x)[:, None] + sigma * GRID
        return simpson(density / (1 + np.exp(-eta)), x=GRID)

    told = fit.predict({"x": [-1.0, 0.5]})
    assert told["probability"][1::2].to_numpy() == pytest.approx(yes([-1.0, 0.5]), abs=1e-9)
    rows = frame["x"].to_numpy()
    effect = (yes(rows + 1e-4) - yes(rows - 1e-4)).mean() / 2e-4
    found = fit.effects().iloc[1]
    assert found["effect"] == pytest.approx(effect, rel=1e-6)
    middle = 1 / (1 + np.exp(-intercept - slope * rows))
    assert slope * (middle * (1 - middle)).mean() > 1.05 * effect
    # The error by differences in all three coefficients.
    steps = np.eye(3) * 1e-5

    def effect_at(theta):
        moved = replace(fit.fitted, maximum=replace(fit.fitted.maximum, theta=theta))
        return replace(fit, fitted=moved).effects()["effect"][1]

    slopes = [(effect_at(fit.values + h) - effect_at(fit.values - h)) / 2e-5 for h in steps]
    assert found["stderr"] ** 2 == pytest.approx(slopes @ fit.covariance @ slopes, rel=1e-4)
