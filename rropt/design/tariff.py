"""Prices for a linearised utility, in doubles, covering every pattern of a pool.

In the coordinates (tangent part, mean) of the patterns every private table has
sum_r w_r (tangent, mean) = (0, 1), so the bound of prices (p, t) is t + delta sum z:

    minimise t + delta sum z   with   p.tangent + t mean + sum z excess >= u,   z >= 0,

by row generation; at last t is raised until every pattern is covered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.design.pool import Pool

if TYPE_CHECKING:
    import numpy as np

MOST_ROUNDS = 50
CLOSE = 1e-11
"""Rows that are short by less than this share of the largest utility are left to the raise."""


def cheapest(
    pool: Pool, utilities: np.ndarray, delta: float, rows: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Prices of the truths and of the ordered pairs; `rows` are the patterns to begin with."""
    import numpy as np

    table, size = _charges(pool), float(np.abs(utilities).max()) or 1.0
    scaled, means = utilities / size, pool.columns.balance[:, -1]
    for _ in range(MOST_ROUNDS):
        prices = _program(pool, table[rows], scaled[rows], delta)
        short = scaled - table @ prices
        worst = np.argsort(-short)[: 2 * len(pool.basis)]
        worst = worst[short[worst] > CLOSE]
        if not len(worst) or np.isin(worst, rows).all():
            break
        rows = np.union1d(rows, worst)
    k = len(pool.basis)
    prices[k - 1] += max(0.0, float((short / means).max()))
    return size * _of_truths(pool, prices[:k]), size * prices[k:]


def _charges(pool: Pool) -> np.ndarray:
    import numpy as np

    columns = pool.columns
    parts = [columns.balance] if columns.excess is None else [columns.balance, columns.excess]
    return np.hstack(parts)


def _program(pool: Pool, table: np.ndarray, utilities: np.ndarray, delta: float) -> np.ndarray:
    import numpy as np
    from scipy.optimize import linprog

    k = len(pool.basis)
    pairs = table.shape[1] - k
    cost = np.concatenate([np.zeros(k - 1), [1.0], np.full(pairs, delta)])
    tight = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    bounds = [(None, None)] * k + [(0, None)] * pairs
    answer = linprog(
        cost, A_ub=-table, b_ub=-utilities, bounds=bounds, method="highs-ds", options=tight
    )
    if answer.x is None:
        raise ArithmeticError("the prices of a curved design could not be found in doubles")
    prices = answer.x
    prices[k:] = np.maximum(prices[k:], 0.0)
    return prices


def _of_truths(pool: Pool, prices: np.ndarray) -> np.ndarray:
    """(p, t) in the coordinates of the truths."""
    return pool.basis @ prices[:-1] / pool.size + prices[-1] / len(pool.basis)
