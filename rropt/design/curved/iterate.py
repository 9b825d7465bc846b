"""What the floating-point search for a curved design has found: weighted patterns, and their duals.

The linearised utility of a pattern at the candidate is u(r) = sum_i alpha_i a'G_i a, with a its
tangent in scenario i; a pattern whose utility exceeds its charge is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rropt.design.curved.ball_arrays import lifted
from rropt.design.curved.interior_point import InteriorPoint
from rropt.design.curved.pattern_pool import Pool

if TYPE_CHECKING:
    import numpy as np

VISIBLE = 1e-9
"""Weights below this share of the largest are left out where that does no harm."""


@dataclass(frozen=True)
class Iterate:
    """The floating-point answer: the pool, the chosen patterns, the weights, and the duals."""

    pool: Pool
    chosen: np.ndarray
    point: InteriorPoint
    mu: float
    forms: list[tuple[float, np.ndarray]]

    def utilities(self) -> np.ndarray:
        """The linearised utility of every pattern in the pool."""
        return sum(
            share * ((tangent @ form) * tangent).sum(axis=1)
            for (share, form), tangent in zip(self.forms, self.pool.columns.tangent, strict=True)
        )

    def charges(self) -> np.ndarray:
        """What every pattern in the pool is charged on the path."""
        columns, point = self.pool.columns, self.point
        charge = columns.balance @ point.prices.astype(float)
        if columns.excess is not None:
            shares = point.pair_prices.astype(float) / self.pool.allowed
            charge = charge + columns.excess @ shares
        return charge

    def missing(self, known: np.ndarray, least: float) -> tuple[np.ndarray, np.ndarray]:
        """Unknown patterns that exceed their charges by more than `least`, and by how much."""
        import numpy as np

        shortfall = self.utilities() - self.charges()
        shortfall[known] = 0.0
        worst = np.argsort(-shortfall)[: 2 * len(self.pool.basis)]
        worst = worst[shortfall[worst] > least]
        return worst, shortfall[worst]

    def wider(self, fresh: np.ndarray, short: np.ndarray) -> Iterate:
        """The same point with a little weight on new patterns, which are short by so much."""
        import numpy as np

        weights, spare = self.point.weights, self.point.spare
        sizes = np.minimum(self.mu / np.maximum(short, self.mu), 0.01 * float(weights.mean()))
        new = lifted(sizes) if weights.dtype == object else sizes
        point = replace(
            self.point,
            weights=np.append(weights, new),
            spare=np.append(spare, self.mu / new),
        )
        return replace(self, chosen=np.append(self.chosen, fresh), point=point)

    def visible(self) -> np.ndarray:
        """The patterns whose weights are not nearly zero."""
        return self.point.weights > VISIBLE * self.point.weights.max()

    def heaviest(self, count: int) -> np.ndarray:
        """The patterns with the largest weights, at most so many."""
        import numpy as np

        return np.sort(np.argsort(-self.point.weights)[:count])

    def in_use(self) -> np.ndarray:
        """The patterns with more weight than spare: at the end of the path one of both vanishes."""
        return self.point.weights > self.point.spare

    def take(self, kept: np.ndarray) -> Iterate:
        """Some of the patterns, with their weights."""
        point = replace(self.point, weights=self.point.weights[kept], spare=self.point.spare[kept])
        return replace(self, chosen=self.chosen[kept], point=point)
