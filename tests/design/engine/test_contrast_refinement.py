"""One contrast, whose best tables leave truths alike: all digits all the same."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.contrast_refinement import contrast_refined
from rropt.design.engine.path import search
from rropt.design.engine.posed import pool_of
from rropt.design.engine.ratio_question import RatioQuestion
from rropt.design.problem import Problem, resolved

PRIOR = [f"{j}/45" for j in range(1, 10)]
QUESTIONS = {
    "truths alike": (
        rr.LocalDP.from_gamma(3),
        rr.COptimal(PRIOR, [1, 2, 0, 5, 3, 3, 3, 1, 9]),
    ),
    "a delta": (rr.LocalDP(1, "1/10"), rr.COptimal("worst", [1, -1, 0])),
    "two priors": (
        rr.LocalDP(1),
        rr.Minimax([["1/10", "2/10", "7/10"], ["6/10", "3/10", "1/10"]], [0, 1, 3]),
    ),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", QUESTIONS)
def test_the_conditions_hold_to_all_digits(name: str) -> None:
    problem = resolved(Problem(*QUESTIONS[name]))
    question = RatioQuestion(problem.objective, pool_of(problem))
    stage = next(found for found in search(question.pool, question.saddle) if found.point.mu < 1e-9)
    found = next(contrast_refined(question, stage))
    point, at = found.point, found.features
    target = [0] * (problem.truths - 1) + [1]
    assert at.balance.T @ point.weights == pytest.approx(target, abs=1e-12)
    charge = at.balance @ point.charges.balance + at.excess @ point.charges.excess
    assert charge == pytest.approx(found.at.worth, rel=1e-9, abs=1e-9)
    lack = question.pool.lack(found.at.quotients, point.charges)
    assert lack < 1e-8 * float(np.abs(point.charges.balance).max())


def test_several_contrasts_are_left_alone() -> None:
    problem = resolved(Problem(rr.LocalDP(1), rr.AOptimal(["1/2", "1/3", "1/6"])))
    question = RatioQuestion(problem.objective, pool_of(problem))
    stage = next(search(question.pool, question.saddle))
    assert list(contrast_refined(question, stage)) == []
