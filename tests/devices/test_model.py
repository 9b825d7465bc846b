"""What Device itself promises: unbiasedness at construction, exact estimates, one-line refusals."""

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction as F

import pytest

from rropt.devices.model import means
from rropt.devices.survey import mangat, warner
from rropt.exact import InputError


def test_a_biased_estimator_is_refused():
    device = warner("3/4")
    wrong = ((device.estimator[0][0], device.estimator[0][1] + F(1, 10**30)),)
    with pytest.raises(InputError, match="not unbiased"):
        replace(device, estimator=wrong)


def test_devices_are_frozen():
    with pytest.raises(FrozenInstanceError):
        warner("3/4").name = "other"


def test_means():
    assert means(warner("3/4").channel, (F(0), F(1))) == (F(1, 4), F(3, 4))


def test_privacy_of_a_table_with_certainty_is_tight():
    device = mangat("7/10")
    gamma, delta = device.privacy
    assert device.channel.profile(gamma) == delta
    assert warner("3/4").privacy == (3, 0)
