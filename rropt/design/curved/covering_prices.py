"""Prices for a linearised utility, in doubles, covering every pattern of a pool.

In the coordinates (tangent part, mean) of the patterns every private table has
sum_r w_r (tangent, mean) = (0, 1), so the bound of prices (p, t) is t + sum z:

    minimise t + sum z   with   p.tangent + t mean + sum z excess / delta >= u,   z >= 0,

by row generation, twice as many rows each round (optimal prices are many, most fail elsewhere); at
last t and every z are raised alike until every pattern is covered. Patterns differ in length: a row
is divided by its utility, or by a share of its `reach`, mean + sum of excess / delta, where that is
more. Then a solver's tolerance is a share of the bound.
"""

from __future__ import annotations

from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING

from rropt.design.curved.pattern_pool import Pool

if TYPE_CHECKING:
    import numpy as np

MOST_ROUNDS = 50

FLOORS = 1e-6, 1e-3, 1.0
"""Least shares of the reach, of the largest utility: larger ones where the solver gives up."""

CLOSE = 1e-11
"""Rows that are short by less than this share are left to the raise."""


ZOOMS = 1.0, 1e6
"""What the prices still lack is asked once more, in units this many times smaller."""


def cheapest(
    pool: Pool, utilities: np.ndarray, rows: np.ndarray
) -> tuple[list[Fraction], np.ndarray]:
    """Prices of the truths and of the ordered pairs; `rows` are the patterns to begin with."""
    import numpy as np

    k, charges = len(pool.basis), _charges(pool)
    reach = charges[:, k - 1 :].sum(axis=1)
    size = float((utilities / reach).max()) or 1.0
    utilities = utilities / size
    for floor in FLOORS if len(pool.allowed) else FLOORS[-1:]:
        prices = _scaled(charges, utilities, k, np.maximum(utilities, floor * reach), rows)
        if prices is not None:
            break
    else:
        raise ArithmeticError("the prices of a curved design could not be found in doubles")
    prices[k - 1 :] += max(0.0, float(((utilities - charges @ prices) / reach).max()))
    return _of_truths(pool, size * prices[:k]), size * prices[k:] / pool.allowed


def _scaled(
    charges: np.ndarray, utilities: np.ndarray, k: int, units: np.ndarray, rows: np.ndarray
) -> np.ndarray | None:
    """Row generation, each row divided by its unit, until none is much short of its utility."""
    import numpy as np

    table, wanted = charges / units[:, None], utilities / units
    for _ in range(MOST_ROUNDS):
        prices = _program(table[rows], wanted[rows], k)
        if prices is None:
            break
        short = wanted - table @ prices
        worst = np.argsort(-short)[: max(2 * k, len(rows))]
        worst = worst[short[worst] > CLOSE]
        if not len(worst) or np.isin(worst, rows).all():
            break
        rows = np.union1d(rows, worst)
    return prices


def _charges(pool: Pool) -> np.ndarray:
    """What a pattern is charged: its tangent part, its mean, its excesses as shares of delta."""
    import numpy as np

    columns = pool.columns
    if columns.excess is None:
        return columns.balance
    return np.hstack([columns.balance, columns.excess / pool.allowed])


def _program(table: np.ndarray, utilities: np.ndarray, k: int) -> np.ndarray | None:
    """The cheapest prices: the tolerance of the solver is one of the last zoom."""
    import numpy as np

    prices = np.zeros(table.shape[1])
    for zoom in ZOOMS:
        change = _change(table, zoom * (utilities - table @ prices), -zoom * prices[k:], k)
        if change is None:
            return prices if zoom > 1 else None
        prices = prices + change / zoom
        prices[k:] = np.maximum(prices[k:], 0.0)
    return prices


def _change(
    table: np.ndarray, utilities: np.ndarray, least: np.ndarray, k: int
) -> np.ndarray | None:
    """The cheapest change that covers these utilities; of prices of pairs at least `least`."""
    import numpy as np
    from scipy.optimize import linprog

    cost = np.concatenate([np.zeros(k - 1), np.ones(table.shape[1] - k + 1)])
    tight = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    bounds = [(None, None)] * k + [(low, None) for low in least]
    answer = linprog(
        cost, A_ub=-table, b_ub=-utilities, bounds=bounds, method="highs-ds", options=tight
    )
    return answer.x


def _of_truths(pool: Pool, prices: np.ndarray) -> list[Fraction]:
    """(p, t) in the coordinates of the truths, exactly, the tangent part summing to zero.

    Near gamma = 1 the prices of the truths nearly cancel on every pattern: doubles would not do.
    """
    *inner, last = map(Fraction, prices.tolist())
    basis = [map(Fraction, row) for row in pool.basis.tolist()]
    tangent = [sum(map(mul, row, inner)) / Fraction(pool.size) for row in basis]
    rest = (last - sum(tangent)) / len(basis)
    return [price + rest for price in tangent]
