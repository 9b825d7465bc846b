"""A mechanism for numbers from its form m + s x^2."""

from fractions import Fraction as F

import pytest

from rropt.devices.bounded_numbers import NumberMechanism
from rropt.exact import InputError


def bowl(epsilon, power):
    """m = epsilon, s = e^epsilon."""
    return epsilon, power


def hill(epsilon, power):
    return power, -epsilon


def holds(bounds, value, width=F(1, 10**25)):
    return bounds[0] <= value <= bounds[1] and bounds[1] - bounds[0] < width


def test_variances_are_in_the_units_of_the_interval():
    """From 1 to 7 a unit is 3: variances are nine times those on [-1, 1]."""
    found = NumberMechanism.of("bowl", bowl, None, 4, 1, 7)
    ln4 = F("1.38629436111989061883446424291635313615100026872051")
    assert holds(found.at_middle, 9 * ln4) and holds(found.at_ends, 9 * (ln4 + 4))
    assert found.variance == found.at_ends
    assert found.parameters == (("level", "epsilon = ln(4)"), ("numbers", "1 to 7"))


def test_the_worst_number_may_be_in_the_middle():
    found = NumberMechanism.of("hill", hill, 1, None, -1, 1)
    e = F("2.71828182845904523536028747135266249775724709369996")
    assert holds(found.at_middle, e) and holds(found.at_ends, e - 1)
    assert found.variance == found.at_middle


def test_an_interval_of_one_number_is_none():
    for low, high in ((1, 1), (2, 1)):
        with pytest.raises(InputError, match="low must be below high"):
            NumberMechanism.of("bowl", bowl, 1, None, low, high)
