"""The same question at other levels of epsilon, each answer with its own certificate."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rropt.design.answer import Answer
from rropt.design.problem import Problem
from rropt.design.solve import solve
from rropt.exact import InputError, gamma_from_epsilon
from rropt.privacy import LocalDP
from rropt.report.compared_devices import rivals
from rropt.report.facts import Facts
from rropt.report.words import guarantee


@dataclass(frozen=True)
class AtLevel:
    """A design at one level, and what is said beside it."""

    design: Answer
    facts: Facts

    @property
    def name(self) -> str:
        """The level in words."""
        return self.design.problem.privacy.describe()

    @property
    def epsilon(self) -> float:
        """Where it stands on the axis."""
        return math.log(self.design.problem.gamma.lo)


def at_levels(design: Answer, epsilons: Iterable[Any], revealing: bool = True) -> list[AtLevel]:
    """The same question at other levels, solved and certified one by one."""
    problem = design.problem
    if problem.levels is not None:
        raise InputError("slider must be over one epsilon for all truths, got a matrix of levels")
    objective = problem.objective
    if objective.is_regret:
        raise InputError("slider must be for a goal that is the same at every level, got a regret")
    found: dict[Any, Answer] = {}
    for epsilon in epsilons:
        # A level that is there already would be a second position with the same design.
        if gamma_from_epsilon(epsilon, "slider").lo in (problem.gamma.lo, *found):
            continue
        level = LocalDP(epsilon, problem.delta)
        found[level.gamma.lo] = solve(
            level,
            objective,
            problem.outputs,
            design.denominator,
            revealing,
            None if design.table is None else design.table.truths,
        )
    return [with_devices(found[gamma]) for gamma in sorted(found)]


def with_devices(design: Answer) -> AtLevel:
    """What a position of the slider says."""
    return AtLevel(design, Facts(guarantee(design), (), rivals(design), ()))


def refuse_another_goal(design: Answer, others: Sequence[AtLevel]) -> None:
    """Every position is about the goal of the page, at a level of its own."""
    problem = design.problem
    seen = {problem.gamma.lo} if others else set()
    for other in others:
        asked = other.design.problem
        if asked.levels is not None or asked.gamma.lo in seen or _goal(asked) != _goal(problem):
            raise InputError("slider must have the goal of its page at every level")
        seen.add(asked.gamma.lo)


def _goal(problem: Problem) -> tuple[Any, ...]:
    """What is optimised; of an interval of numbers its ends, not the points of a solution."""
    goal = problem.objective
    if goal.interval:
        goal = goal.name, min(goal.values), max(goal.values)
    return goal, problem.outputs, problem.delta
