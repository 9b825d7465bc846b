"""Tables without classes, by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.plain_table import (
    columns_of,
    entries,
    masses,
    means,
    plain_row,
    table_of,
    unit_vectors,
)

WARNER = table_of([[F(3, 4), F(1, 3)], [F(1, 4), F(2, 3)]])


def test_a_table_is_its_rows_over_one_unit():
    assert (WARNER.sizes, WARNER.unit) == ([1, 1], 12)
    assert WARNER.rows == [plain_row([9, 4]), plain_row([3, 8])]
    assert [entries(row) for row in WARNER.rows] == [[9, 4], [3, 8]]
    assert columns_of(WARNER) == [(9, 3), (4, 8)]


def test_means_are_of_a_truth_and_masses_of_a_report():
    """2 and -1 at the reports: 2 (3/4) - 1/4 and 2 (1/3) - 2/3."""
    assert means(WARNER, [F(2), F(-1)]) == [F(5, 4), 0]
    assert masses(WARNER, [F(1, 5), F(4, 5)]) == [F(5, 12), F(7, 12)]


def test_a_unit_vector_is_one_truth():
    assert unit_vectors(2) == [[1, 0], [0, 1]]
