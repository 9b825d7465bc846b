"""Tables of numbers, by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.plain_table import entries
from rropt.checker.whole_rows import columns_of, plain_row, rows_of_two_values, table_of

WARNER = table_of([[F(3, 4), F(1, 3)], [F(1, 4), F(2, 3)]])


def test_a_table_is_its_rows_over_one_unit():
    assert (WARNER.sizes, WARNER.unit) == ([1, 1], 12)
    assert WARNER.rows == [plain_row([9, 4]), plain_row([3, 8])]
    assert [entries(row) for row in WARNER.rows] == [[9, 4], [3, 8]]
    assert columns_of(WARNER) == [(9, 3), (4, 8)]


def test_rows_of_two_values_are_all_choices_of_high_truths():
    """Of classes of two and three, at the low value 1 and the high value 4: 3 times 2 choices."""
    found = list(rows_of_two_values([2, 3], [range(3), [0, 3]], 1, 4))
    assert [sum(run.value * run.number for run in row) for row in found] == [5, 14, 8, 17, 11, 20]
    assert all(sum(run.number for run in row) == 5 for row in found)
    assert all(run.number for row in found for run in row)
    assert [tuple(run) for run in found[1]] == [(0, 1, 2), (1, 4, 3)]
