"""Rationals as whole numbers over a unit: nothing is lost, whatever the signs and denominators."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.cleared import cleared, cleared_rows, dot
from rropt.checker.fields import exact_dot


def test_the_unit_is_the_least_common_denominator():
    assert cleared([F(1, 4), F(-5, 6), F(0)]) == ([3, -10, 0], 12)
    assert cleared([]) == ([], 1)
    assert cleared_rows([[F(1, 2)], [F(1, 3), F(2)]]) == ([[3], [2, 12]], 6)


def test_vectors_of_unequal_length_have_no_product():
    with pytest.raises(ValueError):
        dot([1, 2], [1])
    with pytest.raises(ValueError):
        exact_dot([F(1)], [F(1), F(0)])
