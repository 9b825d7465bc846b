"""How entries are read: labels first, then the words for a missing answer."""

from __future__ import annotations

import numpy as np
import pandas
import polars
import pytest

import rropt as rr
from rropt.data import randomize_file
from rropt.data.counts import count_groups, count_labels, counted_survey
from rropt.data.entry_rules import NOT_ANSWERED, UNFIT, EntryRules, coded_hint
from rropt.data.respondents import SurveyColumns
from rropt.data.sampler import truth_places
from rropt.exact import InputError
from tests.told_channel import told

LABELS = ["no", "yes"]


@pytest.mark.parametrize("word", [*NOT_ANSWERED, "  ", " NA ", None, float("nan"), pandas.NA])
def test_blanks_and_the_words_of_other_programs_are_missing(word) -> None:
    answers = ["no", word, "yes", "yes"]
    with pytest.raises(InputError, match=r"got 1 of 4 missing"):
        count_labels(LABELS, answers)
    assert count_labels(LABELS, answers, missing="drop") == (1, 2)


@pytest.mark.parametrize("word", ["None", "none", "0", "-", ".", "n/a?", "NAN", "not answered"])
def test_other_words_are_answers_until_they_are_named(word) -> None:
    answers = ["no", word, "yes"]
    with pytest.raises(InputError, match=r"got 1 of 3 that do not fit"):
        count_labels(LABELS, answers, missing="drop")
    assert count_labels(LABELS, answers, missing=EntryRules.of("drop", na=["x", word])) == (1, 1)


def test_words_that_are_named_take_the_place_of_the_known_ones_but_for_blanks() -> None:
    rules = EntryRules.of("drop", na="-9,refused")
    assert [rules.is_missing(v) for v in (-9, -9.0, "-9", np.int8(-9), "refused", "", None)] == [
        True
    ] * 7
    assert not any(rules.is_missing(v) for v in ("NA", 9, "nan", "Refused"))
    assert EntryRules.of(na=[]).na == {""} and EntryRules.of(na="x,7").na == {"", "x", "7", "7.0"}


def test_a_label_is_no_missing_answer_whatever_it_is_called() -> None:
    """Namibia is NA."""
    assert count_labels(["DE", "NA"], ["NA", "DE", "NA"]) == (1, 2)
    assert count_labels(["0", "-9"], [-9, 0, 0], missing=EntryRules.of(na="-9")) == (2, 1)
    frame = polars.DataFrame({"here": ["NA", "DE"], "then": ["NA", "nan"]})
    channels = [{"": told(["DE", "NA"])}, {"": told(["DE", "XX"])}]
    with pytest.raises(InputError, match="got 2 of 2 missing"):
        counted_survey(SurveyColumns(("here", "then")), frame, channels)


def test_no_group_is_called_missing() -> None:
    frame = polars.DataFrame({"by": ["a", "NA", "b", "", None], "y": ["no"] * 5})
    with pytest.raises(InputError, match="'y' must have no missing values, got 3 of 5 missing"):
        count_groups(told(LABELS), frame, "y", "by")
    assert list(count_groups(told(LABELS), frame, "y", "by", "drop")) == ["a", "b"]
    named = EntryRules.of("drop", na="b")
    assert list(count_groups(told(LABELS), frame, "y", "by", named)) == ["NA", "a"]


def test_codes_stand_for_labels_and_labels_for_themselves() -> None:
    for codes in ("0=no,1=yes", {0: "no", "1": "yes"}):
        rules = EntryRules.of(codes=codes)
        assert count_labels(LABELS, [0, 1.0, "1", True, "no"], missing=rules) == (2, 3)
    with pytest.raises(InputError, match="codes must stand for the labels 'no', 'yes'"):
        count_labels(LABELS, [0, 1], missing=EntryRules.of(codes="0=nein,1=ja"))
    for wrong in ("0,1", 7, "no"):
        with pytest.raises(InputError, match="codes must be"):
            EntryRules.of(codes=wrong)


def test_a_code_that_is_called_as_another_label_means_what_is_stated() -> None:
    numbered = ["0", "1"]
    with pytest.raises(InputError) as refused:
        count_labels(numbered, [1, 2, 1])
    rules = EntryRules.of(codes=str(refused.value).split('"')[1])
    assert count_labels(numbered, [1, 2, 1], missing=rules) == (2, 1)
    with pytest.raises(InputError, match="got 2 of 3 that do not fit"):
        count_labels(numbered, [0, 1, 0], missing=rules)
    swapped = EntryRules.of(codes="no=yes,yes=no")
    assert count_labels(LABELS, ["no", "no", "yes"], missing=swapped) == (1, 2)
    assert count_labels(numbered, ["0", "1", "y"], missing=EntryRules.of(codes="0=0,y=1")) == (1, 2)


def test_numbers_beside_two_labels_get_the_option_that_helps() -> None:
    with pytest.raises(InputError, match=r'codes="0=no,1=yes" .--codes 0=no,1=yes. explains'):
        count_labels(LABELS, [0, 1, 1, 0])
    for entries in ([0, 1], ["1", 2.0], [True, False], np.array([0, 1]), [1.0]):
        with pytest.raises(InputError) as refused:
            count_labels(LABELS, entries)
        assert 'they are numbers, which codes="0=no,1=yes"' in str(refused.value)
    for other in (["0", "0.0"], [0.5], ["x"], [0, "x"], [-1], [0j], [10**5000]):
        assert coded_hint(LABELS, other) == ""
    assert coded_hint(["a", "b", "c"], [0, 1]) == ""


def test_an_entry_without_a_hash_fits_nothing() -> None:
    read = EntryRules().read_all([["no"], "no", None, {}], {"no": 0})
    assert read == [UNFIT, 0, None, UNFIT]


def test_bad_words_are_refused() -> None:
    for na in (7, {"NA": 1}):
        with pytest.raises(InputError, match="na must be words"):
            EntryRules.of(na=na)
    with pytest.raises(InputError, match="missing must be one of refuse, drop, got 'guess'"):
        count_labels(LABELS, ["no"], missing="guess")


def test_a_group_in_which_nobody_answered_is_left_out_with_its_rows() -> None:
    frame = polars.DataFrame({"by": ["a", "b", "b"], "y": ["no", "NA", None]})
    assert count_groups(told(LABELS), frame, "y", "by", "drop") == {"a": (1, 0)}
    with pytest.raises(InputError, match="got 2 of 3 missing"):
        count_groups(told(LABELS), frame, "y", "by")
    with pytest.raises(InputError, match="column 'y' must contain at least one value"):
        count_groups(told(LABELS), frame[1:], "y", "by", "drop")


@pytest.mark.parametrize("kind", [int, float, str, bool])
def test_a_refusal_is_the_same_whatever_one_person_answered(kind) -> None:
    said = set()
    for answer in (0, 1, 2, 7):
        with pytest.raises(InputError) as refused:
            truth_places(LABELS, [kind(answer)])
        said.add(str(refused.value))
    assert len(said) == 1


def test_a_number_of_thousands_of_digits_is_no_label() -> None:
    with pytest.raises(InputError, match="got 1 of 2 that do not fit"):
        count_labels(LABELS, ["no", 10**5000])


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_number_that_says_nothing_may_be_written_as_a_float(tmp_path, ending) -> None:
    """Of texts it was a report where reports are numbers, and no answer to be randomized."""
    design = rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=9, points=4))
    reports = [float(report) for report in rr.simulate(design, [3] * 50, seed=1)]
    rows = {"k": [*map(str, reports), *["-9.0"] * 5], "a": ["1.0", "0", "-9.0", "1", "TRUE"] * 11}
    frame, path = polars.DataFrame(rows), tmp_path / f"rows.{ending}"
    getattr(frame, f"write_{ending}")(path)
    named = {"missing": "drop", "na": "-9"}
    known = design.estimate(reports)
    for data in (frame, path):
        found = design.estimate(data, column="k", **named)
        assert found.nobs == 50 and float(found.value) == pytest.approx(float(known.value))
    written = tmp_path / f"reports.{ending}"
    same = rr.Channel.identity(2)
    assert randomize_file(same, path, "a", written, missing=EntryRules.of(**named)) == 44
    assert rr.count(same, written, "a") == (11, 33)
