"""Devices without a finite level, compared across their whole profile."""

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.devices.own_profile import optimum_in_profile
from rropt.devices.survey import forced_response, mangat, warner
from rropt.measures import tradeoff


def test_mangat_is_the_best_that_reveals_no_more_than_mangat():
    """Its two patterns are the extreme ones of its cone: every private table is made of it."""
    device = mangat("7/10")
    found = optimum_in_profile(device, "1/4")
    assert found is not None
    assert found.variance <= device.variance("1/4") <= found.reached * F(10**9 + 1, 10**9)


def test_a_device_with_a_finite_level_has_one():
    assert optimum_in_profile(warner("3/4"), "1/4") is None


@pytest.mark.parametrize("yes", ["1/6", "1/3"])
def test_the_optimum_obeys_the_curve(yes):
    """The trade-off function of the best table lies nowhere below that of the device."""
    device = forced_response("1/6", yes)
    design = rr.optimal(rr.NoWorseThan(device.channel), rr.Variance("1/4"))
    assert tradeoff(design.channel, (0, 1)).dominates(tradeoff(device.channel, (0, 1)))
    assert tradeoff(design.channel, (1, 0)).dominates(tradeoff(device.channel, (1, 0)))
