"""All extreme patterns in doubles, as the curved solvers price them; some of them in balls.

Pure patterns are stored divided by gamma, r = (1 + (gamma - 1) x) / gamma, staircases divided by
their largest entry; the tangent part B'r of a pure pattern is (1 - 1/gamma) B'x, computed without
cancellation for gamma near one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.design.curved.ball_arrays import rounded, times
from rropt.design.curved.interior_point import Columns
from rropt.design.curved.pattern_sources import NumberSource, Source
from rropt.utility.curved import Scenario

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Pool:
    """The rows of the patterns, and what the solver needs of them."""

    source: Source
    rows: np.ndarray
    columns: Columns
    basis: np.ndarray
    """B, an orthonormal basis of the vectors that sum to zero, one column a direction."""

    scale: float
    """The tangents are multiplied by this, so that the start design has variances of size one."""

    moved: np.ndarray
    """The rows up to multiples of the ones vector, without cancellation for gamma near one."""

    size: float
    """The tangent part of the balance rows is B'r divided by this."""

    scenarios: tuple[Scenario, ...]

    @property
    def allowed(self) -> np.ndarray:
        """The deltas of the pairs that have one."""
        import numpy as np

        return np.array([float(delta) for delta in self.source.deltas])

    def start(self) -> tuple[np.ndarray, np.ndarray]:
        """A design inside the region."""
        return self.source.start(self.rows)

    def precise(self, chosen: np.ndarray) -> Columns:
        """The columns of some patterns in balls."""
        import numpy as np

        rows = np.array([self._row(index) for index in chosen])
        flat = times(_balls(rows), tangent_basis(rows.shape[1], rounded))
        priors = np.array([scenario.prior for scenario in self.scenarios])
        seen = np.sqrt(_balls(priors @ rows.T))
        tangent = flat / seen[:, :, None] * rounded(self.scale)
        means = _balls(rows.sum(axis=1, keepdims=True) / rows.shape[1])
        balance = np.hstack([flat / rounded(self.size), means])
        surplus = self.source.surplus(chosen, rounded) if len(self.source.pairs) else None
        return Columns(tangent, balance, surplus)

    def _row(self, index: int) -> tuple[Fraction, ...]:
        """The row as it is stored, exactly."""
        pattern = self.source.pattern(index)
        top = self.source.top(pattern)
        return tuple(x / top for x in pattern)


def pool_of(truths: int, gamma: Fraction, delta: Fraction, scenarios: tuple[Scenario, ...]) -> Pool:
    """Every extreme pattern of one number."""
    return pool_from(NumberSource.of(truths, gamma, delta), scenarios)


def pool_from(source: Source, scenarios: tuple[Scenario, ...]) -> Pool:
    """Every pattern of a source."""
    import numpy as np

    rows, moved = source.arrays()
    basis = tangent_basis(rows.shape[1])
    flat = moved @ basis
    priors = np.array([[float(p) for p in scenario.prior] for scenario in scenarios])
    tangent = flat[None] / np.sqrt(rows @ priors.T).T[:, :, None]
    scale = _unit_scale(tangent, *source.start(rows))
    size = max(float(np.abs(flat).max()), 1e-300)
    balance = np.hstack([flat / size, rows.mean(axis=1, keepdims=True)])
    surplus = source.surplus(range(len(rows)), float) if len(source.pairs) else None
    columns = Columns(tangent * scale, balance, surplus)
    return Pool(source, rows, columns, basis, scale, moved, size, scenarios)


def tangent_basis(truths: int, number: Callable[[int], Any] = float) -> np.ndarray:
    """Helmert's orthonormal basis of the vectors with sum zero.

    >>> tangent_basis(2).round(3).tolist()
    [[0.707], [-0.707]]
    """
    import numpy as np

    basis = np.array([[number(0)] * (truths - 1)] * truths)
    for j in range(1, truths):
        basis[:j, j - 1] += 1
        basis[j, j - 1] -= j
    return basis / np.sqrt(np.array([number(j * (j + 1)) for j in range(1, truths)]))


def _balls(table: np.ndarray) -> np.ndarray:
    import numpy as np

    return np.frompyfunc(rounded, 1, 1)(table)


def _unit_scale(tangent: np.ndarray, chosen: np.ndarray, weights: np.ndarray) -> float:
    """The scale at which the start design has tr T^-1 = k - 1 in its worst scenario."""
    import numpy as np

    used = tangent[:, chosen]
    spread = np.linalg.eigvalsh(np.einsum("sri,r,srj->sij", used, weights, used))
    return float(np.sqrt(np.mean(1 / np.maximum(spread, 1e-300), axis=1).max()))
