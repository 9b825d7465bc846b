"""The pattern program in doubles, by scipy: independent of the exact solvers and of cvxpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rropt.crosscheck.meeting_planes import meeting_rays, spent
from rropt.design.problem import Problem, linear_utility
from rropt.patterns.extreme import evaluate, excess, extreme_patterns, ordered_pairs
from rropt.privacy.float_limits import float_limits
from rropt.utility.curved import Curved

if TYPE_CHECKING:
    import numpy as np


def rows_of(problem: Problem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All extreme patterns divided by their largest entry, what they spend, and what they may."""
    import numpy as np

    if problem.levels is not None:
        return _under_levels(problem.levels)
    gamma, pairs = problem.gamma.lo, ordered_pairs(problem.truths)
    exact = [evaluate(r, gamma) for r in extreme_patterns(problem.truths, problem.delta)]
    size = np.array([float(max(r)) for r in exact])
    R = np.array([[float(entry) for entry in r] for r in exact])
    surplus = [excess(r, gamma) for r in exact]
    E = np.array([[float(row.get(pair, 0)) for pair in pairs] for row in surplus])
    limits = np.full(len(pairs) if problem.delta else 0, float(problem.delta))
    return R / size[:, None], E[:, : len(limits)] / size[:, None], limits


def _under_levels(levels: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The rays in which the planes of the levels meet."""
    import numpy as np

    rays = meeting_rays(levels)
    if rays is None:
        raise ArithmeticError("the planes of the levels are too many")
    soft = [limit for limit in float_limits(levels) if limit.most]
    used = np.array([spent(rays, limit) for limit in soft]).reshape(len(soft), len(rays)).T
    return rays, used, np.array([limit.most for limit in soft])


def linear_program(problem: Problem) -> tuple[float, Any]:
    """The largest utility and the weights, by HiGHS.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> round(linear_program(Problem(LocalDP("ln(3)"), Trace(2)))[0], 9)
    1.5
    """
    import numpy as np
    from scipy.optimize import linprog

    R, E, limits = rows_of(problem)
    gains = linear_utility(problem).floats(R)
    unit = float(np.abs(gains).max()) or 1.0
    shared = {"A_ub": E.T, "b_ub": limits} if len(limits) else {}
    found = linprog(-gains / unit, A_eq=R.T, b_eq=np.ones(R.shape[1]), **shared)
    return -float(found.fun) * unit, found.x.tolist()


def smooth_program(problem: Problem) -> tuple[float, Any] | None:
    """A smooth criterion minimised over the pattern weights by SLSQP; None for the others."""
    import numpy as np
    from scipy.optimize import minimize

    objective = problem.objective
    if objective.name == "e-optimal" or objective.robust == "minimax" or problem.truths > 3:
        return None
    R, E, limits = rows_of(problem)
    start = np.full(len(R), 1.0)
    constraints: list[dict[str, Any]] = [
        {"type": "eq", "fun": lambda w: R.T @ w - 1, "jac": lambda w: R.T}
    ]
    if len(limits):
        constraints.append(
            {"type": "ineq", "fun": lambda w: limits - E.T @ w, "jac": lambda w: -E.T}
        )
    found = minimize(
        lambda w: criterion(objective, R * np.maximum(w, 1e-12)[:, None]),
        start / R.sum(axis=0).mean(),
        bounds=[(0, None)] * len(R),
        constraints=constraints,
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    return (float(found.fun), found.x.tolist()) if found.success else None


def criterion(objective: Curved, table: np.ndarray) -> float:
    """The criterion of a table, from its definition: Cov = J^-1 - pi pi', J = P' D^-1 P.

    >>> import numpy as np
    >>> from rropt.utility.at_prior import AOptimal
    >>> round(criterion(AOptimal(["1/2", "1/2"]), np.eye(2)), 9)
    0.5
    """
    values = [_at_prior(objective, table, scenario.prior) for scenario in objective.scenarios]
    if objective.robust == "minimax":
        shifts = [float(scenario.offset) for scenario in objective.scenarios]
        return max(v - shift for v, shift in zip(values, shifts, strict=True))
    shares = [float(scenario.weight) for scenario in objective.scenarios]
    return float(sum(s * v for s, v in zip(shares, values, strict=True)))


def _at_prior(objective: Curved, table: np.ndarray, prior: Any) -> float:
    import numpy as np

    from rropt.design.curved.pattern_pool import tangent_basis

    pi = np.array([float(p) for p in prior])
    J = table.T @ (table / (table @ pi)[:, None])
    try:
        cov = np.linalg.inv(J) - np.outer(pi, pi)
    except np.linalg.LinAlgError:
        return float("inf")
    B = tangent_basis(len(pi))
    inner = B.T @ cov @ B
    if objective.name == "d-optimal":
        return float(np.linalg.slogdet(inner)[1])
    if objective.name == "e-optimal":
        return float(np.linalg.eigvalsh(cov)[-1])
    if objective.contrast is not None:
        c = np.array([float(x) for x in objective.contrast])
        return float(c @ cov @ c)
    return float(np.trace(cov))
