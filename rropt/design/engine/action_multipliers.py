"""Multipliers that show how far prices cover an action, under a matrix of levels.

Prices y cover the action c if some f >= 0 has y_j - c_j + sum_b f_jb - sum_a g_aj f_aj >= 0 for
all truths. So f carries what truths with y_b > c_b can spare to those with y_a < c_a, one unit at a
for g_ab at b; by way of a third truth it would cost as much or more, where levels are no larger
than products along paths. The least t by which all prices have to rise so that this succeeds is a
program of k rows, whose columns come in when the prices of rows ask for them; at its end at most k
pairs have a multiplier. The prices cover exactly where t is not above zero. (Where it is, more
truths could give at the higher prices, and a little less might do.)

All is in doubles: prices that cover with rounded multipliers are found by who asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rropt.lp.highs import highs
from rropt.privacy.levels import Pair

Array = np.ndarray

CHEAPEST = 8
"""Pairs of each truth that the program begins with, those of the lowest levels."""

MOST_JOINING = 500
MOST_ROUNDS = 100

TOLERANCE = 1e-9
"""Of reduced costs, where prices of rows add up to one."""

MARGIN = 2.0**-30
"""Prices that are larger than needed by this share of the largest gain may stay so: to lower them
further takes several times as many pivots, and rounding needs some of it."""

OPTIONS: dict[str, Any] = {
    "presolve": "off",
    "primal_feasibility_tolerance": 1e-10,
    "dual_feasibility_tolerance": 1e-10,
}


@dataclass(frozen=True)
class CoveredAction:
    """How much all prices would have to rise, and the multipliers that show it."""

    short: float
    multipliers: Mapping[Pair, float]


def covered(action: Array, prices: Array, levels: Array) -> CoveredAction:
    """Whether prices cover, and by which multipliers; levels are infinite where nothing is bound.

    >>> levels = np.array([[1.0, 3.0], [3.0, 1.0]])
    >>> found = covered(np.array([0.5, 0.0]), np.array([0.375, 0.375]), levels)
    >>> abs(found.short) < 1e-9, {pair: round(f, 6) for pair, f in found.multipliers.items()}
    (True, {(0, 1): 0.125})
    """
    missing = action - prices
    unit = float(np.abs(missing).max()) or 1.0
    needing = np.flatnonzero(missing > 0)
    giving = np.flatnonzero(missing <= 0)
    if not needing.size or not giving.size:
        return CoveredAction(float(missing.max()), {})
    program = _Carried(missing / unit, needing, giving, levels[np.ix_(needing, giving)])
    rise = program.solved(MARGIN * float(np.abs(action).max()) / unit)
    return CoveredAction(rise * unit, {pair: f * unit for pair, f in program.carried().items()})


class _Carried:
    """The program: t, and a column for some pairs of a needing and a giving truth."""

    def __init__(self, missing: Array, needing: Array, giving: Array, levels: Array) -> None:
        self.needing = needing
        self.giving = giving
        self.joined = ~np.isfinite(levels)
        self.levels = np.where(self.joined, 0.0, levels)
        self.pairs: list[Pair] = []
        self._solver = highs(OPTIONS)
        count = len(missing)
        most = np.full(count, np.inf)
        nothing = np.zeros(0)
        starts = np.zeros(count, dtype=np.int32)
        self._solver.addRows(
            count, missing, most, 0, starts, nothing.astype(np.int32), nothing
        )  # fmt: skip
        rows = np.arange(count, dtype=np.int32)
        self._solver.addCol(1.0, -np.inf, np.inf, count, rows, np.ones(count))
        self._join(~self.joined & _cheapest(levels))

    def solved(self, margin: float) -> float:
        """The least t that is not below -margin."""
        self._solver.changeColBounds(0, -margin, np.inf)
        for _ in range(MOST_ROUNDS):
            self._solver.run()
            prices = np.array(self._solver.getSolution().row_dual)
            gained = prices[self.needing][:, None] - np.where(
                self.joined, np.inf, self.levels * prices[self.giving][None, :]
            )
            fresh = gained > TOLERANCE
            if not fresh.any():
                break
            if fresh.sum() > MOST_JOINING:
                fresh &= gained >= np.partition(gained.ravel(), -MOST_JOINING)[-MOST_JOINING]
            self._join(fresh)
        return float(self._solver.getSolution().col_value[0])

    def carried(self) -> dict[Pair, float]:
        """The multipliers above zero."""
        values = self._solver.getSolution().col_value[1:]
        return {pair: f for pair, f in zip(self.pairs, values, strict=True) if f > 0}

    def _join(self, fresh: Array) -> None:
        """Columns +1 at the needing truth, -g at the giving one."""
        rows, columns = np.nonzero(fresh)
        self.joined[rows, columns] = True
        needing = self.needing[rows]
        giving = self.giving[columns]
        self.pairs += zip(needing.tolist(), giving.tolist(), strict=True)
        count = len(rows)
        places = np.stack([needing, giving], axis=1).ravel().astype(np.int32)
        values = np.stack([np.ones(count), -self.levels[rows, columns]], axis=1).ravel()
        nothing = np.zeros(count)
        self._solver.addCols(
            count, nothing, nothing, np.full(count, np.inf), 2 * count,
            np.arange(0, 2 * count, 2, dtype=np.int32), places, values,
        )  # fmt: skip


def _cheapest(levels: Array) -> Array:
    """The lowest levels of each row and column."""
    in_rows = np.sort(levels, axis=1)[:, [min(CHEAPEST, levels.shape[1]) - 1]]
    in_columns = np.sort(levels, axis=0)[[min(CHEAPEST, levels.shape[0]) - 1], :]
    return (levels <= in_rows) | (levels <= in_columns)
