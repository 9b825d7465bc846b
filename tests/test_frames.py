"""Counts from every kind of data, and refusals that say how many and which."""

import io
import sys

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.frames import (
    count_groups,
    count_indices,
    count_labels,
    count_reports,
    randomize_file,
)
from rropt.frames.progress import Progress
from rropt.frames.tally import Tally, match

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
    with pytest.raises(InputError, match=r"got 'maybe' \(2 times\): 2 of 3 values"):
        count_reports(WARNER, frame(["maybe", "no", "maybe"]), "answer")
    with pytest.raises(InputError, match="column must be one of 'id', 'answer', got 'anser'"):
        count_reports(WARNER, frame(ANSWERS), "anser")
    with pytest.raises(InputError, match="got None"):
        count_reports(WARNER, frame(ANSWERS))


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


@pytest.mark.parametrize("frame", FRAMES)
def test_groups_of_every_frame(frame):
    counts = count_groups(Channel.identity(5), frame([0, 1, 0, 4, 1]), "id", by="answer")
    assert counts == {"0": (1, 0, 1, 0, 0), "1": (0, 1, 0, 0, 1), "4": (0, 0, 0, 1, 0)}


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("library", ["polars", "duckdb"])
def test_groups_of_files(tmp_path, kind, library, monkeypatch):
    path = written(tmp_path, kind, ["b", "a", "b"])
    if library == "duckdb":
        pytest.importorskip("duckdb")
        monkeypatch.setitem(sys.modules, "polars", None)
    counts = count_groups(Channel.identity(3), path, "id", by="answer")
    assert counts == {"a": (0, 1, 0), "b": (1, 0, 1)}


def test_groups_refuse_what_is_missing_or_unknown():
    ids = Channel.identity(2)
    with pytest.raises(InputError, match="'answer' must have no missing values, got 1"):
        count_groups(ids, polars_frame(["a", None]), "id", "answer")
    with pytest.raises(InputError, match=r"group 'a' must hold only.* got 2 \(1 times\)"):
        count_groups(ids, polars_frame(["a", "b", "a"]), "id", "answer")
    with pytest.raises(InputError, match="another column"):
        count_groups(ids, polars_frame(["a"]), "id", "id")
    with pytest.raises(InputError, match="got 'group'"):
        count_groups(ids, polars_frame(["a"]), "id", "group")
    with pytest.raises(InputError, match="at least one value"):
        count_groups(ids, polars_frame([]), "id", "answer")
    with pytest.raises(InputError, match="got a series"):
        count_groups(ids, polars_frame(["a"])["id"], "id", "answer")


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


def test_blocks_of_narrow_integers():
    codes = np.random.default_rng(0).integers(0, 5, 200_000)
    expected = tuple(np.bincount(codes, minlength=6).tolist())
    for kind in (np.uint8, np.int16, np.uint32, np.int64):
        assert count_indices(codes.astype(kind), 6) == expected
        assert count_labels([str(i) for i in range(6)], codes.astype(kind)) == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "at least one value, got none"),
        (np.array([]), "at least one value"),
        (["yes", None, float("nan")], "2 of 3 missing"),
        ([["yes"]], "flat list"),
        (object(), "got object"),
        (np.array([0, 1]), r"got 0 \(1 times\), 1 \(1 times\): 2 of 2"),
    ],
)
def test_bad_data_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        count_reports(WARNER, data)


def test_masked_entries_are_missing_values():
    masked = np.ma.array([0, 1, 1], mask=[False, False, True])
    with pytest.raises(InputError, match="no missing values, got 1 of 3 missing"):
        count_labels(["0", "1"], masked)
    with pytest.raises(InputError, match="must not be masked, got 1"):
        count_indices(masked, 2)
    assert count_labels(["0", "1"], np.ma.array([0, 1, 1])) == (1, 2)


@pytest.mark.parametrize("dtype", [">i2", ">u4", ">i8", "<i4"])
def test_integers_of_either_byte_order(dtype):
    values = [0, 1, 256, 1]
    array = np.array(values, dtype)
    assert count_labels(["0", "1", "256"], array) == (1, 2, 1)
    assert count_indices(array, 300) == tuple(np.bincount(values, minlength=300))
    with pytest.raises(InputError, match=r"got \[256\] \(1 of 4\)"):
        count_indices(array, 2)


@pytest.mark.parametrize("kind", [np.bool_, np.float32, np.float64, np.int8, np.str_])
def test_lists_of_numpy_numbers(kind):
    assert count_labels(["0", "1"], [kind(1), kind(0), kind(1)]) == (1, 2)


def test_a_category_that_nobody_has_is_no_unknown_label():
    pandas = pytest.importorskip("pandas")
    column = pandas.Categorical(["no", "yes", "no"], categories=["no", "yes", "refused"])
    assert count_labels(["no", "yes"], pandas.DataFrame({"a": column}), "a") == (2, 1)


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
    with pytest.raises(InputError, match=r"between 0 and 1, got \[2\] \(1 of 3\)"):
        count_indices([0, 1, 2], 2)
    with pytest.raises(InputError, match="non-empty integer"):
        count_indices([], 2)


def test_long_label_lists_are_shortened_in_messages():
    with pytest.raises(InputError, match=r"'9' \.\.\., got 'x'"):
        match(Tally({"x": 1}, "data"), [str(i) for i in range(50)])


def written(tmp_path, kind, values=ANSWERS):
    frame = polars_frame(values)
    path = tmp_path / f"reports.{kind}"
    if kind == "parquet":
        frame.write_parquet(path)
    else:
        frame.write_csv(path, separator="\t" if kind == "tsv" else ",")
    return path


@pytest.mark.parametrize("kind", ["csv", "tsv", "parquet"])
def test_files(tmp_path, kind):
    path = written(tmp_path, kind)
    assert count_reports(WARNER, path, "answer") == EXPECTED
    assert count_reports(WARNER, str(path), "answer") == EXPECTED
    with pytest.raises(InputError, match="column must be one of 'id', 'answer'"):
        count_reports(WARNER, path, "x")


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_files_refuse_what_is_not_a_label(tmp_path, kind):
    with pytest.raises(InputError, match=r"'answer' of reports.* got 1 of 3 missing"):
        count_reports(WARNER, written(tmp_path, kind, ["yes", None, "no"]), "answer")
    with pytest.raises(InputError, match=r"got 'YES' \(1 times\): 1 of 2"):
        count_reports(WARNER, written(tmp_path, kind, ["YES", "no"]), "answer")
    with pytest.raises(InputError, match="at least one value"):
        count_reports(WARNER, written(tmp_path, kind, []), "answer")


def test_files_of_several_batches(tmp_path, monkeypatch):
    from rropt.frames import files

    monkeypatch.setattr(files, "ROWS_A_BATCH", 100)
    path = written(tmp_path, "csv", ["yes"] * 700 + ["no"] * 333)
    assert count_reports(WARNER, path, "answer") == (333, 700)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_files_are_read_by_duckdb_where_polars_is_missing(tmp_path, kind, monkeypatch):
    pytest.importorskip("duckdb")
    path = written(tmp_path, kind)
    monkeypatch.setitem(sys.modules, "polars", None)
    assert count_reports(WARNER, path, "answer") == EXPECTED
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(InputError, match="neither is installed"):
        count_reports(WARNER, path, "answer")


def test_a_label_in_csv_is_what_the_file_says(tmp_path):
    path = tmp_path / "codes.csv"
    path.write_text("answer\n01\n1\n01\n")
    assert count_labels(["01", "1"], path, "answer") == (2, 1)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "", "must not be empty"),
        ("a.txt", "answer\nyes\n", "must end in .csv"),
        ("a.csv", "answer\nyes,no\nno\n", "well-formed"),
        ("a.parquet", "not parquet at all", "well-formed"),
    ],
)
def test_bad_files_are_refused(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        count_reports(WARNER, path, "answer")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="readable file"):
        count_reports(WARNER, tmp_path / "none.csv", "answer")


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("target", ["out.csv", "out.parquet"])
def test_randomize_file_replaces_one_column(tmp_path, kind, target):
    polars = pytest.importorskip("polars")
    flip = Channel.from_rows([[0, 1], [1, 0]], reports=["A", "B"], truths=["no", "yes"])
    path, goal = written(tmp_path, kind), tmp_path / target
    assert randomize_file(flip, str(path), "answer", str(goal)) == 5
    frame = polars.read_csv(goal) if target.endswith("csv") else polars.read_parquet(goal)
    assert frame["answer"].to_list() == ["A", "B", "A", "A", "B"]
    assert [int(i) for i in frame["id"]] == [0, 1, 2, 3, 4]
    assert not list(tmp_path.glob("*.partial"))


@pytest.mark.parametrize(
    ("values", "truths"),
    [
        ([1, 0, 1], ["0", "1"]),
        ([True, False, True], ["false", "true"]),
        ([1.0, 0.0, 1.0], ["0", "1"]),
    ],
    ids=["integers", "bool", "floats"],
)
def test_randomize_file_of_every_type_of_answer(tmp_path, values, truths):
    polars = pytest.importorskip("polars")
    channel = Channel.from_rows([[1, 0], [0, 1]], reports=["A", "B"], truths=truths)
    path, goal = written(tmp_path, "parquet", values), tmp_path / "out.parquet"
    randomize_file(channel, str(path), "answer", str(goal))
    assert polars.read_parquet(goal)["answer"].to_list() == ["B", "A", "B"]


def test_randomize_file_has_the_channels_probabilities(tmp_path):
    path = written(tmp_path, "parquet", ["yes"] * 20_000 + ["no"] * 20_000)
    goal = tmp_path / "out.parquet"
    source = np.random.default_rng(0).bytes
    randomize_file(WARNER, str(path), "answer", str(goal), source)
    frame = pytest.importorskip("polars").read_parquet(goal)
    kept = (frame["answer"].to_numpy() == np.repeat(["yes", "no"], 20_000)).mean()
    assert abs(kept - 0.75) < 4 * (0.75 * 0.25 / 40_000) ** 0.5


def test_randomize_file_writes_nothing_when_it_refuses(tmp_path):
    path, goal = written(tmp_path, "csv", ["yes", "maybe"]), tmp_path / "out.csv"
    with pytest.raises(InputError, match="maybe"):
        randomize_file(WARNER, str(path), "answer", str(goal))
    assert not goal.exists()
    with pytest.raises(InputError, match="another file"):
        randomize_file(WARNER, str(path), "answer", str(path))
    with pytest.raises(InputError, match="output must end in"):
        randomize_file(WARNER, str(path), "answer", str(tmp_path / "out.txt"))
    good = written(tmp_path, "csv")
    with pytest.raises(InputError, match="writable"):
        randomize_file(WARNER, str(good), "answer", str(tmp_path / "no" / "out.csv"))


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


def test_a_malformed_row_is_said_of_the_file_that_was_given(tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("a,b\n1,2,3\n0,1\n")
    with pytest.raises(InputError, match=r"long\.csv"):
        randomize_file(Channel.identity(2), str(path), "a", str(tmp_path / "out.csv"))


@pytest.mark.parametrize("library", ["polars", "duckdb"])
def test_the_separator_is_that_of_the_name_whoever_reads(tmp_path, library, monkeypatch):
    """No reader guesses: a .csv with semicolons has one column, and no first row is skipped."""
    pytest.importorskip(library)
    if library == "duckdb":
        monkeypatch.setitem(sys.modules, "polars", None)
    semicolons = tmp_path / "semicolons.csv"
    semicolons.write_text("a;b\n1;2\n")
    with pytest.raises(InputError, match="one of 'a;b', got 'a'"):
        count_labels(["0", "1"], semicolons, "a")
    tabs = tmp_path / "commas.tsv"
    tabs.write_text("a\tb\n1\tx,y\n0\tx,y\n1\tx,y\n")
    assert count_labels(["0", "1"], tabs, "a") == (1, 2)
    odd = tmp_path / "odd.csv"
    odd.write_text('a,b\n1,"p, ""q"""\n0,;\n')
    assert count_labels(["0", "1"], odd, "a") == (1, 1)


def test_randomizing_a_file_says_that_it_needs_polars(tmp_path, monkeypatch):
    pytest.importorskip("duckdb")
    path = tmp_path / "answers.csv"
    path.write_text("a\n1\n0\n")
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError, match="must be randomized by polars"):
        randomize_file(Channel.identity(2), str(path), "a", str(tmp_path / "out.csv"))
    assert not list(tmp_path.glob("out*"))
