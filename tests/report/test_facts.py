"""Facts of a report: rivals are tuned to the whole of the privacy that they may use."""

from __future__ import annotations

import math

import pytest

import rropt as rr
from rropt import (
    LocalDP,
    Variance,
    optimal,
)
from rropt.report import facts_of


@pytest.mark.everything
def test_the_costs_of_holohan_example_1() -> None:
    """2.372 with two answers against 1.3288 with four (design of epsilon 1/2, delta 1/10)."""
    facts = facts_of(optimal(LocalDP("1/2", "1/10"), Variance("1/4"), crosscheck=False))
    found = {line.label: line for line in facts.restrictions}
    assert round(found["two answers"].value, 3) == 2.372
    assert round(found["any number of reports"].value, 4) == 1.3288
    assert round(found["two answers"].efficiency or 0, 3) == round(1.32878 / 2.37241, 3)


@pytest.mark.everything
def test_the_loss_elsewhere_is_that_of_new_designs() -> None:
    """Each line against designs solved for that prevalence."""
    privacy = LocalDP("1/2", "1/10")
    for outputs in (None, 2):
        design = optimal(privacy, Variance("1/10"), outputs, crosscheck=False)
        for line in facts_of(design).elsewhere:
            there = optimal(privacy, Variance(line.prevalence), outputs, crosscheck=False)
            assert math.isclose(line.best, float(there.bound), rel_tol=1e-9)
            assert line.value >= line.best * (1 - 1e-12)


@pytest.mark.everything
@pytest.mark.parametrize(
    "criterion, objective, labels",
    [
        (
            rr.OneSided([1], 1),
            rr.Variance("1/4"),
            ["any number of reports", "two answers", "best over 36", "best over 100"],
        ),
        (
            rr.Privacy([[1, 3], ["3/2", 1]], "1/20"),
            rr.Variance("1/3"),
            [
                *("any number of reports", "three reports", "two answers"),
                *("best over 36", "best over 100"),
            ],
        ),
        (
            rr.MetricDP.path("1/2"),
            rr.AOptimal(["1/2", "3/10", "1/5"]),
            ["best known over 36", "best known over 100"],
        ),
    ],
)
def test_what_restrictions_cost_under_a_matrix(criterion, objective, labels):
    """The same again: a page is drawn anew and compared to the letter."""
    design = rr.optimal(criterion, objective)
    lines = facts_of(design).restrictions
    assert [line.label for line in lines] == [*labels, labels[-1] + "0"]
    assert all(0 < line.efficiency <= 1 + 1e-12 for line in lines)
    again = facts_of(rr.optimal(criterion, objective)).restrictions
    assert again == lines
    if isinstance(objective, rr.Variance):
        card = rr.optimal(criterion, objective, 2)
        (two,) = (line.value for line in lines if line.label == "two answers")
        assert two == pytest.approx(float(card.value))


HALVES = ["1/2", "1/2"]


THREE = rr.ForModel(rr.Logit(["-1/2", "-1"], ["1", "1/2"]), ["0", "1"], HALVES, coefficients=[1])


OTHER = rr.Logit(["-1/2", "-2"], ["0", "1/2"])


GUESSES = [THREE.model, OTHER]


WORST = rr.ForModel(GUESSES, [0, 1], HALVES, coefficients=[3], over="minimax")


@pytest.mark.everything
def test_the_report_says_what_other_tables_cost():
    """604.75 is the issue's number for k-ary response and the A-optimal table at the margin."""
    design = rr.optimal(rr.LocalDP("1/2"), THREE)
    text = str(design)
    assert "coefficient 1 of a logit" in text
    (line,) = [line for line in facts_of(design).rivals if "k_ary" in line.label]
    assert "A-optimal at the marginal prior" in line.label
    assert line.value == pytest.approx(604.755, abs=1e-3)
    assert line.efficiency == pytest.approx(480.13232 / 604.755, abs=1e-6)


@pytest.mark.everything
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
    assert row.value == pytest.approx(float(moved.worth(design.channel)))
    assert row.best == pytest.approx(float(rr.optimal(rr.LocalDP("1/2"), moved).value), rel=1e-8)
    assert all(row.efficiency <= 1 + 1e-9 for row in found.values())
    assert "if the coefficients are" in str(design)
    several = rr.optimal(rr.LocalDP("1/2"), WORST)
    assert [row.prevalence for row in facts_of(several).elsewhere] == ["guess 1", "guess 2"]


@pytest.mark.everything
def test_probabilities_outside_are_left_out() -> None:
    model = rr.LinearProbability("1/10", "1/2")
    objective = rr.ForModel(model, [0, 1], HALVES, coefficients=[1])
    names = [row.prevalence for row in facts_of(rr.optimal(rr.LocalDP(1), objective)).elsewhere]
    assert "slopes doubled" not in names and "intercepts - 1" not in names
    assert "slopes halved" in names
