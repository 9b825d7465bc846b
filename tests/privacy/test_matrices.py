"""Criteria that are matrices: what they bind, what is closed, what is refused."""

from fractions import Fraction as F
from math import inf

import pytest

import rropt as rr
from rropt.privacy import LocalDP, Privacy


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
        (lambda: rr.MetricDP.points([[0, 0], [0, 0]], 1), "different places"),
        (lambda: rr.MetricDP.path(100).on(9), "at most 700"),
    ],
)
def test_what_is_no_level_is_refused_in_one_line(make, words):
    with pytest.raises(rr.InputError, match=words) as refused:
        make()
    assert "\n" not in str(refused.value)
