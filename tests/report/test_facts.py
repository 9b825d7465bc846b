"""Facts of a report: rivals are tuned to the whole of the privacy that they may use."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

import rropt as rr
from rropt import (
    LocalDP,
    Variance,
    optimal,
)
from rropt.report import facts_of


def test_the_costs_of_holohan_example_1() -> None:
    """2.372 with two answers against 1.3288 with four (design of epsilon 1/2, delta 1/10)."""
    facts = facts_of(optimal(LocalDP("1/2", "1/10"), Variance("1/4"), crosscheck=False))
    found = {line.label: line for line in facts.restrictions}
    assert round(found["two answers"].value, 3) == 2.372
    assert round(found["any number of reports"].value, 4) == 1.3288
    assert round(found["two answers"].efficiency or 0, 3) == round(1.32878 / 2.37241, 3)


def test_the_loss_elsewhere_is_that_of_new_designs() -> None:
    """Each line against designs solved for that prevalence."""
    privacy = LocalDP("1/2", "1/10")
    for outputs in (None, 2):
        design = optimal(privacy, Variance("1/10"), outputs, crosscheck=False)
        for line in facts_of(design).elsewhere:
            there = optimal(privacy, Variance(line.prevalence), outputs, crosscheck=False)
            assert math.isclose(line.best, float(Fraction(there.bound)), rel_tol=1e-9)
            assert line.value >= line.best * (1 - 1e-12)


@pytest.mark.parametrize(
    "criterion, objective, labels",
    [
        (
            rr.OneSided([1], 1),
            rr.Variance("1/4"),
            ["any number of reports", "two answers", "rounded over 36", "rounded over 100"],
        ),
        (
            rr.Privacy([[1, 3], ["3/2", 1]], "1/20"),
            rr.Variance("1/3"),
            [
                *("any number of reports", "three reports", "two answers"),
                *("rounded over 36", "rounded over 100"),
            ],
        ),
        (
            rr.MetricDP.path("1/2"),
            rr.AOptimal(["1/2", "3/10", "1/5"]),
            ["rounded over 36", "rounded over 100"],
        ),
    ],
)
def test_what_restrictions_cost_under_a_matrix(criterion, objective, labels):
    """The same again: a page is drawn anew and compared to the letter."""
    design = rr.optimal(criterion, objective)
    lines = facts_of(design).restrictions
    assert [line.label for line in lines] == [*labels, "rounded over 1000"]
    assert all(0 < line.efficiency <= 1 + 1e-12 for line in lines)
    again = facts_of(rr.optimal(criterion, objective)).restrictions
    assert again == lines
    if isinstance(objective, rr.Variance):
        card = rr.optimal(criterion, objective, 2)
        (two,) = (line.value for line in lines if line.label == "two answers")
        assert two == pytest.approx(float(card.value))
