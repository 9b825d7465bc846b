"""What respondents answered, from the entries of columns: complete rows, places of labels."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt.data import randomize_file
from rropt.data.entry_rules import EntryRules
from rropt.data.respondents import (
    ABSENT,
    ReadColumn,
    SurveyColumns,
    crossed_name,
    read_survey,
    report_tables,
)
from rropt.exact import InputError
from tests.told_channel import told

pytestmark = pytest.mark.quick

RULES, DROP = EntryRules(), EntryRules.of("drop")
NO_YES, WORDS = {"": (["no", "yes"], RULES)}, report_tables({"a": told(["no", "yes"])}, RULES)
ARMS = report_tables({"a": told(["no", "yes"]), "b": told(["yes", "NA"])}, RULES)


@pytest.mark.parametrize(
    "entries",
    [
        ["no", None, "yes", "no"],
        ["no", float("nan"), "yes", "no"],
        ["no", pandas.NA, "yes", "no"],
        [0, "", 1.0, "0"],
        [Decimal(0), "NA", np.int8(1), False],
    ],
)
def test_entries_of_every_kind_are_labels_or_missing(entries) -> None:
    for column in (ReadColumn.of("r", entries), ReadColumn.of_series("r", pandas.Series(entries))):
        places = column.places(WORDS, np.zeros(4, int))
        assert places.tolist() == [0, ABSENT, 1, 0]


def test_many_numbers_are_missing_by_their_value() -> None:
    named = EntryRules.of(na="-9")
    for entries in ([1, -9, 2], [1.0, -9.0, 2.5], ["1", "-9", "2"], [1, "-9", 2.0]):
        assert ReadColumn.of("x", entries).missing(named).tolist() == [False, True, False]
    assert ReadColumn.of("x", [1.0, float("nan")]).missing(named).tolist() == [False, True]
    assert ReadColumn.of_series("x", pandas.Series([1.0, None])).missing(RULES).tolist() == [
        False,
        True,
    ]


@pytest.mark.parametrize("read", [ReadColumn.of, ReadColumn.of_series])
def test_lists_are_no_entries(read) -> None:
    with pytest.raises(InputError, match="r must hold labels, got a list"):
        read("r", pandas.Series([["no"], ["yes"]]))


def test_each_row_is_read_by_the_table_that_it_names() -> None:
    """NA is a report of the second design, and nothing by the first."""
    columns = {
        "design_column": ReadColumn.of("arm", ["a", "b", "a", "b"]),
        "reports": ReadColumn.of("r", ["yes", "yes", "NA", "NA"]),
    }
    found = read_survey(columns, [ARMS], DROP)
    assert found.used.tolist() == [0, 1, 1] and found.reports[0].tolist() == [1, 0, 1]
    assert found.left_out == 1 and found.kept.tolist() == [True, True, False, True]
    assert found.counts(2, found.used == 1) == (1, 1)


def test_what_does_not_fit_is_counted_with_the_labels_of_its_table() -> None:
    columns = {
        "design_column": ReadColumn.of("arm", ["a", "b", "b"]),
        "reports": ReadColumn.of("r", ["yes", "no", "secret"]),
    }
    with pytest.raises(
        InputError, match=r"r of 'b' must hold only .* 'yes', 'NA', got 7 of 7"
    ) as e:
        read_survey(columns, [ARMS], RULES, often=[2, 3, 4])
    assert "secret" not in str(e.value)
    columns["design_column"] = ReadColumn.of("arm", ["a", "c", "a"])
    with pytest.raises(InputError, match="arm must hold only the labels 'a', 'b', got 3 of 9 that"):
        read_survey(columns, [ARMS], RULES, often=[2, 3, 4])


def test_rows_without_an_entry_of_any_column_are_refused_or_left_out() -> None:
    columns = {
        "by": ReadColumn.of("by", ["n", "s", None]),
        "reports": ReadColumn.of("r", ["no", None, "no"]),
    }
    others = {"age": np.array([True, False, False])}
    with pytest.raises(InputError, match="by, age, r must have no missing values, got 3 of 3"):
        read_survey(columns, [NO_YES], RULES, others)
    with pytest.raises(InputError, match="by, age, r must contain at least one value, got none"):
        read_survey(columns, [NO_YES], DROP, others)
    found = read_survey(columns, [NO_YES], DROP)
    assert found.groups == ["n"] and found.left_out == 2
    with pytest.raises(InputError, match="missing must be one of refuse, drop"):
        read_survey(columns, [NO_YES], EntryRules.of("keep"))


def test_a_row_that_does_not_fit_is_not_called_missing() -> None:
    columns = {"by": ReadColumn.of("by", [None, "s"]), "reports": ReadColumn.of("r", ["x", "no"])}
    with pytest.raises(InputError, match="got 1 of 2 that do not fit"):
        read_survey(columns, [NO_YES], RULES)


def test_columns_by_what_they_are_for() -> None:
    columns = SurveyColumns(("r",), ("g", "h"), strata="s")
    assert columns.by_role() == {"by[0]": "g", "by[1]": "h", "strata": "s", "reports": "r"}
    assert columns.sampled and not SurveyColumns(("r",), ("s",)).sampled
    columns.require_names()
    with pytest.raises(InputError, match="weights must be the name of a column, got a list"):
        SurveyColumns(("r",), weights=[1]).require_names()
    for twice in (("r",), ("g", "g")):
        with pytest.raises(InputError, match=f"must be different, got '{twice[0]}' twice"):
            SurveyColumns(("r",), twice).by_role()
    with pytest.raises(InputError, match="must be different, got 'r' twice"):
        SurveyColumns(("r",), design_column="r").by_role()


def test_groups_of_several_columns_are_crossed() -> None:
    columns = {f"by[{i}]": ReadColumn.of("by", own) for i, own in enumerate((["n", "s"], [1.0, 2]))}
    found = read_survey(columns | {"reports": ReadColumn.of("r", ["no", "yes"])}, [NO_YES], RULES)
    assert found.groups == ["n, 1", "s, 2"] == list(map(crossed_name, [("n", "1"), ("s", "2")]))
    assert found.texts("strata") is None


def test_texts_of_numbers_in_a_column_with_gaps_are_labels(tmp_path) -> None:
    """So pandas writes them into a file, of which all was refused."""
    rows = {"r": [1.0, 0.0, None] * 20, "arm": [True, False, None, True] * 15, "x": range(60)}
    frame, path = pandas.DataFrame(rows), tmp_path / "rows.csv"
    frame.to_csv(path, index=False)
    assert path.read_text().splitlines()[1:4] == ["1.0,True,0", "0.0,False,1", ",,2"]
    table = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    for data in (frame, path):
        asked = {"design_column": "arm", "missing": "drop"}
        found = rr.estimate({1: table, 0: table}, data, "r", **asked)
        fit = rr.regress("r ~ x", data, {1: table, 0: table}, **asked)
        assert found.nobs == fit.nobs == 30
    reports = tmp_path / "reports.csv"
    assert randomize_file(rr.Channel.identity(2), path, "r", reports, missing="drop") == 40
    assert rr.count(table, reports, "r") == rr.count(table, path, "r", missing="drop")
    coded = frame.fillna({"r": -9.0})
    coded.to_csv(path, index=False)
    for data in (coded, path):
        assert rr.count(table, data, "r", na="-9", missing="drop") == (20, 20)
