"""What a randomized file keeps, of what kind it is, and that no answer is ever said."""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from datetime import timedelta
from threading import Event

import numpy as np
import polars
import pytest

from rropt.channel import Channel
from rropt.cli import main
from rropt.data import count_groups, count_labels, randomize_file
from rropt.data.data_file import data_file
from rropt.data.randomize_file import kept_metadata, write_table
from rropt.exact import InputError

FLIP = Channel.from_rows([[0, 1], [1, 0]], ["no", "yes"], ["no", "yes"])
NUMBERS = Channel.from_rows([[0, 1], [1, 0]])
SECRET = "zebra"
"""A value that no message may hold; seven of it, so that a count would show too."""


def file_of(tmp_path, answers, kind="csv"):
    path = tmp_path / f"answers.{kind}"
    frame = polars.DataFrame({"id": range(len(answers)), "smokes": answers})
    frame.write_parquet(path) if kind == "parquet" else frame.write_csv(path)
    return path


@pytest.mark.parametrize(
    ("kind", "library"), [("csv", "polars"), ("parquet", "polars"), ("csv", "none")]
)
def test_no_value_and_no_count_of_a_value_is_said(tmp_path, kind, library, monkeypatch):
    path = file_of(tmp_path, [SECRET] * 7 + ["no"] * 4, kind)
    if library == "none":
        monkeypatch.setitem(sys.modules, "polars", None)
    questions = [
        lambda: count_labels(["no", "yes"], path, "smokes"),
        lambda: count_labels(["no"], [[SECRET]]),
        lambda: count_labels(["no"], np.array([SECRET] * 7)),
        lambda: count_groups(FLIP, path, "smokes", by="id"),
    ]
    if library == "polars":
        goal = str(tmp_path / "out.csv")
        questions.append(lambda: randomize_file(FLIP, str(path), "smokes", goal))
    for question in questions:
        with pytest.raises(InputError) as refused:
            question()
        assert SECRET not in str(refused.value) and "times" not in str(refused.value)


def test_what_readers_say_of_a_row_is_not_passed_on(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_bytes(b"id,smokes\n1,no\n2," + SECRET.encode() + b"\xff\n")
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError) as refused:
        count_labels(["no"], path, "smokes")
    assert SECRET not in str(refused.value)


def test_missing_reports_are_left_out_of_counts_when_told():
    assert count_labels(["no", "yes"], ["no", None, "yes"], missing="drop") == (1, 1)
    with pytest.raises(InputError, match="at least one value"):
        count_labels(["no", "yes"], [None], missing="drop")


TYPES = [
    (polars.Int8, [1, 0, 1], [0, 1, 0]),
    (polars.UInt64, [1, 0, 1], [0, 1, 0]),
    (polars.Float32, [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]),
    (polars.Boolean, [True, False, True], [False, True, False]),
    (polars.Enum(["1", "0", "2"]), ["1", "0", "1"], ["0", "1", "0"]),
    (polars.Categorical, ["1", "0", "1"], ["0", "1", "0"]),
]


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
class TestModes:
    def mode(self, path):
        return stat.S_IMODE(path.stat().st_mode)

    @pytest.mark.parametrize(("given", "expected"), [(0o600, 0o600), (0o640, 0o640), (0o666, None)])
    def test_an_output_is_never_more_readable_than_its_input(self, tmp_path, given, expected):
        path, goal = file_of(tmp_path, ["yes", "no"]), tmp_path / "out.csv"
        path.chmod(given)
        randomize_file(FLIP, str(path), "smokes", str(goal))
        umask = os.umask(0o22)
        os.umask(umask)
        assert self.mode(goal) == (expected or 0o666) & ~umask

    def test_nor_than_the_output_that_it_replaces(self, tmp_path):
        path, goal = file_of(tmp_path, ["yes", "no"]), tmp_path / "out.csv"
        goal.write_text("old")
        goal.chmod(0o600)
        randomize_file(FLIP, str(path), "smokes", str(goal), overwrite=True)
        assert self.mode(goal) == 0o600

    def test_a_link_keeps_pointing_to_the_file_that_is_written(self, tmp_path):
        path, real = file_of(tmp_path, ["yes", "no"]), tmp_path / "real.csv"
        link = tmp_path / "link.csv"
        link.symlink_to(real)
        randomize_file(FLIP, str(path), "smokes", str(link))
        assert link.is_symlink() and real.read_text().startswith("id,smokes")
        own = tmp_path / "own.csv"
        own.symlink_to(path)
        with pytest.raises(InputError, match="another file than the input"):
            randomize_file(FLIP, str(path), "smokes", str(own), overwrite=True)

    def test_another_group_does_not_read_what_its_own_could(self, tmp_path):
        if os.getuid():
            pytest.skip("only root gives files away")
        path, goal = file_of(tmp_path, ["yes", "no"]), tmp_path / "out.csv"
        os.chown(path, 0, 12345)
        path.chmod(0o640)
        randomize_file(FLIP, str(path), "smokes", str(goal))
        assert self.mode(goal) == 0o600


def test_an_existing_output_is_refused_and_says_what_a_second_run_spends(tmp_path, capsys):
    path, goal = file_of(tmp_path, ["yes", "no"]), tmp_path / "out.csv"
    (tmp_path / "D.json").write_text(json.dumps(FLIP.to_json()))
    words = ["randomize", str(path), "--design", str(tmp_path / "D.json"), "--column", "smokes"]
    assert main([*words, "-o", str(goal)]) == 0
    before = goal.read_bytes()
    capsys.readouterr()
    assert main([*words, "-o", str(goal)]) == 3
    assert "spends the privacy budget again" in capsys.readouterr().err
    assert goal.read_bytes() == before
    assert main([*words, "-o", str(goal), "--overwrite", "--json"]) == 0
    (warning,) = json.loads(capsys.readouterr().out)["warnings"]
    assert "spends the privacy budget again" in warning


@pytest.mark.long
def test_ten_million_rows_take_at_most_half_more_than_polars_with_floats(tmp_path):
    rng, n = np.random.default_rng(0), 10**7
    path = tmp_path / "a.csv"
    answers = np.array(["no", "yes"])[rng.integers(0, 2, n)]
    polars.DataFrame({"id": np.arange(n), "smokes": answers}).write_csv(path)
    warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["no", "yes"])
    start = time.process_time()
    randomize_file(warner, str(path), "smokes", str(tmp_path / "b.csv"))
    mine = time.process_time() - start
    start = time.process_time()
    frame = polars.read_csv(path)
    said = (frame["smokes"] == "yes").to_numpy() ^ (rng.random(n) > 0.75)
    labels = polars.Series("smokes", np.array(["no", "yes"])[said.astype(int)])
    frame.with_columns(labels).write_csv(tmp_path / "c.csv")
    assert mine < 1.5 * (time.process_time() - start)


@pytest.mark.parametrize("labels", [["0", "1"], ["no", "yes"]])
def test_types_and_metadata_of_other_columns_stay(tmp_path, labels):
    pandas, arrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow.parquet")
    frame = pandas.DataFrame(
        {
            "smokes": np.array([1, 0, 1], np.int8),
            "when": pandas.date_range("2026-01-01", periods=3, tz="Europe/Paris"),
            "region": pandas.Categorical(["n", "s", "s"]),
            "age": pandas.array([20, None, 41], dtype="Int16"),
        },
        index=pandas.Index(["p", "q", "r"], name="person"),
    )
    path, goal = tmp_path / "a.parquet", tmp_path / "b.parquet"
    frame.to_parquet(path)
    table = arrow.read_table(path)
    arrow.write_table(
        table.replace_schema_metadata({**table.schema.metadata, b"study": b"S1"}), path
    )
    channel = Channel.from_rows([[0, 1], [1, 0]], reports=labels)
    randomize_file(channel, str(path), "smokes", str(goal))
    assert arrow.read_schema(goal).metadata[b"study"] == b"S1"
    found = pandas.read_parquet(goal)
    assert found["smokes"].tolist() == ([0, 1, 0] if labels[0] == "0" else ["no", "yes", "no"])
    columns = [name for name in frame if name != "smokes"]
    pandas.testing.assert_frame_equal(found[columns], frame[columns], check_categorical=False)
    assert found["when"].dtype == frame["when"].dtype and found["age"].dtype == "Int16"


def test_csv_keeps_its_text_line_ends_and_mark(tmp_path):
    path, goal = tmp_path / "a.csv", tmp_path / "b.csv"
    path.write_bytes(b'\xef\xbb\xbfid,note,smokes\r\n007,"a, ""b""",yes\r\n1.50,,no\r\n')
    randomize_file(FLIP, str(path), "smokes", str(goal))
    expected = b'\xef\xbb\xbfid,note,smokes\r\n007,"a, ""b""",no\r\n1.50,,yes\r\n'
    assert goal.read_bytes() == expected


def test_an_error_of_the_writer_is_one_sentence_and_stops_the_rest(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a\n1\n")
    origin, stopped = data_file(path), Event()

    def refuse(column):
        raise InputError("answers must be such")

    frame = polars.scan_csv(path).select(
        polars.col("a").map_batches(refuse, return_dtype=polars.String, is_elementwise=True)
    )
    with pytest.raises(InputError, match="answers must be such"), open(tmp_path / "b", "wb") as out:
        write_table(frame, origin, out, "csv", {}, stopped)


def test_csv_has_no_metadata_and_a_column_that_became_text_is_said_to_be_text(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a\n1\n")
    assert kept_metadata(data_file(path), "a", True) == {}
    described = json.dumps({"columns": [{"name": "a", "pandas_type": "int64"}, {"name": "b"}]})
    target = tmp_path / "a.parquet"
    polars.DataFrame({"a": [1], "b": [2]}).write_parquet(target, metadata={"pandas": described})
    kept = json.loads(kept_metadata(data_file(target), "a", True)["pandas"])["columns"]
    assert kept[0]["pandas_type"] == "unicode" and kept[1] == {"name": "b"}
    same = json.loads(kept_metadata(data_file(target), "a", False)["pandas"])["columns"]
    assert same[0]["pandas_type"] == "int64"


@pytest.mark.parametrize("entries", [[b"\xff", b"a"], [[1], [2]], [timedelta(1)] * 2])
def test_a_column_without_a_form_as_text_is_named_and_stays_in_parquet(tmp_path, entries) -> None:
    path = tmp_path / "a.parquet"
    polars.DataFrame({"smokes": ["no", "yes"], "beside": entries}).write_parquet(path)
    goal = tmp_path / "b.csv"
    with pytest.raises(InputError, match=r"must end in .parquet for column 'beside' of a.parquet"):
        randomize_file(FLIP, str(path), "smokes", str(goal))
    assert list(tmp_path.iterdir()) == [path]
    kept = tmp_path / "b.parquet"
    randomize_file(FLIP, str(path), "smokes", str(kept))
    assert polars.read_parquet(kept).to_dict(as_series=False) == {
        "smokes": ["yes", "no"],
        "beside": entries,
    }
