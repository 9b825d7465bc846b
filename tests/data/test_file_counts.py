"""Columns of files: counted, grouped and randomized by whichever library is there."""

import errno
import sys
from pathlib import Path

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.data import count_groups, count_labels, count_reports, randomize_file
from rropt.exact import InputError

pytestmark = pytest.mark.quick

WARNER = Channel.from_rows(
    [["3/4", "1/4"], ["1/4", "3/4"]], reports=["no", "yes"], truths=["no", "yes"]
)
ANSWERS = ["yes", "no", "yes", "yes", "no"]
EXPECTED = (2, 3)


def written(tmp_path, kind, values=ANSWERS):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"id": range(len(values)), "answer": values})
    path = tmp_path / f"reports.{kind}"
    if kind == "parquet":
        frame.write_parquet(path)
    else:
        frame.write_csv(path, separator="\t" if kind == "tsv" else ",")
    return path


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_groups_of_files(tmp_path, kind, monkeypatch):
    path = written(tmp_path, kind, ["b", "a", "b"])
    assert count_groups(Channel.identity(3), path, "id", by="answer")["b"] == (1, 0, 1)
    if kind == "csv":
        monkeypatch.setitem(sys.modules, "polars", None)
    counts = count_groups(Channel.identity(3), path, "id", by="answer")
    assert counts == {"a": (0, 1, 0), "b": (1, 0, 1)}


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
    with pytest.raises(InputError, match="labels 'no', 'yes', got 1 of 2 that do not fit"):
        count_reports(WARNER, written(tmp_path, kind, ["YES", "no"]), "answer")
    with pytest.raises(InputError, match="at least one value"):
        count_reports(WARNER, written(tmp_path, kind, []), "answer")


def test_files_of_several_batches(tmp_path, monkeypatch):
    from rropt.data import file_counts

    monkeypatch.setattr(file_counts, "ROWS_A_BATCH", 100)
    path = written(tmp_path, "csv", ["yes"] * 700 + ["no"] * 333)
    assert count_reports(WARNER, path, "answer") == (333, 700)


def test_text_alone_is_read_where_polars_is_missing(tmp_path, monkeypatch):
    text = written(tmp_path, "csv")
    parquet = written(tmp_path, "parquet")
    monkeypatch.setitem(sys.modules, "polars", None)
    assert count_reports(WARNER, text, "answer") == EXPECTED
    with pytest.raises(InputError, match="read by polars, which is not installed"):
        count_reports(WARNER, parquet, "answer")


@pytest.mark.parametrize(
    "content",
    [
        b"a,answer\n1,yes\n2,no\n\n3,\n4\n",
        b'\xef\xbb\xbfanswer\r\nyes\r\n"no"\r\nyes\r\n',
        b'"the ""a""",answer\n"x,y",no\n"two\nlines",yes\n',
    ],
)
def test_without_any_library_a_file_of_text_says_the_same(tmp_path, content, monkeypatch):
    path = tmp_path / "answers.csv"
    path.write_bytes(content)
    from rropt.data.file_counts import tally_file

    by_polars = dict(tally_file(path, "answer").rows)
    monkeypatch.setitem(sys.modules, "polars", None)
    assert dict(tally_file(path, "answer").rows) == by_polars
    with pytest.raises(InputError, match="column must be one of"):
        tally_file(path, "nothing")


def test_without_any_library_what_is_no_text_fits_no_label(tmp_path, monkeypatch):
    path = tmp_path / "answers.csv"
    path.write_bytes(b"answer\n\xff\xfe\n")
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError, match="got 1 of 1 that do not fit"):
        count_reports(WARNER, path, "answer")


def test_a_label_in_csv_is_what_the_file_says(tmp_path):
    path = tmp_path / "codes.csv"
    path.write_text("answer\n01\n1\n01\n")
    assert count_labels(["01", "1"], path, "answer") == (2, 1)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "", "must not be empty"),
        ("a.doc", "answer\nyes\n", "must end in .csv"),
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
    with pytest.raises(InputError, match="labels 'no', 'yes', got 1 of 2 that do not fit"):
        randomize_file(WARNER, str(path), "answer", str(goal))
    assert not goal.exists()
    with pytest.raises(InputError, match="another file"):
        randomize_file(WARNER, str(path), "answer", str(path))
    with pytest.raises(InputError, match="output must end in"):
        randomize_file(WARNER, str(path), "answer", str(tmp_path / "out.txt"))
    good = written(tmp_path, "csv")
    with pytest.raises(InputError, match=r"writable, got .*out\.csv: No such file or directory$"):
        randomize_file(WARNER, str(good), "answer", str(tmp_path / "no" / "out.csv"))


@pytest.mark.parametrize("target", ["out.csv", "out.parquet"])
@pytest.mark.parametrize("overwrite", [True, False])
def test_runs_at_one_time_do_not_write_into_each_others_file(tmp_path, target, overwrite):
    """The second run begins and ends while the first one draws; its file stays, or is replaced."""
    polars = pytest.importorskip("polars")
    path, goal = written(tmp_path, "csv", ["yes", "no"] * 400), tmp_path / target
    mine = tmp_path / f"{target}.partial"
    mine.write_text("a file of somebody else")
    drawn = np.random.default_rng(1).bytes
    begun = []

    def interrupted(size):
        if not begun:
            begun.append(randomize_file(WARNER, str(path), "answer", str(goal), drawn))
        return drawn(size)

    words = (WARNER, str(path), "answer", str(goal), interrupted)
    if overwrite:
        assert randomize_file(*words, overwrite=True) == 800
    else:
        with pytest.raises(InputError, match="spends the privacy budget again"):
            randomize_file(*words)
    assert begun == [800]
    frame = polars.read_csv(goal) if target.endswith("csv") else polars.read_parquet(goal)
    assert set(frame["answer"]) == {"yes", "no"} and len(frame) == 800
    assert mine.read_text() == "a file of somebody else"
    assert [file.name for file in tmp_path.glob("*.partial")] == [mine.name]


def test_a_malformed_row_is_said_of_the_file_that_was_given(tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("a,b\n1,2,3\n0,1\n")
    with pytest.raises(InputError, match=r"long\.csv"):
        randomize_file(Channel.identity(2), str(path), "a", str(tmp_path / "out.csv"))


@pytest.mark.parametrize("library", ["polars", "duckdb"])
def test_the_separator_is_that_of_the_header_whoever_reads(tmp_path, library, monkeypatch):
    """No row is looked at for it, and no first row is skipped."""
    pytest.importorskip(library)
    if library == "duckdb":
        monkeypatch.setitem(sys.modules, "polars", None)
    semicolons = tmp_path / "semicolons.csv"
    semicolons.write_text("a;b\n1;2,5\n0;3,5\n1;,\n")
    assert count_labels(["0", "1"], semicolons, "a") == (1, 2)
    with pytest.raises(InputError, match="one of 'a', 'b', got 'a;b'"):
        count_labels(["0", "1"], semicolons, "a;b")
    tabs = tmp_path / "commas.tsv"
    tabs.write_text("a\tb\n1\tx,y\n0\tx,y\n1\tx,y\n")
    assert count_labels(["0", "1"], tabs, "a") == (1, 2)
    odd = tmp_path / "odd.csv"
    odd.write_text('a,b\n1,"p, ""q"""\n0,;\n')
    assert count_labels(["0", "1"], odd, "a") == (1, 1)


def test_a_read_only_disk_is_said_although_it_removes_nothing(tmp_path, monkeypatch):
    """It refuses to remove even what is not there."""
    pytest.importorskip("polars")
    good = written(tmp_path, "csv")

    def refused(self, *_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "replace", refused)
    monkeypatch.setattr("os.link", refused)
    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(InputError, match=r"writable, got .*out\.csv: Read-only file system$"):
        randomize_file(WARNER, str(good), "answer", str(tmp_path / "out.csv"))
