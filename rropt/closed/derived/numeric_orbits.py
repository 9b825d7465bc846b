"""A curved design over orbits at one point, in doubles: a hint which support is optimal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import minimize_scalar

from rropt.closed.derived.curved_orbits import CurvedOrbits

Support = tuple[int, ...]

NEAR = 1e-7
"""Relative slack in doubles within which a support is tried; exact signs decide."""

SINGULAR = 1e100
"""The criterion where there is no information: above all others, and with finite differences."""


@dataclass(frozen=True)
class NumericOrbits:
    """The orbits at a point in doubles: a hint which support is optimal."""

    orbits: CurvedOrbits

    @cached_property
    def masses(self) -> np.ndarray:
        columns = range(len(self.orbits.columns))
        return np.array([[float(x) for x in self.orbits.mass(c)] for c in columns]).T

    @cached_property
    def informations(self) -> list[np.ndarray]:
        columns = range(len(self.orbits.columns))
        return [np.array(self.orbits.information(c).tolist(), dtype=float) for c in columns]

    @cached_property
    def criterion(self) -> np.ndarray:
        return np.array(self.orbits.criterion.tolist(), dtype=float)

    def best_share(self, support: Support) -> float | None:
        """The best share of the last orbit, if prices cover there; None if not."""
        rows = len(self.orbits.rows)
        square = self.masses[:, support[:rows]]
        if abs(np.linalg.det(square)) < 1e-12:
            return None
        start = np.linalg.solve(square, np.ones(rows))
        if len(support) == rows:
            return 0.0 if self._is_covered(support, start) else None
        move = -np.linalg.solve(square, self.masses[:, support[-1]])
        limits = [-a / b for a, b in zip(start, move, strict=True) if b < 0]
        low = max([0.0, *(-a / b for a, b in zip(start, move, strict=True) if b > 0)])
        high = min(limits, default=0.0)
        if high <= low:
            return None
        return self._on_edge(support, start, move, (low, high))

    def _on_edge(
        self, support: Support, start: np.ndarray, move: np.ndarray, ends: tuple[float, float]
    ) -> float | None:
        def weights(share: float) -> np.ndarray:
            return np.append(start + share * move, share)

        found = minimize_scalar(
            lambda share: self._criterion(support, weights(share)),
            bounds=ends,
            method="bounded",
            options={"xatol": 1e-13},
        )
        share = float(found.x)
        inside = ends[0] + NEAR < share < ends[1] - NEAR
        return share if inside and self._is_covered(support, weights(share)) else None

    def _information(self, support: Support, weights: np.ndarray) -> np.ndarray:
        pairs = zip(support, weights, strict=True)
        return np.asarray(sum(w * self.informations[c] for c, w in pairs))

    def _criterion(self, support: Support, weights: np.ndarray) -> float:
        matrix = self._information(support, weights)
        if self.orbits.is_determinant:
            extra = np.diag(matrix) ** (np.array(self.orbits.times) - 1)
            return -float(np.linalg.slogdet(matrix)[1] + np.log(extra).sum())
        try:
            return float(np.trace(self.criterion @ np.linalg.inv(matrix)))
        except np.linalg.LinAlgError:
            return SINGULAR

    def _is_covered(self, support: Support, weights: np.ndarray) -> bool:
        if weights.min() < -NEAR:
            return False
        matrix = self._information(support, weights)
        if abs(np.linalg.det(matrix)) < 1e-14:
            return False
        inverse = np.linalg.inv(matrix)
        slope = inverse @ self.criterion @ inverse
        if self.orbits.is_determinant:
            slope = np.diag(self.orbits.times) @ inverse
        gradients = np.array([np.sum(slope * m) for m in self.informations])
        basis = list(support[: len(self.orbits.rows)])
        prices = np.linalg.solve(self.masses[:, basis].T, gradients[basis])
        return bool((prices @ self.masses - gradients).min() > -1e-5 * gradients.max())
