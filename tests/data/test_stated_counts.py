"""Counts that are said to be counts, aligned by label; two readings are refused."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas
import polars
import pytest

import rropt as rr
from rropt.data.stated_counts import stated_counts
from rropt.exact import InputError
from rropt.exact.labelled import aligned

LABELS = ["no", "perhaps", "yes"]
ANSWERS = ["yes"] * 17 + ["no"] * 4 + ["perhaps"] * 9
EXPECTED = (4, 9, 17)


def counts_in_columns(labels, data, column, counts, **reading):
    """Those of direct answers."""
    direct = rr.Channel.identity(len(labels)).relabel(labels, labels)
    return rr.estimate(direct, data, column, counts=counts, **reading).counts


def series(values) -> pandas.Series:
    return pandas.Series(values)


@pytest.mark.parametrize(
    "counts",
    [
        series(ANSWERS).value_counts(),
        series(ANSWERS).value_counts().sort_index(ascending=False),
        series(ANSWERS).astype("category").value_counts(),
        series(ANSWERS).to_frame("y").groupby("y").size(),
        Counter(ANSWERS),
        {"yes": 17, "perhaps": 9, "no": 4},
    ],
)
def test_whatever_has_labels_is_aligned_by_them(counts) -> None:
    assert stated_counts(LABELS, counts) == EXPECTED
    assert tuple(aligned(LABELS, counts, "counts")) == EXPECTED


def test_labels_that_are_numbers_are_labels_too() -> None:
    counts = series([2] * 5 + [0] * 8 + [1] * 30).value_counts()
    assert stated_counts(["0", "1", "2"], counts) == (8, 30, 5)
    assert stated_counts(["2", "1", "0"], counts) == (5, 30, 8)
    assert stated_counts(["0", "1", "2"], counts.astype(float) / 2) == (4.0, 15.0, 2.5)


def test_a_label_that_never_occurred_is_zero_and_an_unknown_one_is_refused() -> None:
    assert stated_counts(LABELS, series(["yes"] * 40).value_counts()) == (0, 0, 40)
    for counts in (series([*ANSWERS, "secret"] * 9).value_counts(), {"no": 1, "secret": 2}):
        with pytest.raises(InputError, match=r"among 'no', 'perhaps', 'yes', got 1 that") as said:
            stated_counts(LABELS, counts)
        assert "secret" not in str(said.value)


def test_an_index_of_other_labels_is_not_read_by_position() -> None:
    """It was: three and four of "a" and "b" became those of "no" and "yes"."""
    foreign = pandas.Series({"a": 3, "b": 4})
    for read in (stated_counts, lambda labels, given: aligned(labels, given, "reports")):
        with pytest.raises(InputError, match=r"among 'no', 'yes', got 2 that do not fit"):
            read(["no", "yes"], foreign)
        assert tuple(read(["no", "yes"], foreign.set_axis([7, 5]))) == (3, 4)


def test_rows_are_rows() -> None:
    for rows in (ANSWERS, series(ANSWERS), np.array(ANSWERS), ["no", "yes", "no"], [], [1, 2]):
        assert stated_counts(LABELS, rows) is None
    filtered = series([0, 1, 1, 0, 1])[[1, 2, 4]]
    assert stated_counts(["0", "1"], filtered) is None


@pytest.mark.parametrize(
    "rows", [[0, 2, 1], (2, 2, 0), np.array([1, 1, 1]), series([0.0, 1.0, 2.0])]
)
def test_as_many_codes_as_reports_may_be_rows_or_counts(rows) -> None:
    for labels in (LABELS, ["0", "1", "2"]):
        with pytest.raises(InputError, match="rows or counts, got 3 numbers that may be either"):
            stated_counts(labels, rows)
    assert stated_counts(["0", "1"], list(rows)) is None


def test_sixty_six_people_by_a_design_of_sixty_six_reports() -> None:
    """Subsets of ten of twelve categories: a column of reports was once 2,145 counts."""
    names = [str(i) for i in range(66)]
    with pytest.raises(InputError, match="got 66 numbers that may be either"):
        stated_counts(names, list(range(66)))
    assert stated_counts(names, [*range(1, 67)]) == tuple(range(1, 67))


def test_numbers_that_can_be_no_rows_are_counts() -> None:
    for counts in ([600, 400, 3], (Fraction(1, 2), 7, 1), np.array([9, 0, 3])):
        assert stated_counts(LABELS, counts) == tuple(counts)
    assert stated_counts(LABELS, ["4", "9", "17"]) is None


def test_a_range_of_labels_in_another_order_is_refused() -> None:
    counts = series([30, 10])
    assert stated_counts(["0", "1"], counts) == (30, 10)
    with pytest.raises(InputError, match="may be either"):
        stated_counts(["1", "0"], counts)


def test_counts_in_a_column_of_their_own() -> None:
    table = polars.Series("y", [*ANSWERS, None, "NA"]).value_counts()
    assert counts_in_columns(LABELS, table, "y", "count", missing="drop") == EXPECTED
    with pytest.raises(InputError, match="column 'y' must have no missing values, got 2 of"):
        counts_in_columns(LABELS, table, "y", "count")


def test_counts_in_a_column_of_text_or_of_a_file(tmp_path: Path) -> None:
    """1200 + 30 of a and 7 of b, however they are written; what is no count is named."""
    table = polars.DataFrame({"y": ["b", "a", "a"], "count": ["7", "1200", "30"]})
    file = tmp_path / "counts.csv"
    file.write_text("y;count\nb;7,0\na;1200\na;30\n")
    for data in (table, file, str(file)):
        assert counts_in_columns(["a", "b"], data, "y", "count") == (1230, 7)
    design = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["a", "b"])
    assert rr.estimate(design, file, "y", counts="count").counts == (1230, 7)
    wrong = {"many": "numbers, got something else in 1 of 3", "-1": "numbers of at least 0"}
    for entry, said in wrong.items():
        data = table.with_columns(count=polars.Series(["7", entry, "30"]))
        with pytest.raises(InputError, match=f"column 'count' must hold {said}"):
            counts_in_columns(["a", "b"], data, "y", "count")


WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_every_door_aligns_by_label() -> None:
    """Eleven "1" and five "0", which value_counts gives the other way round."""
    found = series(["1"] * 11 + ["0"] * 5).value_counts()
    straight = {"0": 5, "1": 11}
    assert rr.estimate(WARNER, found).counts == (5, 11)
    assert rr.estimate(found, WARNER).counts == (5, 11)
    assert rr.estimate(WARNER, counts=found).counts == (5, 11)
    assert rr.estimate(WARNER, counts=[5, 11]).counts == (5, 11)
    assert rr.interval(WARNER, found) == rr.interval(WARNER, straight)
    assert rr.test(WARNER, found, "1/3").p_value == rr.test(WARNER, straight, "1/3").p_value
    assert rr.estimate(WARNER, found, method="linear").counts == (5, 11)


def test_counts_are_said_once_and_in_one_way() -> None:
    with pytest.raises(InputError, match="reports must be left out where counts are given"):
        rr.estimate(WARNER, ["0", "1"], counts=[5, 11])
    with pytest.raises(InputError, match="column must name the labels"):
        rr.estimate(WARNER, polars.DataFrame({"n": [1]}), counts="n")
    with pytest.raises(InputError, match="got counts"):
        rr.estimate(WARNER, counts=[5, 11], by=["a", "b"])


def test_columns_beside_each_other_are_aligned_by_their_index() -> None:
    """Weights in another order of rows are those of the same people."""
    frame = pandas.DataFrame({"y": ["0", "1", "1", "0", "1"] * 9, "w": range(1, 46)})
    expected = rr.estimate(WARNER, frame, "y", weights="w").value
    turned = frame["w"].sort_values(ascending=False)
    for reports, column in ((frame["y"], None), (frame, "y")):
        found = rr.estimate(WARNER, reports, column, weights=turned).value
        np.testing.assert_array_equal(found, expected)
    for other in (turned[:-1], turned.set_axis(range(50, 95)), turned.set_axis([0] * 45)):
        with pytest.raises(InputError, match="weights must have the index of the reports"):
            rr.estimate(WARNER, frame["y"], weights=other)
    plain = rr.estimate(WARNER, frame["y"], weights=frame["w"].tolist()).value
    np.testing.assert_array_equal(plain, expected)


def test_a_prior_with_labels_is_aligned_too() -> None:
    """With three reports of two truths the linear estimate depends on the prior."""
    rows = [["1/2", "1/8"], ["1/4", "1/4"], ["1/4", "5/8"]]
    table = rr.Channel.from_rows(rows, ["a", "b", "c"], ["no", "yes"])
    shares = pandas.Series([0.25, 0.75], index=["yes", "no"])
    found = [
        rr.estimate(table, counts=[30, 20, 50], prior=prior, method="linear").value.tolist()
        for prior in (["3/4", "1/4"], shares, {"yes": "1/4", "no": "3/4"}, ["1/4", "3/4"])
    ]
    assert found[0] == found[1] == found[2] != found[3]


def test_numbers_in_writing_and_two_spellings_of_a_label_are_added_up() -> None:
    assert rr.estimate(WARNER, {"0": "5", "1": "11"}).counts == (5, 11)
    assert rr.estimate(WARNER, {"0": 5, 1: 4, "1": 7}).counts == (5, 11)
    with pytest.raises(InputError):
        rr.estimate(WARNER, {"0": 5, "1": "many"})
    with pytest.raises(InputError):
        rr.estimate(WARNER, {"0": 5, 1: "x", "1": 7})
