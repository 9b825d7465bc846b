"""What is drawn from a model, and the chances of ratios in it."""

from __future__ import annotations

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt import regress
from rropt.survey.regression import drawn_surveys as module
from rropt.survey.regression import starts
from rropt.survey.regression.drawn_surveys import (
    MOST_DRAWS,
    SomeSurveys,
    drawn_chances,
    drawn_surveys,
    plausible,
)
from rropt.survey.regression.restricted import ratio_of, restricted_maximum
from tests.survey.regression.survey_data import THREE, WARNER, rows_of, simulated, top, wages

ONE = np.ones(1)
"""Rows that are independent: ratios are as large as those of drawn surveys."""


@pytest.mark.everything
def test_drawn_reports_follow_the_table_and_the_model():
    survey = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 200, seed=5)
    fit = regress("report ~ x", survey.frame, rows_of(THREE))
    random = np.random.default_rng(1)
    theta = fit.fitted.theta
    drawn = fit.fitted.likelihood.drawn([(theta, random)], 300).reports
    seen = np.array([[(reports == r).mean() for r in range(3)] for reports in drawn]).mean(axis=0)
    expected = (survey.shares(theta) @ THREE.T).mean(axis=0)
    assert seen == pytest.approx(expected, abs=0.01)


@pytest.mark.everything
@pytest.mark.parametrize("outcome", ["0", "1"])
def test_surveys_are_drawn_from_a_finite_model_where_the_fit_is_not(outcome):
    """All reports alike: beside a slope of zero the shares are those of n reports and one each."""
    frame = simulated(np.eye(2), [[0.0, 0.0]], 30, seed=1).frame.assign(report=outcome)
    fit = regress("report ~ x", frame, np.eye(2).tolist())
    assert fit.on_boundary and fit.interval_method == "calibrated"
    sign = 1 if outcome == "1" else -1
    (truth,) = plausible(fit.fitted, [{1: 0.0}])
    assert truth == pytest.approx([sign * np.log(31), 0], abs=1e-6)
    constant = regress("report ~ 1", frame, np.eye(2).tolist())
    assert all(np.isinf(list(constant.interval("Intercept"))[::sign]) == [False, True])


@pytest.mark.everything
def test_a_ratio_exceeds_another_where_it_is_as_large():
    """The ratio for all coefficients together is looked at first, and never decides otherwise."""
    survey = simulated(WARNER, [[-0.5, 0.8]], 80, seed=2)
    fit = regress("report ~ x", survey.frame, rows_of(WARNER))
    (truth,) = plausible(fit.fitted, [{1: 0.0}])
    (some,) = drawn_surveys(fit.fitted, truth, 20)
    tops, free = some.tops(), np.tile([True, False], (20, 1))
    ratios = some.ratios(tops, free)
    for wanted in ratios:
        for near in (wanted - 1e-6, wanted + 1e-6):
            exceeding = some.exceed(tops, free, np.full(20, near))
            assert exceeding.tolist() == (ratios >= near).tolist()


def test_surveys_are_searched_together_as_each_alone(monkeypatch):
    """The same surveys, whatever number fits in a part, and each the ratio of its own search."""
    survey = simulated(WARNER, [[-0.5, 0.8]], 60, seed=11)
    fit = regress("report ~ x", survey.frame, rows_of(WARNER)).fitted
    (truth,) = plausible(fit, [{1: 1.0}])
    held = np.array([True, False])

    def ratios_of(some):
        return some.ratios(some.tops(), np.tile(held, (len(some.names), 1)))

    (whole,) = drawn_surveys(fit, truth, 12)
    found = ratios_of(whole)
    random = np.random.default_rng(abs(round(fit.llf * 1e6)))
    for ratio in found:
        one = fit.likelihood.drawn([(truth, random)], 1)
        best, bound = top(one, truth), top(one, truth, held)
        away = 2 * (best.evaluation.value - bound.evaluation.value)
        assert ratio == pytest.approx(away, abs=1e-4)
    monkeypatch.setattr(module, "ROWS_AT_ONCE", 300)
    parts = list(drawn_surveys(fit, truth, 12))
    assert [len(some.names) for some in parts] == [5, 5, 2]
    assert np.concatenate(list(map(ratios_of, parts))) == pytest.approx(found, abs=1e-6)


CARD = rr.Channel.from_rows(rows_of(WARNER), truths=["no", "yes"])


def test_a_predictor_is_drawn_with_its_reports_and_the_outcome():
    """Means over surveys of what the model says: reports, outcomes, and outcomes by report."""
    frame = wages(400, 3)
    fit = regress("wage ~ report + x", frame, CARD, randomized="report")
    theta = np.array([2, 1.5, 0.5, 0, -0.5, 0.6])
    share = 1 / (1 + np.exp(0.5 - 0.6 * frame["x"].to_numpy()))
    random = np.random.default_rng(1)
    found = []
    drawn = fit.fitted.likelihood.drawn([(theta, random)], 300)
    outcome = drawn.of_truth(0).reports
    assert (drawn.of_truth(1).reports == outcome).all()
    for wage, said in zip(outcome, drawn.reports[0], strict=True):
        found.append([said.mean(), wage.mean(), wage.std(), (said * wage).mean()])
    told = 0.25 + 0.5 * share
    held, mean = share * 0.75, 2 + 0.5 * frame["x"].to_numpy()
    together = held * (mean + 1.5) + (told - held) * mean
    spread = np.sqrt(1 + np.var(mean + 1.5 * share) + (2.25 * share * (1 - share)).mean())
    expected = [told.mean(), (mean + 1.5 * share).mean(), spread, together.mean()]
    assert np.mean(found, axis=0) == pytest.approx(expected, abs=0.02)


def test_liars_are_drawn_silent():
    """Everybody says yes who does not lie; three in ten lie."""
    frame = pandas.DataFrame({"report": ["no", "yes"] * 500})
    rows = rr.Channel.from_rows([["0", "0"], ["1", "1"]], ["no", "yes"], ["no", "yes"])
    likelihood = regress("report ~ 1", frame, rows, noncompliance="no").fitted.likelihood
    model = np.array([0.3, np.log(3 / 7)]), np.random.default_rng(2)
    drawn = likelihood.drawn([model], 1)
    assert (drawn.reports == 0).mean() == pytest.approx(0.3, abs=0.05)


def test_ratios_are_finite_as_the_truth_has_a_likelihood():
    """One of six was infinite beside liars, the quantile no number, and the interval chi-square's
    with the name of a calibrated one."""
    frame = simulated(WARNER, [[-0.5, 0.8]], 50, seed=0).frame
    fitted = regress("report ~ x", frame, WARNER.tolist(), noncompliance="0").fitted
    (truth,) = plausible(fitted, [{}])
    (some,) = drawn_surveys(fitted, truth, 20)
    free = np.tile(np.arange(len(truth)) != 0, (20, 1))
    assert np.isfinite(some.ratios(some.tops(), free)).all()


@pytest.mark.everything
@pytest.mark.parametrize("fixed", [{1: 0.0}, {0: 0.0, 1: 0.0}])
def test_the_p_value_of_values_is_that_of_ratios_in_surveys_that_are_drawn_there(fixed):
    """One coefficient, and all of them: counted by searches of each survey alone."""
    survey = simulated(WARNER, [[-0.5, 0.8]], 60, seed=11)
    fit = regress("report ~ x", survey.frame, rows_of(WARNER)).fitted
    (truth,) = plausible(fit, [fixed])
    free = ~np.isin(np.arange(len(truth)), list(fixed))
    random = np.random.default_rng(abs(round(fit.llf * 1e6)))
    observed = fit.llf - top(fit.likelihood, truth, free).evaluation.value
    larger = 0
    for _ in range(module.MOST_DRAWS):
        one = fit.likelihood.drawn([(truth, random)], 1)
        best, bound = top(one, truth), top(one, truth, free)
        larger += best.evaluation.value - bound.evaluation.value >= observed - 0.005
    expected = (larger + 1) / (module.MOST_DRAWS + 1)
    assert drawn_chances(fit, [fixed], ONE) == pytest.approx([expected], abs=0.005)
    assert drawn_chances(fit, [fixed], ONE, 0.5) == pytest.approx([expected], abs=0.1)


@pytest.mark.parametrize("risk", [None, 0.3])
def test_values_together_have_the_chances_that_each_has_alone(risk):
    """Also where the draws for one end before those for another, and one value is impossible."""
    frame = simulated(WARNER, [[-0.5, 0.8]], 60, seed=11).frame
    fit = regress("report ~ x", frame, rows_of(WARNER), link="linear").fitted
    hypotheses = [{1: 0.0}, {0: -1.5}, {0: 0.5, 1: 0.1}, {1: float(fit.theta[1])}]
    alone = [float(drawn_chances(fit, [fixed], ONE, risk)[0]) for fixed in hypotheses]
    assert drawn_chances(fit, hypotheses, np.ones(4), risk).tolist() == alone
    assert len(set(alone)) == 4


def test_surveys_that_are_the_observed_one_are_as_extreme_as_it(monkeypatch):
    """All of five: the p-value is one. The many starts of a fit lead to a larger ratio than the one
    start of drawn surveys: by theirs it would be 1/6, as by one that is larger by a tenth.
    """
    monkeypatch.setattr(starts, "PARTITIONS", 80)
    frame = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 30, seed=1).frame
    fit = regress("report ~ x", frame, rows_of(THREE)).fitted
    truths = np.tile(plausible(fit, [{1: 0.0}]), (5, 1))
    same = SomeSurveys(fit.likelihood, truths, np.zeros(5, int))
    free = np.tile(np.arange(4) != 1, (5, 1))
    assert ratio_of(fit, {1: 0.0}) > same.ratios(same.tops(), free).max() + 2
    monkeypatch.setattr(module, "some_drawn", lambda *_: same)
    monkeypatch.setattr(module, "MOST_DRAWS", 5)
    assert drawn_chances(fit, [{1: 0.0}], ONE) == [1]
    assert drawn_chances(fit, [{1: 0.0}], 0.5 * ONE) == [1 / 6]
    monkeypatch.setattr(module, "ALIKE", -0.1)
    assert drawn_chances(fit, [{1: 0.0}], ONE) == [1 / 6]


@pytest.mark.filterwarnings("error")
def test_surveys_of_a_linear_probability_are_drawn_where_it_fits_best() -> None:
    """Of intercepts below zero no shares are; far below no reports. They were drawn at no fit.

    The interval of the intercept was -0.47 to 1.49, where that by chi-square is -0.14 to 1.01.
    """
    frame = pandas.DataFrame({"told": [0, 1] * 20, "age": np.arange(40)})
    fit = regress("told ~ age", frame, WARNER.tolist(), link="linear")
    for value in (-0.4, -0.2, 0.0, 1.2):
        (truth,) = plausible(fit.fitted, [{0: value}])
        best = restricted_maximum(fit.fitted, {0: value})
        assert truth == pytest.approx(best.theta, rel=1e-6)
    assert drawn_chances(fit.fitted, [{0: -1.5}], ONE) == [1 / (MOST_DRAWS + 1)]
    ends = fit.interval("Intercept", method="profile")
    low, high = fit.interval("Intercept", method="calibrated")
    assert ends.low - 0.1 < low < ends.low and ends.high < high < ends.high + 0.1
