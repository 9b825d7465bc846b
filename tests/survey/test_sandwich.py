"""One formula for the variance of a weighted sum: estimates and regressions ask for the same."""

from dataclasses import replace
from fractions import Fraction
from math import inf, isnan, nan

import numpy as np
import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.survey import survey_estimate
from rropt.survey.sandwich import (
    Sampling,
    drawn_variance,
    population_sizes,
    stratum_variance,
    wald_quantile,
    wald_tail,
)

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["no", "yes"])
REPORTS = ["no", "yes", "no", "no", "yes"] * 4
WEIGHTS = [1, 2, 3, 1, 1] * 3 + [2, 1, 1, 2, 2]
STRATA = ["a"] * 12 + ["b"] * 8
CLUSTERS = [str(i // 2) for i in range(20)]
NESTED = [str(i // 2 % 4) for i in range(20)]
"""The clusters of both strata have the same names."""


SCORES = np.array([[1.0, 0.0], [2.0, 1.0], [0.0, 3.0], [1.0, 1.0]])


def asked(strata="aaaa", **others):
    """Four records by a letter for the stratum of each."""
    return Sampling.of(list(strata), **others)


def outer(*sums):
    return sum(np.outer(s, s) for s in np.array(sums, float))


def test_rows_clusters_and_strata_by_hand():
    assert asked().variance(SCORES) == pytest.approx(4 * np.cov(SCORES.T))
    clustered = asked(clusters=np.array([0, 0, 1, 1])).variance(SCORES)
    assert clustered == pytest.approx(2 * outer([1, -1.5], [-1, 1.5]))
    stratified = asked(strata="aabb").variance(SCORES)
    assert stratified == pytest.approx(2 * outer([0.5, 0.5], [0.5, 0.5], [0.5, -1], [0.5, -1]))
    both = asked(strata="aabb", clusters=np.array([0, 1, 2, 3])).variance(SCORES)
    assert both == pytest.approx(stratified)


@pytest.mark.parametrize(
    ("sampled", "message"),
    [
        ({"clusters": np.zeros(4, int)}, "the sample must have two clusters or records"),
        ({"strata": "aaab"}, "stratum must have two clusters or records, got fewer in 1 of 2$"),
        ({"strata": "abbb", "clusters": np.array([0, 0, 1, 1])}, "fewer in 1 of 2$"),
    ],
)
def test_strata_without_a_variance_are_refused(sampled, message):
    with pytest.raises(InputError, match=message):
        asked(**sampled).variance(SCORES)


def test_clusters_of_one_name_in_two_strata_are_two():
    nested = asked(strata="aabb", clusters=np.array([0, 1, 0, 1]))
    named = asked(strata="aabb", clusters=np.array([0, 1, 2, 3]))
    assert nested.variance(SCORES) == pytest.approx(named.variance(SCORES))
    assert nested.freedom == named.freedom == 2
    assert asked(strata="aabb").freedom == np.inf


def test_rows_that_count_nowhere_are_units_without_a_score():
    counted = np.array([True, True, False, True, True, False])
    padded = np.zeros((6, 2))
    padded[counted] = SCORES
    found = asked(strata="aaaaaa", counted=counted).variance(SCORES)
    assert found == pytest.approx(6 * np.cov(padded.T))
    assert found != pytest.approx(asked().variance(SCORES), rel=0.05)


def test_units_that_are_alike_count_as_often():
    scores = np.array([[1.0, 2.0], [0.0, 1.0], [3.0, -1.0]])
    often = np.array([2, 1, 3])
    assert stratum_variance(scores, often) == pytest.approx(
        6 * np.cov(np.repeat(scores, often, 0).T)
    )


def test_the_stratum_of_one_person_is_not_named():
    with pytest.raises(InputError) as refused:
        Sampling.of(["town", "town", "lonely road 7"]).variance(np.ones((3, 2)))
    assert "road" not in str(refused.value)


def test_strata_of_a_finite_population_count_by_what_was_not_asked():
    scores = np.array([[1.0], [4.0], [2.0], [0.0], [5.0]])
    strata = np.array(["a", "a", "b", "b", "b"])
    spreads = [2 * 4.5, 3 * np.var([2.0, 0.0, 5.0], ddof=1)]
    sampled = Sampling.of(strata)
    found = sampled.within({"a": 4, "b": 12}).variance(scores)
    assert found == pytest.approx(0.5 * spreads[0] + 0.75 * spreads[1])
    census = replace(sampled, parts=np.array([1.0, 0.0]))
    assert census.variance(scores) == pytest.approx(spreads[1])
    assert replace(census, drawn=np.ones((1, 1))).variance(scores) == pytest.approx(spreads[1] + 1)
    assert sampled.variance(scores) == pytest.approx(sum(spreads))


def test_the_part_asked_is_of_clusters_where_there_are_some():
    strata = np.array(["a", "a", "a", "b"])
    clusters = np.array(["1", "1", "2", "1"])
    sizes = {"a": 8, "b": 4}
    assert Sampling.of(strata, clusters=clusters).within(sizes).parts.tolist() == [0.25, 0.25]
    alike = Sampling.of(strata, alike=np.array([2.0, 1.0, 1.0, 3.0])).within(sizes)
    assert alike.parts.tolist() == [0.5, 0.75]
    assert alike.part_of_each.tolist() == [0.5, 0.5, 0.5, 0.75]
    assert Sampling.of(strata).within(None).parts is None
    with pytest.raises(InputError, match="at least its sample, 3, got 2"):
        Sampling.of(strata).within({"a": 2, "b": 4})


def test_a_table_draws_the_mean_variance_of_a_score_given_the_truth():
    random = np.random.default_rng(4)
    table = random.dirichlet(np.ones(3), 2).T
    shares = random.dirichlet(np.ones(2), 5)
    scores = random.normal(size=(3, 5, 1))
    counted = random.random(5)
    by_truth = [
        sum(
            share * (table[:, j] @ scores[:, n, 0] ** 2 - (table[:, j] @ scores[:, n, 0]) ** 2)
            for j, share in enumerate(shares[n])
        )
        for n in range(5)
    ]
    found = drawn_variance(table, shares, scores, counted)
    assert found.item() == pytest.approx(counted @ np.array(by_truth))
    revealed = drawn_variance(np.eye(2), shares, scores[:2], counted)
    assert revealed.item() == pytest.approx(0, abs=1e-12)


def test_degrees_of_freedom_are_clusters_less_strata():
    strata = np.array(["a", "a", "a", "b", "b", "b"])
    clusters = np.array([1, 2, 3, 1, 2, 2])
    assert Sampling.of(strata, clusters=clusters).freedom == 3
    assert Sampling.of(np.zeros(6), clusters=clusters).freedom == 2
    assert Sampling.of(strata).freedom == inf


def test_quantiles_and_tails_are_those_of_tables():
    """Student's t of 11: 2.201, of 2: 4.303; F(2, 10) at 95%: 4.103, of 11 clusters' T^2."""
    assert wald_quantile(Fraction(19, 20), 11) == pytest.approx(2.201, abs=5e-4)
    assert wald_quantile(0.95, 2) == pytest.approx(4.303, abs=5e-4)
    assert wald_tail(2.201**2, 1, 11) == pytest.approx(0.05, abs=1e-4)
    assert wald_tail(4.103 * 2 * 11 / 10, 2, 11) == pytest.approx(0.05, abs=1e-4)
    assert wald_tail(5.991, 2, inf) == pytest.approx(0.05, abs=1e-4)
    assert isnan(wald_tail(nan, 1, inf))
    with pytest.raises(InputError, match="at least 3 more than strata for a test, got 2"):
        wald_tail(9.0, 3, 2)


@pytest.mark.parametrize(
    "columns",
    [
        {},
        {"strata": STRATA},
        {"clusters": CLUSTERS},
        {"strata": STRATA, "clusters": CLUSTERS},
        {"strata": STRATA, "clusters": NESTED},
    ],
)
@pytest.mark.parametrize("weights", [[1] * 20, WEIGHTS, [0, 0, 2, 1] * 5])
def test_a_regression_on_nothing_has_the_error_of_the_estimate(columns, weights):
    """The identity link makes the intercept the prevalence: 20 reports, n / (n - 1) = 1.052632."""
    found = survey_estimate(WARNER, REPORTS, weights, **columns).contrast([0, 1])
    data = {"y": REPORTS, "w": weights, **columns}
    names = {name: name for name in columns}
    fit = rr.regress("y ~ 1", data, WARNER, link="linear", weights="w", **names)
    assert fit.params["Intercept"] == pytest.approx(found.value, abs=1e-7)
    assert fit.bse["Intercept"] == pytest.approx(found.stderr, rel=1e-6)
    assert fit.nobs == sum(weight > 0 for weight in weights)
    assert fit.freedom == found.errors.freedom


def test_a_column_of_everybody_is_no_list_of_strata() -> None:
    """The message named each of them."""
    people = {f"person {n}": 1 for n in range(13)}
    with pytest.raises(InputError, match=r"each stratum once: 13 groups$"):
        population_sizes(people, {"person 0": 10})
    with pytest.raises(InputError, match=r"'person 0', .*, 'person 9'$"):
        population_sizes(dict.fromkeys([*people][:10], 1), {"person 0": 10})
