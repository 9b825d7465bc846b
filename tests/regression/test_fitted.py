"""Rays of recession, and sandwiches of rows, clusters, strata."""

import numpy as np
import pytest

from rropt.exact import InputError
from rropt.regression.fitted import Groups, middle, recession
from rropt.regression.newton import Evaluation, maximise

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
        (Groups(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])), "lie in one stratum"),
    ],
)
def test_groups_without_a_variance_are_refused(groups, message):
    with pytest.raises(InputError, match=message):
        middle(SCORES, groups)


def logistic(signs):
    """sum of log 1/(1 + e^-(s x)): no maximum where all signs agree."""
    s = np.array(signs, float)

    def at(x):
        share = 1 / (1 + np.exp(-s * x[0]))
        scores = (s * (1 - share))[:, None]
        hessian = -np.array([[float((share * (1 - share)).sum())]])
        return Evaluation(float(np.log(share).sum()), scores, hessian)

    return at


def reach(direction):
    return float(abs(direction[0]))


def test_a_likelihood_without_maximum_has_a_ray_of_its_sign():
    for sign in (1, -1):
        at = logistic([sign] * 3)
        (ray,) = recession(at, maximise(at, np.zeros(1)), reach)
        assert np.sign(ray[0]) == sign


def test_a_likelihood_with_a_maximum_has_no_ray():
    """Also one that is nearly flat: one record in a thousand disagrees."""
    at = logistic([1] * 999 + [-1])
    assert recession(at, maximise(at, np.zeros(1)), reach) == []
