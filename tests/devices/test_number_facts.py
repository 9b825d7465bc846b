"""A mechanism for numbers beside the certified best one."""

from fractions import Fraction as F
from math import exp, tanh

import pytest

from rropt.devices.bounded_numbers import duchi
from rropt.devices.number_facts import number_facts, optimum_of


def test_duchis_loss_is_its_variance_over_the_optimum():
    """At 1/2 the optimum of the interval is B coth(1/B) - 1, Duchi's B^2; B of gamma."""
    facts = number_facts(duchi(epsilon="1/2"))
    b = (exp(0.5) + 1) / (exp(0.5) - 1)
    low, high = (float(F(x)) for x in facts["optimum"])
    assert [low, high] == pytest.approx([b / tanh(1 / b) - 1] * 2, rel=1e-12)
    assert [float(F(x)) for x in facts["variance"]] == pytest.approx([b * b] * 2)
    assert [float(F(x)) for x in facts["loss"]] == pytest.approx([b * b / high] * 2, rel=1e-6)
    assert (facts["channel"], facts["name"]) == (None, "duchi")


def test_the_optimum_is_in_the_units_of_the_interval():
    unit = optimum_of(duchi(epsilon="1/2"))
    wide = optimum_of(duchi(epsilon="1/2", low=0, high=20))
    assert [float(x / 100) for x in wide] == pytest.approx([float(x) for x in unit], rel=1e-9)
