"""Rays of recession, the highest of several maxima, and intervals of sandwiches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas
import pytest
from scipy.optimize import brentq
from scipy.stats import chi2

import rropt as rr
from rropt import Channel, InputError, regress
from rropt.survey.regression.fitted import Together, by_halves
from rropt.survey.regression.level_cone import level_ways
from rropt.survey.regression.newton import Evaluation
from tests.survey.regression.survey_data import (
    FOUR,
    THREE,
    WARNER,
    at,
    rows_of,
    simulated,
    top,
    wages,
)
from tests.survey.regression.test_newton import Each

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


@dataclass(frozen=True)
class Place:
    """Where numbers lie that scatter by Cauchy's law: each may have a maximum of its own."""

    numbers: np.ndarray
    weights: np.ndarray

    @property
    def count(self):
        return len(self.numbers)

    def at(self, thetas, surveys=None):
        away = self.numbers - thetas
        near = 1 / (1 + away**2)
        weights = np.atleast_2d(self.weights)[0 if surveys is None else surveys]
        slopes = 2 * away * near * weights
        bends = (2 * away**2 - 2) * near**2 * weights
        values = (np.log(near) * weights).sum(axis=1)
        return Evaluation(values, slopes.sum(axis=1)[:, None], bends.sum(axis=1)[:, None, None])


NUMBERS = np.array([-20.0, -20.2, 0.0, 0.1, 0.2])
PLACE = Place(NUMBERS, np.ones(5))


def test_many_starts_are_climbed_and_those_that_are_alike_stand_once():
    starts = np.array([[-20.2], [-20.1], [-20.0], [-0.1], [0.1], [0.3]])
    assert by_halves(PLACE, starts)[:, 0] == pytest.approx([0.1, -20.1], abs=0.1)


def test_what_is_held_stays_where_it_is():
    starts = np.array([[-20.5], [-20.1], [-8.0], [0.0], [9.0], [10.0]])
    found = by_halves(PLACE, starts, np.zeros(1, bool))
    assert sorted(found[:, 0]) == sorted(starts[:, 0])


def test_halves_of_the_rows_lead_from_two_numbers_to_three_far_away():
    start = np.array([[-20.1]])
    assert top(PLACE, start[0]).theta == pytest.approx([-20.1], abs=0.1)
    found = by_halves(PLACE, start)[:, 0]
    assert found[[0, -1]] == pytest.approx([0.1, -20.1], abs=0.1)


def test_one_number_has_one_maximum():
    assert by_halves(Place(NUMBERS[:1], np.ones(1)), np.array([[-19.5]])) == pytest.approx(-20)


TOLD = np.array([[[0.8, 0.3], [0.2, 0.7]], [[0.5, 0.1], [0.5, 0.9]]])


def cheated(seed, rows):
    """Two tables, a trait that x cuts, and cheaters whom z makes more frequent."""
    random = np.random.default_rng(seed)
    x, z = random.normal(size=(2, rows))
    version = random.integers(0, 2, rows)
    holders = (x + 0.5 * random.normal(size=rows) > 0.3).astype(int)
    reports = (random.random(rows) < TOLD[version, 1, holders]).astype(int)
    reports[random.random(rows) < 1 / (1 + np.exp(1 - z))] = 0
    return pandas.DataFrame({"y": reports, "x": x, "z": z, "version": version})


def chances(theta, frame):
    """Of the reports: cut by x and z where coefficients are large."""
    trait = theta[0] + theta[1] * frame.x + theta[2] * frame.z
    held = 1 / (1 + np.exp(-np.clip(trait, -700, 700)))
    cheats = 1 / (1 + np.exp(-np.clip(theta[3] + theta[4] * frame.z, -700, 700)))
    told = TOLD[frame.version, frame.y]
    return (1 - cheats) * (told[:, 0] * (1 - held) + told[:, 1] * held) + cheats * (frame.y == 0)


@pytest.mark.everything
@pytest.mark.parametrize(("seed", "rows", "missed"), [(7, 150, -89.8445), (18, 100, -60.6733)])
def test_halves_find_what_eight_hundred_cuts_miss(seed, rows, missed):
    """Without them the fits ended at `missed`; the higher ones are checked by hand."""
    frame = cheated(seed, rows)
    tables = {
        number: Channel.from_rows(rows_of(table), truths=["0", "1"])
        for number, table in enumerate(TOLD)
    }
    fit = regress("y ~ x + z", frame, tables, design_column="version", noncompliance="0", lying="z")
    reached = np.log(chances(fit.fitted.theta, frame)).sum()
    assert fit.llf == pytest.approx(reached, abs=1e-6)
    assert reached > missed + 0.3


def test_a_coefficient_beyond_all_rows_is_infinite() -> None:
    """It was printed as 2.6e42 with an error of zero, its interval from 4654 to infinity: the cut
    that Newton's method came to goes through a row."""
    frame = simulated(THREE, [[-0.3, 1.0], [-0.3, 0.5]], 100, seed=5008).frame
    fit = regress("report ~ x", frame, rows_of(THREE))
    assert np.isinf(fit.values).all()
    assert fit.interval("x[2]", method="profile").high == np.inf
    assert np.isnan(fit.bse).all()


@pytest.mark.everything
def test_a_coefficient_of_which_no_row_tells_in_doubles_has_no_error() -> None:
    """It was printed with an error of zero, and Wald's test of it ended in a traceback."""
    random = np.random.default_rng([1, 14, 100])
    x = random.normal(size=100)
    eta = np.column_stack([np.zeros(100), -0.3 + x, -0.3 + x / 2, np.full(100, -0.3)])
    shares = np.exp(eta) / np.exp(eta).sum(axis=1, keepdims=True)
    told = (shares.cumsum(axis=1)[:, :-1] < random.random((100, 1))).sum(axis=1)
    chances = FOUR[:, told].T
    report = (chances.cumsum(axis=1)[:, :-1] < random.random((100, 1))).sum(axis=1)
    fit = regress("report ~ x", pandas.DataFrame({"report": report, "x": x}), rows_of(FOUR))
    assert np.isnan(fit.bse).all()
    assert all(np.isnan(fit.test(name, method="wald").p_value) for name in fit.names)
