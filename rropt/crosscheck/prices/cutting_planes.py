"""The optimum where two truths have a continuum of directions: prices that cover all of them.

The program over a pool of directions is solved; the directions that are worth more than they pay
join it, and so do the orders of zero-concentrated privacy that its table breaks.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize_scalar

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.prices.dual_programs import Priced
from rropt.crosscheck.prices.priced_rows import FARTHEST, USED, Array, PricedRows, RenyiBudgets

FIRST = 121
"""Directions of the first pool, half a unit of the logarithm apart."""

SEEN = 1441
"""Directions that are looked at for the best to join: their worth is smooth between them."""

ROUNDS = 60

COVERED = 1e-7
"""Relative to the optimum: what a direction may be worth more than it pays. The reports have a mass
of two at most, and Clarabel stops at 1e-8."""


def over_all_ratios(program: Callable[[PricedRows], Priced], budgets: RenyiBudgets) -> float:
    """The optimum over all directions, and all orders where privacy bounds all."""
    grid = np.linspace(-FARTHEST, FARTHEST, SEEN)
    pool = np.linspace(-FARTHEST, FARTHEST, FIRST)
    for _ in range(ROUNDS):
        priced = budgets.priced(pool)
        found = program(priced)
        order = budgets.broken(priced.rows * found.weights[:, None])
        new = _not_covered(found, budgets, grid)
        if order is None and not len(new):
            return found.value
        if order is not None:
            budgets = budgets.with_order(order)
        used = pool[found.weights > USED]
        pool = np.unique(np.concatenate([used, new, grid[::12]]).round(12))
    raise NotPosed("the directions under a Renyi budget did not settle")


def _not_covered(found: Priced, budgets: RenyiBudgets, grid: Array) -> Array:
    """The tops of what directions are worth more than they pay."""

    def missing(ratio: float) -> float:
        return -float(found.excess(budgets.priced(np.array([ratio])))[0])

    heights = found.excess(budgets.priced(grid))
    inner = heights[1:-1]
    tops = (inner >= heights[:-2]) & (inner >= heights[2:])
    size = abs(found.value)
    near = np.flatnonzero(tops & (inner > -size * NEARLY)) + 1
    new = []
    for n in near:
        ends = (grid[n - 1], grid[n + 1])
        top = minimize_scalar(missing, bounds=ends, method="bounded", options={"xatol": 1e-9})
        if -top.fun > COVERED * size:
            new.append(float(top.x))
    return np.array(new)


NEARLY = 1e-3
"""Relative: a top of the grid so far below zero is below zero between its neighbours too."""
