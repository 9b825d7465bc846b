"""Logarithms are counted before one is taken."""

from __future__ import annotations

import pytest

from rropt.checker.logarithm_limits import MAX_LOGARITHMS, few_logarithms, few_logarithms_of
from rropt.checker.private_table import Run
from rropt.checker.verdict import Malformed


def test_as_many_as_the_most_and_no_more():
    few_logarithms(MAX_LOGARITHMS)
    with pytest.raises(Malformed):
        few_logarithms(MAX_LOGARITHMS + 1)


def test_a_row_has_one_for_each_positive_value():
    row = [Run(0, 6, 1), Run(1, 2, 3), Run(1, 0, 1), Run(2, 6, 1)]
    few_logarithms_of([row, row], 4)
    with pytest.raises(Malformed):
        few_logarithms_of([row, row], 3)
