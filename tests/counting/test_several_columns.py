"""Several columns of reports together, and one column under several tables."""

from __future__ import annotations

import pytest

from rropt.counting.several_columns import count_arms, count_columns
from rropt.exact import InputError
from tests.told_channel import told

polars = pytest.importorskip("polars")
TWO = told(["no", "yes"])
THREE = told(["a", "b", "c"])


def frame(**columns):
    return polars.DataFrame(columns)


def test_combinations_are_counted_by_the_places_of_their_reports() -> None:
    rows = frame(x=["yes", "no", "yes", "yes"], y=["c", "a", "c", "b"])
    assert count_columns([TWO, THREE], rows, ["x", "y"]) == {(0, 0): 1, (1, 1): 1, (1, 2): 2}
    assert count_columns([THREE, TWO], rows, ["y", "x"]) == {(0, 0): 1, (1, 1): 1, (2, 1): 2}


def test_rows_without_one_report_are_refused_or_left_out() -> None:
    rows = frame(x=["yes", None, None], y=["c", "a", "a"])
    with pytest.raises(InputError, match="got 2 of 3 rows with one"):
        count_columns([TWO, THREE], rows, ["x", "y"])
    assert count_columns([TWO, THREE], rows, ["x", "y"], "drop") == {(1, 2): 1}


@pytest.mark.parametrize(
    "columns, words",
    [
        ({"x": ["yes", "maybe"], "y": ["a", "b"]}, "column 'x' must hold only the labels"),
        ({"x": ["yes", "no"], "y": ["a", "d"]}, "column 'y' must hold only the labels"),
        ({"x": [None], "y": ["a"]}, "got 1 of 1 rows with one"),
    ],
)
def test_what_does_not_fit(columns, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        count_columns([TWO, THREE], frame(**columns), ["x", "y"])
    assert "maybe" not in str(refused.value)


def test_nothing_left_and_one_column_twice_are_refused() -> None:
    with pytest.raises(InputError, match="must contain at least one row"):
        count_columns([TWO, TWO], frame(x=[None], y=["no"]), ["x", "y"], "drop")
    with pytest.raises(InputError, match="must be different ones"):
        count_columns([TWO, TWO], frame(x=["no"]), ["x", "x"])


def test_each_table_has_the_rows_that_name_it() -> None:
    rows = frame(version=[1, 2, 2, 1], x=["yes", "no", "no", "no"])
    assert count_arms({"2": TWO, "1": TWO}, rows, "x", "version") == [(2, 0), (1, 1)]


@pytest.mark.parametrize("names", [["1"], ["1", "2", "3"], ["1", "b"]])
def test_tables_are_those_that_are_named(names) -> None:
    rows = frame(version=[1, 2], x=["yes", "no"])
    with pytest.raises(InputError, match="column 'version' must name each of"):
        count_arms(dict.fromkeys(names, TWO), rows, "x", "version")
    with pytest.raises(InputError, match="arms must be another column"):
        count_arms({"1": TWO}, rows, "x", "x")
