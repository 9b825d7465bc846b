"""The patterns {1, g}^k as rows."""

from __future__ import annotations

from rropt.checker.cube_rows import rows
from rropt.checker.pattern_cube import Cube


def test_rows_take_the_cheaper_entry_where_nobody_looks():
    cube = Cube(3, 1, [1, 1, 1], [[2, -1, 4], [1, 0, 0]])
    found = [[run.value for run in row] for row in rows(cube)]
    assert found == [[1, 3, 1], [3, 3, 1]]


def test_a_class_has_a_pattern_for_each_number_of_truths_at_the_top():
    cube = Cube(3, 1, [2], [[2], [1]])
    found = [[tuple(run) for run in row] for row in rows(cube)]
    assert found == [[(0, 1, 2)], [(0, 1, 1), (0, 3, 1)], [(0, 3, 2)]]
