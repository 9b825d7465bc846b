"""Prevalences and levels at the door."""

from fractions import Fraction as F

import pytest

from rropt.devices.model import level, prevalences
from rropt.exact import InputError


def test_prevalences():
    assert prevalences("1/4", 2) == prevalences("3/4,1/4", 2) == (F(3, 4), F(1, 4))


def test_levels():
    assert level("ln(3)") == level(gamma=3)
    with pytest.raises(InputError, match="epsilon must be positive"):
        level(gamma=1)
