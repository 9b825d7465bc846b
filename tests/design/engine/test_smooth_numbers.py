"""Products of small primes near any number, and their common multiple."""

from __future__ import annotations

from fractions import Fraction as F
from math import lcm, prod

import numpy as np

from rropt.design.engine.smooth_numbers import LEFT, MOST, RIGHT, smooth


def test_products_are_near_and_have_a_short_common_multiple() -> None:
    values = np.exp(np.random.default_rng(7).uniform(-25, 3, size=60))
    found = [smooth(float(x)) for x in values]
    for x, n in zip(values, found, strict=True):
        assert abs(float(n / F(float(x))) - 1) < 2**-24
        assert n.denominator & (n.denominator - 1) == 0
    odd = [n.numerator // (n.numerator & -n.numerator) for n in found]
    assert prod(LEFT + RIGHT) ** MOST % lcm(*odd) == 0


def test_a_power_of_two_is_itself() -> None:
    assert smooth(0.125) == F(1, 8) and smooth(1.0) == 1
