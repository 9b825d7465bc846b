"""Rays of recession, and intervals of sandwiches."""

from __future__ import annotations

import numpy as np
import pandas
import pytest
from scipy.optimize import brentq
from scipy.stats import chi2

import rropt as rr
from rropt import InputError, regress
from rropt.regression.fitted import Together
from rropt.regression.level_cone import level_ways
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
        (ray,), _ = level_ways(line, top(line, np.zeros(1)))
        assert np.sign(ray[0]) == sign


def test_a_likelihood_with_a_maximum_has_no_ray():
    """Also one that is nearly flat: one record in a thousand disagrees."""
    line = logistic([1] * 999 + [-1])
    assert level_ways(line, top(line, np.zeros(1))) == ([], [])


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


DIRECT = np.eye(3).astype(int).tolist()


def test_a_coefficient_that_level_rays_move_both_ways_is_not_identified():
    """All of b say 1: there 2 is as unlikely as one likes, whatever its odds against 0 are."""
    told = ["0", "1", "2"] * 20 + ["1"] * 30
    frame = pandas.DataFrame({"r": told, "g": ["a"] * 60 + ["b"] * 30})
    fit = regress("r ~ C(g)", frame, DIRECT)
    assert fit.llf == pytest.approx(60 * np.log(1 / 3), abs=1e-6)
    assert fit.params["C(g)[T.b][1]"] == np.inf and np.isnan(fit.params["C(g)[T.b][2]"])
    assert tuple(fit.interval("C(g)[T.b][2]")) == (-np.inf, np.inf)
    assert "not identified: other values of C(g)[T.b][2] fit as well" in fit.notes
    assert "no maximum in C(g)[T.b][1];" in fit.notes[0]
    # One answer 2 in b, and its odds are told: against the 0 that nobody says they are infinite.
    frame.loc[89, "r"] = "2"
    near = regress("r ~ C(g)", frame, DIRECT)
    assert not near.fitted.unidentified.any() and near.params["C(g)[T.b][2]"] == np.inf


def test_cheaters_that_one_table_does_not_tell_are_not_identified():
    """Of 60 reports 36 are yes, by 3/4 and 1/4: without cheaters 0.7 have the trait, else more.

    Below 0.7 nobody cheats: the profile's end is the binomial one, above 0.7 all shares fit.
    """
    frame = pandas.DataFrame({"r": [0] * 24 + [1] * 36})
    fit = regress("r ~ 1", frame, WARNER.tolist(), noncompliance="0")
    assert np.isnan(fit.params).all() and np.isnan(fit.bse).all()
    assert not fit.on_boundary and "Intercept, lying: Intercept fit as well" in fit.notes[0]
    low, high = fit.interval("Intercept", method="profile")

    def lack(share):
        chance = 1 / 4 + share / 2
        ratio = 36 * np.log(chance / 0.6) + 24 * np.log((1 - chance) / 0.4)
        return 2 * ratio + chi2.ppf(0.95, 1)

    assert high == np.inf and 1 / (1 + np.exp(-low)) == pytest.approx(brentq(lack, 0.1, 0.7), 1e-5)
    with pytest.raises(InputError, match="coefficients are all identified"):
        fit.predict({"r": [0]})
    tables = {"a": WARNER.tolist(), "b": WARNER[::-1].tolist()}
    # Two tables tell them: 0.12 cheaters, and 0.2 of all have the trait.
    frame = pandas.DataFrame({"r": [0] * 34 + [1] * 16 + [0] * 22 + [1] * 28})
    frame["t"] = ["a"] * 50 + ["b"] * 50
    told = regress("r ~ 1", frame, tables, noncompliance="0", design_column="t")
    assert not told.fitted.unidentified.any() and np.isfinite(told.bse).all()
    shares = 1 / (1 + np.exp(-told.params.to_numpy()))
    assert shares == pytest.approx([0.2 / 0.88, 0.12], abs=1e-6)
