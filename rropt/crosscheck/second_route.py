"""One optimum by the numeric route, beside the certified one: what a design with it keeps."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric.route import numeric
from rropt.design.answer import Answer, ends
from rropt.design.problem import Problem
from rropt.exact.recorded import Recorded

MOST_TRUTHS = {False: 10, True: 5}
"""Largest number of truths for which it is posed: pure, and with delta. A program of 1,022 reports
takes a tenth of a second."""


@dataclass(frozen=True)
class Routes(Recorded):
    """The same optimum by two independent routes, and by how much they differ."""

    patterns: float
    cvxpy: float | None
    """None where the convex solver gave up, as it may for extreme gamma."""

    @property
    def difference(self) -> float | None:
        return None if self.cvxpy is None else abs(self.patterns - self.cvxpy)

    def __str__(self) -> str:
        if self.cvxpy is None:
            return "the solver gave up"
        return f"{self.cvxpy:.10g}, {self.difference:.1e} from the certified bound"

    def to_json(self) -> dict[str, float | None]:
        """The two numbers and their difference."""
        return {"patterns": self.patterns, "cvxpy": self.cvxpy, "difference": self.difference}


def second_route(answer: Answer) -> Routes | None:
    """The bound beside the optimum of the numeric route; None where that is not posed.

    >>> from rropt import LocalDP, Trace, optimal
    >>> second_route(optimal(LocalDP("ln(3)"), Trace(3))).difference < 1e-6
    True
    """
    problem = answer.problem
    if answer.bound == math.inf or not _is_small(problem):
        return None
    bound = float(ends(answer.bound)[0])
    try:
        return Routes(bound, numeric(problem))
    except NotPosed:
        return Routes(bound, None)


def _is_small(problem: Problem) -> bool:
    if problem.levels is not None:
        return problem.truths <= MOST_TRUTHS[True]
    # At gamma = 1 without a delta only the table that tells nothing is private.
    useless = problem.gamma.hi == 1 and not problem.delta
    return not useless and problem.truths <= MOST_TRUTHS[bool(problem.delta)]
