"""The optimum of a question by the numeric route, or the reason why it has none."""

from __future__ import annotations

import math
import warnings
from typing import Any

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric.limits import limits_of
from rropt.crosscheck.numeric.objectives import ROUTES, SUMS, gains_of
from rropt.crosscheck.numeric.programs import best_of_fewer, best_of_two_reports
from rropt.utility import Gain, Guess, Loss, Trace, Variance, Warner


def numeric(problem: Any) -> float:
    """The optimum in the units in which a design reports it.

    >>> from types import SimpleNamespace
    >>> from rropt import LocalDP, Trace
    >>> asked = SimpleNamespace(
    ...     privacy=LocalDP("ln(3)"), objective=Trace(3), truths=3, outputs=None
    ... )
    >>> round(numeric(asked), 6)
    1.8
    """
    route = ROUTES.get(type(problem.objective))
    if route is None:
        raise NotPosed(f"no program is known for {type(problem.objective).__name__}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # cvxpy says that a solution may be inaccurate
            limits = limits_of(problem)
            fewer = _asks_fewer(problem)
            found = _of_fewer(problem) if fewer else route(problem.objective, limits)
    except OverflowError as error:
        raise NotPosed(str(error)) from None
    if not math.isfinite(found):
        raise NotPosed("the objective is infinite")
    return found


def _asks_fewer(problem: Any) -> bool:
    """Whether fewer reports are asked for than a program has; Warner's device has two at once."""
    outputs = problem.outputs
    objective = problem.objective
    if outputs is None or isinstance(objective, Warner):
        return False
    return not isinstance(objective, DECISIONS) or outputs < len(gains_of(objective))


DECISIONS = (Trace, Guess, Gain)


def _of_fewer(problem: Any) -> float:
    """The best table of so many reports of a decision, or of two reports."""
    objective = problem.objective
    outputs = problem.outputs
    limits = limits_of(problem)
    if isinstance(objective, DECISIONS):
        found = best_of_fewer(gains_of(objective), outputs, limits)
        return -found if isinstance(objective, Loss) else found
    if outputs != 2 or type(objective) not in SUMS:
        raise NotPosed(f"no program is known for {outputs} reports of this objective")
    value = SUMS[type(objective)]
    found = best_of_two_reports(
        lambda first, second: value(objective, first) + value(objective, second), limits
    )
    if isinstance(objective, Variance):
        return 1 / found if found > 0 else math.inf
    return found
