"""What each missing report costs: the best tables with fewer reports than an optimum has.

Each is a certified design of its own, so only what takes milliseconds is shown unasked; where a
number of reports was asked for, the numbers around it are shown as well.
"""

from __future__ import annotations

from math import comb

from rropt.design.answer import Answer
from rropt.design.problem import Problem
from rropt.design.report_counts import (
    has_fewer_reports,
    is_chained,
    is_interchangeable,
    is_listed,
    is_of_fewer_actions,
    number_of_actions,
)
from rropt.design.solve import solve
from rropt.exact import InputError
from rropt.privacy.conditions import Conditions
from rropt.report.fact_lines import far

MOST_LINES = 5
MOST_TRUTHS = 8
"""Of a list of sets, and of guesses: some 500 tables, or programs of 10 ms."""

MOST_CHOICES = 20
"""Of actions: each is a program of its own."""

WORDS = {2: "two", 3: "three"}

Cost = tuple[str, float, str]


def missing_reports(design: Answer) -> list[Cost]:
    """Numbers of reports and values, from many to few; the design's own number is among them.

    >>> from rropt import LocalDP, Trace, optimal
    >>> design = optimal(LocalDP("ln(3)"), Trace(4))
    >>> [f"{label} {value}" for label, value, _ in missing_reports(design)]
    ['three reports 1.8', 'two reports 1.5']
    """
    problem = design.problem
    own = problem.outputs or 0
    fewer = range(min(own or len(design.channel.rows), MOST_LINES + 2) - 1, 1, -1)
    numbers = [own, *fewer] if has_fewer_reports(problem) else fewer
    found = []
    for number in numbers:
        value = far(design.value) if number == own else _value(problem, number)
        if value is not None:
            found.append((f"{WORDS.get(number, str(number))} reports", value, ""))
    return found


def _value(problem: Problem, number: int) -> float | None:
    """Of the best table with so many reports, where it is quickly found."""
    fewer = Problem(problem.privacy, problem.objective, number)
    if not _is_quick(fewer):
        return None
    try:
        return far(solve(problem.privacy, problem.objective, number).value)
    except InputError:
        return None


def _is_quick(problem: Problem) -> bool:
    if is_chained(problem):
        return True
    if isinstance(problem.levels, Conditions) or problem.truths > MOST_TRUTHS:
        return False
    if is_listed(problem):
        return True
    if not is_of_fewer_actions(problem):
        return False
    number = number_of_actions(problem.objective)
    return is_interchangeable(problem) or comb(number, problem.outputs or 0) <= MOST_CHOICES
