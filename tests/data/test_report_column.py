"""Reports drawn in the type of the answers."""

from __future__ import annotations

import os
import tracemalloc

import pytest

from rropt.channel import Channel
from rropt.data import randomize_file
from rropt.data.entry_rules import EntryRules
from rropt.data.report_column import ReportColumn, answer_codes, typed_labels
from rropt.exact import InputError
from tests.told_channel import told

polars = pytest.importorskip("polars")


RULES = EntryRules()
FLIP = Channel.from_rows([[0, 1], [1, 0]], ["no", "yes"], ["no", "yes"])


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
    column = ReportColumn.of(FLIP, "smokes", polars.String, os.urandom, lambda rows: None, RULES)
    tracemalloc.start()
    try:
        reports = column.draw(answers)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert reports[:2].to_list() == ["no", "yes"]
    assert peak < 1_000_000


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
    assert answer_codes(answers, ["yes", "no"], RULES).to_list() == [1, 0, None]


def test_answers_that_are_numbers_are_found_by_their_digits() -> None:
    assert answer_codes(polars.Series([1.0, 0.0, float("nan")]), ["0", "1"], RULES).to_list() == [
        1,
        0,
        None,
    ]
    with pytest.raises(InputError, match="must not change while it is read"):
        answer_codes(polars.Series(["no", "maybe"]), ["no", "yes"], RULES)


def test_a_missing_answer_has_no_report() -> None:
    drawn = ReportColumn.of(
        told(["no", "yes"]), "smokes", polars.String, os.urandom, lambda rows: None, RULES
    )
    assert drawn.draw(polars.Series("smokes", ["yes", None, "no"])).to_list() == ["yes", None, "no"]
    drawn.stopped.set()
    with pytest.raises(InterruptedError):
        drawn.draw(polars.Series("smokes", ["yes"]))
