"""The table: rows with and without classes, its columns, its privacy."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations
from random import Random

import pytest

from rropt.checker.privacy import read_privacy
from rropt.checker.private_table import (
    PrivateTable,
    Run,
    along,
    columns_of,
    entries,
    masses,
    means,
    plain_row,
    read_table,
    rows_of_two_values,
    runs,
    table_of,
    unit_vectors,
)
from rropt.checker.verdict import Doubts, Malformed, Refuted, Size
from tests.certificates import everywhere

WARNER = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]


def is_refused(table: PrivateTable, privacy) -> bool:
    try:
        table.verify(read_privacy(privacy, table.truths, Size(1, 64)), Doubts())
    except Refuted:
        return True
    return False


@pytest.mark.parametrize(
    "rows",
    [
        [[F(3, 4), F(1, 4)], [F(1, 4), F(1, 2)]],
        [[F(3, 4), F(1, 4)], [F(1, 4), F(4, 5)]],
        [[F(5, 4), F(1, 2)], [F(-1, 4), F(1, 2)]],
    ],
)
def test_columns_are_distributions(rows):
    with pytest.raises(Refuted):
        table_of(rows).verify_columns()


def test_a_table_without_reports_is_none():
    with pytest.raises(Refuted):
        PrivateTable([1, 1], [], 1).verify_columns()


@pytest.mark.parametrize("seed", range(30))
def test_privacy_is_its_definition(seed):
    """One number, one with delta, a matrix of both: excesses summed over rows, for every pair."""
    rng = Random(seed)
    k, m = rng.choice([2, 3]), rng.choice([2, 3])
    columns = [[rng.randrange(1, 5) for _ in range(m)] for _ in range(k)]
    rows = [[F(column[i], sum(column)) for column in columns] for i in range(m)]
    levels = [[F(1) if a == b else F(rng.randrange(2, 8), 2) for b in range(k)] for a in range(k)]
    deltas = [[F(0) if a == b else F(rng.randrange(4), 10) for b in range(k)] for a in range(k)]

    def told(a, b, level):
        return sum(max(F(0), row[a] - level * row[b]) for row in rows)

    pairs = list(permutations(range(k), 2))
    g, d = levels[0][1], deltas[0][1]
    table = table_of(rows)
    for delta in (d, F(0)):
        broken = any(told(a, b, g) > delta for a, b in pairs)
        assert is_refused(table, {"gamma": g, "delta": delta}) == broken
    broken = any(told(a, b, levels[a][b]) > deltas[a][b] for a, b in pairs)
    assert is_refused(table, {"gamma": levels, "delta": deltas}) == broken


def test_the_edge_of_a_level_is_private_and_a_hair_beyond_is_not():
    hair = F(1, 10**40)
    assert not is_refused(table_of(WARNER), {"gamma": F(3), "delta": F(0)})
    assert is_refused(table_of(WARNER), {"gamma": 3 - hair, "delta": F(0)})
    assert not is_refused(table_of(WARNER), {"gamma": F(2), "delta": F(1, 4)})
    assert is_refused(table_of(WARNER), {"gamma": F(2), "delta": F(1, 4) - hair})


def test_a_row_of_a_single_is_bound_by_nothing():
    rows = [[F(1, 2), F(1, 2)], [F(1, 2), F(0)], [F(0), F(1, 2)]]
    free = {"gamma": [[F(1), F(2)], [F(2), F(1)]], "delta": F(0), "singles": [0]}
    assert is_refused(table_of(rows), free)
    assert not is_refused(table_of(rows), free | {"singles": [0, 1]})


def test_a_row_with_classes_stands_for_its_rearrangements():
    """(3; 1, 1) and (1; 3, 1): truths 1 and 2 are a class, the second row in both orders."""
    patterns = [[F(3), F(1)], [F(1), [[F(3), 1], [F(1), 1]]]]
    table = read_table(patterns, [F(1, 5), F(2, 5)], [1, 2])
    assert table.truths == 3
    table.verify_columns()
    assert not is_refused(table, {"gamma": F(3), "delta": F(0)})
    assert is_refused(table, {"gamma": F(2), "delta": F(0)})
    with pytest.raises(Malformed):
        read_table([[F(3), [[F(3), 1], [F(1), 2]]]], [F(1)], [1, 2])
    with pytest.raises(Malformed):
        read_table(patterns, [F(1)], [1, 2])


def test_runs_by_hand():
    row = [Run(0, 6, 1), Run(1, 2, 3), Run(1, 0, 1)]
    assert along([5, -1], row) == 5 * 6 - 1 * 2 * 3


BETWEEN = [[F(11, 15), F(4, 15)], [F(4, 15), F(11, 15)]]
"""Of the level 11/4: an excess of 1/15 beyond 5/2."""


@pytest.mark.parametrize("delta", [F(0), F(1, 20)])
def test_a_table_obeys_the_level_below_e_to_the_epsilon(delta):
    """Between 2.5 and 3 a table of level 3 is not known to be private."""
    level = {"gamma": [F(5, 2), F(3)], "delta": delta, "epsilon": F(1)}
    edge = (F(5, 2) + delta) / F(7, 2)
    assert not is_refused(table_of([[edge, 1 - edge], [1 - edge, edge]]), level)
    assert is_refused(table_of(BETWEEN), level)
    squares = [[F(0), F(1)], [F(1), F(0)]]
    rows = {"gamma": [[F(1), F(5, 2)], [F(5, 2), F(1)]], "above": [[F(1), F(3)], [F(3), F(1)]]}
    rows |= {"delta": everywhere(2, delta), "epsilon": F(1), "distances_squared": squares}
    assert not is_refused(table_of([[edge, 1 - edge], [1 - edge, edge]]), rows)
    assert is_refused(table_of(BETWEEN), rows)


OF_TWO = table_of([[F(3, 4), F(1, 3)], [F(1, 4), F(2, 3)]])


def test_means_are_of_a_truth_and_masses_of_a_report():
    """2 and -1 at the reports: 2 (3/4) - 1/4 and 2 (1/3) - 2/3."""
    assert means(OF_TWO, [F(2), F(-1)]) == [F(5, 4), 0]
    assert entries(OF_TWO.rows[0]) == [9, 4]
    assert masses(OF_TWO, [F(1, 5), F(4, 5)]) == [F(5, 12), F(7, 12)]


def test_a_unit_vector_is_one_truth():
    assert unit_vectors(2) == [[1, 0], [0, 1]]


def test_a_table_is_its_rows_over_one_unit():
    assert (OF_TWO.sizes, OF_TWO.unit) == ([1, 1], 12)
    assert OF_TWO.rows == [plain_row([9, 4]), plain_row([3, 8])]
    assert [entries(row) for row in OF_TWO.rows] == [[9, 4], [3, 8]]
    assert columns_of(OF_TWO) == [(9, 3), (4, 8)]


def test_rows_of_two_values_are_all_choices_of_high_truths():
    """Of classes of two and three, at the low value 1 and the high value 4: 3 times 2 choices."""
    found = list(rows_of_two_values([2, 3], [range(3), [0, 3]], 1, 4))
    assert [sum(run.value * run.number for run in row) for row in found] == [5, 14, 8, 17, 11, 20]
    assert all(sum(run.number for run in row) == 5 for row in found)
    assert all(run.number for row in found for run in row)
    assert [tuple(run) for run in found[1]] == [(0, 1, 2), (1, 4, 3)]


def test_an_entry_is_one_value_or_some_for_so_many_truths_each():
    pattern = [F(3), [[F(1), 1], [F(2), 3]]]
    assert runs(pattern, [2, 4]) == [(0, F(3), 2), (1, F(1), 1), (1, F(2), 3)]


@pytest.mark.parametrize(
    "entry", [[[F(1), 4]], [[F(1), 2], [F(2), 0]], [[F(1), 3, 0]], [], "1", 1, [F(1), F(1), F(1)]]
)
def test_an_entry_has_a_value_for_each_truth(entry):
    with pytest.raises(Malformed):
        runs([F(3), entry], [1, 3])
