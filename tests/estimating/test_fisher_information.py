"""Covariances of likeliest distributions: the inverse of an information."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.estimating import likelihood_estimate
from rropt.estimating.fisher_information import tangent_covariance, unseen_by
from tests.estimating.test_likelihood_estimate import TALL


def test_the_observed_information_is_the_hessian():
    counts = np.array([50, 20, 60, 30])
    table = TALL.to_numpy()

    def value(share):
        return counts @ np.log(table @ [1 - share, share])

    answer = likelihood_estimate(TALL, counts).of(1)
    step = 1e-4
    bend = (
        value(answer.value + step) + value(answer.value - step) - 2 * value(answer.value)
    ) / step**2
    assert answer.stderr**-2 == pytest.approx(-bend, rel=1e-5)


def test_a_multinomial_has_its_covariance() -> None:
    """Truth told: diag(p) - p p' over n, in the tangent of the simplex."""
    p = np.array([0.5, 0.3, 0.2])
    found = tangent_covariance(np.eye(3), 100 / p, np.ones((1, 3)), 2)
    assert found == pytest.approx((np.diag(p) - np.outer(p, p)) / 100, abs=1e-15)
    assert found.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-15)


def test_two_groups_do_not_mix() -> None:
    groups = np.array([[1.0, 1, 0, 0], [0, 0, 1, 1]])
    weights = 1 / np.array([0.5, 0.5, 0.1, 0.9])
    found = tangent_covariance(np.eye(4), weights, groups, 2)
    assert found[:2, 2:] == pytest.approx(np.zeros((2, 2)), abs=1e-15)
    assert (found[0, 0], found[3, 3]) == pytest.approx((0.25, 0.09))


def test_directions_that_the_seen_reports_do_not_see() -> None:
    channel = Channel.from_rows(
        [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]
    )
    assert unseen_by(channel, (True, True, True)) == ()
    (direction,) = unseen_by(channel, (True, False, False))
    assert sum(direction) == 0 and max(map(abs, direction)) == 1
    row = channel.rows[0]
    assert sum(x * d for x, d in zip(row, direction, strict=True)) == 0
    assert len(unseen_by(channel, (False, False, False))) == 2
