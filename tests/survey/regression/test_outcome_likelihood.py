"""Scores and Hessians against finite differences, information against enumeration."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rropt.survey.regression import outcome_likelihood
from rropt.survey.regression.links import link_named
from rropt.survey.regression.outcome_likelihood import Lying, OutcomeLikelihood, Tables
from tests.survey.regression.survey_data import at, scores

pytestmark = pytest.mark.quick

WARNER = np.array([[0.75, 0.25], [0.25, 0.75]])
WIDE = np.array([[0.5, 0.1], [0.3, 0.3], [0.2, 0.6]])
BOTH = Tables((WARNER, WIDE), np.array([0, 1, 1]))


def test_each_row_has_the_likelihoods_of_its_own_table():
    """Of one survey, and of several of the same rows."""
    reports = np.array([1, 2, 0])
    expected = np.array([WARNER[1], WIDE[2], WIDE[0]])
    assert BOTH.likelihoods(reports) == pytest.approx(expected.T)
    other = np.array([0, 1, 1])
    both = BOTH.likelihoods(np.stack([reports, other]))
    assert both[:, 0] == pytest.approx(expected.T)
    assert both[:, 1] == pytest.approx(np.array([WARNER[0], WIDE[1], WIDE[1]]).T)
    alone = Tables((WIDE,), np.zeros(3, int))
    assert alone.likelihoods(np.stack([reports, other]))[:, 1] == pytest.approx(WIDE[other].T)
    assert BOTH.truths == alone.truths == 2


def test_reports_are_drawn_by_the_table_of_each_row():
    """Half of the second row's people are silent, and say the first report of theirs."""
    shares = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 1.0]])
    silent = np.array([[0.0, 0.5, 0], [0, 0, 0], [0, 0, 0]])
    numbers = np.random.default_rng(1).random((4000, 3))
    drawn = BOTH.drawn(shares[:, None], silent[:, None], numbers)
    assert drawn[7].tolist() == BOTH.drawn(shares, silent, numbers[7]).tolist()
    seen = np.stack([(drawn == report).mean(axis=0) for report in range(3)], axis=1)
    expected = np.array([[0.75, 0.25, 0], [0.55, 0.15, 0.3], [0.1, 0.3, 0.6]])
    assert seen == pytest.approx(expected, abs=0.03)


def test_a_report_is_drawn_where_rounding_leaves_less_than_one():
    """Also of the table that has fewer reports than the other."""
    shares = np.array([[0.0, 0.0, 0.0], [1 - 1e-15, 1 - 1e-15, 1 - 1e-15]])
    numbers = np.full(3, np.nextafter(1, 0))
    assert BOTH.drawn(shares, np.zeros((3, 3)), numbers).tolist() == [1, 2, 2]


def test_the_safe_report_is_that_of_the_rows_table():
    kind = Lying(np.ones((3, 1)), np.ones(2), (1, 2))
    reports = np.array([[1, 2, 1], [0, 1, 2]])
    assert kind.safe_rows(reports, BOTH.used).tolist() == [[1, 1, 0], [0, 0, 1]]


FORCED = np.array([[0.9, 0.2], [0.1, 0.8]])
THREE = np.array([[0.6, 0.2, 0.1], [0.2, 0.7, 0.2], [0.2, 0.1, 0.7]])


def likelihood(arrays, link="logit", liable=(), seed=3, rows=9):
    """`liable` has one list a kind of liars, who give the first report, the second, ..."""
    random = np.random.default_rng(seed)
    covariates = np.column_stack([np.ones(rows), random.uniform(0, 0.4, rows)])
    used = np.arange(rows) % len(arrays)
    reports = np.array([random.integers(0, len(arrays[number])) for number in used])
    tables = Tables(tuple(arrays), used)
    weights = random.uniform(0.5, 2, rows)
    kind = link_named(link, arrays[0].shape[1])
    lying = tuple(
        Lying(
            np.column_stack([np.ones(rows), random.normal(size=rows)]),
            np.array(holders, float),
            (safe,) * len(arrays),
        )
        for safe, holders in enumerate(liable)
    )
    return OutcomeLikelihood(covariates, reports, weights, tables, kind, lying)


CASES = {
    "warner": likelihood([WARNER]),
    "two tables": likelihood([WARNER, FORCED]),
    "cheating": likelihood([WARNER, FORCED], liable=[[1, 1]]),
    "lie detector": likelihood([WARNER, FORCED], liable=[[0, 1]]),
    "probit, lie detector": likelihood([WARNER, FORCED], "probit", liable=[[0, 1]]),
    "three": likelihood([THREE]),
    "three, cheating": likelihood([THREE], liable=[[1, 1, 1]]),
    "three, some liars": likelihood([THREE], liable=[[0, 1, 1]]),
    "three, two kinds of liars": likelihood([THREE], liable=[[0, 0, 1], [1, 0, 0]]),
    "probit": likelihood([FORCED], "probit"),
    "linear": likelihood([FORCED], "linear"),
}


@pytest.mark.parametrize("name", CASES)
def test_score_and_hessian_are_those_of_finite_differences(name):
    one = CASES[name]
    theta = np.linspace(0.3, 0.6, one.size)
    here = at(one, theta)
    for place, move in enumerate(1e-5 * np.eye(one.size)):
        above = at(one, theta + move)
        below = at(one, theta - move)
        slope = (above.value - below.value) / 2e-5
        assert here.gradient[place] == pytest.approx(slope, abs=1e-7)
        assert here.hessian[place] == pytest.approx(
            (above.gradient - below.gradient) / 2e-5, abs=1e-6
        )


@pytest.mark.parametrize("name", CASES)
def test_expected_information_is_the_mean_over_all_reports(name):
    """-E H, by listing every report of every row with its chance."""
    one = CASES[name]
    theta = np.linspace(0.3, 0.6, one.size)
    total = np.zeros((one.size, one.size))
    for row, number in enumerate(one.tables.used):
        for report in range(len(one.tables.arrays[number])):
            alone = OutcomeLikelihood(
                one.covariates[[row]],
                np.array([report]),
                np.ones(1),
                Tables(one.tables.arrays, np.array([number])),
                one.link,
                tuple(replace(kind, covariates=kind.covariates[[row]]) for kind in one.lying),
            )
            found = at(alone, theta)
            total -= one.weights[row] * np.exp(found.value) * found.hessian
    assert one.expected_information(theta) == pytest.approx(total, abs=1e-10)


@pytest.mark.parametrize("name", CASES)
def test_surveys_together_are_what_each_is_alone(name):
    """Of the same rows with other reports, in another order, at other points."""
    one = CASES[name]
    random = np.random.default_rng(4)
    theta = np.linspace(0.3, 0.6, one.size)
    drawn = one.drawn([(theta, random)], 3)
    thetas = theta + random.uniform(-0.05, 0.05, (2, one.size))
    which = np.array([2, 0])
    found, rows = drawn.at(thetas, which), drawn.scores(thetas, which)
    weights = random.uniform(0.5, 2, (3, one.count))
    weighted = replace(one, weights=weights).at(thetas, which)
    for place, survey in enumerate(which):
        counted = at(replace(one, weights=weights[survey]), thetas[place])
        assert weighted.value[place] == pytest.approx(counted.value, rel=1e-12)
        assert weighted.gradient[place] == pytest.approx(counted.gradient, rel=1e-9, abs=1e-12)
        assert weighted.hessian[place] == pytest.approx(counted.hessian, rel=1e-9, abs=1e-12)
        each = replace(one, reports=drawn.reports[survey])
        alone, among = at(each, thetas[place]), found[place]
        assert rows[place] == pytest.approx(scores(each, thetas[place]), rel=1e-9, abs=1e-12)
        assert rows[place].sum(axis=0) == pytest.approx(among.gradient, rel=1e-9, abs=1e-12)
        assert among.value == pytest.approx(alone.value, rel=1e-12)
        assert among.gradient == pytest.approx(alone.gradient, rel=1e-9, abs=1e-12)
        assert among.hessian == pytest.approx(alone.hessian, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("rows", [9, 8000])
def test_several_points_of_one_survey_are_what_each_is_alone(rows):
    """Few rows are evaluated together, many one after the other."""
    one = likelihood([WARNER], rows=rows)
    thetas = np.array([[0.3, 0.6], [0.1, -0.2], [0.0, 0.0]])
    found = one.at(thetas)
    for place, theta in enumerate(thetas):
        alone, among = at(one, theta), found[place]
        assert among.value == pytest.approx(alone.value, rel=1e-12)
        assert among.gradient == pytest.approx(alone.gradient, rel=1e-9)
        assert among.hessian == pytest.approx(alone.hessian, rel=1e-9)


@pytest.mark.parametrize("name", CASES)
def test_many_rows_are_evaluated_part_by_part(monkeypatch, name):
    """Nine rows, four at once: all of them, in their order, with their tables, weights, liars."""
    one = CASES[name]
    theta = np.linspace(0.3, 0.6, one.size)
    whole, rows = at(one, theta), scores(one, theta)
    monkeypatch.setattr(outcome_likelihood, "ROWS_AT_ONCE", 4)
    parts = at(replace(one), theta)
    assert parts.value == pytest.approx(whole.value, rel=1e-12)
    assert scores(replace(one), theta) == pytest.approx(rows, rel=1e-12)
    assert parts.hessian == pytest.approx(whole.hessian, rel=1e-9, abs=1e-12)


def test_an_impossible_report_in_one_part_makes_all_impossible(monkeypatch):
    monkeypatch.setattr(outcome_likelihood, "ROWS_AT_ONCE", 4)
    table = np.array([[1.0, 0.0], [0.0, 1.0]])
    one = replace(likelihood([table], "linear"), reports=np.array([0] * 8 + [1]))
    assert at(one, np.zeros(2)).value == -np.inf
    assert np.isfinite(at(one, np.array([0.1, 0.1])).value)


def test_an_impossible_report_has_no_likelihood():
    table = np.array([[1.0, 0.5], [0.0, 0.5]])
    one = likelihood([table], "linear")
    assert at(one, np.array([-1.0, 0.0])).value == -np.inf
    both = replace(one, reports=np.stack([one.reports, one.reports]))
    found = both.at(np.array([[-1.0, 0.0], [0.5, 0.0]]), np.arange(2))
    assert found.value[0] == -np.inf
    assert found[1].value == pytest.approx(at(one, np.array([0.5, 0.0])).value, rel=1e-14)
