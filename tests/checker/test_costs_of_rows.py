"""What rows that are looked at may cost: half of each most, then beyond it."""

from __future__ import annotations

import pytest

from rropt.checker.costs_of_rows import (
    MAX_ELIMINATION,
    MAX_QUOTIENT_SQUARES,
    MAX_QUOTIENT_WORK,
    MAX_STAIRCASES,
    allow_quotients,
    allow_worths,
    few_logarithms_of,
    few_rows,
)
from rropt.checker.private_table import Run
from rropt.checker.verdict import Malformed, Size
from rropt.checker.worst_eigenvalue import MatrixRatio


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


def test_an_elimination_in_four_rows_costs_the_fifth_power_and_the_square_of_the_bits():
    utility = MatrixRatio([[1, 0, 0, 0]] * 4, [])
    rows = MAX_ELIMINATION // (4**5 * 1024**2)
    allow_worths(Size(1, 1024), rows // 2, utility)
    with pytest.raises(Malformed):
        allow_worths(Size(1, 1024), rows * 2, utility)


def test_too_many_rows_are_malformed_before_they_are_made():
    assert few_rows(MAX_STAIRCASES) == MAX_STAIRCASES
    with pytest.raises(Malformed, match="too many extreme patterns"):
        few_rows(MAX_STAIRCASES + 1)


def test_a_row_has_one_for_each_positive_value():
    row = [Run(0, 6, 1), Run(1, 2, 3), Run(1, 0, 1), Run(2, 6, 1)]
    few_logarithms_of([row, row], 4)
    with pytest.raises(Malformed):
        few_logarithms_of([row, row], 3)
