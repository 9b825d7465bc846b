"""Where a table does worst, in doubles: the prior at which its best estimators have most variance.

With the best estimators at a prior q the criterion is q.m(q) - a(q), m_j their second moments, or
the determinant k det J^-1, J = sum_r r r' / (q.r): the largest criterion of any unbiased estimators
is least for these, so that it is concave in q.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rropt.utility.worst_case import GROUP, WorstCase, WorstDeterminant

Array = NDArray[np.float64]

FLOOR = 1e-9
"""Priors stay this far from the faces of the simplex, where J has no limit."""


def worst_prior(objective: WorstCase, table: Array) -> Array:
    """The prior at which the criterion of a table is largest, or the one that is stated."""
    from scipy.optimize import minimize

    if objective.prior is not None:
        return np.array([max(float(q), FLOOR) for q in objective.prior])
    truths = table.shape[1]
    found = minimize(
        lambda q: -criterion_at(objective, table, q),
        np.full(truths, 1 / truths),
        method="SLSQP",
        bounds=[(FLOOR, 1.0)] * truths,
        constraints={"type": "eq", "fun": lambda q: q.sum() - 1},
        options={"ftol": 1e-12, "maxiter": 200},
    )
    return np.array(found.x)


def criterion_at(objective: WorstCase, table: Array, prior: Array) -> float:
    """The criterion of the best estimators of a table at a prior."""
    if isinstance(objective, WorstDeterminant):
        return float(np.log(len(prior)) - np.linalg.slogdet(information_at(table, prior))[1])
    contrasts = np.array([[float(x) for x in c] for c in objective.contrasts])
    whole = prior @ second_moments(table, contrasts, prior)
    if objective.respondents == GROUP:
        return float(whole - (contrasts**2).sum(axis=0) @ prior)
    return float(whole - ((contrasts @ prior) ** 2).sum())


def information_at(table: Array, prior: Array) -> Array:
    """J."""
    found: Array = table.T @ (table / (table @ prior)[:, None])
    return found


def second_moments(table: Array, contrasts: Array, prior: Array) -> Array:
    """Of the best estimators at a prior, all contrasts together, truth by truth."""
    seen = table @ prior
    numbers = np.linalg.solve(information_at(table, prior), contrasts.T).T @ table.T / seen
    squares: Array = (numbers**2).sum(axis=0) @ table
    return squares
