"""A matrix as it is given: numbers, oo, deltas, and entries that are lists of levels."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.exact import InputError
from rropt.privacy.levels import OO
from rropt.privacy.matrix_entries import delta_matrix, square_matrix, without_lists


def test_entries_mean_what_they_print_as() -> None:
    assert square_matrix([[1, 1.5], ["oo", "1"]]) == ((1, F(3, 2)), (OO, 1))
    assert square_matrix([[1, float("inf")], ["7/3", 1]])[0][1] == OO


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        ("13", "must be a matrix of bounds"),
        ({0: [1]}, "must be a matrix of bounds"),
        ([[1]], "at least two truths, got 1"),
        ([[1, 2, 3], [2, 1]], "row 0 has 3 entries"),
        ([[2, 2], [2, 1]], r"privacy\[0\]\[0\] must be 1, got 2"),
        ([["oo", 2], [2, 1]], r"privacy\[0\]\[0\] must be 1, got oo"),
        ([[1, "1/2"], [2, 1]], r"privacy\[0\]\[1\] must be at least 1"),
        ([[1, 2], "21"], "row 1 must be a list of bounds"),
    ],
)
def test_what_is_no_square_matrix(matrix, words) -> None:
    with pytest.raises(InputError, match=words):
        square_matrix(matrix)


MATRIX = ((F(1), F(3)), (OO, F(1)))


def test_one_delta_is_for_all_bound_pairs() -> None:
    assert delta_matrix("1/10", MATRIX) == ((0, F(1, 10)), (0, 0))
    assert delta_matrix(None, MATRIX) == ((0, 0), (0, 0))
    assert delta_matrix([[0, 0.25], [0, 0]], MATRIX) == ((0, F(1, 4)), (0, 0))


@pytest.mark.parametrize(
    ("deltas", "words"),
    [
        ([[0, 0]], "matrix of 2 rows and columns"),
        ([[0, 0, 0], [0, 0, 0]], "matrix of 2 rows and columns"),
        ([["1/10", 0], [0, 0]], r"delta\[0\]\[0\] must be 0 where gamma is the diagonal"),
        ([[0, 0], ["1/10", 0]], r"delta\[1\]\[0\] must be 0 where gamma is oo"),
        ("3/2", "delta"),
    ],
)
def test_deltas_are_where_there_is_a_bound(deltas, words) -> None:
    with pytest.raises(InputError, match=words):
        delta_matrix(deltas, MATRIX)


def test_a_matrix_without_lists_is_left_alone() -> None:
    given = [[1, 3], [2, 1]]
    assert without_lists(given, "1/10") == (given, "1/10", {})


def test_lists_of_one_level_are_a_matrix_with_deltas() -> None:
    flat, deltas, lists = without_lists([[1, [(3, "1/10")]], [["2", 1][0], 1]], None)
    assert lists == {} and deltas == [[0, F(1, 10)], [0, 0]]
    assert [F(flat[0][1]), F(flat[1][0])] == [3, 2]


def test_several_levels_of_a_pair_are_listed_and_oo_is_no_pair() -> None:
    _, deltas, lists = without_lists([[1, [(3, 0), (2, "1/5")]], ["oo", 1]], None)
    assert deltas is None and lists == {(0, 1): [(3, 0), (2, F(1, 5))]}


def test_lists_and_deltas_exclude_each_other() -> None:
    with pytest.raises(InputError, match="must be left out"):
        without_lists([[1, [(3, 0), (2, "1/5")]], [2, 1]], "1/10")
    with pytest.raises(InputError, match="empty list"):
        without_lists([[1, []], [2, 1]], None)
