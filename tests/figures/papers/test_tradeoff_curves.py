"""Trade-off functions of the devices of one level."""

from __future__ import annotations

from math import exp, log

import pytest

from rropt.figures import figure
from tests.figures.computed import data


def test_randomized_response_has_the_corner_of_its_level():
    """Warner's device at gamma: alpha = beta = 1 / (1 + gamma)."""
    found = figure("tradeoff").data(epsilon="ln(3)", truths=2)["devices"]
    (warner,) = (curves for names, curves in found.items() if "warner" in names)
    assert warner["tradeoff"] == [(1.0, 0.0), (0.25, 0.25), (0.0, 1.0)]


def test_profiles_are_read_off_the_same_corners():
    """delta at gamma = 1 is the total variation: 3/4 - 1/4; at the level itself nothing."""
    found = figure("tradeoff").data(epsilon="ln(3)", truths=2)["devices"]
    (warner,) = (curves for names, curves in found.items() if "warner" in names)
    profile = dict(warner["profile"])
    assert profile[0.0] == 0.5 and profile[max(profile)] == pytest.approx(0, abs=1e-15)
    assert max(profile) == pytest.approx(log(3))


def test_every_device_gives_way_somewhere_above_the_level_itself():
    """No curve runs below the lines beta = 1 - gamma alpha and alpha = 1 - gamma beta."""
    gamma = exp(1)
    for curves in data("tradeoff")["devices"].values():
        for a, b in curves["tradeoff"]:
            assert b >= 1 - gamma * a - 1e-12 and a >= 1 - gamma * b - 1e-12
