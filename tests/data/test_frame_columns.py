"""Columns for a fit: what is missing, what is a number, and what is neither."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas
import pytest

from rropt.data.data_file import data_file
from rropt.data.entry_rules import EntryRules
from rropt.data.frame_columns import (
    absent_entries,
    file_frame,
    numbers_in,
    read_covariate,
    require_few_categories,
)
from rropt.exact import InputError

RULES = EntryRules()


def frame_of(tmp_path: Path, text: str, name: str = "x.csv", rules: EntryRules = RULES):
    path = tmp_path / name
    path.write_text(text)
    return file_frame(data_file(path), rules, {"y"})


def test_one_missing_word_leaves_a_column_of_numbers(tmp_path: Path) -> None:
    frame = frame_of(tmp_path, 'y,age,w\n1,30,"2.5"\n0,NA,"3"\nNA,41,null\n')
    assert frame["age"].dtype.kind == frame["w"].dtype.kind == "f"
    assert frame["age"].isna().tolist() == [False, True, False]
    assert frame["y"].tolist() == ["1", "0", "NA"]


def test_labels_are_what_the_file_says(tmp_path: Path) -> None:
    assert frame_of(tmp_path, "y,x\n01,1\n1,2\n1.0,3\n")["y"].tolist() == ["01", "1", "1.0"]


def test_columns_of_one_name_are_refused_but_those_without_one(tmp_path: Path) -> None:
    """pandas calls the second age.1, and a formula would take the first without a word."""
    with pytest.raises(InputError, match="got 'age', the name of 2"):
        frame_of(tmp_path, "y,age,age\nno,1,2\n")
    assert frame_of(tmp_path, "y,age,,\nno,1,,\n")["age"].tolist() == [1]


def test_decimal_commas_and_points_in_a_file_of_semicolons(tmp_path: Path) -> None:
    frame = frame_of(tmp_path, "y;a;b\n1;1,5;x\n0;2;y\n1;;z\n")
    assert frame["a"].tolist()[:2] == [1.5, 2.0] and np.isnan(frame["a"][2])
    assert frame["b"].tolist() == ["x", "y", "z"]
    assert frame_of(tmp_path, 'y,a\n1,"1,5"\n')["a"].tolist() == ["1,5"]


def test_words_that_are_named_are_missing(tmp_path: Path) -> None:
    rules = EntryRules.of(na="-9,refused")
    frame = frame_of(tmp_path, "y,a\n1,-9\n0,refused\n1,7\n", rules=rules)
    assert frame["a"].isna().tolist() == [True, True, False]


def test_missing_entries_of_every_kind_of_column() -> None:
    expected = [False, True, True]
    for column in (
        pandas.Series(["a", "NA", None]),
        pandas.Series(["a", " ", "nan"], dtype="category"),
        pandas.Series([1.0, float("nan"), float("nan")]),
        pandas.Series([1, pandas.NA, pandas.NA], dtype="Int64"),
    ):
        assert absent_entries(column, RULES, "x").tolist() == expected
    named = EntryRules.of(na="-9")
    assert absent_entries(pandas.Series([1, -9, 2]), named, "x").tolist() == [False, True, False]


def test_a_column_of_numbers_with_stray_words_is_refused_but_as_categories() -> None:
    ages = pandas.Series(["31", "44", "secret", "27", "NA"])
    with pytest.raises(InputError, match=r"column 'age' must hold numbers, or words.* 1 of 5") as e:
        read_covariate(ages, RULES, "age", False)
    assert "secret" not in str(e.value) and "C(age)" in str(e.value)
    read = read_covariate(ages, RULES, "age", True)
    assert read.tolist()[:4] == ["31", "44", "secret", "27"] and read.isna().tolist()[-1]
    named = read_covariate(ages, EntryRules.of(na="secret,NA"), "age", False)
    assert named.tolist()[:2] == [31.0, 44.0] and named.isna().sum() == 2


def test_words_stay_words_and_digits_that_are_names_stay_names() -> None:
    """Text of digits alone is somebody's choice; with NA among them it is the fault of NA."""
    towns = pandas.Series(["Bern", "Biel", "1"])
    assert read_covariate(towns, RULES, "town", False) is towns
    codes = pandas.Series(["1", "2", "1"])
    assert read_covariate(codes, RULES, "code", False) is codes
    assert read_covariate(pandas.Series(["1", "NA"]), RULES, "x", False).tolist()[0] == 1.0


@pytest.mark.parametrize("values", [[Decimal("0.5"), Decimal(2)], [0.5, 2], [None, 2, 0.5]])
def test_objects_that_are_numbers_are_numbers(values: list[object]) -> None:
    """As categories every decimal of a frame of polars had a coefficient."""
    read = read_covariate(pandas.Series(values, dtype=object), RULES, "x", False)
    assert read.dtype == float and read.isna().sum() == values.count(None)


@pytest.mark.parametrize(
    ("column", "helps"),
    [
        (pandas.Series([str(age) for age in range(101)]), "pandas.to_numeric"),
        (pandas.Series([f"v{i}" for i in range(101)], dtype="category"), "groups='x', or --groups"),
    ],
)
def test_very_many_categories_are_refused_with_what_helps(column, helps: str) -> None:
    require_few_categories(column[:100], "x", False)
    require_few_categories(pandas.Series(range(101)), "x", False)
    with pytest.raises(InputError, match="at most 100 categories, got 101") as error:
        require_few_categories(column, "x", False)
    assert helps in str(error.value)


def test_numbers_in_text_beside_float() -> None:
    texts = ["1", " 2.5", "1e3", "-0.5", "x", "", "NA", "1,5"]
    found, absent = numbers_in(pandas.Series(texts), RULES, "x")
    assert absent.tolist() == [False] * 5 + [True, True, False]
    for text, number in zip(texts[:4], found, strict=False):
        assert float(text) == number
    assert np.isnan(found[4:]).all()
    assert numbers_in(pandas.Series(["1,5"]), RULES, "x", comma=True)[0].tolist() == [1.5]
