"""Conditions that bind every report of two truths, as the levels that Coq is given."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.kernel import coq, kernel_verdict
from rropt.proofs.kernel.conditions_as_levels import in_levels

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

SKEWED = ["3/4", "1/4"]
LEAKAGE = rr.PointwiseMaximalLeakage("1/2", SKEWED)
INFORMATION = rr.LocalInformationPrivacy("1/2", SKEWED)


def at_most(left, right, level):
    return {"left": left, "right": right, "levels": [["1", level]], "most": "0"}


def by_hand():
    """8/5 of the mean is r_0 or more where r_0 <= 4 r_1, 5/2 r_0 the mean where r_1 <= 4 r_0."""
    half = ["1/2", "1/2"]
    return hellinger({"conditions": [at_most(0, half, "8/5"), at_most(half, 0, "5/2")]})


def accepted(folder, data):
    data = in_levels(data)
    file = folder / "Condition.v"
    file.write_text(kernel_verdict.route(data).theorem(data))
    return coq.run(file).accepted


def test_conditions_of_two_truths_are_levels():
    privacy = in_levels(by_hand())["privacy"]
    assert privacy["gamma"] == privacy["above"] == [["1", "4"], ["4", "1"]]


def test_a_condition_may_ask_nothing_of_a_pair():
    """Of a truth with a share of 3/4 a level of 4/3 lets a report say everything."""
    data = by_hand()
    data["privacy"]["conditions"] = [at_most(0, SKEWED, "4/3"), at_most(1, SKEWED, "2")]
    assert in_levels(data)["privacy"]["gamma"] == [["1", "oo"], ["3", "1"]]


def test_tables_keep_the_lower_end_of_a_level():
    data = by_hand()
    data["privacy"]["conditions"][0]["levels"] = [["1", ["3/2", "8/5"]]]
    privacy = in_levels(data)["privacy"]
    assert (privacy["gamma"][0][1], privacy["above"][0][1]) == ("3", "4")


def test_the_checker_takes_levels_as_it_takes_conditions():
    for privacy in (LEAKAGE, INFORMATION):
        data = certificate(rr.optimal(privacy, rr.MutualInformation(SKEWED)))
        levels = in_levels(data)
        assert "conditions" not in levels["privacy"]
        assert rr.check(levels).verdict == "verified"


def test_other_conditions_stay():
    three = ["1/2", "1/4", "1/4"]
    of_three = rr.optimal(rr.LocalInformationPrivacy("1/2", three), rr.Trace(3))
    budget = rr.optimal(rr.RenyiDP(2, "1/2"), rr.Trace(2))
    for design in (of_three, budget):
        data = certificate(design)
        assert in_levels(data) == data
        with pytest.raises(rr.InputError, match="those of two truths that bind every report"):
            kernel_verdict.decide(data)


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize("privacy", [LEAKAGE, INFORMATION])
def test_certificates_of_designs_are_accepted(folder, privacy):
    goals = (rr.Guess(SKEWED), rr.MutualInformation(SKEWED), rr.AOptimal(SKEWED))
    for goal in goals:
        assert accepted(folder, certificate(rr.optimal(privacy, goal)))


def weaker_condition(data):
    data["privacy"]["conditions"][0]["levels"] = [["1", str(Fraction(8, 5) + TINY)]]


@pytest.mark.everything
@needs_coq
def test_forged_certificates_are_refused(folder):
    assert accepted(folder, by_hand())
    changes = (raised_value, lowered_bound, cheaper_price, heavier_row, weaker_condition)
    assert not any(accepted(folder, forged(by_hand(), change)) for change in changes)
