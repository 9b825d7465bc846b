"""Kind `gradient` as a specification: Warner's variance, its near misses, and every objective."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_gradient import (
    Place,
    gradient,
    shares_of_density,
    shift_spread,
)
from tests.certificates import changed
from tests.checker.test_kind_gradient import SKEW, THREE, TWO, fourths
from tests.gradients import proportion, response, variances, volume

pytestmark = pytest.mark.quick

QUARTER = F(1, 4)
WARNER = proportion(THREE, [QUARTER])
SAMPLES = {
    "variance": WARNER,
    "a-optimal": variances("a-optimal", response(3, THREE), [SKEW], THREE),
    "d-optimal": volume(response(2, THREE), TWO, THREE),
    "e-optimal": fourths(),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_certificates_are_proved_and_a_better_bound_or_value_is_not(name):
    data = SAMPLES[name]
    assert gradient(data)
    value, bound = F(data["value"]), F(data["bound"])
    hair = F(1, 10**6) * bound
    for near in (
        {"value": value - hair - (value - bound)},
        {"bound": value + hair},
    ):
        stated = {"value": value, "bound": bound} | near
        stated["gap"] = stated["value"] - stated["bound"]
        assert not gradient(changed(data, **stated))


def test_warners_value_is_the_textbook_one():
    """p = 3/4, yes = 3/8: (3/8)(5/8) / (1/2)^2 = 15/16."""
    assert F(WARNER["value"]) == F(15, 16)


@pytest.mark.parametrize(
    "parts",
    [
        {"gap": "1/10"},
        {"privacy": {"gamma": "2", "delta": "0"}},
        {"privacy": {"gamma": "4", "delta": "0"}},
        {"weights": ["1", "1/2"]},
        {"patterns": [], "weights": []},
        {"prices": ["0", "0"]},
    ],
)
def test_near_misses_are_not_proved(parts):
    assert not gradient(changed(WARNER, **parts))


def test_a_biased_estimator_proves_nothing():
    place = WARNER["scenarios"][0]
    x = [str(F(z) + F(1, 100)) for z in place["estimators"][0]]
    assert not gradient(changed(WARNER, scenarios=[place | {"estimators": [x]}]))


GRID = {"values": ["0", "1", "2"], "shifts": "2", "shares": ["1/2", "1/2"]}


def test_shares_of_a_uniform_density_are_integrals_of_hats():
    """On [0, 2]: masses 1/4, 1/2, 1/4; means 1/3, 1, 5/3; the mean square is 4/3."""
    masses, means, square = shares_of_density(GRID)
    assert masses == [F(1, 4), F(1, 2), F(1, 4)]
    assert means == [F(1, 3), 1, F(5, 3)]
    assert square == F(4, 3)


def test_the_spread_of_shifts():
    """1/12 + 1/24 at two shifts of steps of 1."""
    assert shift_spread(GRID) == F(1, 8)


def test_a_guess_of_a_slope_by_hand():
    """One point, p = (1/2, 1/2), D = (-1, 1): D'r = -1/2, 1/2 of Warner's rows."""
    given = {"weight": "1", "points": [["1", ["1/2", "1/2"], [["-1"], ["1"]]]]}
    given |= {"contrasts": [["1"]], "estimators": [[["-1", "1"]]], "tangents": [["1"]]}
    place = Place(given, {}, [])
    rows = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    assert place.utility([F(3), F(1)], None) == 2 and place.utility([F(1), F(1)], None) == 0
    assert place.is_unbiased(rows) and place.own(rows) == 1 and place.proved == 2
    assert not place.is_unbiased([[F(1, 2)] * 2] * 2)
