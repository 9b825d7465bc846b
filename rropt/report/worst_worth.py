"""What a table does for an objective without a prior, in doubles: for showing beside a design.

The largest criterion of the best estimators over all priors is what they do in the worst case.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rropt.channel import Channel
from rropt.design.worst.eigenvalue_program import EigenvalueProgram
from rropt.design.worst.table_worst_prior import criterion_at, second_moments, worst_prior
from rropt.design.worst.worst_certificate import worst_value
from rropt.utility.curved import VarianceOverInterval
from rropt.utility.worst_case import WorstCase, WorstDeterminant
from rropt.utility.worst_eigenvalue import WorstEigenvalue

Array = NDArray[np.float64]

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
    if isinstance(objective, WorstEigenvalue):
        return table_eigenvalue(table)
    prior = worst_prior(objective, table)
    if isinstance(objective, WorstDeterminant):
        return criterion_at(objective, table, prior)
    contrasts = np.array([[float(x) for x in c] for c in objective.contrasts])
    exact = [Fraction(float(m)) for m in second_moments(table, contrasts, prior)]
    shares = [Fraction(float(q)) for q in prior]
    return float(worst_value(objective, exact, shares))


def table_eigenvalue(table: Array) -> float:
    """The largest eigenvalue in the worst group by the best estimators of a table.

    Every row has a price of its own, as if each were a pair with the delta 1.
    """
    rows = np.arange(len(table))
    return EigenvalueProgram(table, np.eye(len(rows)), np.ones(len(rows)), 1.0).solve().value


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
        return float(q @ second_moments(table, share, q) - p * p)

    ends = float(objective.low), float(objective.high)
    inside = minimize_scalar(lambda p: -variance(p), bounds=ends, method="bounded")
    return max(-float(inside.fun), *map(variance, ends))
