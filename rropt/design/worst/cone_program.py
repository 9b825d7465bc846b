"""The program of a worst case over given patterns, in doubles.

With weights w, numbers v (a row a contrast) and contrasts c, minimise the maximum over q of

    sum_r w_r |v_r|^2 q.r - a(q)    with    sum_r w_r r = 1,    sum_r w_r v_r r' = c,

a(q) = sum_j q_j |c_j|^2 for a fixed group and |c q|^2 for a population. Its dual

    maximise 2 sum p.c - sum y - delta.z - a(q)   with  (y.r + z.e_r)(q.r) >= |p r|^2 for all r,

q >= 0, sum q = 1, is a program over cones | (2 p r, y.r + z.e - q.r) | <= y.r + z.e + q.r, whose
multipliers are w and w v. e_r are the excesses [r_a - g r_b]_+ of the pairs with a delta.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TOLERANCE = 1e-10
"""Clarabel's: 1e-11 ends in insufficient progress at 41 numbers, 1e-8 leaves gaps of 1e-6."""


@dataclass(frozen=True)
class WorstGoal:
    """Contrasts (a row each), and whose worst case: of groups, or at these shares only."""

    contrasts: Array
    grouped: bool
    shares: Array | None = None


@dataclass(frozen=True)
class ConeSolution:
    """Prices y, slopes p (a row a contrast), the least favourable q, z; weights and w v."""

    constants: Array
    slopes: Array
    squares: Array
    pair_prices: Array
    weights: Array
    products: Array

    @property
    def values(self) -> Array:
        """The numbers of the reports, a row a contrast."""
        return self.products / np.maximum(self.weights, 1e-300)


def solve_cones(rows: Array, surplus: Array, deltas: Array, goal: WorstGoal) -> ConeSolution:
    """The optimum over the patterns in `rows`; `surplus` has their excesses, a column a pair."""
    import clarabel
    import scipy.sparse as sparse

    tops = rows.max(axis=1)
    rows, surplus = rows / tops[:, None], surplus / tops[:, None]
    contrasts = goal.contrasts
    (number, truths), pairs = contrasts.shape, len(deltas)
    parts = [truths, number * truths, truths, pairs]
    size, spread = sum(parts), contrasts.T @ contrasts
    linear = (contrasts**2).sum(axis=0) if goal.grouped else np.zeros(truths)
    cost = np.concatenate([np.ones(truths), -2 * contrasts.ravel(), linear, deltas])
    at_q = slice(parts[0] + parts[1], size - pairs)
    quadratic = sparse.lil_matrix((size, size))
    if not goal.grouped:
        quadratic[at_q, at_q] = 2 * spread
    unit = sparse.identity(size, format="csr")
    if goal.shares is None:
        equal, right = sparse.csr_matrix(unit[at_q].sum(axis=0)), np.ones(1)
        signs = -unit[at_q.start :]
    else:
        equal, right = unit[at_q], goal.shares
        signs = -unit[at_q.stop :]
    blocks = [equal, signs, -pattern_cones(rows, surplus, number)]
    bounds = np.concatenate([right, np.zeros(signs.shape[0] + blocks[2].shape[0])])
    cones = [clarabel.ZeroConeT(len(right)), clarabel.NonnegativeConeT(signs.shape[0])]
    cones += [clarabel.SecondOrderConeT(number + 2)] * len(rows)
    solver = clarabel.DefaultSolver(
        sparse.triu(quadratic, format="csc"),
        cost,
        sparse.vstack(blocks, format="csc"),
        bounds,
        cones,
        settings(),
    )
    found = solver.solve()
    x = np.split(np.array(found.x), np.cumsum(parts)[:-1])
    z = np.array(found.z)[len(right) + signs.shape[0] :].reshape(len(rows), number + 2)
    return ConeSolution(
        constants=x[0],
        slopes=x[1].reshape(number, truths),
        squares=x[2],
        pair_prices=x[3],
        weights=np.maximum(z[:, 0] + z[:, -1], 0.0) / tops,
        products=-z[:, 1:-1].T / tops,
    )


def pattern_cones(rows: Array, surplus: Array, number: int) -> Any:
    """The rows of s = (y.r + z.e + q.r, 2 p r, y.r + z.e - q.r), pattern by pattern."""
    import scipy.sparse as sparse

    count, truths = rows.shape
    R, E = sparse.csr_matrix(rows), sparse.csr_matrix(surplus)
    none = sparse.csr_matrix((count, truths))
    gap = sparse.csr_matrix((count, surplus.shape[1]))
    blocks = [sparse.hstack([R, *[none] * number, R, E])]
    for i in range(number):
        slopes = [2 * R if i == j else none for j in range(number)]
        blocks.append(sparse.hstack([none, *slopes, none, gap]))
    blocks.append(sparse.hstack([R, *[none] * number, -R, E]))
    order = np.arange((number + 2) * count).reshape(number + 2, count).T.ravel()
    return sparse.vstack(blocks, format="csr")[order]


def settings() -> Any:
    """Of Clarabel."""
    import clarabel

    settings = clarabel.DefaultSettings()
    settings.verbose = False
    for name in ("tol_gap_abs", "tol_gap_rel", "tol_feas"):
        setattr(settings, name, TOLERANCE)
    return settings
