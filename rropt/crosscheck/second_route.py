"""One optimum by a second, readable route in doubles, beside the certified one.

The readable program is small code that shares nothing with the solvers; its number is compared,
never used. Larger problems than these would cost more than they show.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from rropt.crosscheck.level_witnesses import has_program
from rropt.crosscheck.worst_statement import has_worst_program, solve_worst
from rropt.design.answer import Answer, ends
from rropt.design.asked_reports import has_fewer_reports, is_card
from rropt.design.problem import Problem
from rropt.utility import Variance, Warner
from rropt.utility.curved import Curved, VarianceOverInterval
from rropt.utility.worst_case import WorstCase

MOST_TRUTHS = {False: 10, True: 5}
"""Largest number of truths for which the readable route is posed: pure, and with delta."""

MOST_TRUTHS_CURVED = {False: 6, True: 3}
"""The same for criteria of a covariance, whose program has one row for every pattern."""


@dataclass(frozen=True)
class Routes:
    """The same optimum by two independent routes, and by how much they differ."""

    patterns: float
    cvxpy: float | None
    """None where the convex solver gave up, as it may for extreme gamma."""

    @property
    def difference(self) -> float | None:
        return None if self.cvxpy is None else abs(self.patterns - self.cvxpy)

    def to_json(self) -> dict[str, float | None]:
        """The two numbers and their difference."""
        return {"patterns": self.patterns, "cvxpy": self.cvxpy, "difference": self.difference}


def second_route(answer: Answer) -> Routes | None:
    """The bound beside the optimum of the readable program; None where that is not posed.

    >>> from rropt import LocalDP, Trace, optimal
    >>> second_route(optimal(LocalDP("ln(3)"), Trace(3))).difference < 1e-6
    True
    """
    problem = answer.problem
    if answer.bound == math.inf or not _is_small(problem):
        return None
    return Routes(float(ends(answer.bound)[0]), _readable(problem))


def _is_small(problem: Problem) -> bool:
    if has_fewer_reports(problem):
        return False
    if isinstance(problem.objective, WorstCase):
        return has_worst_program(problem)
    if problem.levels is not None:
        return has_program(problem)
    useless = problem.gamma.hi == 1 and not problem.delta
    if useless or isinstance(problem.objective, VarianceOverInterval):
        return False
    curved = isinstance(problem.objective, Curved)
    most = MOST_TRUTHS_CURVED if curved else MOST_TRUTHS
    return problem.truths <= most[bool(problem.delta)]


def _readable(problem: Problem) -> float | None:
    """The optimum of the readable program, in the units in which the design reports."""
    from rropt.crosscheck.cvxpy_statement import (
        attempt,
        best_card,
        solve,
        solve_under_levels,
        warner_card,
    )

    if isinstance(problem.objective, WorstCase):
        return attempt(solve_worst, problem)
    if is_card(problem):
        warner = isinstance(problem.objective, Warner)
        return attempt(warner_card if warner else best_card, problem)
    found = attempt(solve if problem.levels is None else solve_under_levels, problem)
    if isinstance(problem.objective, Curved) or found is None:
        return found
    if found <= 0 and isinstance(problem.objective, Variance):
        return None
    readable = Fraction(found)
    return float(problem.objective.report((readable, readable))[0])
