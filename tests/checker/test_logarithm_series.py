"""Logarithms of few bits against ball arithmetic of another library."""

from __future__ import annotations

import pytest
from flint import arb

from rropt.checker.logarithm_series import BITS, ERROR, PARTS, log_of_ratio
from tests.certificates import F
from tests.checker.test_logarithm import EDGES, HUGE, NEAR_ONE, ball, digits


@pytest.mark.parametrize("bits", [48, 64, 114, 160, 354, BITS])
def test_coarse_logarithms_are_within_the_same_error(bits):
    """In units of 2^-bits; a ratio need not be in lowest terms."""
    between = [F(n, 2 * PARTS) for n in range(PARTS + 1, 4 * PARTS, 34)]  # furthest from the parts
    for x in [*NEAR_ONE, *HUGE, *EDGES, *between, F(3), F(1, 3), F(4, 3), F(2, 3)]:
        found = log_of_ratio(6 * x.numerator, 6 * x.denominator, bits)
        with digits(2000):
            assert abs(arb(found) - ball(x).log() * arb(2) ** bits) <= ERROR
