"""Entries that are weights and entries that are none, alike in estimates and in regressions."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt.data.respondents import ReadColumn
from rropt.data.weight_column import column_weights, read_weights
from rropt.exact import InputError

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["no", "yes"])

HALF = [
    [0.5, 1, 2],
    ["1/2", "1", "2"],
    ["0.5", " 1", "2 "],
    [Fraction(1, 2), 1, Decimal("2")],
]

REFUSED = [
    ([True, False, True], "must hold numbers, got something else in 12 of 12 rows"),
    (["1", "2", "many"], "must hold numbers, got something else in 4 of 12 rows"),
    (["10%", "1", "2"], "must hold numbers, got something else in 4 of 12 rows"),
    ([1j, 1, 2], "must hold numbers, got something else in 12 of 12 rows"),
    ([1.0, 2.0, np.inf], "must hold numbers, got something else in 4 of 12 rows"),
    (["1", "2", "inf"], "must hold numbers, got something else in 4 of 12 rows"),
    ([1.0, -1.0, 2.0], "must hold numbers of at least 0, got one below"),
    (["1", "-1/2", "2"], "must hold numbers of at least 0, got one below"),
    ([0, 0, 0], "column 'mass in kg' must hold a number above 0, got none"),
    (["0", "0", "0/1"], "column 'mass in kg' must hold a number above 0, got none"),
    ([1e76, 1, 2], "must hold numbers of at most 1e75 in size"),
    (["1e76", "1", "2"], "must hold numbers of at most 1e75 in size"),
    ([0, 1e-76, 1e-80], "must hold numbers of at least 1e-75, got all below"),
]


def survey(weights: list) -> pandas.DataFrame:
    """Twelve reports, 4 yes among them."""
    return pandas.DataFrame({"told": ["yes", "no", "no"] * 4, "mass in kg": weights * 4})


@pytest.mark.parametrize("weights", HALF)
def test_weights_are_read_alike(weights: list) -> None:
    """Yes weighs 2 of 14; with a linear link both have the same model, and the same error."""
    frame = survey(weights)
    answer = rr.estimate(rr.Channel.identity(2).relabel(*[["no", "yes"]] * 2), frame, "told",
                         weights="mass in kg")  # fmt: skip
    assert [str(n) for n in answer.counts] == ["12", "2"]
    fit = rr.regress("told ~ 1", frame, np.eye(2).tolist(), link="linear", weights="mass in kg",
                     codes={"no": "0", "yes": "1"})  # fmt: skip
    assert fit.params.tolist() == pytest.approx([2 / 14])
    assert fit.bse.tolist() == pytest.approx([answer.bse["yes"]], rel=1e-6)


@pytest.mark.parametrize(("weights", "said"), REFUSED)
def test_what_is_no_weight_is_refused_in_the_same_words(weights: list, said: str) -> None:
    frame = survey(weights)
    found = []
    for ask in (
        lambda: rr.estimate(WARNER, frame, "told", weights="mass in kg"),
        lambda: rr.regress("told ~ 1", frame, WARNER, weights="mass in kg"),
    ):
        with pytest.raises(InputError) as refused:
            ask()
        found.append(str(refused.value))
    assert said in found[0] and found[0] == found[1]
    assert "many" not in found[0]


def test_entries_are_exact_and_doubles_the_nearest() -> None:
    read = read_weights(ReadColumn.of("weights", ["1/3", "0", "0.1"]), np.array([2, 1, 1]))
    assert read == [Fraction(1, 3), 0, Fraction(1, 10)]
    whole = pandas.Series([1, 2, 3], dtype="Int64")
    for column in (whole, whole.astype(float), whole.astype(str)):
        assert column_weights(column, "weights").tolist() == [1, 2, 3]


def test_zero_is_a_weight_and_so_is_the_largest() -> None:
    assert column_weights(pandas.Series([0.0, 1e75]), "weights").tolist() == [0, 1e75]
    assert column_weights(pandas.Series(["0", "1e75"]), "weights").tolist() == [0, 1e75]


@pytest.mark.everything
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_comma_is_a_decimal_point_where_none_separates(tmp_path, separator: str) -> None:
    """0,5 in the files of half of Europe: estimates took it for a word, regressions for 1/2."""
    path = tmp_path / "told.csv"
    mark = "." if separator == "," else ","
    frame = survey([0.5, 1.25, 2])
    frame.to_csv(path, sep=separator, decimal=mark, index=False)
    expected = rr.estimate(WARNER, frame, "told", weights="mass in kg").counts
    assert rr.estimate(WARNER, path, "told", weights="mass in kg").counts == expected
    fits = [rr.regress("told ~ 1", rows, WARNER, weights="mass in kg") for rows in (frame, path)]
    assert fits[0].llf == pytest.approx(fits[1].llf)
