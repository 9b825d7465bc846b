"""Conditions on all reports, and truths that may be reported alone, in the theorems of Coq."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.kernel import coq, kernel_verdict, theorem_of_condition_actions
from rropt.proofs.kernel.cells_of_forms import cells
from rropt.proofs.kernel.promised_rows import promise_of

import rropt as rr
from tests.proofs.kernel_forgeries import (
    TINY,
    certificate,
    cheaper_price,
    forged,
    heavier_row,
    hellinger,
    lowered_bound,
    needs_coq,
    raised_value,
)

SKEWED = ["1/2", "1/3", "1/6"]
LEAKAGE = rr.PointwiseMaximalLeakage("1/2", SKEWED)
INFORMATION = rr.LocalInformationPrivacy("1/2", SKEWED)
ALONE = rr.UtilityOptimized([0], "1")
LINEAR_AND_SQUARES = (rr.Guess(SKEWED), rr.EOptimal(SKEWED))
GOALS = (*LINEAR_AND_SQUARES, rr.MutualInformation(SKEWED), rr.AOptimal(SKEWED))
"""Each takes 1 to 3 s of a processor in Coq, 5 to 10 under local information privacy."""


def at_most(left, right, level, most="0"):
    return {"left": left, "right": right, "levels": [["1", level]], "most": most}


def by_hand():
    """8/5 of the mean is r_0 or more where r_0 <= 4 r_1, 5/2 r_0 the mean where r_1 <= 4 r_0."""
    half = ["1/2", "1/2"]
    return hellinger({"conditions": [at_most(0, half, "8/5"), at_most(half, 0, "5/2")]})


def of_a_distance():
    """A total variation of 1/3 at most, by hand: the trace is 1 and that.

    The charge (r_0 + r_1) / 2 and half of |r_0 - r_1| is the larger of the two.
    """
    return hellinger({"conditions": [at_most(0, 1, "1", "1/3"), at_most(1, 0, "1", "1/3")]}) | {
        "utility": {"name": "trace"},
        "patterns": [["2", "1"], ["1", "2"]],
        "weights": ["1/3", "1/3"],
        "prices": ["1/2", "1/2"],
        "condition_prices": [[0, "1/2"], [1, "1/2"]],
        "cover": {"proof": "actions", "multipliers": [[[0, "1/2"]], [[1, "1/2"]]]},
        "value": "4/3",
        "bound": "4/3",
    }


def accepted(folder, data):
    file = folder / "Condition.v"
    file.write_text(kernel_verdict.route(data).theorem(data))
    return coq.run(file).accepted


def test_the_hands_are_right():
    assert rr.check(by_hand()).verdict == rr.check(of_a_distance()).verdict == "verified"


def test_planes_cut_a_triangle():
    """r_0 <= r_1 and r_1 <= r_2 leave one with the corners (0, 0, 1), (0, 1, 1), (1, 1, 1)."""
    forms = [[Fraction(x) for x in form] for form in ([1, -1, 0], [0, 1, -1])]
    directions = {
        tuple(x / max(row) for x in row) for cell in cells(3, forms, [], []) for row in cell
    }
    assert {(0, 0, 1), (0, 1, 1), (1, 1, 1)} <= directions
    assert all(row[0] <= row[1] <= row[2] for row in directions)


def test_a_soft_plane_cuts_in_two():
    half = [Fraction(1, 2), Fraction(1, 2)]
    plane = [Fraction(1), Fraction(-1)]
    assert cells(2, [], [0], [plane]) == [[[1, 0], half], [[0, 1], half], [[1, 0]]]


def test_levels_that_follow_are_those_of_all_rows():
    """The level 8/5 of the mean is 4 of the other truth."""
    assert "[[Some (1); Some (4)]; [Some (4); Some (1)]]" in promise_of(by_hand()).text
    alone = promise_of(certificate(rr.optimal(ALONE, rr.Trace(3))))
    assert any(row.count(0) == 2 for row in alone.rows)


def test_tables_keep_the_lower_end_of_a_level():
    data = by_hand()
    data["privacy"]["conditions"][0]["levels"] = [["1", ["3/2", "8/5"]]]
    promise = promise_of(data)
    assert promise.kept.hard[0] == [Fraction(1, 4), Fraction(-3, 4)]
    assert promise.above.hard[0] == [Fraction(1, 5), Fraction(-4, 5)]


def test_actions_without_multipliers_are_refused_in_words():
    data = of_a_distance() | {"cover": {"proof": "extremes"}}
    with pytest.raises(rr.InputError, match="actions with multipliers, got extremes"):
        kernel_verdict.decide(data)


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize(
    ("privacy", "goals"),
    [(LEAKAGE, GOALS), (INFORMATION, LINEAR_AND_SQUARES), (ALONE, GOALS)],
)
def test_certificates_of_three_truths_are_accepted(folder, privacy, goals):
    for goal in goals:
        assert accepted(folder, certificate(rr.optimal(privacy, goal)))


@pytest.mark.everything
@needs_coq
def test_conditions_on_all_reports_together_are_accepted(folder):
    levels = [[1, [(3, 0), (2, "1/10")]], [4, 1]]
    several = rr.Privacy(levels)
    profile = rr.NoWorseThan([["1/2", "1/6"], ["1/6", "1/2"], ["1/3", "1/3"]])
    for privacy in (several, profile):
        for goal in (rr.Guess(["1/2", "1/2"]), rr.MutualInformation(["1/2", "1/2"])):
            assert accepted(folder, certificate(rr.optimal(privacy, goal)))


def weaker_condition(data):
    level = data["privacy"]["conditions"][0]["levels"][0]
    level[1] = str(Fraction(level[1]) + TINY)


def larger_budget(data):
    data["privacy"]["conditions"][0]["most"] = str(Fraction(1, 3) + TINY)


def cheaper_condition(data):
    data["condition_prices"][0][1] = str(Fraction(1, 2) - TINY)


def stronger_condition(data):
    data["privacy"]["conditions"][0]["levels"] = [["1", str(1 - TINY)]]


@pytest.mark.everything
@needs_coq
def test_forged_certificates_are_refused(folder):
    assert accepted(folder, by_hand())
    changes = (raised_value, lowered_bound, cheaper_price, heavier_row, weaker_condition)
    assert not any(accepted(folder, forged(by_hand(), change)) for change in changes)


@pytest.mark.everything
@needs_coq
def test_forged_conditions_on_all_reports_are_refused(folder):
    assert accepted(folder, of_a_distance())
    changes = (
        raised_value,
        lowered_bound,
        cheaper_price,
        heavier_row,
        larger_budget,
        cheaper_condition,
        stronger_condition,
        without_multipliers,
    )
    assert not any(accepted(folder, forged(of_a_distance(), change)) for change in changes)


def without_multipliers(data):
    data["cover"]["multipliers"][0] = []


def without_a_set(data):
    data["sets"].pop()


def cheaper_set(data):
    data["sets"][0]["prices"][0] = str(Fraction(data["sets"][0]["prices"][0]) - TINY)


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize("privacy", [LEAKAGE, INFORMATION, ALONE])
def test_sets_of_actions(folder, privacy):
    """Of tables of at most two reports."""
    good = certificate(rr.optimal(privacy, rr.Guess(SKEWED), outputs=2))
    assert kernel_verdict.route(good) is theorem_of_condition_actions
    assert accepted(folder, good)
    changes = (raised_value, lowered_bound, cheaper_set, without_a_set)
    assert not any(accepted(folder, forged(good, change)) for change in changes)


def another_alone(data):
    data["privacy"]["singles"] = data["privacy"]["singles"][1:]


@pytest.mark.everything
@needs_coq
def test_a_truth_that_may_not_be_alone_is_refused(folder):
    good = certificate(rr.optimal(ALONE, rr.Trace(3)))
    assert good["privacy"]["singles"] == [1, 2]
    assert accepted(folder, good)
    assert not accepted(folder, forged(good, another_alone))
