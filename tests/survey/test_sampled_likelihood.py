"""The log-likelihood of groups, its covariances and profile limits: against a general solver."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from scipy.optimize import brentq, minimize

from rropt.channel import Channel
from rropt.survey import likelihood_estimate
from rropt.survey.identification import unseen_by
from rropt.survey.sampled_likelihood import (
    SampledLikelihood,
    limits_at,
    tangent_covariance,
    together,
)
from tests.survey.test_likelihood_estimate import CUT, KRR, TALL, grid_profile

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
COUNTS = [500, 300, 200]


def model() -> SampledLikelihood:
    return likelihood_estimate(KRR, COUNTS).model


def log_likelihood(x) -> float:
    return float(np.array(COUNTS) @ np.log(KRR.to_numpy() @ x))


def test_the_drop_is_twice_the_loss_of_likelihood() -> None:
    found = model()
    points = np.array([[0.6, 0.3, 0.1], [1 / 3, 1 / 3, 1 / 3], [0.0, 0.0, 1.0]])
    best = log_likelihood(found.maximum)
    for point, drop in zip(points, found.drop(points), strict=True):
        assert drop == pytest.approx(2 * (best - log_likelihood(point)), abs=1e-8)
    assert found.drop(found.maximum[None])[0] == 0


@pytest.mark.parametrize("value", [-0.5, 0.0, 0.3])
def test_a_profile_is_the_maximum_at_a_value(value: float) -> None:
    """Of the contrast (0, 1, -1): by SLSQP; the slope by differences."""
    contrast = np.array([0.0, 1.0, -1.0])
    found = model()
    points, slopes = found.profile(contrast[None], np.array([value]))
    assert contrast @ points[0] == pytest.approx(value) and points[0].sum() == pytest.approx(1)
    other = minimize(
        lambda x: -log_likelihood(x) / 1000,
        found.inside(contrast, value),
        bounds=[(1e-12, 1)] * 3,
        constraints=[
            {"type": "eq", "fun": lambda x: x.sum() - 1},
            {"type": "eq", "fun": lambda x: contrast @ x - value},
        ],
        options={"ftol": 1e-15, "maxiter": 500},
    )
    assert log_likelihood(points[0]) == pytest.approx(-1000 * other.fun, abs=1e-4)
    step = 1e-5
    sides, _ = found.profile(np.array([contrast] * 2), np.array([value - step, value + step]))
    below, above = found.drop(sides)
    assert slopes[0] == pytest.approx((above - below) / (2 * step), rel=1e-3, abs=0.01)


def test_extremes_and_faces_of_two_groups() -> None:
    """(0, 1 | 0, -2): from -2 to 1; largest at the second truth and the first of the other."""
    parts = [likelihood_estimate(WARNER, c) for c in ([500, 500], [600, 400])]
    both = together(part.model for part in parts)
    contrast = np.array([0.0, 1.0, 0.0, -2.0])
    assert both.extremes(contrast) == (-2.0, 1.0)
    assert both.face(contrast, 1).tolist() == [False, True, True, False]
    assert both.face(contrast, -1).tolist() == [True, False, False, True]
    assert both.centre.tolist() == [0.5] * 4 and both.sizes.tolist() == [1000, 1000]
    point = both.inside(contrast, 0.5)
    assert contrast @ point == pytest.approx(0.5) and (point > 0).all()
    assert both.groups @ point == pytest.approx([1, 1])
    shifted = both.from_end(contrast, 0.5)
    assert shifted @ point == pytest.approx(0.5 - 1.0)


def test_the_observed_covariance_is_the_binomial_one() -> None:
    found = likelihood_estimate(WARNER, [600, 400]).model
    assert found.observed_covariance[1, 1] == pytest.approx(4 * 0.24 / 1000)
    assert found.expected_covariance(found.maximum) == pytest.approx(found.observed_covariance)
    assert found.expected_shares(np.array([1.0, 0.0])).tolist() == [0.75, 0.25]


def test_a_report_that_is_never_given_is_left_out() -> None:
    never = Channel.from_rows([["3/4", "1/4"], [0, 0], ["1/4", "3/4"]])
    found = likelihood_estimate(never, [600, 0, 400]).model
    assert found.rows.shape == (2, 2) and found.observed.tolist() == [600, 400]


def test_the_largest_on_a_face_stays_on_it() -> None:
    found = model()
    face = np.array([True, False, True])
    (point,) = found.largest_on(face, found.observed[None] / found.total)
    assert point[1] == 0 and point.sum() == pytest.approx(1)
    grid = [np.array([1 - s, 0, s]) for s in np.linspace(0, 1, 1001)]
    assert log_likelihood(point) >= max(map(log_likelihood, grid)) - 1e-9
    corner = np.array([False, True, False])
    assert found.largest_on(corner, found.observed[None] / found.total).tolist() == [[0, 1, 0]]


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
    found = tangent_covariance(np.eye(3), 100 / p, 2)
    assert found == pytest.approx((np.diag(p) - np.outer(p, p)) / 100, abs=1e-15)
    assert found.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-15)


def test_two_groups_do_not_mix() -> None:
    itself = Channel.identity(2)
    counts = np.array([1.0, 1.0]), np.array([1.0, 9.0])
    found = SampledLikelihood((itself, itself), counts, np.array([0.5, 0.5, 0.1, 0.9]))
    spread = found.observed_covariance
    assert spread[:2, 2:] == pytest.approx(np.zeros((2, 2)), abs=1e-15)
    assert (spread[0, 0], spread[3, 3]) == pytest.approx((0.25 / 2, 0.09 / 10))


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


@pytest.mark.parametrize("contrast", [(0, 0, 1), (-1, 0, 1), (3, 1, 2)])
def test_profile_intervals_of_three_truths_against_a_general_solver(contrast):
    counts = np.array([40, 35, 25])
    table = KRR.to_numpy()
    answer = likelihood_estimate(KRR, counts).contrast(contrast)
    top = counts @ np.log(table @ likelihood_estimate(KRR, counts).value)
    found = answer.interval(method="profile")
    for end, extreme in zip((found.low, found.high), answer.range, strict=True):
        drop = 2 * (top - grid_profile(table, counts, np.array(contrast), end))
        assert drop == pytest.approx(CUT, abs=1e-3) or (end == extreme and drop < CUT)


def test_an_end_of_the_simplex_is_an_end_of_the_interval():
    """All 50 say no: the upper limit of 4/5 p has 2 * 50 * -log(1 - 4/5 p) = 3.84."""
    revealing = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
    found = likelihood_estimate(revealing, [50, 0]).of(1).interval(method="profile")
    assert found.low == 0
    expected = brentq(lambda p: -100 * log(1 - 0.8 * p) - CUT, 0, 0.5)
    assert found.high == pytest.approx(expected, abs=1e-9)
    everything = likelihood_estimate(Channel.identity(2), [0, 9]).of(1).interval()
    assert everything.high == 1


def test_limits_of_a_binomial_share_are_roots_of_its_deviance() -> None:
    """90 and 10: 2 (l(0.1) - l(p)) = 3.84 at both ends, found by a root finder."""
    counts = np.array([90, 10])
    model = SampledLikelihood((Channel.identity(2),), (counts,), counts / 100)
    contrast = np.array([0.0, 1.0])

    def deviance(p: float) -> float:
        return 2 * (10 * np.log(0.1 / p) + 90 * np.log(0.9 / (1 - p)))

    ends = [brentq(lambda p: deviance(p) - 3.84, *span) for span in ((0.01, 0.1), (0.1, 0.9))]
    assert limits_at(model, contrast, np.array([-1, 1]), np.full(2, 3.84)) == pytest.approx(
        ends, abs=1e-9
    )
    at = model.drop(np.array([[0.8, 0.2], [1.0, 0.0], [0.9, 0.1]]))
    assert at == pytest.approx([deviance(0.2), np.inf, 0.0])
