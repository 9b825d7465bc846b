"""Columns of numbers."""

from __future__ import annotations

import numpy as np
import polars
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rropt.counting.number_columns import absent_in, doubles, doubles_in
from rropt.sampling.numbers_column import number_array
from tests.spelled_fields import fields_of


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


@given(st.lists(st.text("01.eE+-_/ n", max_size=6)))
@example(["0.1", "1e-7", "12345678901234567890.5", "1e999", ""])
def test_fields_are_read_as_their_texts_are_one_by_one(texts) -> None:
    found, lost = doubles_in(fields_of([text.encode() for text in texts]))
    stripped = [text.strip() for text in texts]
    assert lost.tolist() == [not text for text in stripped]
    expected = number_array(text or None for text in stripped)
    far = np.isinf(found)  # 1e999 is no double: neither fits an interval
    assert np.isnan(expected[far]).all()
    np.testing.assert_array_equal(found[~far], expected[~far])
