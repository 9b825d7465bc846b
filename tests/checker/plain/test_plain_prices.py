"""Kind `prices` as a specification: a certificate by hand, near misses, and every utility."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_prices import direction, prices, utility_of
from tests.certificates import GOOD, changed, two_level_trace

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("data", [GOOD, two_level_trace()])
def test_certificates_by_hand(data):
    assert prices(data)


@pytest.mark.parametrize(
    "parts",
    [
        {"value": "7/5", "gap": "1/10"},
        {"value": ["7/5", "149/100"], "gap": "1/10"},
        {"bound": "8/5", "gap": "1/10"},
        {"gap": "1/10"},
        {"prices": ["1", "1/2"]},
        {"weights": ["1/4", "1/5"]},
        {"privacy": {"gamma": "2", "delta": "0"}},
        {"privacy": {"gamma": "4", "delta": "0"}},
        {"patterns": [], "weights": []},
        {"patterns": [["1", "1"]], "weights": ["1"], "value": "1", "gap": "1/2", "universal": True},
    ],
)
def test_near_misses_are_not_proved(parts):
    assert not prices(changed(GOOD, **parts))


def test_an_enclosed_value_may_be_loose():
    assert prices(changed(GOOD, value=["7/5", "2"], gap="1/10"))


PAIR = {"pair": [0, 1]}
THIRDS = {"prior": ["1/3", "2/3"]}


@pytest.mark.parametrize(
    ("utility", "value"),
    [
        ({"name": "trace"}, F(3)),
        ({"name": "probability-of-a-right-guess", **THIRDS}, F(4, 3)),
        ({"name": "gain", **THIRDS, "gain": [["6", "-3"], ["0", "0"]]}, F(2)),
        ({"name": "fisher-information", **THIRDS}, F(1) / (F(1) + F(4, 3))),
        ({"name": "total-variation", **PAIR}, F(1, 2)),
        ({"name": "chi-square", **PAIR}, F(1, 2)),
        ({"name": "le-cam", **PAIR}, F(1, 5)),
        (
            {"name": "utility-on-the-word-of-the-user", "values": [[["6", "4"], "10"]]},
            F(5),
        ),
    ],
)
def test_utilities_at_the_row_3_2(utility, value):
    assert utility_of(utility, 2)([F(3), F(2)]) == value


def test_an_infinite_utility_proves_nothing():
    open_ = {"gamma": [["1", "oo"], ["3", "1"]], "delta": "0"}
    chi = {"utility": {"name": "chi-square", "pair": [0, 1]}, "privacy": open_, "value": "0"}
    useless = {"patterns": [["1", "1"]], "weights": ["1"], "gap": "3/2"}
    assert not prices(changed(GOOD, **chi, **useless))


def test_directions():
    assert direction([F(2), F(4)]) == direction([F(1, 2), F(1)]) == (F(1, 2), F(1))
