"""Criteria that are matrices: what they bind, what is closed, what is refused."""

from __future__ import annotations

from fractions import Fraction as F
from math import inf

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.privacy import LocalDP, Privacy
from rropt.privacy.levels import OO
from rropt.privacy.matrices import delta_matrix, square_matrix, without_lists


def test_entries_are_exact_and_oo_is_no_bound():
    levels = Privacy([["1", "3"], ["oo", "1"]]).levels
    assert levels.lo == levels.hi == ((1, 3), (inf, 1))
    assert levels.is_pure and levels.bound_pairs == ((0, 1),)


def test_a_bound_through_other_truths_closes_the_matrix_and_is_said():
    given = [[1, 2, 9], ["oo", 1, 3], ["oo", "oo", 1]]
    privacy = Privacy(given)
    assert privacy.levels.hi == ((1, 2, 6), (inf, 1, 3), (inf, inf, 1))
    assert "closed" in privacy.notes[0]
    assert Privacy(privacy.levels.hi).notes == ()


def test_pairs_with_a_delta_are_no_steps_of_a_path():
    deltas = [[0, "1/10", 0], [0, 0, 0], [0, 0, 0]]
    assert Privacy([[1, 2, 9], [2, 1, 3], [9, 3, 1]], deltas).levels.hi[0] == (1, 2, 9)


def test_all_pairs_alike_are_one_number():
    level = Privacy([[1, 3, 3], [3, 1, 3], [3, 3, 1]], "1/10").on(3)
    assert isinstance(level, LocalDP) and (level.gamma.exact, level.delta) == (3, F(1, 10))
    assert Privacy([[1, 3], [2, 1]]).on(2).levels.lo == ((1, 3), (2, 1))


def test_a_table_obeys_its_matrix_and_a_near_miss_does_not():
    privacy = Privacy([[1, 3], ["3/2", 1]])
    table = rr.Channel.from_rows([["4/7", "6/7"], ["3/7", "1/7"]])
    assert privacy.satisfied_by(table)
    assert not privacy.satisfied_by(rr.Channel.from_rows([["0.57", "6/7"], ["0.43", "1/7"]]))


def test_an_excess_up_to_delta_is_obeyed():
    table = rr.Channel.from_rows([[1, "1/2"], [0, "1/2"]])
    matrix = [[1, 2], [2, 1]]
    assert Privacy(matrix, [[0, 0], ["1/2", 0]]).satisfied_by(table)
    assert not Privacy(matrix, [[0, 0], ["0.49", 0]]).satisfied_by(table)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Privacy([[1, 3]]), "at least two truths"),
        (lambda: Privacy([[1, 3], [3]]), "square"),
        (lambda: Privacy([[2, 3], [3, 1]]), r"\[0\]\[0\] must be 1"),
        (lambda: Privacy([[1, "1/2"], [3, 1]]), "at least 1"),
        (lambda: Privacy([[1, float("nan")], [3, 1]]), "finite"),
        (lambda: Privacy([[1, "many"], [3, 1]]), r"privacy\[0\]\[1\]"),
        (lambda: Privacy([[1, {3}], [3, 1]]), r"privacy\[0\]\[1\]"),
        (lambda: Privacy([["1", "oo"], ["oo", "1"]]), "at least one pair"),
        (lambda: Privacy([[1, 1], [1, 1]]), "something to report"),
        (lambda: Privacy([[1, 3], ["oo", 1]], [[0, 0], ["1/10", 0]]), "where gamma is oo"),
        (lambda: Privacy([[1, 3], [3, 1]], [["1/10", 0], [0, 0]]), "the diagonal"),
        (lambda: Privacy([[1, 3], [3, 1]], [[0]]), "matrix of 2 rows"),
        (lambda: Privacy([[1, 3], [3, 1]]).on(3), "on 3 truths"),
        (lambda: Privacy([[1, 3], [2, 1]]).gamma, "one number"),
        (lambda: rr.MetricDP([[0, 1], [1, 1]], 1), r"distances\[1\]\[1\] must be 0"),
        (lambda: rr.MetricDP([[0, 0], [1, 0]], 1), "positive"),
        (lambda: rr.MetricDP([[0, 1, 2], [1, 0, 1]], 1), "square"),
        (lambda: rr.MetricDP.points([[0, 0], [1]], 1), "coordinates"),
        (lambda: rr.MetricDP.points([[0, 0], [0, 0]], 1), "places must be different"),
        (lambda: rr.MetricDP.path(100).on(9), "at most 700"),
    ],
)
def test_what_is_no_level_is_refused_in_one_line(make, words):
    with pytest.raises(rr.InputError, match=words) as refused:
        make()
    assert "\n" not in str(refused.value)


def test_entries_mean_what_they_print_as() -> None:
    assert square_matrix([[1, 1.5], ["oo", "1"]]) == ((1, F(3, 2)), (OO, 1))
    assert square_matrix([[1, float("inf")], ["7/3", 1]])[0][1] == OO


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        ("13", "must be a matrix of bounds"),
        ({0: [1]}, "must be a matrix of bounds"),
        ([[1]], "at least two truths, got 1"),
        ([[1, 2, 3], [2, 1]], "got 3 entries in row number 1"),
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
