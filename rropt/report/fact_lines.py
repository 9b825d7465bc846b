"""A line of a comparison, and what it is compared with."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rropt.design.answer import Answer, Value, ends
from rropt.design.answer_facts import restriction
from rropt.exact import InputError


@dataclass(frozen=True)
class Line:
    """Something with a value of the objective, and its efficiency against the proved bound."""

    label: str
    value: float
    efficiency: float | None
    note: str = ""


def proved_best(design: Answer) -> float:
    """The proved bound with any number of reports."""
    cost = restriction(design)
    return far(design.bound) if cost is None else float(cost.proved)


def is_degenerate(design: Answer) -> bool:
    """No useful private table, everything allowed, or a certain prevalence."""
    problem = design.problem
    certain = problem.objective.prevalence in (0, 1)
    if problem.levels is not None:
        return certain or design.value == math.inf
    useless = design.value == math.inf or (problem.gamma.hi == 1 and not problem.delta)
    return useless or certain or problem.delta == 1


def far(value: Value) -> float:
    try:
        return float(ends(value)[0])
    except (OverflowError, InputError):
        return math.inf
