"""Tables of rows: what each report says of the truths, and reports that are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.survey.regression.report_tables import Lying, Tables

WARNER = np.array([[0.75, 0.25], [0.25, 0.75]])
WIDE = np.array([[0.5, 0.1], [0.3, 0.3], [0.2, 0.6]])
BOTH = Tables((WARNER, WIDE), np.array([0, 1, 1]))


def test_each_row_has_the_likelihoods_of_its_own_table():
    """Of one survey, and of several of the same rows."""
    reports = np.array([1, 2, 0])
    expected = np.array([WARNER[1], WIDE[2], WIDE[0]])
    assert BOTH.likelihoods(reports) == pytest.approx(expected.T)
    other = np.array([0, 1, 1])
    both = BOTH.likelihoods(np.stack([reports, other]))
    assert both[:, 0] == pytest.approx(expected.T)
    assert both[:, 1] == pytest.approx(np.array([WARNER[0], WIDE[1], WIDE[1]]).T)
    alone = Tables((WIDE,), np.zeros(3, int))
    assert alone.likelihoods(np.stack([reports, other]))[:, 1] == pytest.approx(WIDE[other].T)
    assert BOTH.truths == alone.truths == 2


def test_reports_are_drawn_by_the_table_of_each_row():
    """Half of the second row's people are silent, and say the first report of theirs."""
    shares = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 1.0]])
    silent = np.array([[0.0, 0.5, 0], [0, 0, 0], [0, 0, 0]])
    numbers = np.random.default_rng(1).random((4000, 3))
    drawn = BOTH.drawn(shares[:, None], silent[:, None], numbers)
    assert drawn[7].tolist() == BOTH.drawn(shares, silent, numbers[7]).tolist()
    seen = np.stack([(drawn == report).mean(axis=0) for report in range(3)], axis=1)
    expected = np.array([[0.75, 0.25, 0], [0.55, 0.15, 0.3], [0.1, 0.3, 0.6]])
    assert seen == pytest.approx(expected, abs=0.03)


def test_a_report_is_drawn_where_rounding_leaves_less_than_one():
    """Also of the table that has fewer reports than the other."""
    shares = np.array([[0.0, 0.0, 0.0], [1 - 1e-15, 1 - 1e-15, 1 - 1e-15]])
    numbers = np.full(3, np.nextafter(1, 0))
    assert BOTH.drawn(shares, np.zeros((3, 3)), numbers).tolist() == [1, 2, 2]


def test_the_safe_report_is_that_of_the_rows_table():
    kind = Lying(np.ones((3, 1)), np.ones(2), (1, 2))
    reports = np.array([[1, 2, 1], [0, 1, 2]])
    assert kind.safe_rows(reports, BOTH.used).tolist() == [[1, 1, 0], [0, 0, 1]]
