"""What a table for a model is worth elsewhere."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.report.facts import facts_of
from rropt.report.model_worth import at_other_coefficients, marginal_designs
from rropt.report.worth import value_of

HALVES = ["1/2", "1/2"]


THREE = rr.ForModel(rr.Logit(["-1/2", "-1"], ["1", "1/2"]), ["0", "1"], HALVES, coefficients=[1])


OTHER = rr.Logit(["-1/2", "-2"], ["0", "1/2"])


GUESSES = [THREE.model, OTHER]


WORST = rr.ForModel(GUESSES, [0, 1], HALVES, coefficients=[3], over="minimax")


def test_the_report_says_what_other_tables_cost():
    """604.75 is the issue's number for k-ary response and the A-optimal table at the margin."""
    design = rr.optimal(rr.LocalDP("1/2"), THREE)
    text = str(design)
    assert "coefficient 1 of a logit" in text
    (line,) = [line for line in facts_of(design).rivals if "k_ary" in line.label]
    assert "A-optimal at the marginal prior" in line.label
    assert line.value == pytest.approx(604.755, abs=1e-3)
    assert line.efficiency == pytest.approx(480.13232 / 604.755, abs=1e-6)


def test_the_report_says_what_the_table_does_at_other_coefficients():
    design = rr.optimal(rr.LocalDP("1/2"), THREE)
    found = {row.prevalence: row for row in facts_of(design).elsewhere}
    assert list(found) == [
        "slopes 0",
        "slopes halved",
        "slopes doubled",
        "intercepts - 1",
        "intercepts + 1",
    ]
    moved = rr.ForModel(rr.Logit(["-1/2", "-1"], ["2", "1"]), [0, 1], HALVES, coefficients=[1])
    row = found["slopes doubled"]
    assert row.value == pytest.approx(value_of(moved, design.channel))
    assert row.best == pytest.approx(float(rr.optimal(rr.LocalDP("1/2"), moved).value), rel=1e-8)
    assert all(row.efficiency <= 1 + 1e-9 for row in found.values())
    assert "if the coefficients are" in str(design)
    several = rr.optimal(rr.LocalDP("1/2"), WORST)
    assert [row.prevalence for row in facts_of(several).elsewhere] == ["guess 1", "guess 2"]


def test_the_marginal_designs_are_those_of_the_mean_distribution() -> None:
    """At x = 0 and 1, weights 1/2: the mean of 1/5 and 2/5. Two truths have no share of one."""
    model = rr.LinearProbability("1/5", "1/5")
    objective = rr.ForModel(model, [0, 1], HALVES, coefficients=[1])
    found = marginal_designs(rr.optimal(rr.LocalDP("ln(3)"), objective))
    prior = ["7/10", "3/10"]
    expected = rr.optimal(rr.LocalDP("ln(3)"), rr.AOptimal(prior)).channel
    assert found["A-optimal at the marginal prior"].rows == expected.rows
    assert list(found) == ["A-optimal at the marginal prior"]


def test_the_share_of_the_truth_that_a_coefficient_is_about() -> None:
    """Of coefficients (a1, b1, a2, b2) the fourth is about truth 2."""
    model = rr.Logit(["-1", "-1"], ["1/2", "1"])
    objective = rr.ForModel(model, [0, 1], HALVES, coefficients=[3])
    design = rr.optimal(rr.LocalDP("ln(3)"), objective)
    assert set(marginal_designs(design)) == {
        "A-optimal at the marginal prior",
        "c-optimal for the share of truth 2",
    }


def test_probabilities_outside_are_left_out() -> None:
    model = rr.LinearProbability("1/10", "1/2")
    objective = rr.ForModel(model, [0, 1], HALVES, coefficients=[1])
    names = [row.prevalence for row in at_other_coefficients(rr.optimal(rr.LocalDP(1), objective))]
    assert "slopes doubled" not in names and "intercepts - 1" not in names
    assert "slopes halved" in names
