"""By which designs columns were answered."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.survey.asked_designs import columns_named, is_several, tables_of

pytestmark = pytest.mark.quick

ROWS = [["3/4", "1/4"], ["1/4", "3/4"]]
CARD = rr.Channel.from_rows(ROWS)
WORDS = rr.Channel.from_rows(ROWS, truths=["no", "yes"])


def test_one_design_is_for_all_columns() -> None:
    for design in (CARD, ROWS, {"channel": ROWS}):
        assert not is_several(design)
        assert tables_of(design, ["a", "b"]) == [{"": CARD}, {"": CARD}]


def test_several_are_those_of_rows_or_of_columns() -> None:
    assert tables_of({1: ROWS, "b": CARD}, ["y"], "form") == [{"1": CARD, "b": CARD}]
    assert tables_of({"a": CARD, "b": WORDS}, ["b", "a"]) == [{"": WORDS}, {"": CARD}]


@pytest.mark.parametrize(
    ("design", "columns", "form", "said"),
    [
        (CARD, ["y"], "form", "design must be a dictionary .value of the design column: design"),
        ({}, ["y"], "form", "design must name at least one design, got none"),
        ({"a": CARD, "b": WORDS}, ["y"], "form", "same truths in each table, got 0, 1 and no, yes"),
        ({"a": CARD, "b": CARD}, ["y"], None, "design_column must say which column names"),
        ({"a": CARD}, ["a", "y"], None, "design must have one for each column, got none for 'y'"),
        (3, ["y"], None, "design must be a Design"),
    ],
)
def test_what_does_not_go_together(design, columns, form, said: str) -> None:
    with pytest.raises(InputError, match=said):
        tables_of(design, columns, form)


def test_a_design_whose_reports_are_numbers_has_no_labels() -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=9, points=3))
    for several in (design, {"y": design}):
        with pytest.raises(InputError, match="design must have labels for reports"):
            tables_of(several, ["y"])


def test_names_of_columns() -> None:
    assert columns_named("a", "column") == columns_named(["a"], "column") == ("a",)
    for names, least, said in (
        ([1], 1, "column must be the name of a column, or a list, got a int"),
        ([], 1, "column must name some columns, each once, got 0 names"),
        (["a", "a"], 1, "each once, got 2 names"),
        ("a", 2, "column must name two or more columns, each once, got 1 names"),
    ):
        with pytest.raises(InputError, match=said):
            columns_named(names, "column", least)
