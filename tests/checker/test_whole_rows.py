"""Tables of numbers, by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.plain_table import entries
from rropt.checker.whole_rows import columns_of, plain_row, table_of

WARNER = table_of([[F(3, 4), F(1, 3)], [F(1, 4), F(2, 3)]])


def test_a_table_is_its_rows_over_one_unit():
    assert (WARNER.sizes, WARNER.unit) == ([1, 1], 12)
    assert WARNER.rows == [plain_row([9, 4]), plain_row([3, 8])]
    assert [entries(row) for row in WARNER.rows] == [[9, 4], [3, 8]]
    assert columns_of(WARNER) == [(9, 3), (4, 8)]
