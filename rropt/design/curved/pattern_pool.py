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

from rropt.design.curved.ball_arrays import ball, times
from rropt.design.curved.interior_point import Columns
from rropt.patterns.extreme import (
    MOST_TRUTHS_PURE,
    Exponents,
    evaluate,
    excess,
    ordered_pairs,
    refuse_large,
    staircases,
)
from rropt.utility.curved import Scenario

if TYPE_CHECKING:
    import numpy as np


NEAR = 0.5
"""Positive entries above this share of the largest are told apart by what they fall short of it."""


@dataclass(frozen=True)
class Pool:
    """The patterns' exponents, their rows r, and what the solver needs of them."""

    exponents: np.ndarray
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

    gamma: Fraction
    delta: Fraction
    scenarios: tuple[Scenario, ...]

    def pattern(self, index: int) -> Exponents:
        return tuple(int(level) for level in self.exponents[index])

    def precise(self, chosen: np.ndarray) -> Columns:
        """The columns of some patterns in balls."""
        import numpy as np

        rows = np.array([self._row(index) for index in chosen])
        flat = times(_balls(rows), tangent_basis(rows.shape[1], ball))
        priors = np.array([scenario.prior for scenario in self.scenarios])
        seen = np.sqrt(_balls(priors @ rows.T))
        tangent = flat / seen[:, :, None] * ball(self.scale)
        means = _balls(rows.sum(axis=1, keepdims=True) / rows.shape[1])
        balance = np.hstack([flat / ball(self.size), means])
        surplus = None
        if self.delta:
            surplus = _surplus(self.exponents[chosen], self.gamma, rows.shape[1], ball)
        return Columns(tangent, balance, surplus)

    def _row(self, index: int) -> tuple[Fraction, ...]:
        """The row as it is stored, exactly."""
        pattern = evaluate(self.pattern(index), self.gamma)
        top = max(pattern) if self.delta else self.gamma
        return tuple(x / top for x in pattern)


def pool_of(truths: int, gamma: Fraction, delta: Fraction, scenarios: tuple[Scenario, ...]) -> Pool:
    """Every extreme pattern."""
    import numpy as np

    exponents = _exponents(truths, delta)
    rows, moved = _rows(exponents, gamma, delta)
    basis = tangent_basis(truths)
    flat = moved @ basis
    priors = np.array([[float(p) for p in scenario.prior] for scenario in scenarios])
    tangent = flat[None] / np.sqrt(rows @ priors.T).T[:, :, None]
    scale = _unit_scale(tangent, *start(exponents, rows.mean(axis=1), float(delta)))
    size = max(float(np.abs(flat).max()), 1e-300)
    balance = np.hstack([flat / size, rows.mean(axis=1, keepdims=True)])
    surplus = _surplus(exponents, gamma, truths) if delta else None
    columns = Columns(tangent * scale, balance, surplus)
    return Pool(exponents, rows, columns, basis, scale, moved, size, gamma, delta, scenarios)


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

    return np.frompyfunc(ball, 1, 1)(table)


def _exponents(truths: int, delta: Fraction) -> np.ndarray:
    import numpy as np

    if delta:
        return np.array(list(staircases(truths)))
    refuse_large(truths, MOST_TRUTHS_PURE)
    index = np.arange(1, 2**truths - 1)
    return (index[:, None] >> np.arange(truths)) & 1


def _rows(exponents: np.ndarray, gamma: Fraction, delta: Fraction) -> tuple[np.ndarray, np.ndarray]:
    """The rows, and the rows up to a multiple of the ones vector."""
    import numpy as np

    if not delta:
        share = float(1 - 1 / gamma)
        return float(1 / gamma) + share * exponents, share * exponents
    below = np.where(exponents < 0, 0, exponents.max(axis=1, keepdims=True) - exponents)
    shares = [1 / gamma**level for level in range(int(exponents.max()) + 1)]
    rows = np.where(exponents < 0, 0.0, np.array(shares, dtype=float)[below])
    falls = np.array([float(share - 1) for share in shares])[below]
    positive = (rows > 0).sum(axis=1)
    near = (positive > 1) & ((rows > NEAR).sum(axis=1) == positive)
    return rows, np.where(near[:, None], np.where(exponents < 0, -1.0, falls), rows)


def start(exponents: np.ndarray, means: np.ndarray, delta: float) -> tuple[np.ndarray, np.ndarray]:
    """A design inside the region: one high or one low truth and, for delta > 0, some certainty.

    Truths named with certainty with total weight delta / 2 use half of every excess.
    """
    import numpy as np

    k = exponents.shape[1]
    high = (exponents == 1).sum(axis=1)
    plain = ((exponents == 0) | (exponents == 1)).all(axis=1)
    mixed = np.flatnonzero(plain & ((high == 1) | (high == k - 1)))
    certain = np.flatnonzero((exponents < 0).sum(axis=1) == k - 1)
    weights = np.full(len(mixed), (1 - delta / 2) / means[mixed].sum())
    return (
        np.concatenate([mixed, certain]),
        np.concatenate([weights, np.full(len(certain), delta / 2)]),
    )


def _unit_scale(tangent: np.ndarray, chosen: np.ndarray, weights: np.ndarray) -> float:
    """The scale at which the start design has tr T^-1 = k - 1 in its worst scenario."""
    import numpy as np

    used = tangent[:, chosen]
    spread = np.linalg.eigvalsh(np.einsum("sri,r,srj->sij", used, weights, used))
    return float(np.sqrt(np.mean(1 / np.maximum(spread, 1e-300), axis=1).max()))


def _surplus(
    exponents: np.ndarray, gamma: Fraction, truths: int, number: Callable[[Fraction], Any] = float
) -> np.ndarray:
    """[r_a - gamma r_b]_+ of the stored rows, one column an ordered pair."""
    import numpy as np

    pairs = ordered_pairs(truths)
    table = np.array([[number(Fraction(0))] * len(pairs)] * len(exponents))
    for i, levels in enumerate(exponents):
        pattern = evaluate(tuple(int(level) for level in levels), gamma)
        top = max(pattern)
        for pair, value in excess(pattern, gamma).items():
            table[i, pairs.index(pair)] = number(value / top)
    return table
