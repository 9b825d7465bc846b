"""The largest eigenvalue of the covariance: a linear program with one semidefinite block.

With T = sum_r w_r z z' at the prior the smallest eigenvalue t of T is to be as large as can be.
Dually, with one matrix V >= 0 of trace one and charges (y, eta) of balance and budgets,

    minimise  y_mean + sum eta   subject to  y.b_r + eta.e_r >= z'Vz  for every pattern r,

whose multipliers are the weights: linear in V, unlike the other criteria's programs. Clarabel takes
it pattern by pattern, and patterns that are not covered are brought in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rropt.design.engine.path import PathPoint, RatioFound
from rropt.design.engine.pool import Array, Charges, Features, Keys, Pool
from rropt.design.engine.saddle import Curvature, Expansion, ReportingPoint
from rropt.lp.cones import (
    Cones,
    cone_optimum,
    symmetric_matrix,
    triangle,
    triangle_factors,
)

TOLERANCE = 1e-12
"""Asked of Clarabel; at 1e-13 it ends without progress at 10 truths."""

CLOSE = 1e-10
"""Patterns that fall short by less, where t is about one, are covered."""

MOST_ROUNDS = 60

FAINT = 1e-9
"""Weights below this share of the largest are the centring of the interior point."""


def eigenvalue_optima(pool: Pool, point: ReportingPoint) -> Iterator[RatioFound]:
    """The optimum on few patterns, and on all that have weight."""
    keys, _ = pool.start()
    for _ in range(MOST_ROUNDS):
        found = _solved(pool, point, keys)
        short = pool.shortfall(found.at.quotients, found.point.charges)
        short[keys] = 0.0
        count = min(pool.truths**2 // 2 + 2, len(short) - 1)
        worst = np.argpartition(-short, count)[:count]
        worst = worst[short[worst] > CLOSE]
        if not len(worst):
            break
        keys = np.append(keys, worst)
    used = found.point.weights > 0
    found = RatioFound(found.point.take(used), found.features.take(used), found.at)
    fewer = _fewer(found, point)
    if fewer is not None:
        yield fewer
    yield found


def _solved(pool: Pool, point: ReportingPoint, keys: Keys) -> RatioFound:
    """The program over these patterns."""
    at = pool.features(keys)
    vectors = point.vectors(at)
    side = vectors.shape[1]
    i, j = triangle(side)
    squares = vectors[:, i] * vectors[:, j] * triangle_factors(side)
    size = at.balance.shape[1]
    budgets = at.excess.shape[1]
    entries = len(i)
    width = size + budgets + entries
    reach = np.maximum(np.abs(squares).max(axis=1), at.means)[:, None]
    covered = np.hstack([at.balance, at.excess, -squares]) / reach
    signs = np.zeros((budgets, width))
    signs[:, size : size + budgets] = np.eye(budgets)
    matrix = np.zeros((entries, width))
    matrix[:, size + budgets :] = np.eye(entries)
    trace = np.zeros((1, width))
    trace[0, size + budgets :] = i == j
    cost = np.zeros(width)
    cost[size - 1 : size + budgets] = 1.0
    blocks = np.vstack([trace, -covered, -signs, -matrix])
    right = np.zeros(len(blocks))
    right[0] = 1.0
    cones = Cones(zeros=1, signs=len(keys) + budgets, semidefinite=[side])
    solution = cone_optimum(cost, blocks, right, cones, TOLERANCE)
    x = np.array(solution.x)
    multipliers = np.array(solution.z)
    weights = multipliers[1 : 1 + len(keys)] / reach[:, 0]
    weights = np.where(weights > FAINT * weights.max(), weights, 0.0)
    form = symmetric_matrix(x[size + budgets :], side)
    charges = Charges(x[:size], np.maximum(x[size : size + budgets], 0.0))
    return _found(at, point, keys, weights, charges, form)


def _found(
    at: Features, point: ReportingPoint, keys: Keys, weights: Array, charges: Charges, form: Array
) -> RatioFound:
    """As the path would say it."""
    vectors = point.vectors(at)
    information = (vectors.T * weights) @ vectors
    none = np.zeros(0)
    there = Expansion(
        -float(np.linalg.eigvalsh(information)[0]),
        ((vectors @ form) * vectors).sum(axis=1),
        none,
        [point.quotient(form)],
        [np.linalg.inv(information)],
        _not_curved,
    )
    slack = np.zeros(at.excess.shape[1])
    where = PathPoint(
        keys, weights, np.zeros(len(keys)), charges, slack, none, none, 0.0, TOLERANCE
    )
    return RatioFound(where, at, there)


def _not_curved() -> Curvature:
    """The least eigenvalue has no second derivative where it is double, as at most optima."""
    raise ArithmeticError("the least eigenvalue is not smooth")


def _fewer(found: RatioFound, point: ReportingPoint) -> RatioFound | None:
    """Weights with the same sums on few patterns: a vertex of linear equations."""
    from scipy.optimize import linprog

    at = found.features
    weights = found.point.weights
    vectors = point.vectors(at)
    i, j = triangle(vectors.shape[1])
    seen = np.hstack([at.balance, at.excess, vectors[:, i] * vectors[:, j]])
    rows = (seen * weights[:, None]).T
    sizes = np.abs(rows).max(axis=1)
    rows = rows[sizes > 0] / sizes[sizes > 0, None]
    solution = linprog(np.zeros(len(weights)), A_eq=rows, b_eq=rows.sum(axis=1), method="highs-ds")
    if solution.x is None:
        return None
    kept = solution.x > 0
    fewer = replace(found.point.take(kept), weights=weights[kept] * solution.x[kept])
    return RatioFound(fewer, at.take(kept), found.at)
