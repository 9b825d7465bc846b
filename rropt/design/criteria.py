"""The curved criteria as the interior-point solver needs them: values, gradients, Hessians.

For T = sum_r w_r a a' (a = tangent of r):  d tr(E T^-1) = -a'Ga with G = T^-1 E T^-1, second
derivative 2 (a'Ga~)(a'T^-1 a~);  d(-log det T) = -a'T^-1 a, second derivative (a'T^-1 a~)^2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rropt.design.interior import Columns

if TYPE_CHECKING:
    import numpy as np

    Expansion = tuple[float, np.ndarray, np.ndarray]
    Forms = list[tuple[float, np.ndarray]]
    """By scenario: its share, and G with linearised utility a'Ga."""


def information(tangent: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """T = sum_r w_r a a'."""
    return (tangent.T * weights) @ tangent


def trace_terms(tangent: np.ndarray, weights: np.ndarray, E: np.ndarray) -> Expansion:
    """tr(E T^-1) with its derivatives in w."""
    import numpy as np

    inverse = np.linalg.inv(information(tangent, weights))
    G = inverse @ E @ inverse
    first, second = tangent @ G @ tangent.T, tangent @ inverse @ tangent.T
    return float(np.sum(E * inverse)), -np.diag(first).copy(), 2 * first * second


@dataclass(frozen=True)
class AverageTrace:
    """sum_i alpha_i tr(E T_i^-1)."""

    E: np.ndarray
    shares: tuple[float, ...]
    has_extra = False
    fine = 1e-13

    def start(self, columns: Columns, weights: np.ndarray) -> float:
        return 0.0

    def expand(self, columns: Columns, weights: np.ndarray, t: float, mu: float) -> Expansion:
        terms = [trace_terms(tangent, weights, self.E) for tangent in columns.tangent]
        value, gradient, hessian = (
            sum(share * part for share, part in zip(self.shares, parts, strict=True))
            for parts in zip(*terms, strict=True)
        )
        return value, gradient, hessian

    def forms(self, columns: Columns, weights: np.ndarray, t: float, mu: float) -> Forms:
        return [
            (share, _linearised(tangent, weights, self.E))
            for share, tangent in zip(self.shares, columns.tangent, strict=True)
        ]


@dataclass(frozen=True)
class LogDeterminant:
    """-log det T."""

    has_extra = False
    fine = 1e-13

    def start(self, columns: Columns, weights: np.ndarray) -> float:
        return 0.0

    def expand(self, columns: Columns, weights: np.ndarray, t: float, mu: float) -> Expansion:
        import numpy as np

        tangent = columns.tangent[0]
        T = information(tangent, weights)
        products = tangent @ np.linalg.inv(T) @ tangent.T
        return -float(np.linalg.slogdet(T)[1]), -np.diag(products).copy(), products**2

    def forms(self, columns: Columns, weights: np.ndarray, t: float, mu: float) -> Forms:
        import numpy as np

        return [(1.0, np.linalg.inv(information(columns.tangent[0], weights)))]


@dataclass(frozen=True)
class LargestTrace:
    """t, with tr(E T_i^-1) - o_i <= t for each scenario."""

    E: np.ndarray
    offsets: tuple[float, ...]
    has_extra = True
    fine = 1e-13

    def start(self, columns: Columns, weights: np.ndarray) -> float:
        values = self._values(columns, weights)
        return max(values) + 1.0

    def _values(self, columns: Columns, weights: np.ndarray) -> list[float]:
        return [
            trace_terms(tangent, weights, self.E)[0] - offset
            for tangent, offset in zip(columns.tangent, self.offsets, strict=True)
        ]

    def expand(
        self, columns: Columns, weights: np.ndarray, t: float, mu: float
    ) -> Expansion | None:
        import numpy as np

        n = len(weights)
        value, gradient, hessian = t, np.zeros(n + 1), np.zeros((n + 1, n + 1))
        gradient[n] = 1.0
        for tangent, offset in zip(columns.tangent, self.offsets, strict=True):
            f, first, second = trace_terms(tangent, weights, self.E)
            slack = t + offset - f
            if slack <= 0:
                return None
            toward = np.append(-first, 1.0) / slack
            value -= mu * np.log(slack)
            gradient -= mu * toward
            hessian += mu * np.outer(toward, toward)
            hessian[:n, :n] += mu * second / slack
        return value, gradient, hessian

    def forms(self, columns: Columns, weights: np.ndarray, t: float, mu: float) -> Forms:
        """Each scenario with its dual weight mu / slack; these weights sum to one."""
        slacks = [t - value for value in self._values(columns, weights)]
        total = sum(1 / slack for slack in slacks)
        return [
            (1 / slack / total, _linearised(tangent, weights, self.E))
            for slack, tangent in zip(slacks, columns.tangent, strict=True)
        ]


@dataclass(frozen=True)
class SmallestEigenvalue:
    """-t, with T - t I positive definite: the largest eigenvalue of T^-1 is 1 / t."""

    has_extra = True
    fine = 1e-10

    def start(self, columns: Columns, weights: np.ndarray) -> float:
        import numpy as np

        least = float(np.linalg.eigvalsh(information(columns.tangent[0], weights))[0])
        return least / 2

    def expand(
        self, columns: Columns, weights: np.ndarray, t: float, mu: float
    ) -> Expansion | None:
        import numpy as np

        tangent, n = columns.tangent[0], len(weights)
        shifted = information(tangent, weights) - t * np.eye(tangent.shape[1])
        values = np.linalg.eigvalsh(shifted)
        if values[0] <= 0:
            return None
        inverse = np.linalg.inv(shifted)
        products = tangent @ inverse @ tangent.T
        squares = np.einsum("ri,ij,rj->r", tangent, inverse @ inverse, tangent)
        gradient = np.append(-mu * np.diag(products), -1.0 + mu * np.trace(inverse))
        hessian = np.zeros((n + 1, n + 1))
        hessian[:n, :n] = mu * products**2
        hessian[n, :n] = hessian[:n, n] = -mu * squares
        hessian[n, n] = mu * np.trace(inverse @ inverse)
        return -t - mu * float(np.log(values).sum()), gradient, hessian

    def forms(self, columns: Columns, weights: np.ndarray, t: float, mu: float) -> Forms:
        """The dual matrix V, of trace one."""
        import numpy as np

        tangent = columns.tangent[0]
        inverse = np.linalg.inv(information(tangent, weights) - t * np.eye(tangent.shape[1]))
        return [(1.0, inverse / np.trace(inverse))]


def sharpened_dual(columns: Columns, weights: np.ndarray, dual: np.ndarray) -> np.ndarray:
    """V on the lowest eigenspace U of T, V = U M U', from the equations that hold at an optimum.

    Every pattern in use has a'Va = p.(tangent, mean) for some prices p; with tr M = 1 these linear
    equations have more digits than the barrier's own V. Returned only if M is positive.
    """
    import numpy as np

    tangent = columns.tangent[0]
    values, vectors = np.linalg.eigh(information(tangent, weights))
    U = vectors[:, values <= values[0] * (1 + 1e-5)]
    p = U.shape[1]
    rows, cols = np.triu_indices(p)
    seen = tangent @ U
    doubled = np.where(rows == cols, 1.0, 2.0)
    used = weights > 1e-7 * weights.max()
    charges = [columns.balance] if columns.excess is None else [columns.balance, columns.excess]
    left = np.hstack([seen[:, rows] * seen[:, cols] * doubled, *(-part for part in charges)])[used]
    trace = np.append(rows == cols, np.zeros(left.shape[1] - len(rows)))
    right = np.append(np.zeros(left.shape[0]), 1.0)
    solution = np.linalg.lstsq(np.vstack([left, trace]), right, rcond=None)[0]
    M = np.zeros((p, p))
    M[rows, cols] = M[cols, rows] = solution[: len(rows)]
    return U @ M @ U.T if np.linalg.eigvalsh(M)[0] >= 0 else dual


def _linearised(tangent: np.ndarray, weights: np.ndarray, E: np.ndarray) -> np.ndarray:
    """T^-1 E T^-1."""
    import numpy as np

    inverse = np.linalg.inv(information(tangent, weights))
    return inverse @ E @ inverse
