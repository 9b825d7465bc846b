"""The smallest matrix of levels of a table."""

from fractions import Fraction as F
from math import inf

import pytest

import rropt as rr
from rropt.privacy import Privacy

TABLES = [
    [["4/7", "6/7"], ["3/7", "1/7"]],
    [["1/2", "1/4", "1/8"], ["1/4", "1/2", "1/8"], ["1/4", "1/4", "3/4"]],
    [["2/3", "1/3", "1/6"], ["1/6", "1/3", "1/6"], ["1/6", "1/3", "2/3"]],
]


@pytest.mark.parametrize("rows", TABLES)
def test_a_table_obeys_its_levels_and_none_smaller(rows):
    table = rr.Channel.from_rows(rows)
    matrix = [list(row) for row in table.levels()]
    assert Privacy(matrix).satisfied_by(table) and Privacy(matrix).notes == ()
    for a in range(len(matrix)):
        for b in range(len(matrix)):
            if a != b and matrix[a][b] > F(101, 100):
                smaller = [list(row) for row in matrix]
                smaller[a][b] = matrix[a][b] * F(999, 1000)
                assert not Privacy(smaller).satisfied_by(table)


def test_the_largest_level_is_the_parity():
    table = rr.Channel.from_rows(TABLES[1])
    assert max(map(max, table.levels())) == table.parity()


def test_mangats_device_protects_yes_alone():
    mangat = rr.Channel.from_rows([["2/3", 0], ["1/3", 1]])
    assert mangat.levels() == ((1, inf), (3, 1))


def test_the_best_table_of_a_matrix_uses_it_up():
    privacy = Privacy([[1, 3], ["3/2", 1]])
    best = rr.optimal(privacy, rr.Variance("1/3")).channel
    assert best.levels() == privacy.levels.lo


@pytest.mark.parametrize("rows", TABLES)
@pytest.mark.parametrize("delta", ["1/20", "1/5"])
def test_with_deltas_each_pair_has_the_smallest_level_of_its_two_truths(rows, delta):
    table = rr.Channel.from_rows(rows)
    matrix = [list(row) for row in table.levels(delta)]
    assert max(map(max, matrix)) == table.gamma_for(delta)
    assert Privacy(matrix, delta).satisfied_by(table)
    smaller = [[g if g == 1 else g - F(1, 10**9) for g in row] for row in matrix]
    assert smaller == matrix or not Privacy(smaller, delta).satisfied_by(table)


@pytest.mark.parametrize("deltas", [[1, 2], [["1/9"] * 3] * 3, [["1/9", 2], [0, 0]], "x"])
def test_deltas_of_another_size_are_refused(deltas):
    with pytest.raises(rr.InputError, match="delta"):
        rr.Channel.from_rows(TABLES[0]).levels(deltas)
