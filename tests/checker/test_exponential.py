"""The exponential function of the checker encloses."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt.checker.exponential import exp_ends


@pytest.mark.parametrize("x", ["1", "-1", "1/3", "700", "-700", "1/1000000000", "-9999"])
def test_exponentials_are_enclosed(x):
    low, high = exp_ends(F(x))
    assert low <= high and (high - low) * 2**400 <= max(high, 1)
    assert float(low) == pytest.approx(math.exp(float(F(x))), rel=1e-14)
