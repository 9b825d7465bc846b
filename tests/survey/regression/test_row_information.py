"""How much rows tell, against the delta method."""

from __future__ import annotations

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt import regress
from rropt.survey.regression.row_information import log_odds_error, unevenness
from tests.survey.regression.survey_data import simulated


def test_the_error_of_log_odds_is_that_of_the_delta_method():
    """Of a share p by n direct answers 1 / sqrt(n p (1 - p)), whatever the link."""
    frame = simulated(np.eye(2), [[-1.0, 0.0]], 200, seed=2).frame
    share = (frame["report"].astype(str) == "1").mean()
    for link in ("logit", "probit", "linear"):
        fit = regress("report ~ 1", frame, np.eye(2).tolist(), link=link)
        expected = 1 / np.sqrt(200 * share * (1 - share))
        assert log_odds_error(fit.fitted) == pytest.approx(expected, rel=1e-4)


def test_the_error_of_a_trait_beside_correlated_counts_is_that_of_differences():
    """The correlation of items is the same for everybody: its coefficient has no covariates."""
    random = np.random.default_rng(1)
    x, group = random.normal(size=800), np.arange(800) % 2
    others = random.binomial(4, random.beta(1.5, 1.5, 800))
    told = others + group * (random.random(800) < 0.4)
    frame = pandas.DataFrame({"report": told, "x": x, "group": group})
    counted = rr.ItemCount(4, counts="beta-binomial")
    fit = regress("report ~ x", frame, counted, design_column="group").fitted

    def log_odds(theta):
        likelihood = fit.likelihood
        shares = likelihood.link.probabilities(likelihood.eta(theta)).T
        return np.log(shares[:, 1:] / shares[:, :1])

    moves = 1e-6 * np.eye(len(fit.theta))
    slopes = [(log_odds(fit.theta + m) - log_odds(fit.theta - m)) / 2e-6 for m in moves]
    covariance = fit.covariance("observed")
    variances = np.einsum("pnb,pq,qnb->nb", slopes, covariance, slopes)
    expected = np.sqrt(variances.mean(axis=0).max())
    assert log_odds_error(fit) == pytest.approx(expected, rel=1e-4)


def test_few_reports_of_a_rare_kind_are_uneven_though_the_error_is_small():
    """Of 20 and 200 open answers two and a hundred say yes: Lyapunov's ratio by hand."""
    said = [1] * 2 + [0] * 18 + [0, 1] * 100
    frame = pandas.DataFrame({"report": said, "small": [1] * 20 + [0] * 200})
    fit = regress("report ~ small", frame, np.eye(2).tolist())
    squares = 1 / 2 + 1 / 18 + 4 / 200
    cubes = 1 / 2**2 + 1 / 18**2 + 2 / 100**2
    assert unevenness(fit.fitted) == pytest.approx(cubes / squares**1.5, rel=1e-6)
    assert log_odds_error(fit.fitted) < 0.5 and fit.interval_method == "calibrated"
