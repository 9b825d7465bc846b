"""What is written is the kind of file that was read."""

from __future__ import annotations

import json
from threading import Event

import numpy as np
import polars
import pytest

from rropt.channel import Channel
from rropt.counting import randomize_file
from rropt.counting.data_file import data_file
from rropt.counting.write_table import kept_metadata, write_table
from rropt.exact import InputError

FLIP = Channel.from_rows([[0, 1], [1, 0]], ["no", "yes"], ["no", "yes"])


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
