"""Worst cases by their definition in cvxpy, beside the certified ones."""

from __future__ import annotations

from itertools import product

import pytest

import rropt as rr
from rropt.crosscheck.second_route import second_route
from rropt.crosscheck.worst_statement import has_worst_program

PATH = rr.Privacy([["1", "3", "9"], ["3", "1", "3"], ["9", "3", "1"]])
LEVELS = {"pure": rr.LocalDP(1), "delta": rr.LocalDP("ln(3)", "1/10"), "matrix": PATH}
GOALS = {
    "shares": rr.AOptimal("worst", truths=3),
    "shares of a group": rr.AOptimal("worst", truths=3, respondents="group"),
    "contrast": rr.COptimal("worst", [1, -1, 0]),
    "eigenvalue of a group": rr.EOptimal("worst", truths=3, respondents="group"),
    "determinant": rr.DOptimal("worst", truths=3),
    "mean": rr.Mean([0, 1, 3], worst="population"),
    "mean of shares": rr.Mean([0, 1, 3], prior=["1/2", "1/4", "1/4"]),
    "grid": rr.Mean(low=-1, high=1, points=3),
}


PAIRS = [pair for pair in product(GOALS, LEVELS) if pair != ("grid", "matrix")]
"""A matrix is about its truths, and a grid stands for the numbers between them."""


@pytest.mark.parametrize(("goal", "level"), PAIRS)
def test_the_definition_agrees_with_the_certificate(goal: str, level: str) -> None:
    routes = rr.optimal(LEVELS[level], GOALS[goal], crosscheck=True).routes
    assert routes is not None and routes.difference is not None
    assert routes.difference < 1e-5 * max(1, abs(routes.patterns))


def test_a_proportion_has_every_route_that_is_posed() -> None:
    table = rr.crosscheck(rr.optimal(rr.LocalDP(1), rr.Variance("worst", "group")))
    assert [row.route for row in table.rows] == ["certificate", "published", "cvxpy statement"]


@pytest.mark.parametrize(
    "goal",
    [
        rr.Mean(low=0, high=1),
        rr.Mean(low=0, high=1, prior=["1/2", "1/2"], points=4),
        rr.Mean(range(12)),
    ],
    ids=lambda goal: goal.label,
)
def test_what_is_not_posed(goal: rr.Mean) -> None:
    design = rr.optimal(rr.LocalDP(1), goal)
    assert not has_worst_program(design.problem)
    assert second_route(design) is None
