"""Counts from every kind of data: of a column, groups, several columns, records."""

from __future__ import annotations

import io
from collections import Counter

import numpy as np
import pandas
import polars
import pyarrow
import pytest

from rropt.channel import Channel
from rropt.data.counts import (
    count_groups,
    count_labels,
    count_reports,
    counted_survey,
    tally_records,
)
from rropt.data.entry_rules import EntryRules
from rropt.data.progress import Progress
from rropt.data.respondents import SurveyColumns
from rropt.exact import InputError
from tests.told_channel import told

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


@pytest.mark.filterwarnings("error")
@pytest.mark.everything
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
        ([["yes"]], "data must hold labels"),
        (["yes", ["no"]], "data must hold labels, got a list"),
        (np.array([["yes"], ["no", "no"]], dtype=object), "data must hold labels, got a list"),
        (object(), "got object"),
        (np.array([1, 2]), "got 1 of 2 that do not fit"),
    ],
)
def test_bad_data_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        count_reports(WARNER, data)


def test_reports_called_as_their_truths_may_stand_as_numbers_and_others_may_not():
    assert count_reports(WARNER, [0, 1, 1, "yes"]) == (1, 3)
    assert count_reports(WARNER, [0, 1, 1], missing=EntryRules.of(codes="1=no,0=yes")) == (2, 1)
    with pytest.raises(InputError, match="got 3 of 3 that do not fit"):
        count_reports(WARNER.relabel(truths=["a", "b"]), [0, 1, 1])


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


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("stream", "shown"), [(Terminal(), True), (io.StringIO(), False)])
def test_progress_is_shown_on_a_terminal_only(stream, shown, monkeypatch):
    monkeypatch.setattr("sys.stderr", stream)
    with Progress("counting", 100) as progress:
        progress.start -= 10
        progress.last -= 10
        progress.advance(50)
    assert ("50%, 50 rows" in stream.getvalue()) is shown


def test_progress_is_silent_on_short_work(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with Progress("counting", 100) as progress:
        progress.advance(50)
    assert stream.getvalue() == ""
    assert progress.line(2.0).startswith("counting [############------------] 50%")
    assert Progress("counting").line(1.0) == "counting: 0 rows, 0 a second"


def test_groups_refuse_what_is_missing_or_unknown():
    ids = Channel.identity(2)
    with pytest.raises(InputError, match="'id' must have no missing values, got 1 of 2"):
        count_groups(ids, polars_frame(["a", None]), "id", "answer")
    with pytest.raises(InputError, match=r"column 'id' must hold only.* got 1 of 3"):
        count_groups(ids, polars_frame(["a", "b", "a"]), "id", "answer")
    with pytest.raises(InputError, match="must be different, got 'id' twice"):
        count_groups(ids, polars_frame(["a"]), "id", "id")
    with pytest.raises(InputError, match="got 'group'"):
        count_groups(ids, polars_frame(["a"]), "id", "group")
    with pytest.raises(InputError, match="at least one value"):
        count_groups(ids, polars_frame([]), "id", "answer")
    with pytest.raises(InputError, match="got a series"):
        count_groups(ids, polars_frame(["a"])["id"], "id", "answer")


def test_values_of_several_columns_are_crossed() -> None:
    rows = frame(region=["n", "s", "n", "n"], wave=[1, 2, 1, 1], x=["no", "yes", "no", "yes"])
    found = count_groups(TWO, rows, "x", ["region", "wave"])
    assert found == {"n, 1": (2, 1), "s, 2": (0, 1)}


def test_a_group_that_is_called_as_what_does_not_fit_is_a_group() -> None:
    rows = frame(region=[-1, -1, 0], x=["no", "yes", "yes"])
    assert count_groups(TWO, rows, "x", "region") == {"-1": (1, 1), "0": (0, 1)}


def test_a_group_without_a_name_is_refused() -> None:
    rows = frame(region=[float("nan"), 1.0], x=["no", "no"])
    with pytest.raises(InputError, match="'x' must have no missing values, got 1 of 2"):
        count_groups(TWO, rows, "x", "region")


@pytest.mark.parametrize("by, twice", [("answer", "answer"), (["a", "a"], "a")])
def test_columns_are_different_ones(by, twice: str) -> None:
    with pytest.raises(InputError, match=f"must be different, got '{twice}' twice"):
        count_groups(Channel.identity(2), None, "answer", by)


TWO = told(["no", "yes"])
THREE = told(["a", "b", "c"])


def frame(**columns):
    return polars.DataFrame(columns)


def combinations(tables, data, columns, missing="refuse"):
    channels = [{"": table} for table in tables]
    return counted_survey(SurveyColumns(columns), data, channels, missing).combinations()


def test_combinations_are_counted_by_the_places_of_their_reports() -> None:
    rows = frame(x=["yes", "no", "yes", "yes"], y=["c", "a", "c", "b"])
    assert combinations([TWO, THREE], rows, ("x", "y")) == {(0, 0): 1, (1, 1): 1, (1, 2): 2}
    assert combinations([THREE, TWO], rows, ("y", "x")) == {(0, 0): 1, (1, 1): 1, (2, 1): 2}


def test_rows_without_one_report_are_refused_or_left_out() -> None:
    rows = frame(x=["yes", None, None], y=["c", "a", "a"])
    with pytest.raises(InputError, match="got 2 of 3 missing"):
        combinations([TWO, THREE], rows, ("x", "y"))
    assert combinations([TWO, THREE], rows, ("x", "y"), "drop") == {(1, 2): 1}


@pytest.mark.parametrize(
    "columns, words",
    [
        ({"x": ["yes", "maybe"], "y": ["a", "b"]}, "column 'x' must hold only the labels"),
        ({"x": ["yes", "no"], "y": ["a", "d"]}, "column 'y' must hold only the labels"),
        ({"x": [None], "y": ["a"]}, "got 1 of 1 missing"),
    ],
)
def test_what_does_not_fit(columns, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        combinations([TWO, THREE], frame(**columns), ("x", "y"))
    assert "maybe" not in str(refused.value)


def test_nothing_left_and_one_column_twice_are_refused() -> None:
    with pytest.raises(InputError, match="must contain at least one value"):
        combinations([TWO, TWO], frame(x=[None], y=["no"]), ("x", "y"), "drop")
    with pytest.raises(InputError, match="must be different, got 'x' twice"):
        combinations([TWO, TWO], frame(x=["no"]), ("x", "x"))


def arms(tables, data, missing="refuse"):
    columns = SurveyColumns(("x",), design_column="version")
    found = counted_survey(columns, data, [tables], missing)
    return [found.counts(2, found.used == place) for place in range(len(tables))]


def test_each_table_has_the_rows_that_name_it() -> None:
    rows = frame(version=[1, 2, 2, 1], x=["yes", "no", "no", "no"])
    assert arms({"2": TWO, "1": TWO}, rows) == [(2, 0), (1, 1)]


@pytest.mark.parametrize("kind", [int, float, str, bool])
def test_designs_are_named_by_numbers_of_any_type(kind) -> None:
    """A column of pandas in which one is missing has floats: estimates refused 1.0 for design 1."""
    version = [*map(kind, [1, 0]), None]
    rows = pandas.DataFrame({"version": version, "x": ["yes", "no", "no"]})
    named = {str(kind(1)): TWO, str(kind(0)): TWO} if kind is str else {"1": TWO, "0": TWO}
    assert arms(named, rows, "drop") == [(0, 1), (1, 0)]


def test_a_table_without_rows_has_no_counts() -> None:
    rows = frame(version=[1, 2, 3], x=["yes", "no", None])
    tables = dict.fromkeys(["1", "2", "3", "4"], TWO)
    assert arms(tables, rows, "drop") == [(0, 1), (1, 0), (0, 0), (0, 0)]
    with pytest.raises(InputError, match="column 'x' must contain at least one value"):
        arms(tables, frame(version=[1, 2], x=[None, None]), "drop")


@pytest.mark.parametrize(("names", "others"), [(["1"], 1), (["1", "b"], 1), (["a", "b"], 2)])
def test_tables_are_those_that_are_named(names, others) -> None:
    """No code stands for the name of a design, and none is offered."""
    rows = frame(version=[1, 2], x=["yes", "no"])
    with pytest.raises(InputError, match=f"'version' must hold only .* got {others} of 2") as said:
        arms(dict.fromkeys(names, TWO), rows)
    assert "codes" not in str(said.value)


ROWS = [("n", "yes"), ("s", "no"), ("n", "yes"), ("s", "yes")]
BY, REPORTS = map(list, zip(*ROWS, strict=True))
TABLE = {"by": BY, "reports": REPORTS}


@pytest.mark.parametrize("frame", [pandas.DataFrame, polars.DataFrame, pyarrow.table])
def test_names_in_a_frame_are_the_lists_beside_each_other(frame) -> None:
    wanted = Counter(ROWS)
    made = frame(TABLE)
    for by, reports in (("by", "reports"), (BY, "reports"), ("by", REPORTS), (BY, made["reports"])):
        found = tally_records(made, {"by": by, "reports": reports})
        assert {tuple(values): n for *values, n in found} == wanted


def test_arrays_series_and_lazy_frames_are_columns() -> None:
    wanted = Counter(ROWS)
    for kind in (np.array, tuple, pandas.Series, polars.Series, pyarrow.chunked_array):
        column = kind([BY]) if kind is pyarrow.chunked_array else kind(BY)
        found = tally_records(REPORTS, {"by": column, "reports": REPORTS})
        assert {tuple(values): n for *values, n in found} == wanted
    lazy = polars.LazyFrame(TABLE)
    found = tally_records(lazy, {"by": BY, "reports": "reports"})
    assert {tuple(values): n for *values, n in found} == wanted


def test_one_column_may_be_wanted_twice(tmp_path) -> None:
    (tmp_path / "s.csv").write_text("by,reports\n" + "\n".join(map(",".join, ROWS)) + "\n")
    columns = {"strata": "by", "by": "by", "reports": "reports"}
    for data in (tmp_path / "s.csv", str(tmp_path / "s.csv"), pandas.DataFrame(TABLE)):
        found = tally_records(data, columns)
        assert {(a, c): n for a, b, c, n in found if a == b} == Counter(ROWS)


def test_masked_entries_are_missing() -> None:
    masked = np.ma.array([3, 4], mask=[False, True])
    found = tally_records([0, 1], {"weights": masked, "reports": [0, 1]})
    assert found == [(3, 0, 1), (None, 1, 1)]


@pytest.mark.parametrize(
    ("data", "by", "said"),
    [
        (REPORTS, ["n"], "by must have one entry for each report, got 1 for 4"),
        (REPORTS, "by", "got the name 'by' with a list"),
        ("s.csv", "by", "got the name 'by' with a file"),
        (REPORTS, {"n": 1}, "a list, array or series with one entry for each report, got dict"),
        (REPORTS, 3, "a list, array or series with one entry for each report, got int"),
        (REPORTS, np.ones((2, 2)), "by must be one column, got an array of shape"),
        (REPORTS, [["n"], "n", "n", "n"], "by must hold labels, got a list"),
        (polars.DataFrame(TABLE), "region", "column must be one of 'by', 'reports', got 'region'"),
    ],
)
def test_what_is_no_column_is_refused(data, by, said) -> None:
    with pytest.raises(InputError) as refused:
        tally_records(data, {"by": by, "reports": REPORTS})
    assert said in str(refused.value)
