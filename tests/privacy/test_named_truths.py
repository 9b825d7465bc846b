"""Truths by their names: protected ones, and blocks."""

from __future__ import annotations

import math
from fractions import Fraction as F
from math import inf

import pytest

import rropt as rr
from rropt.privacy.named_truths import listed_truths, truths_named
from tests.privacy.test_conditions import PRIOR, middle


def test_truths_are_named_by_their_labels_or_their_indices():
    assert truths_named(["1"], 2, ["1", "0"]) == [0] and truths_named(["1"], 2, None) == [1]
    assert truths_named([1.0, "2.0"], 3, ["2", "1", "0"]) == [1, 0]
    assert truths_named([1.0, 0], 2, ["a", "b"]) == [1, 0]
    assert listed_truths("a, b", "protect") == listed_truths(["a", "b"], "protect") == ["a", "b"]


@pytest.mark.parametrize("names", [[2, 3], ["3", "x"], ["5", 0, 1]])
def test_labels_and_indices_are_not_mixed(names):
    """Of the numbers 0, 3 and 5 "2" would be the last one and "3" the second."""
    stranger = next(name for name in names if str(name) not in "035")
    with pytest.raises(rr.InputError, match=f"truth must be one of 0, 3, 5, got {stranger!r}"):
        rr.optimal(rr.OneSided(names, 1), rr.Mean([0, 3, 5]))
    assert truths_named([2, 1], 3, ["0", "30", "50"]) == [2, 1]


def test_one_sided_binds_reports_for_the_protected_truth():
    levels = rr.OneSided(["yes"], "ln(3)").on(2, ["no", "yes"]).levels
    assert levels.lo == ((1, inf), (3, 1))
    assert rr.HighLow([1], "ln(3)").on(2).levels == levels


def test_one_sided_for_an_irrational_level_is_enclosed_entry_by_entry():
    levels = rr.OneSided([0], "1/2").on(3).levels
    lo, hi = levels.lo[0][1], levels.hi[0][1]
    assert lo < hi and float(lo) == pytest.approx(1.6487212707001282, abs=1e-15)
    assert levels.epsilon == F(1, 2) and levels.distances_squared[0][1] == 1


def test_blocks_without_a_bound_inside_are_closed_through_the_other_blocks():
    levels = rr.Blocks([[0, 1], [2, 3]], "oo", "ln(2)").on(4).levels
    assert levels.lo[0] == (1, 4, 2, 2)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: rr.OneSided(["maybe"], 1).on(2, ["no", "yes"]), "one of no, yes"),
        (lambda: rr.OneSided([2], 1).on(2), "below 2"),
        (lambda: rr.Blocks([[0], [0, 1]], 1, 2).on(2), "share"),
        (lambda: rr.Blocks([[0]], 1, 2).on(2), "every truth"),
        (lambda: rr.OneSided(3, 1), "list of truths"),
        (lambda: rr.OneSided([], 1), "at least one truth"),
    ],
)
def test_what_names_no_truth_is_refused_in_one_line(make, words):
    with pytest.raises(rr.InputError, match=words) as refused:
        make()
    assert "\n" not in str(refused.value)


def test_all_truths_sensitive_is_local_privacy():
    criterion = rr.UtilityOptimized([0, 1, 2], "ln(3)").on(3)
    assert isinstance(criterion, rr.LocalDP) and criterion.gamma.exact == 3


def test_information_with_harmless_truths_is_that_of_its_table():
    """The table of the guess is best here too: 1/2 and 1/4 told alone, H2 of the rest."""
    design = rr.optimal(rr.UtilityOptimized([0], "ln(3)"), rr.MutualInformation(PRIOR))
    assert middle(design.value) == pytest.approx(math.log(3) / 2, rel=1e-12)


def test_a_report_of_one_harmless_truth_is_free_and_one_of_two_is_not() -> None:
    criterion = rr.UtilityOptimized(["yes"], "ln(3)").on(2, ["no", "yes"])
    told = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    alone = rr.Channel.from_rows([["2/3", 0], ["1/3", 1]])
    sensitive = rr.Channel.from_rows([[1, "1/3"], [0, "2/3"]])
    assert criterion.satisfied_by(told) and criterion.satisfied_by(alone)
    assert not criterion.satisfied_by(sensitive)
    beyond = rr.Channel.from_rows([["7/10", 0], ["3/10", 1]])
    assert not criterion.satisfied_by(beyond)


def test_an_irrational_level_is_enclosed_for_every_pair() -> None:
    levels = rr.UtilityOptimized([0], "1/2").on(3).levels
    assert levels.singles == (1, 2) and levels.lo[0][1] < levels.hi[0][1]
    assert levels.distances_squared == ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    assert rr.UtilityOptimized([0], "ln(3)").on(3).levels.epsilon is None


def test_criteria_of_truths_judge_a_table_by_its_own_labels():
    table = rr.Channel.from_rows([["3/4", "1/2"], ["1/4", "1/2"]], truths=["no", "yes"])
    assert rr.OneSided(["yes"], "ln(2)").satisfied_by(table)
    assert not rr.OneSided(["yes"], "ln(19/10)").satisfied_by(table)
    assert rr.OneSided(["no"], "ln(3/2)").satisfied_by(table)
    assert rr.MetricDP.path("ln(2)").satisfied_by(table)
    assert not rr.MetricDP.path("ln(19/10)").satisfied_by(table)
