"""Rows that are enumerated: sums of quotients cost more than one quotient."""

from __future__ import annotations

import pytest

from rropt.checker.limits import Size
from rropt.checker.ray_limits import MAX_QUOTIENT_SQUARES, MAX_QUOTIENT_WORK, allow_quotients
from rropt.checker.verdict import Malformed


def test_one_quotient_has_no_limit_of_its_own():
    size = Size(1, 96)
    allow_quotients(size, 1 << 40, 1 << 10, 1)
    assert size.announced == 0


@pytest.mark.parametrize(
    ("bits", "rows", "steps"),
    [(256, MAX_QUOTIENT_WORK >> 20, 1 << 11), (1 << 16, MAX_QUOTIENT_SQUARES >> 34, 1)],
)
def test_a_sum_of_two_has_two(bits, rows, steps):
    """Products of all steps, and of squares of long numbers: half of the most, then beyond it."""
    allow_quotients(Size(1, bits), rows // 2, steps, 2)
    with pytest.raises(Malformed):
        allow_quotients(Size(1, bits), rows * 2, steps, 2)
