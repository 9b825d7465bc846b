"""A utility known by values: homogeneous, and of one value at a direction."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.private_table import plain_row
from rropt.checker.tabulated import Tabulated, direction_of
from rropt.checker.verdict import Malformed


def test_a_table_of_values_is_homogeneous():
    known = Tabulated([([F(2), F(1)], (F(3), F(4))), ([F(1), F(1)], (F(1), F(1)))])
    assert known.ends(plain_row([4, 2])) == (6, 8)
    assert known.ends(plain_row([0, 0])) == (0, 0)
    assert known.knows([plain_row([6, 3])]) and not known.knows(
        [plain_row([6, 3]), plain_row([1, 2])]
    )
    for values in (
        [([F(1), F(1)], (F(1), F(1))), ([F(2), F(2)], (F(2), F(2)))],
        [([F(1), F(1)], (F(2), F(1)))],
        [([F(0), F(0)], (F(0), F(0)))],
        [([F(-1), F(2)], (F(0), F(0)))],
    ):
        with pytest.raises(Malformed):
            Tabulated(values)


def test_directions_of_rows():
    assert direction_of([6, 4]) == direction_of([-3, -2]) == (F(3, 5), F(2, 5))
    assert direction_of([0, 0]) == direction_of([1, -1]) == ()
