"""Counts from every kind of data, and refusals that say how many and which."""

import io

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.counting import (
    count_groups,
    count_indices,
    count_labels,
    count_reports,
)
from rropt.counting.progress import Progress
from rropt.exact import InputError

WARNER = Channel.from_rows(
    [["3/4", "1/4"], ["1/4", "3/4"]], reports=["no", "yes"], truths=["no", "yes"]
)
ANSWERS = ["yes", "no", "yes", "yes", "no"]
EXPECTED = (2, 3)
CODES = [1, 0, 1, 1, 0]


def pandas_frame(values):
    return pytest.importorskip("pandas").DataFrame({"id": range(len(values)), "answer": values})


def polars_frame(values):
    return pytest.importorskip("polars").DataFrame({"id": range(len(values)), "answer": values})


def polars_lazy(values):
    return polars_frame(values).lazy()


def pyarrow_table(values):
    table = pytest.importorskip("pyarrow").table
    return table({"id": list(range(len(values))), "answer": values})


def duckdb_relation(values):
    duckdb = pytest.importorskip("duckdb")
    rows = ", ".join(f"({i}, {v!r})".replace("None", "null") for i, v in enumerate(values))
    return duckdb.sql(f"select * from (values {rows}) as t(id, answer)")


def dask_frame(values):
    dask = pytest.importorskip("dask.dataframe")
    return dask.from_pandas(pandas_frame(values), npartitions=2)


FRAMES = [
    pandas_frame,
    polars_frame,
    polars_lazy,
    pyarrow_table,
    duckdb_relation,
    dask_frame,
]


@pytest.mark.parametrize("frame", FRAMES)
def test_every_frame_of_text(frame):
    assert count_reports(WARNER, frame(ANSWERS), "answer") == EXPECTED


@pytest.mark.parametrize("frame", FRAMES)
def test_every_frame_of_numbers(frame):
    assert count_labels(["0", "1", "2"], frame(CODES), "answer") == (2, 3, 0)


@pytest.mark.parametrize("frame", FRAMES)
def test_every_frame_refuses_missing_values(frame):
    with pytest.raises(InputError, match="no missing values, got 1 of 5 missing"):
        count_reports(WARNER, frame(["yes", None, "no", "no", "no"]), "answer")


@pytest.mark.parametrize("frame", FRAMES)
def test_every_frame_refuses_unknown_labels_and_columns(frame):
    with pytest.raises(InputError, match="labels 'no', 'yes', got 2 of 3 that do not fit"):
        count_reports(WARNER, frame(["maybe", "no", "maybe"]), "answer")
    with pytest.raises(InputError, match="column must be one of 'id', 'answer', got 'anser'"):
        count_reports(WARNER, frame(ANSWERS), "anser")
    with pytest.raises(InputError, match="got None"):
        count_reports(WARNER, frame(ANSWERS))


@pytest.mark.parametrize("frame", FRAMES)
def test_groups_of_every_frame(frame):
    counts = count_groups(Channel.identity(5), frame([0, 1, 0, 4, 1]), "id", by="answer")
    assert counts == {"0": (1, 0, 1, 0, 0), "1": (0, 1, 0, 0, 1), "4": (0, 0, 0, 1, 0)}


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_series(library):
    series = pytest.importorskip(library).Series(ANSWERS)
    assert count_reports(WARNER, series) == EXPECTED


@pytest.mark.parametrize(
    ("data", "labels"),
    [
        (ANSWERS, ["no", "yes"]),
        (tuple(CODES), ["0", "1"]),
        (np.array(CODES), ["0", "1"]),
        (np.array(CODES, np.uint8), ["0", "1"]),
        (np.array(CODES, bool), ["0", "1"]),
        (np.array(CODES, bool), ["false", "true"]),
        (np.array(CODES, float), ["0", "1"]),
        (np.array(ANSWERS), ["no", "yes"]),
        (np.array(ANSWERS, object), ["no", "yes"]),
        (np.array(CODES) + 10**12, [str(10**12), str(10**12 + 1)]),
        (-np.array(CODES), ["0", "-1"]),
    ],
)
def test_lists_and_arrays(data, labels):
    assert count_labels(labels, data) == EXPECTED


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "at least one value, got none"),
        (np.array([]), "at least one value"),
        (["yes", None, float("nan")], "2 of 3 missing"),
        ([["yes"]], "flat list"),
        (["yes", ["no"]], "flat list of labels, got a list in it"),
        (np.array([["yes"], ["no", "no"]], dtype=object), "flat list of labels, got a list in it"),
        (object(), "got object"),
        (np.array([0, 1]), "got 2 of 2 that do not fit"),
    ],
)
def test_bad_data_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        count_reports(WARNER, data)


@pytest.mark.parametrize("kind", [np.bool_, np.float32, np.float64, np.int8, np.str_])
def test_lists_of_numpy_numbers(kind):
    assert count_labels(["0", "1"], [kind(1), kind(0), kind(1)]) == (1, 2)


def test_a_category_that_nobody_has_is_no_unknown_label():
    pandas = pytest.importorskip("pandas")
    column = pandas.Categorical(["no", "yes", "no"], categories=["no", "yes", "refused"])
    assert count_labels(["no", "yes"], pandas.DataFrame({"a": column}), "a") == (2, 1)


def test_lists_are_no_labels(tmp_path):
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    values = {"a": [[1], [0]], "g": ["x", "y"]}
    frame, path = polars.DataFrame(values), tmp_path / "lists.parquet"
    frame.write_parquet(path)
    for data in (frame, frame.lazy(), pandas.DataFrame(values), path):
        with pytest.raises(InputError, match="must hold labels, got"):
            count_labels(["0", "1"], data, "a")
    for data in (frame, path):
        with pytest.raises(InputError, match="must hold labels, got"):
            count_groups(Channel.identity(2), data, "a", by="g")


def test_bad_indices_are_refused():
    with pytest.raises(InputError, match="between 0 and 1, got 1 of 3"):
        count_indices([0, 1, 2], 2)
    with pytest.raises(InputError, match="non-empty integer"):
        count_indices([], 2)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("stream", "shown"), [(Terminal(), True), (io.StringIO(), False)])
def test_progress_is_shown_on_a_terminal_only(stream, shown):
    with Progress("counting", 100, stream) as progress:
        progress.start -= 10
        progress.last -= 10
        progress.advance(50)
    assert ("50%, 50 rows" in stream.getvalue()) is shown


def test_progress_is_silent_on_short_work():
    stream = Terminal()
    with Progress("counting", 100, stream) as progress:
        progress.advance(50)
    assert stream.getvalue() == ""
    assert progress.line(2.0).startswith("counting [############------------] 50%")
    assert Progress("counting").line(1.0) == "counting: 0 rows, 0 a second"
