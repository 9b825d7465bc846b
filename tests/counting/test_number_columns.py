"""Columns of numbers."""

from __future__ import annotations

import numpy as np
import polars
import pytest

from rropt.counting.number_columns import absent_in, doubles


def test_fractions_and_blanks_in_text():
    texts = polars.Series(["1/3", " 2 ", "", None, "1e1", "inf", "nan", "ten"])
    found = doubles(texts)
    assert found[[0, 1, 4]].tolist() == [1 / 3, 2.0, 10.0] and np.isinf(found[5])
    assert np.isnan(found[[2, 3, 6, 7]]).all()


@pytest.mark.parametrize(
    "column, absent",
    [
        (polars.Series("x", ["1", " ", "", None, "a"]), [False, True, True, True, False]),
        (polars.Series("x", [1.0, float("nan"), None]), [False, True, True]),
        (polars.Series("x", [1, None]), [False, True]),
    ],
)
def test_missing_entries_of_every_type(column, absent) -> None:
    assert absent_in(column).tolist() == absent


def test_numbers_of_other_types_are_doubles() -> None:
    assert doubles(polars.Series([1, None, 3], dtype=polars.Int8)).tolist()[::2] == [1.0, 3.0]
    assert doubles(polars.Series([True, False])).tolist() == [1.0, 0.0]
