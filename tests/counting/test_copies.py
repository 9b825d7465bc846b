"""Columns that say what the answers said."""

from __future__ import annotations

import json

import pytest

from rropt.channel import Channel
from rropt.cli import main
from rropt.counting.copies import copies, one_to_one, pairs_in, still_copies
from rropt.counting.randomize_file import randomize_to_file

polars = pytest.importorskip("polars")


FLIP = Channel.from_rows([[0, 1], [1, 0]], ["no", "yes"], ["no", "yes"])


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
    assert randomize_to_file(FLIP, path, "smokes", goal).copies == ("copy",)


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
