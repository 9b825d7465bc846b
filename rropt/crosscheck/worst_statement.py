"""Worst cases as convex programs that read like their definition, solved by cvxpy.

Over the extreme patterns r with weights w_r and products p_r = w_r v_r of the numbers of a contrast
each, the second moments are M = sum_r r sum_c p_cr^2 / w_r. Minimised is

    a group:      max_j M_j - |c_j|^2,     with shares q: q.(M - |c|^2);
    a population: max_q q.M - |C q|^2 = min_s max_j M_j - 2 s.c_j + |s|^2,   c_j column j of C;
    determinants: at the saddle point, the largest log det X at which prices y, z, sum y + delta.z =
                  k, cover r.X r / (q.r) for some q.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rropt.design.levels.level_source import source_of
from rropt.design.problem import Problem
from rropt.privacy.conditions import Conditions
from rropt.utility.worst_case import GROUP, Mean, WorstCase, WorstDeterminant
from rropt.utility.worst_eigenvalue import WorstEigenvalue

if TYPE_CHECKING:
    import cvxpy

Array = NDArray[np.float64]

MOST_TRUTHS = {False: 7, True: 3}
"""126 patterns take 0.3 s; with a delta there are more."""


def has_worst_program(problem: Problem) -> bool:
    """Whether it is posed: a density and the cut have truths beside the points."""
    objective = problem.objective
    if isinstance(objective, Mean) and (objective.everywhere or objective.bins):
        return False
    if problem.levels is None and problem.gamma.hi == 1:
        return False
    some = bool(problem.delta) if problem.levels is None else True
    return problem.truths <= MOST_TRUTHS[some] and not isinstance(problem.levels, Conditions)


def solve_worst(problem: Problem) -> float:
    """The optimum of the program, which for all numbers of an interval is that of the points."""
    import cvxpy as cp

    objective: WorstCase = problem.objective
    if isinstance(objective, WorstDeterminant):
        truths = problem.truths
        found = float(_saddle(problem).solve(solver=cp.CLARABEL))
        return found + float(np.log(truths))
    return float(worst_statement(problem).solve(solver=cp.CLARABEL))


def worst_statement(problem: Problem) -> cvxpy.Problem:
    """Minimise the worst case of the second moments."""
    import cvxpy as cp

    objective: WorstCase = problem.objective
    if isinstance(objective, WorstEigenvalue):
        return _largest_eigenvalue(problem)
    rows, surplus, deltas = _patterns(problem)
    contrasts = np.array([[float(x) for x in c] for c in objective.contrasts])
    weights = cp.Variable(len(rows), nonneg=True)
    products = cp.Variable((len(contrasts), len(rows)))
    squares = cp.Variable(len(rows))
    limits = [rows.T @ weights == 1, products @ rows == contrasts]
    for i in range(len(rows)):
        limits.append(cp.quad_over_lin(products[:, i], weights[i]) <= squares[i])
    if len(deltas):
        limits.append(surplus.T @ weights <= deltas)
    moments = rows.T @ squares
    corner = (contrasts**2).sum(axis=0)
    if objective.prior is not None:
        shares = np.array([float(q) for q in objective.prior])
        return cp.Problem(cp.Minimize(shares @ (moments - corner)), limits)
    if objective.respondents == GROUP:
        return cp.Problem(cp.Minimize(cp.max(moments - corner)), limits)
    means = cp.Variable(len(contrasts))
    worst = cp.max(moments - 2 * contrasts.T @ means) + cp.sum_squares(means)
    return cp.Problem(cp.Minimize(worst), limits)


def _largest_eigenvalue(problem: Problem) -> cvxpy.Problem:
    """With second moments above the squares of products: ((W, f), (f', w)) >= 0 for each row."""
    import cvxpy as cp

    rows, surplus, deltas = _patterns(problem)
    count, truths = rows.shape
    whole = [cp.Variable((truths + 1, truths + 1), PSD=True) for _ in range(count)]
    weights = cp.hstack([W[truths, truths] for W in whole])
    products = cp.vstack([W[truths, :truths] for W in whole])
    limits = [rows.T @ weights == 1, products.T @ rows == np.eye(truths)]
    if len(deltas):
        limits.append(surplus.T @ weights <= deltas)
    most = cp.Variable()
    for j in range(truths):
        moments = sum(row[j] * W[:truths, :truths] for row, W in zip(rows, whole, strict=True))
        own = np.outer(np.eye(truths)[j], np.eye(truths)[j])
        limits.append(most * np.eye(truths) - moments + own >> 0)
    return cp.Problem(cp.Minimize(most), limits)


def _saddle(problem: Problem) -> cvxpy.Problem:
    """With X = L L' and L'r in a cone: the geometric mean of y.r + z.e_r and q.r is above it."""
    import cvxpy as cp

    rows, surplus, deltas = _patterns(problem)
    truths = problem.truths
    y, q = cp.Variable(truths), cp.Variable(truths, nonneg=True)
    root = cp.Variable((truths, truths), PSD=True)
    z = cp.Variable(len(deltas), nonneg=True) if len(deltas) else None
    charge = rows @ y if z is None else rows @ y + surplus @ z
    spent = cp.sum(y) if z is None else cp.sum(y) + deltas @ z
    limits = [cp.sum(q) == 1, spent == truths]
    for i, row in enumerate(rows):
        limits.append(cp.quad_over_lin(root @ row, row @ q) <= charge[i])
    return cp.Problem(cp.Maximize(2 * cp.log_det(root)), limits)


def _patterns(problem: Problem) -> tuple[Any, Any, Any]:
    """Extreme patterns with largest entry 1, what they exceed levels by, and the deltas."""
    source = source_of(problem)
    rows: Array = source.arrays()[0]
    tops = rows.max(axis=1)[:, None]
    deltas = np.array([float(delta) for delta in source.deltas])
    surplus = np.zeros((len(rows), len(deltas)))
    if len(deltas):
        surplus = np.array(source.surplus(range(len(rows)), float))
    return rows / tops, surplus / tops, deltas
