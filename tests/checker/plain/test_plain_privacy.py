"""Which tables are private, and every extreme row: against lists by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_privacy import (
    demands,
    determinant,
    extreme_rows,
    is_private,
    is_table,
    is_universal,
    on_planes,
)
from tests.certificates import TWO_LEVELS

PURE = {"gamma": "3", "delta": "0"}
SOFT = {"gamma": "3", "delta": "1/10"}
WARNER = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]


def directions(privacy, k):
    return {tuple(x / max(row) for x in row) for row in extreme_rows(privacy, k)}


def test_extreme_rows_of_two_truths():
    third = F(1, 3)
    assert directions(PURE, 2) == {(1, third), (third, 1)}
    assert directions(SOFT, 2) == {(1, third), (third, 1), (1, 0), (0, 1)}
    assert directions(PURE | {"singles": [0]}, 2) == {(1, third), (third, 1), (1, 0)}
    half = F(1, 2)
    two = {(1, third), (third, 1), (1, half), (half, 1), (1, 0), (0, 1)}
    assert directions({"conditions": TWO_LEVELS}, 2) == two
    open_ = {"gamma": [["1", "oo"], ["2", "1"]], "delta": "0"}
    assert directions(open_, 2) == {(1, 0), (half, 1)}


def test_extreme_rows_of_three_truths_are_the_subsets():
    """2^3 - 2 patterns of 1 and 1/3; with a delta 25 staircases less those of one level on two."""
    assert len(directions(PURE, 3)) == 6
    assert {x for row in directions(PURE, 3) for x in row} == {F(1), F(1, 3)}
    assert len(directions(SOFT, 3)) == 21


def test_the_bound_is_that_of_the_levels_above():
    privacy = {"gamma": ["2", "4"], "above": [["1", "4"], ["4", "1"]], "delta": "0"}
    privacy["gamma"] = [["1", "2"], ["2", "1"]]
    low, high = demands(privacy, 2, 0), demands(privacy, 2, 1)
    assert [d.told([F(3), F(1)]) for d in low] == [1, 0]
    assert [d.told([F(5), F(1)]) for d in high] == [1, 0]


@pytest.mark.parametrize(
    ("privacy", "private"),
    [
        (PURE, True),
        ({"gamma": "2", "delta": "0"}, False),
        ({"gamma": "2", "delta": "1/4"}, True),
        ({"gamma": "2", "delta": "6/25"}, False),
        ({"gamma": [["1", "3"], ["5/2", "1"]], "delta": "0"}, False),
        ({"gamma": [["1", "3"], ["oo", "1"]], "delta": "0"}, True),
        ({"conditions": TWO_LEVELS}, False),
    ],
)
def test_warners_table_is_private_or_not(privacy, private):
    assert is_private(WARNER, privacy) == private


def test_a_single_alone_is_free():
    rows = [[F(1, 2), F(1)], [F(1, 2), F(0)]]
    level = {"gamma": "2", "delta": "0"}
    assert is_private(rows, level | {"singles": [0]})
    assert not is_private(rows, level | {"singles": [1]})
    assert not is_private(rows, level)


def test_tables():
    assert is_table(WARNER)
    assert not is_table([[F(1, 2), F(1, 2)]])
    assert not is_table([[F(3, 2), F(1)], [F(-1, 2), F(0)]])


def test_determinants_and_cofactors():
    assert determinant([[F(2), F(3)], [F(5), F(7)]]) == -1
    assert determinant([[F(1), F(2), F(3)], [F(4), F(5), F(6)], [F(7), F(8), F(10)]]) == -3
    assert determinant([]) == 1
    assert on_planes([[F(1), F(-3)]], 2) == [3, 1]
    assert on_planes([[F(1), F(3)]], 2) is None
    assert on_planes([[F(1), F(0), F(0)], [F(2), F(0), F(0)]], 3) is None


def test_a_universal_table_has_extreme_rows_only():
    claim = {"privacy": PURE, "universal": True}
    assert is_universal(claim, WARNER)
    third = [[F(1, 2), F(1, 2)]] * 2
    assert not is_universal(claim, third)
    assert is_universal({"privacy": PURE}, third)
    assert is_universal(claim, [[F(1), F(0)], [F(0), F(1)]])
