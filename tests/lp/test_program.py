"""Programs in whole numbers: what they stand for is what was given."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.exact import InputError
from rropt.lp.program import fraction, pose, pose_columns

entries = st.fractions(-3, 3, max_denominator=12)


@pytest.mark.everything
@given(st.lists(st.lists(entries, min_size=3, max_size=3), min_size=2, max_size=2), entries)
def test_whole_rows_over_their_scales_are_the_rows(rows, right):
    program = pose([1, "1/2", "0.25"], rows[:1], [right], rows[1:], [0])
    for i, row in enumerate(rows):
        whole = [dict(column).get(i, 0) for column in program.columns]
        assert [F(a, program.row_scales[i]) for a in whole] == row
    assert F(program.rhs[0], program.row_scales[0]) == right
    assert (program.costs, program.cost_scale) == ((4, 2, 1), 4)


def test_logical_columns_follow_and_those_of_equalities_are_fixed():
    program = pose([1, 1], [[1, 2]], [3], [[0, 4], [5, 0]], [6, 7])
    assert [program.column(j) for j in range(5)] == [
        ((0, 1), (2, 5)), ((0, 2), (1, 4)), ((0, 1),), ((1, 1),), ((2, 1),),
    ]  # fmt: skip
    assert [program.is_fixed(j) for j in range(5)] == [False, False, True, False, False]


def test_the_size_of_a_row_counts_its_right_side_and_is_never_zero():
    assert pose([1, 1], [[1, -9], [2, 1], [0, 0]], [3, 30, 0], [], []).row_sizes == [9, 30, 1]


def test_sparse_columns_are_the_same_program():
    by_rows = pose([1, 2], [["1/2", 0]], [1], [[0, "1/3"]], ["2/5"])
    columns = [{0: F(1, 2)}, {1: F(1, 3)}]
    assert pose_columns([F(1), F(2)], columns, [F(1), F(2, 5)], 1) == by_rows


@pytest.mark.parametrize("x", [0.5, float("nan"), float("inf")])
def test_a_float_is_never_meant(x):
    with pytest.raises(InputError, match="must have exact numbers, got the float"):
        fraction(x)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1], [[1]], [], [], []), "A_eq must have one row per right side, got 1 and 0"),
        (([1], [], [], [], [1]), "A_ub must have one row per right side, got 0 and 1"),
        (([1, 1], [], [], [[1, 2], [3]], [1, 1]), r"A_ub .* per cost \(2\), got 1 in row 1"),
    ],
)
def test_rows_of_other_shapes_are_refused(arguments, words):
    with pytest.raises(InputError, match=words):
        pose(*arguments)
