"""A private column read at first, columns that say what it said, and its reports."""

from __future__ import annotations

import io
import json
import os
import tracemalloc
from importlib import import_module

import pytest

from rropt.channel import Channel
from rropt.cli import main
from rropt.data import randomize_file
from rropt.data.data_file import data_file
from rropt.data.entry_rules import EntryRules
from rropt.data.private_column import (
    answer_codes,
    copies,
    entries_in,
    one_to_one,
    plain,
    read_frame,
    reports_on,
    still_copies,
    typed_labels,
)
from rropt.data.randomize_file import on_labels, write_reports
from rropt.data.randomize_text import LabelAnswers
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
    done = write_reports(on_labels(FLIP, "smokes", "keep"), path, goal, overwrite=True)
    assert (done.rows, done.missing) == (3, 1)
    assert read(goal)["smokes"].to_list() == ["no", None, "yes"]
    with pytest.raises(InputError, match="missing must be one of refuse, drop, keep, got 'no'"):
        randomize_file(*words, missing="no", overwrite=True)


def table(tmp_path, text: str):
    path = tmp_path / "a.csv"
    path.write_text(text)
    return data_file(path)


def labels_of(channel, missing="refuse"):
    """The answers of any file, as labels of the truths."""
    return lambda data: LabelAnswers(channel, os.urandom, EntryRules(missing))


def test_rows_missing_answers_and_copies_are_counted(tmp_path) -> None:
    data = table(tmp_path, "id,smokes,raw\n1,yes,1\n2,no,0\n3,,\n4,yes,1\n")
    channel = told(["no", "yes"])
    kept = read_frame(labels_of(channel, "keep"), data, "smokes")
    assert (kept.rows, kept.missing, kept.copies) == (4, 1, ("raw",))
    dropped = read_frame(labels_of(channel, "drop"), data, "smokes")
    assert dropped.rows == 3 and dropped.frame.collect()["id"].to_list() == ["1", "2", "4"]
    with pytest.raises(InputError, match="got 1 of 4 missing"):
        read_frame(labels_of(channel, "refuse"), data, "smokes")


def test_no_answer_is_named(tmp_path) -> None:
    data = table(tmp_path, "smokes\nyes\nsometimes\n")
    with pytest.raises(InputError) as refused:
        read_frame(labels_of(told(["no", "yes"]), "refuse"), data, "smokes")
    assert "sometimes" not in str(refused.value) and "got 1 of 2" in str(refused.value)
    with pytest.raises(InputError, match="missing must be one of refuse, drop, keep"):
        read_frame(labels_of(told(["no", "yes"]), "guess"), data, "smokes")


@pytest.mark.parametrize(
    ("other", "warned"),
    [
        (["yes", "no", "yes", "yes"], True),
        (["Y", "N", "Y", "Y"], True),
        (["Y", "N", "Y", "N"], False),
        (["a", "b", "c", "d"], False),
        (["x", "x", "x", "x"], False),
    ],
)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_column_that_says_what_the_answers_said_is_named(tmp_path, other, warned, kind, capsys):
    path = tmp_path / f"a.{kind}"
    frame = polars.DataFrame({"smokes_raw": other, "smokes": ["yes", "no", "yes", "yes"]})
    frame.write_parquet(path) if kind == "parquet" else frame.write_csv(path)
    (tmp_path / "D.json").write_text(json.dumps(FLIP.to_json()))
    words = [str(path), "--design", str(tmp_path / "D.json"), "--column", "smokes"]
    assert main(["randomize", *words, "-o", str(tmp_path / "out.csv")]) == 0
    assert ("column 'smokes_raw' says what the answers said" in capsys.readouterr().err) is warned


def test_a_copy_is_found_out_by_its_last_row(tmp_path):
    path, goal = tmp_path / "a.csv", tmp_path / "b.csv"
    answers = ["yes", "no"] * 2000
    frame = polars.DataFrame({"copy": answers, "nearly": [*answers[:-1], "yes"], "smokes": answers})
    frame.write_csv(path)
    assert write_reports(on_labels(FLIP, "smokes"), path, goal).copies == ("copy",)


@pytest.mark.parametrize(
    "pairs, alike",
    [
        ({("yes", 1), ("no", 0)}, True),
        ({("yes", 1), ("no", 1)}, False),
        ({("yes", 1), ("yes", 2), ("no", 0)}, False),
        ({("yes", 1), ("no", 1), ("no", 0)}, False),
        (set(), True),
    ],
)
def test_pairs_that_are_one_to_one(pairs, alike: bool) -> None:
    assert one_to_one(frozenset(pairs)) is alike


def test_a_constant_and_an_identity_of_different_rows_say_nothing() -> None:
    constant = frozenset({("yes", 1)})
    assert copies({"x": constant}, 10) == ()
    assert copies({"x": frozenset({("yes", "yes")})}, 10) == ("x",)
    each = frozenset({("a", 1), ("b", 2), ("c", 3)})
    assert copies({"id": each}, 3) == () and copies({"id": each}, 4) == ("id",)
    assert copies({"none": frozenset()}, 4) == ()


def pairs_in(rows, column):
    """Those of a column of a frame with its others."""

    def pairs(name, first):
        some = slice(first)
        both = [map(plain, entries_in(rows[each], some)) for each in (column, name)]
        return frozenset(zip(*both, strict=True))

    return pairs


def test_missing_values_are_one_value() -> None:
    rows = polars.DataFrame({"a": ["x", None, None], "b": [1.0, float("nan"), float("nan")]})
    assert list(still_copies(pairs_in(rows, "a"), {"b": frozenset()})) == ["b"]
    mixed = polars.DataFrame({"a": ["x", None, "y"], "b": [1.0, float("nan"), float("nan")]})
    assert still_copies(pairs_in(mixed, "a"), {"b": frozenset()}) == {}


def test_pairs_of_earlier_batches_count() -> None:
    first = polars.DataFrame({"a": ["x"], "b": [1]})
    later = polars.DataFrame({"a": ["y"], "b": [1]})
    seen = still_copies(pairs_in(first, "a"), {"b": frozenset()})
    assert seen == {"b": frozenset({("x", 1)})}
    assert still_copies(pairs_in(later, "a"), seen) == {}


RULES = EntryRules()


NUMBERS = Channel.from_rows([[0, 1], [1, 0]])


TYPES = [
    (polars.Int8, [1, 0, 1], [0, 1, 0]),
    (polars.UInt64, [1, 0, 1], [0, 1, 0]),
    (polars.Float32, [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]),
    (polars.Boolean, [True, False, True], [False, True, False]),
    (polars.Enum(["1", "0", "2"]), ["1", "0", "1"], ["0", "1", "0"]),
    (polars.Categorical, ["1", "0", "1"], ["0", "1", "0"]),
]


@pytest.mark.parametrize(("dtype", "answers", "reports"), TYPES, ids=[str(t[0]) for t in TYPES])
def test_a_private_column_keeps_its_type(tmp_path, dtype, answers, reports):
    path, goal = tmp_path / "a.parquet", tmp_path / "b.parquet"
    polars.DataFrame({"smokes": polars.Series(answers, dtype=dtype)}).write_parquet(path)
    randomize_file(NUMBERS, str(path), "smokes", str(goal))
    found = polars.read_parquet(goal)["smokes"]
    assert found.to_list() == reports
    assert found.dtype == polars.read_parquet(path)["smokes"].dtype


def test_labels_that_are_no_values_of_the_type_are_text(tmp_path):
    path, goal = tmp_path / "a.parquet", tmp_path / "b.parquet"
    polars.DataFrame({"smokes": polars.Series([1, 0], dtype=polars.Int8)}).write_parquet(path)
    for labels in (["red", "blue"], ["01", "02"], ["300", "400"]):
        channel = Channel.from_rows([[0, 1], [1, 0]], reports=labels)
        randomize_file(channel, str(path), "smokes", str(goal), overwrite=True)
        assert polars.read_parquet(goal)["smokes"].to_list() == labels


def test_reports_are_gathered_and_no_label_is_made_an_object():
    """Half of the time was a list of labels: 10^5 texts are 5.8 MB of objects."""
    answers = polars.Series("smokes", ["yes", "no"] * 50_000)
    private = LabelAnswers(FLIP, os.urandom, RULES)
    tracemalloc.start()
    try:
        reports = reports_on(private, answers, polars.String)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert reports[:2].to_list() == ["no", "yes"]
    assert peak < 3_000_000


@pytest.mark.parametrize(
    "labels, dtype, expected",
    [
        (["0", "1"], polars.Float64, [0.0, 1.0]),
        (["False", "True"], polars.Boolean, [False, True]),
        (["0", "1"], polars.Boolean, [False, True]),
        (["0", "300"], polars.Int8, ["0", "300"]),
        (["1.5", "2"], polars.Int64, ["1.5", "2"]),
        (["inf", "1"], polars.Float64, ["inf", "1"]),
        (["no", "yes"], polars.Enum(["yes", "no", "never"]), ["no", "yes"]),
        (["no", "perhaps"], polars.Enum(["no", "yes"]), ["no", "perhaps"]),
    ],
)
def test_labels_have_the_type_of_the_answers_where_all_of_them_can(labels, dtype, expected) -> None:
    found = typed_labels(labels, dtype)
    assert found.to_list() == expected
    same = [type(x) for x in expected] == [str] * len(expected) and not isinstance(
        dtype, polars.Enum
    )
    assert (found.dtype == polars.String) == (same or (labels == ["no", "perhaps"]))


@pytest.mark.parametrize(
    "answers",
    [
        polars.Series(["no", "yes", None]),
        polars.Series(["no", "yes", None], dtype=polars.Categorical),
    ],
)
def test_answers_are_looked_up_and_missing_ones_have_no_place(answers) -> None:
    assert answer_codes(answers, ["yes", "no"], RULES).tolist() == [1, 0, 2]


def test_answers_that_are_numbers_are_found_by_their_digits() -> None:
    assert answer_codes(polars.Series([1.0, 0.0, float("nan")]), ["0", "1"], RULES).tolist() == [
        1,
        0,
        2,
    ]
    private = LabelAnswers(told(["no", "yes"]), os.urandom, RULES)
    with pytest.raises(InputError, match="must not change while it is read"):
        reports_on(private, polars.Series(["no", "maybe"]), polars.String)


def test_a_missing_answer_has_no_report() -> None:
    private = LabelAnswers(told(["no", "yes"]), os.urandom, RULES)
    answers = polars.Series("smokes", ["yes", None, "no"])
    assert reports_on(private, answers, polars.String).to_list() == ["yes", None, "no"]


def test_no_batch_is_begun_when_the_output_was_given_up(tmp_path, monkeypatch) -> None:
    private = read_frame(labels_of(told(["no", "yes"])), table(tmp_path, "smokes\nyes\n"), "smokes")

    def give_up(frame, data, target, kind, metadata, stopped):
        stopped.set()
        frame.collect()

    door = import_module("rropt.data.randomize_file")
    monkeypatch.setattr(door, "write_table", give_up)
    with pytest.raises(InterruptedError):
        door.write_frame(private, io.BytesIO(), "parquet")
