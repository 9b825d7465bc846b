"""Tables without classes, by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.plain_table import entries, masses, means, unit_vectors
from rropt.checker.whole_rows import table_of

WARNER = table_of([[F(3, 4), F(1, 3)], [F(1, 4), F(2, 3)]])


def test_means_are_of_a_truth_and_masses_of_a_report():
    """2 and -1 at the reports: 2 (3/4) - 1/4 and 2 (1/3) - 2/3."""
    assert means(WARNER, [F(2), F(-1)]) == [F(5, 4), 0]
    assert entries(WARNER.rows[0]) == [9, 4]
    assert masses(WARNER, [F(1, 5), F(4, 5)]) == [F(5, 12), F(7, 12)]


def test_a_unit_vector_is_one_truth():
    assert unit_vectors(2) == [[1, 0], [0, 1]]
