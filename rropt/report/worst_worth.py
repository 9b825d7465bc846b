"""What a table does for an objective without a prior, in doubles: for showing beside a design.

With the best estimator at a prior q the variance is c'J^-1 c - a(q), J = sum_r r r' / (q.r), which
is concave in q; its maximum over q is what the best estimator does in the worst case.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rropt.channel import Channel
from rropt.design.worst.worst_certificate import worst_value
from rropt.utility.curved import VarianceOverInterval
from rropt.utility.worst_case import GROUP, WorstCase

Array = NDArray[np.float64]

FLOOR = 1e-9
"""Priors stay this far from the faces of the simplex, where J has no limit."""

SINGULAR = 1e-12
"""A table whose smallest singular value is this share of the largest tells too little apart."""


def worst_case_of(objective: WorstCase, channel: Channel) -> float:
    """The least worst case of a table; infinite where it does not tell the truths apart.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> round(worst_case_of(WorstCase([0, 1]), warner), 9)
    1.0
    """
    table = channel.to_numpy()
    table = table[table.max(axis=1) > 0]
    spectrum = np.linalg.svd(table, compute_uv=False)
    if len(table) < channel.shape[1] or spectrum[-1] <= SINGULAR * spectrum[0]:
        return math.inf
    contrasts = np.array([[float(x) for x in c] for c in objective.contrasts])
    prior = _worst_prior(objective, table, contrasts)
    moments = _second_moments(table, contrasts, prior)
    exact = [Fraction(float(m)) for m in moments]
    shares = [Fraction(float(q)) for q in prior]
    return float(worst_value(objective, exact, shares))


def over_prevalences(objective: VarianceOverInterval, channel: Channel) -> float:
    """The largest of the least variances of a proportion over an interval of prevalences."""
    from scipy.optimize import minimize_scalar

    table = channel.to_numpy()
    table = table[table.max(axis=1) > 0]
    if np.linalg.matrix_rank(table, SINGULAR) < channel.shape[1]:
        return math.inf
    share = np.array([[0.0, 1.0]])

    def variance(p: float) -> float:
        q = np.array([1 - p, p])
        return float(q @ _second_moments(table, share, q) - p * p)

    ends = float(objective.low), float(objective.high)
    inside = minimize_scalar(lambda p: -variance(p), bounds=ends, method="bounded")
    return max(-float(inside.fun), *map(variance, ends))


def _worst_prior(objective: WorstCase, table: Array, contrasts: Array) -> Array:
    """The prior at which the best variance is largest, or the one that is stated."""
    from scipy.optimize import minimize

    if objective.prior is not None:
        return np.array([max(float(q), FLOOR) for q in objective.prior])
    truths = table.shape[1]

    def negative(q: Array) -> float:
        whole = q @ _second_moments(table, contrasts, q)
        if objective.respondents == GROUP:
            return float((contrasts**2).sum(axis=0) @ q - whole)
        return float(((contrasts @ q) ** 2).sum() - whole)

    found = minimize(
        negative,
        np.full(truths, 1 / truths),
        method="SLSQP",
        bounds=[(FLOOR, 1.0)] * truths,
        constraints={"type": "eq", "fun": lambda q: q.sum() - 1},
        options={"ftol": 1e-12, "maxiter": 200},
    )
    return np.array(found.x)


def _second_moments(table: Array, contrasts: Array, prior: Array) -> Array:
    """Of the best estimators at a prior, all contrasts together, truth by truth."""
    seen = table @ prior
    information = table.T @ (table / seen[:, None])
    numbers = np.linalg.solve(information, contrasts.T).T @ table.T / seen
    squares: Array = (numbers**2).sum(axis=0) @ table
    return squares
