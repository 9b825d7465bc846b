"""Columns of numbers, and sums of them, batch by batch and together."""

from __future__ import annotations

from datetime import date, time, timedelta

import numpy as np
import pandas
import polars
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rropt.data import file_counts
from rropt.data.entry_rules import EntryRules
from rropt.data.number_columns import NumberRules, NumberSums, number_sums
from rropt.data.number_sampler import number_array
from rropt.exact import InputError
from tests.spelled_fields import fields_of

PLAIN = NumberRules()


def test_fractions_and_blanks_in_text():
    texts = polars.Series(["1/3", " 2 ", "", None, "1e1", "inf", "nan", "ten"])
    found, lost = PLAIN.of_column(texts)
    assert np.flatnonzero(lost).tolist() == [2, 3, 6]
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
    assert PLAIN.of_column(column)[1].tolist() == absent


def test_numbers_of_other_types_are_doubles() -> None:
    assert PLAIN.of_column(polars.Series([1, None, 3], dtype=polars.Int8))[0].tolist()[::2] == [
        1.0,
        3.0,
    ]
    assert PLAIN.of_column(polars.Series([True, False]))[0].tolist() == [1.0, 0.0]


@pytest.mark.parametrize("kind", [polars.Categorical, polars.Enum(["1", "2.5", "x"])])
def test_categories_are_read_as_their_texts(kind) -> None:
    found, lost = PLAIN.of_column(polars.Series(["1", "2.5", None, "x"], dtype=kind))
    assert found[:2].tolist() == [1.0, 2.5] and np.isnan(found[2:]).all()
    assert lost.tolist() == [False, False, True, False]


@pytest.mark.parametrize("value", [date(2026, 1, 1), time(1), timedelta(1), b"1", [1], {"x": 1}])
def test_dates_octets_and_lists_are_no_numbers(value, tmp_path) -> None:
    path = tmp_path / "a.parquet"
    polars.DataFrame({"a": [value, value]}).write_parquet(path)
    with pytest.raises(InputError, match="must hold numbers, got 2 of 2 that are none"):
        number_sums(path, "a")


@given(st.lists(st.text("01.eE+-_/ n", max_size=6)))
@example(["0.1", "1e-7", "12345678901234567890.5", "1e999", ""])
def test_fields_are_read_as_their_texts_are_one_by_one(texts) -> None:
    found, lost = PLAIN.of_fields(fields_of([text.encode() for text in texts]))
    stripped = [text.strip() for text in texts]
    assert lost.tolist() == [not text for text in stripped]
    expected = number_array(text or None for text in stripped)
    far = np.isinf(found)  # 1e999 is no double: neither fits an interval
    assert np.isnan(expected[far]).all()
    np.testing.assert_array_equal(found[~far], expected[~far])


def test_reports_are_added_up_batch_by_batch(tmp_path, monkeypatch):
    path = tmp_path / "reports.csv"
    numbers = np.random.default_rng(1).normal(size=20_000)
    path.write_text("x\n" + "\n".join(map(repr, numbers.tolist())) + "\n")
    monkeypatch.setattr(file_counts, "ROWS_A_BATCH", 500)
    seen = []
    of_column = NumberSums.of_column
    monkeypatch.setattr(
        NumberSums, "of_column", lambda *given: seen.append(len(given[0])) or of_column(*given)
    )
    sums = number_sums(str(path), "x")
    assert sum(seen) == 20_000 and max(seen) <= 1000
    assert sums.mean == pytest.approx(numbers.mean())
    assert sums.squares == pytest.approx(((numbers - numbers.mean()) ** 2).sum())


def test_sums_of_parts_are_those_of_the_whole():
    parts = [{1: 2, "4": 1}, {None: 3}, {0.5: 4, "x": 1}, {7: 1}]
    found = NumberSums()
    for part in parts:
        found = found.and_(NumberSums.of([*part.items()], PLAIN))
    whole = NumberSums.of([row for part in parts for row in part.items()], PLAIN)
    assert (found.n, found.absent, found.unfit) == (whole.n, whole.absent, whole.unfit) == (8, 3, 1)
    assert (found.mean, found.squares) == pytest.approx((whole.mean, whole.squares))


@pytest.mark.parametrize("missing, n", [("drop", 3), ("refuse", None)])
def test_missing_numbers_are_left_out_when_told(missing: str, n) -> None:
    rows = [1, None, "2", 3.0]
    if n is None:
        with pytest.raises(InputError, match="got 1 of 4 missing"):
            number_sums(rows, missing=missing)
        return
    sums = number_sums(rows, missing=missing)
    assert (sums.n, sums.mean, sums.squares) == (3, 2.0, 2.0)


def test_large_numbers_keep_their_spread() -> None:
    """The squares of numbers near 10^9 have no digits left for distances of one."""
    near = [10**9, 10**9 + 1, 10**9 + 2]
    sums = NumberSums.of([(x, 1) for x in near], PLAIN)
    assert sums.squares == 2.0
    parts = NumberSums()
    for x in near:
        parts = parts.and_(NumberSums.of([(x, 1)], PLAIN))
    assert parts.squares == pytest.approx(2.0, abs=1e-6)


def test_fractions_in_writing_are_numbers_wherever_they_stand(tmp_path) -> None:
    """A file had them read, and a list or a frame with the same entries was refused."""
    path = tmp_path / "reports.csv"
    path.write_text("x\n1/4\n0.5\n1/4\n")
    rows = ["1/4", "0.5", "1/4"]
    for data in (str(path), pandas.DataFrame({"x": rows}), rows):
        sums = number_sums(data, None if data is rows else "x")
        assert (sums.n, sums.mean, sums.squares) == (3, pytest.approx(1 / 3), pytest.approx(1 / 24))
    for none in ("1/0", 10**400):
        with pytest.raises(InputError, match="got 1 of 2 that are none"):
            number_sums([none, 1])


def test_what_is_no_number_is_counted_and_not_shown() -> None:
    with pytest.raises(InputError) as refused:
        number_sums([1, "secret", 2])
    assert "got 1 of 3 that are none" in str(refused.value) and "secret" not in str(refused.value)


WRITTEN = NumberRules(EntryRules.of("drop", na="-9,refused"), comma=True)


def test_words_and_decimal_commas_are_read_alike_by_octets_and_by_polars() -> None:
    texts = ["1,25", "-9", " refused", "", "NA", "1,2,3", "7.5", "-9,0"]
    expected = [1.25, None, None, None, None, None, 7.5, -9.0]
    lost = [False, True, True, True, False, False, False, False]
    for numbers, absent in (
        WRITTEN.of_fields(fields_of([text.encode() for text in texts])),
        WRITTEN.of_column(polars.Series("x", texts)),
    ):
        assert absent.tolist() == lost
        assert [None if np.isnan(x) else x for x in numbers.tolist()] == expected


def test_a_number_may_be_a_word_for_a_missing_answer() -> None:
    for column in (polars.Series("x", [1, -9, 3]), polars.Series("x", [1.0, -9.0, 3.0])):
        assert WRITTEN.of_column(column)[1].tolist() == [False, True, False]
    assert number_sums([1, -9, 3], missing=WRITTEN.entries).mean == 2.0
    assert number_sums([1, -9, 3]).mean == pytest.approx(-5 / 3)
