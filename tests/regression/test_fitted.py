"""Rays of recession and sandwiches."""

from __future__ import annotations

import numpy as np
import pytest

from rropt import regress
from rropt.exact import InputError
from rropt.regression.fitted import (
    Groups,
    middle,
    recession,
)
from tests.regression.survey_data import WARNER, simulated, top
from tests.regression.test_newton import Each

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
        (Groups(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])), "two clusters or records"),
    ],
)
def test_groups_without_a_variance_are_refused(groups, message):
    with pytest.raises(InputError, match=message):
        middle(SCORES, groups)


def test_clusters_of_one_name_in_two_strata_are_two():
    nested = Groups(np.array([0, 1, 0, 1]), np.array([0, 0, 1, 1]))
    named = Groups(np.array([0, 1, 2, 3]), np.array([0, 0, 1, 1]))
    assert middle(SCORES, nested) == pytest.approx(middle(SCORES, named))
    assert nested.freedom == named.freedom == 2
    assert Groups(strata=np.array([0, 0, 1, 1])).freedom == np.inf


def test_rows_that_count_nowhere_are_units_without_a_score():
    counted = np.array([True, True, False, True, True, False])
    padded = np.zeros((6, 2))
    padded[counted] = SCORES
    found = middle(SCORES, Groups(counted=counted))
    assert found == pytest.approx(6 * np.cov(padded.T))
    assert found != pytest.approx(middle(SCORES, Groups()), rel=0.05)


def logistic(signs):
    """sum of log 1/(1 + e^-(s x)): no maximum where all signs agree."""
    s = np.array(signs, float)

    def one(x):
        share = 1 / (1 + np.exp(-s * x[0]))
        scores = (s * (1 - share))[:, None]
        hessian = -np.array([[float((share * (1 - share)).sum())]])
        return float(np.log(share).sum()), scores, hessian

    return Line(one)


class Line(Each):
    """One parameter, which is its own linear predictor."""

    def at(self, thetas, surveys=None):
        return super().at(thetas, np.zeros(len(thetas), int))

    def reach(self, direction):
        return float(abs(direction[0]))


def test_a_likelihood_without_maximum_has_a_ray_of_its_sign():
    for sign in (1, -1):
        line = logistic([sign] * 3)
        (ray,) = recession(line, top(line, np.zeros(1)))
        assert np.sign(ray[0]) == sign


def test_a_likelihood_with_a_maximum_has_no_ray():
    """Also one that is nearly flat: one record in a thousand disagrees."""
    line = logistic([1] * 999 + [-1])
    assert recession(line, top(line, np.zeros(1))) == []


def test_sandwich_errors_have_wald_intervals():
    frame = simulated(WARNER, [[-0.5, 0.8]], 300, seed=5).frame.assign(w=2.0)
    fit = regress("report ~ x", frame, WARNER.tolist(), weights="w")
    assert fit.interval("x") == fit.interval("x", method="wald")
