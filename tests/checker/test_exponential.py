"""The exponential function of the checker encloses."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt.checker.exponential import exp_ends


@pytest.mark.parametrize("x", ["1", "-1", "1/3", "700", "-700", "1/1000000000", "-9999"])
def test_exponentials_are_enclosed(x):
    low, high = exp_ends(F(x), F(x))
    assert low <= high and (high - low) * 2**190 <= max(high, 1)
    assert float(low) == pytest.approx(math.exp(float(F(x))), rel=1e-14)


@pytest.mark.parametrize("x", ["-1", "1/3", "700", "-700"])
def test_all_between_two_exponents_is_enclosed(x):
    near = F(1, 10**6)
    low, high = exp_ends(F(x), F(x) + near)
    assert low <= exp_ends(F(x), F(x))[0]
    last = exp_ends(F(x) + near, F(x) + near)[1]
    assert last <= high <= last * (1 + near**2)
