"""Rays of recession, and intervals of sandwiches."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt import regress
from rropt.regression.fitted import Together, recession
from tests.regression.survey_data import WARNER, at, rows_of, scores, simulated, top, wages
from tests.regression.test_newton import Each

CARD = rr.Channel.from_rows(rows_of(WARNER), truths=["no", "yes"])


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


def test_log_likelihoods_of_some_of_the_parameters_add_up():
    likelihood = regress("wage ~ report", wages(50, 4), CARD, randomized="report").fitted.likelihood
    ((places, known),) = likelihood.openly()
    theta = np.linspace(-0.4, 0.5, likelihood.size)
    together = Together(((slice(None), likelihood), (places, known)))
    rows = scores(together, theta)
    assert rows.sum(axis=0) == pytest.approx(at(together, theta).gradient, abs=1e-9)
    here = at(together, theta)
    assert here.value == pytest.approx(at(likelihood, theta).value + at(known, theta[places]).value)
    for place, move in enumerate(1e-5 * np.eye(likelihood.size)):
        above, below = at(together, theta + move), at(together, theta - move)
        assert here.gradient[place] == pytest.approx((above.value - below.value) / 2e-5, abs=1e-5)
        bend = (above.gradient - below.gradient) / 2e-5
        assert here.hessian[place] == pytest.approx(bend, abs=1e-4)
