"""The first reading of a private column."""

from __future__ import annotations

import pytest

from rropt.channel import Channel
from rropt.counting import randomize_file
from rropt.counting.data_file import data_file
from rropt.counting.private_column import read_private
from rropt.counting.randomize_file import randomize_to_file
from rropt.exact import InputError
from tests.told_channel import told

polars = pytest.importorskip("polars")


FLIP = Channel.from_rows([[0, 1], [1, 0]], ["no", "yes"], ["no", "yes"])


def file_of(tmp_path, answers, kind="csv"):
    path = tmp_path / f"answers.{kind}"
    frame = polars.DataFrame({"id": range(len(answers)), "smokes": answers})
    frame.write_parquet(path) if kind == "parquet" else frame.write_csv(path)
    return path


def test_a_file_without_a_header_is_not_quoted(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("7,yes\n8,no\n")
    with pytest.raises(InputError, match=r"the first line of a\.csv must name") as refused:
        randomize_file(FLIP, str(path), "smokes", str(tmp_path / "out.csv"))
    assert "7" not in str(refused.value)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_missing_answers_are_refused_dropped_or_kept(tmp_path, kind):
    path, goal = file_of(tmp_path, ["yes", None, "no"], kind), tmp_path / f"out.{kind}"
    words = (FLIP, str(path), "smokes", str(goal))
    with pytest.raises(InputError, match="no missing values, got 1 of 3"):
        randomize_file(*words)
    read = polars.read_csv if kind == "csv" else polars.read_parquet
    assert randomize_file(*words, missing="drop") == 2
    assert read(goal)["smokes"].to_list() == ["no", "yes"]
    done = randomize_to_file(*words, missing="keep", overwrite=True)
    assert (done.rows, done.missing) == (3, 1)
    assert read(goal)["smokes"].to_list() == ["no", None, "yes"]
    with pytest.raises(InputError, match="missing must be one of refuse, drop, keep, got 'no'"):
        randomize_file(*words, missing="no", overwrite=True)


def table(tmp_path, text: str):
    path = tmp_path / "a.csv"
    path.write_text(text)
    return data_file(path)


def test_rows_missing_answers_and_copies_are_counted(tmp_path) -> None:
    data = table(tmp_path, "id,smokes,raw\n1,yes,1\n2,no,0\n3,,\n4,yes,1\n")
    channel = told(["no", "yes"])
    kept = read_private(channel, data, "smokes", "keep")
    assert (kept.rows, kept.missing, kept.copies) == (4, 1, ("raw",))
    dropped = read_private(channel, data, "smokes", "drop")
    assert dropped.rows == 3 and dropped.frame.collect()["id"].to_list() == ["1", "2", "4"]
    with pytest.raises(InputError, match="got 1 of 4 missing"):
        read_private(channel, data, "smokes", "refuse")


def test_no_answer_is_named(tmp_path) -> None:
    data = table(tmp_path, "smokes\nyes\nsometimes\n")
    with pytest.raises(InputError) as refused:
        read_private(told(["no", "yes"]), data, "smokes", "refuse")
    assert "sometimes" not in str(refused.value) and "got 1 of 2" in str(refused.value)
    with pytest.raises(InputError, match="missing must be one of refuse, drop, keep"):
        read_private(told(["no", "yes"]), data, "smokes", "guess")
