"""The optimum of a question by the numeric route, or the reason why it has none.

Which program is posed for which objective: one line an objective, from its definition.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import rel_entr

from rropt.crosscheck.found import NotPosed, solved
from rropt.crosscheck.numeric import programs
from rropt.crosscheck.numeric.limits import Array, Limits, limits_of
from rropt.crosscheck.numeric.programs import best_of_fewer, best_of_two_reports
from rropt.utility import (
    Custom,
    FDivergence,
    Gain,
    Guess,
    Loss,
    MutualInformation,
    Trace,
    Variance,
    Warner,
)
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal, EOptimal
from rropt.utility.curved import Average, Minimax, VarianceOverInterval
from rropt.utility.for_model import ForModel
from rropt.utility.worst_case import Mean, WorstCase, WorstDeterminant, WorstProportion
from rropt.utility.worst_eigenvalue import WorstEigenvalue

Route = Callable[[Any, Limits], float]
"""The optimum of an objective under limits, in the units in which a design reports it."""

DIVERGENCES: dict[str, Callable[[Array, Array], Array]] = {
    "total-variation": lambda a, b: np.abs(a - b) / 2,
    "chi-square": lambda a, b: np.where(a == b, 0.0, (a - b) ** 2 / b),
    "hellinger": lambda a, b: (np.sqrt(a) - np.sqrt(b)) ** 2,
    "kullback-leibler": rel_entr,
    "reverse-kullback-leibler": lambda a, b: rel_entr(b, a),
    "jensen-shannon": lambda a, b: (rel_entr(a, (a + b) / 2) + rel_entr(b, (a + b) / 2)) / 2,
    "le-cam": lambda a, b: np.divide((a - b) ** 2, a + b, out=np.zeros_like(a), where=a + b > 0),
}
"""b f(a / b), as it is printed."""


def gains_of(objective: Trace | Guess | Gain) -> Array:
    """c_xj of every action x; the matrix of the gain is minus that of a loss."""
    if isinstance(objective, Trace):
        return np.eye(objective.truths)
    if isinstance(objective, Guess):
        return np.diag(_vector(objective.prior))
    return np.array(objective.matrix, dtype=float) * _vector(objective.prior)


def decision(objective: Trace | Guess | Gain, limits: Limits) -> float:
    return reported(objective, programs.best_decision(gains_of(objective), limits))


def total(objective: Any, limits: Limits) -> float:
    """The largest sum over reports."""
    found = programs.best_sum(lambda rows: SUMS[type(objective)](objective, rows), limits)
    return reported(objective, found)


def reported(objective: Any, utility: float) -> float:
    """A variance is 1 / (the largest Fisher information), a loss minus the largest gain."""
    if isinstance(objective, Variance):
        return 1 / utility if utility > 0 else math.inf
    return -utility if objective.is_minimised else utility


def fisher(objective: Variance, rows: Array) -> Array:
    """(r_1 - r_0)^2 / (q.r)."""
    pi = float(objective.prior)
    seen = rows @ np.array([1 - pi, pi])
    return np.divide((rows[:, 1] - rows[:, 0]) ** 2, seen, out=np.zeros_like(seen), where=seen > 0)


def warner(objective: Warner, limits: Limits) -> float:
    """p_00 = p_11 = p as large as it may be: the variance p (1 - p) / (2 p - 1)^2 + ... falls."""
    import cvxpy as cp

    p = cp.Variable()
    swap = np.array([[0.0, 1.0], [1.0, 0.0]])
    table = p * np.eye(2) + (1 - p) * swap
    private = [p <= 1, *limits.on_table(table)]
    best = solved(cp.Problem(cp.Maximize(p), private))
    pi = float(objective.prior)
    return best * (1 - best) / (2 * best - 1) ** 2 + pi * (1 - pi)


def information_of(objective: MutualInformation, rows: Array) -> Array:
    """sum_j q_j r_j ln(r_j / q.r)."""
    prior = _vector(objective.prior)
    return np.asarray(rel_entr(rows, (rows @ prior)[:, None]) @ prior)


def divergence_of(objective: FDivergence, rows: Array) -> Array:
    a, b = objective.pair
    with np.errstate(divide="ignore", invalid="ignore"):
        return DIVERGENCES[objective.divergence](rows[:, a], rows[:, b])


def variances(objective: AOptimal | COptimal | Average | Minimax) -> Any:
    """Of all shares or of one contrast, at one prior or several."""
    scenarios = [
        (float(at.weight), _vector(at.prior), float(at.offset)) for at in objective.scenarios
    ]
    one = np.eye(objective.truths)
    contrasts = one if objective.contrast is None else _vector(objective.contrast)[None]
    return programs.unbiased(scenarios, contrasts, objective.robust == "minimax")


PROPORTION = np.array([[0.0, 1.0]])


def over_interval(objective: VarianceOverInterval) -> Any:
    """The worst prevalence between two."""
    ends = np.array([[1 - float(pi), float(pi)] for pi in (objective.low, objective.high)])
    return programs.worst_variance(PROPORTION, False, ends)


def worst_case(objective: WorstCase) -> Any:
    contrasts = np.array(objective.contrasts, dtype=float)
    return programs.worst_variance(contrasts, objective.respondents == "group")


def mean(objective: Mean) -> Any:
    if objective.everywhere or objective.bins:
        raise NotPosed("a whole interval of numbers has no table of finitely many rows")
    if objective.prior is None:
        return worst_case(objective)
    contrasts = np.array(objective.contrasts, dtype=float)
    return programs.group_variance(contrasts, _vector(objective.prior))


CRITERIA: dict[type, Callable[[Any], Any]] = {
    AOptimal: variances,
    COptimal: variances,
    Average: variances,
    Minimax: variances,
    DOptimal: lambda objective: programs.determinant(_vector(objective.prior)),
    EOptimal: lambda objective: programs.eigenvalue(_vector(objective.prior)),
    VarianceOverInterval: over_interval,
    WorstCase: worst_case,
    WorstProportion: worst_case,
    WorstEigenvalue: lambda objective: programs.worst_eigenvalue(objective.truths),
    Mean: mean,
    ForModel: programs.best_model,
}
"""What is least of the weighted reports."""


def least(objective: Any, limits: Limits) -> float:
    """The least criterion; a determinant of a model is reported as a largest one."""
    if limits.renyi:
        raise NotPosed(
            "covariances have no program in doubles under a Renyi budget, where reports may be as "
            "rare as one likes"
        )
    found = programs.least_criterion(CRITERIA[type(objective)](objective), limits)
    return -found if isinstance(objective, ForModel) and objective.is_determinant else found


ROUTES: dict[type, Route] = {
    Trace: decision,
    Guess: decision,
    Gain: decision,
    Loss: decision,
    Variance: total,
    Warner: warner,
    MutualInformation: total,
    FDivergence: total,
    Custom: total,
    WorstDeterminant: lambda objective, limits: programs.worst_determinant(limits),
    **dict.fromkeys(CRITERIA, least),
}
"""A new objective stands here, or a test says that it has no numeric route."""


def _best_action(objective: Trace | Guess | Gain, rows: Array) -> Array:
    return np.asarray((rows @ gains_of(objective).T).max(axis=1))


SUMS: dict[type, Callable[[Any, Array], Array]] = {
    Trace: _best_action,
    Guess: _best_action,
    Gain: _best_action,
    Loss: _best_action,
    Variance: fisher,
    MutualInformation: information_of,
    FDivergence: divergence_of,
    Custom: lambda objective, rows: objective.floats(rows),
}
"""What a report is worth, of the objectives that are sums over reports."""


def _vector(values: Any) -> Array:
    return np.array([float(value) for value in values])


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
        return reported(objective, best_of_fewer(gains_of(objective), outputs, limits))
    if outputs != 2 or type(objective) not in SUMS:
        raise NotPosed(f"no program is known for {outputs} reports of this objective")
    value = SUMS[type(objective)]
    found = best_of_two_reports(
        lambda first, second: value(objective, first) + value(objective, second), limits
    )
    return reported(objective, found)
