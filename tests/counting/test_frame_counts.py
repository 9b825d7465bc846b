"""Counts where the frame lives."""

from __future__ import annotations

import pytest

from rropt.channel import Channel
from rropt.counting import count_groups, count_labels, count_reports, randomize_file
from rropt.counting.frame_counts import require_column, tally_table, tally_table_columns
from rropt.exact import InputError

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


def test_columns_of_pandas_may_be_numbers():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[1, 0], [1, 1], [0, 1]])
    assert count_labels(["0", "1"], frame, 0) == (1, 2)


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
    assert dict(tally_table(frame, "a").counts) == {1: 2, None: 1}
    assert dict(tally_table(frame["b"], None).counts) == {"x": 1, "y": 1, None: 1}
    lazy = tally_table(frame.lazy(), "b")
    assert dict(lazy.counts) == {"x": 1, "y": 1, None: 1} and lazy.name == "column 'b'"


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
