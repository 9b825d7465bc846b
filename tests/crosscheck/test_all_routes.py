"""The catalogue of all routes: it covers every objective, and a part of it runs here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rropt.crosscheck import all_routes, crosschecking
from rropt.crosscheck.all_routes import cases, compared, head, line
from rropt.design.solve import solve
from rropt.utility.named import OBJECTIVES

CASES = list(cases())
FAST = CASES[::11]
"""Every kind of level comes up, and most objectives."""


def test_every_objective_and_every_kind_of_level_is_in_it():
    assert len(CASES) > 150
    assert {"a-optimal", "trace", "guess", "gain", "f-divergence"} <= set(OBJECTIVES)
    missing = set(OBJECTIVES) - {problem.objective.name for problem in CASES}
    assert missing <= {"variance-over-interval", "custom"}
    levels = {(problem.gamma.is_exact, bool(problem.delta)) for problem in CASES}
    assert len(levels) == 4


@pytest.mark.parametrize(
    "problem", FAST, ids=lambda p: f"{p.objective.name}-{p.privacy.describe()}"
)
def test_the_routes_agree(problem):
    found = compared(problem)
    assert found.disagreement == ""
    assert [row.route for row in found.rows[:1]] in ([], ["certificate"])
    assert line(found).startswith(problem.objective.label[:42].rstrip())


def test_most_cases_have_another_route():
    assert sum(compared(problem).routes for problem in FAST[:6]) >= 6


def test_a_wrong_certificate_is_told(monkeypatch):
    def doubled(privacy, objective, outputs=None):
        answer = solve(privacy, objective, outputs)
        return replace(answer, value=answer.value * 2, bound=answer.bound * 2)

    monkeypatch.setattr(crosschecking, "solve", doubled)
    problem = next(p for p in CASES if p.objective.name == "trace" and p.gamma.is_exact)
    found = compared(problem)
    assert "disagree about trace" in found.disagreement and "DISAGREE" in line(found)


def test_the_head_names_the_routes():
    assert all(route in head() for route in all_routes.ROUTES)
