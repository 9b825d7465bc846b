"""Values with their counts, from arrays and frames, matched with labels; no value is ever said."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.data import count_groups, count_labels, count_reports, randomize_file
from rropt.data.entry_rules import is_null
from rropt.data.respondents import key_of
from rropt.data.tally import (
    Tally,
    bounded_counts,
    match,
    require_column,
    tally_array,
    tally_table,
    tally_table_columns,
)
from rropt.exact import InputError
from rropt.exact.labelled import label_of

pytestmark = pytest.mark.quick


def test_long_label_lists_are_shortened_in_messages():
    with pytest.raises(InputError, match=r"'9' \.\.\., got 1 of 1"):
        match(Tally([("x", 1)], "data"), [str(i) for i in range(50)])


@pytest.mark.parametrize(
    "value, labels, label",
    [
        (True, ["true", "false"], "true"),
        (True, ["0", "1"], "1"),
        (True, ["True"], "True"),
        (1.0, ["0", "1"], "1"),
        (1.5, ["1"], None),
        (np.int8(1), ["1"], "1"),
        (np.float64(2.0), ["2"], "2"),
        (Decimal("1.00"), ["0", "1"], "1"),
        (Decimal("-0.0"), ["0"], "0"),
        (Decimal("1.50"), ["1", "1.5"], None),
        (Decimal("1E+9999"), ["1"], None),
        (Decimal("Infinity"), ["1"], None),
        ("1 ", ["1"], None),
        (None, ["no"], None),
    ],
)
def test_the_label_that_a_value_stands_for(value, labels, label) -> None:
    assert label_of(value, {text: i for i, text in enumerate(labels)}) == label


def test_counts_stand_in_the_order_of_the_labels_and_equal_ones_are_added() -> None:
    assert match(Tally([(1, 5), ("0", 2), ("1", 1), ("x", 0)], "data"), ["0", "1"]) == (2, 6)
    with pytest.raises(InputError, match="got 3 of 10 missing"):
        match(Tally([("a", 7), (None, 3)], "data"), ["a"])
    with pytest.raises(InputError, match="must contain at least one value"):
        match(Tally([(None, 3)], "data"), ["a"], "drop")
    with pytest.raises(InputError, match="must contain at least one value"):
        match(Tally([("a", 0)], "data"), ["a"])


def test_every_kind_of_missing_value_is_one() -> None:
    nan = float("nan")
    rows = [(None, 1), (nan, 2), (np.datetime64("NaT", "s"), 4), ("a", 3)]
    assert match(Tally(rows, "x"), ["a"], "drop") == (3,)
    with pytest.raises(InputError, match="x must have no missing values, got 7 of 10 missing"):
        match(Tally(rows, "x"), ["a"])
    with pytest.raises(InputError, match="must hold labels, got a list"):
        key_of([1], "data")
    assert is_null(nan) and not is_null(0) and not is_null("")


def test_blocks_of_narrow_integers():
    codes = np.random.default_rng(0).integers(0, 5, 200_000)
    expected = tuple(np.bincount(codes, minlength=6).tolist())
    for kind in (np.uint8, np.int16, np.uint32, np.int64):
        assert count_labels([str(i) for i in range(6)], codes.astype(kind)) == expected


def test_masked_entries_are_missing_values():
    masked = np.ma.array([0, 1, 1], mask=[False, False, True])
    with pytest.raises(InputError, match="no missing values, got 1 of 3 missing"):
        count_labels(["0", "1"], masked)
    assert count_labels(["0", "1"], np.ma.array([0, 1, 1])) == (1, 2)


@pytest.mark.parametrize("dtype", [">i2", ">u4", ">i8", "<i4"])
def test_integers_of_either_byte_order(dtype):
    values = [0, 1, 256, 1]
    array = np.array(values, dtype)
    assert count_labels(["0", "1", "256"], array) == (1, 2, 1)


@pytest.mark.parametrize("top", [3, 255, 256, 70_000, 1 << 20, (1 << 20) + 5])
def test_ranges_small_and_large_are_counted_alike(top: int) -> None:
    """Before and after each range that is tried first."""
    data = np.random.default_rng(1).integers(0, top + 1, 5000)
    data[0] = top
    assert dict(tally_array(data).rows) == Counter(data.tolist())


@pytest.mark.parametrize("data", [[-1, 0, 0, 5], [True, False, True], ["a", "b", "a"], [0.5, 0.5]])
def test_negative_numbers_booleans_texts_and_floats(data) -> None:
    found = dict(tally_array(np.array(data)).rows)
    assert found == Counter(data)
    assert {type(key) for key in found} == {type(data[0])}


def test_a_range_is_refused_at_its_end() -> None:
    assert bounded_counts(np.array([0, 7], np.uint8), 8).tolist() == [1, 0, 0, 0, 0, 0, 0, 1]
    assert bounded_counts(np.array([8], np.uint8), 8) is None
    far = np.zeros(200_000, np.int16)
    far[-1] = -1
    assert bounded_counts(far, 256) is None


WARNER = Channel.from_rows(
    [["3/4", "1/4"], ["1/4", "3/4"]], reports=["no", "yes"], truths=["no", "yes"]
)


ANSWERS = ["yes", "no", "yes", "yes", "no"]


EXPECTED = (2, 3)


def polars_frame(values):
    return pytest.importorskip("polars").DataFrame({"id": range(len(values)), "answer": values})


def test_lazy_frames_only_run_the_group_by():
    """Two rows leave a frame of five: the rest of the plan is never collected."""
    polars = pytest.importorskip("polars")
    seen = []

    def spy(batch):
        seen.append(batch.width)
        return batch

    lazy = polars_frame(ANSWERS).lazy().map_batches(spy, projection_pushdown=True)
    assert count_reports(WARNER, lazy, "answer") == EXPECTED
    assert seen == [1]
    assert isinstance(lazy, polars.LazyFrame)


def test_categorical_enum_and_nullable_columns():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    categorical = pandas.DataFrame({"answer": pandas.Categorical(ANSWERS)})
    assert count_reports(WARNER, categorical, "answer") == EXPECTED
    enum = polars.Series(ANSWERS, dtype=polars.Enum(["no", "yes"]))
    assert count_reports(WARNER, enum) == EXPECTED
    nullable = pandas.Series([1, 0, 1], dtype="Int64")
    assert count_labels(["0", "1"], nullable) == (1, 2)
    with pytest.raises(InputError, match="1 of 2 missing"):
        count_labels(["0", "1"], pandas.Series([1, None], dtype="Int64"))
    with pytest.raises(InputError, match="1 of 2 missing"):
        count_labels(["0", "1"], polars.Series([1, None]))
    assert count_labels(["false", "true"], polars.Series([True, True, False])) == (1, 2)
    wide = polars.Series([1, 0, 1, 2**100], dtype=polars.Int128)
    assert count_labels(["0", "1"], wide[:3]) == (1, 2)
    with pytest.raises(InputError, match="1 of 4 that do not fit"):
        count_labels(["0", "1"], wide)


def test_columns_of_pandas_may_be_numbers():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[1, 0], [1, 1], [0, 1]])
    assert count_labels(["0", "1"], frame, 0) == (1, 2)
    levels = pandas.DataFrame({("a", "b"): [1, 0, 1]})
    assert count_labels(["0", "1"], levels, ("a", "b")) == (1, 2)
    assert count_labels(["0", "1"], levels["a", "b"]) == (1, 2)
    with pytest.raises(InputError, match="column must be one of"):
        count_labels(["0", "1"], levels, "a")


def test_columns_of_one_name_are_refused(tmp_path):
    pandas = pytest.importorskip("pandas")
    with pytest.raises(InputError, match="a different name for each column"):
        count_labels(["0", "1"], pandas.DataFrame([[1, 0]], columns=["a", "a"]), "a")
    path = tmp_path / "twice.csv"
    path.write_text("a,b,b,a\n1,0,0,0\n")
    for column in ("a", "b"):
        with pytest.raises(InputError, match="the name of 2"):
            count_labels(["0", "1"], path, column)
    identity = Channel.identity(2)
    with pytest.raises(InputError, match="the name of 2"):
        randomize_file(identity, str(path), "a", str(tmp_path / "out.csv"))
    with pytest.raises(InputError, match="the name of 2"):
        count_groups(identity, path, "c", by="a")


def test_series_and_columns_of_integers_keep_missing_values() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"a": [1, None, 1], "b": ["x", "y", None]})
    assert dict(tally_table(frame, "a").rows) == {1: 2, None: 1}
    assert dict(tally_table(frame["b"], None).rows) == {"x": 1, "y": 1, None: 1}
    lazy = tally_table(frame.lazy(), "b")
    assert dict(lazy.rows) == {"x": 1, "y": 1, None: 1} and lazy.name == "column 'b'"


def test_combinations_are_counted_where_they_are() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"a": [1, 1, 2], "b": ["x", "x", "x"]})
    assert sorted(tally_table_columns(frame, ["a", "b"])) == [(1, "x", 2), (2, "x", 1)]
    with pytest.raises(InputError, match="got a series"):
        tally_table_columns(frame["a"], ["a"])


def test_a_column_is_named_among_ten() -> None:
    names = [f"c{n}" for n in range(12)]
    assert require_column("c11", names) == "c11"
    with pytest.raises(InputError, match=r"one of 'c0', .*'c9' \.\.\., got None"):
        require_column(None, names)
    with pytest.raises(InputError, match="got dict"):
        tally_table({"a": 1}, "a")


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_a_negative_entry_of_any_width_is_itself(kind):
    """-1 in eight bits is 255 without its sign, which once passed for a small number."""
    entries = [-1, 0, 0, -128, 127]
    assert dict(tally_array(np.array(entries, kind)).rows) == Counter(entries)
    assert count_labels(["-1", "0"], np.array([-1, 0, 0], kind)) == (1, 2)
    assert bounded_counts(np.array([-1], kind), 256) is None
