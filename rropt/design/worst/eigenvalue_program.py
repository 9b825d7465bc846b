"""The semidefinite program of the largest eigenvalue in the worst group, in doubles.

In an orthonormal basis B of the vectors that add up to zero, with reports x_r unbiased for B'p in
some unit, b_j the rows of B,

    maximise 2 tr PB - sum y - delta.z - sum_j b_j'D_j b_j   with   sum_j tr D_j = 1,  D_j >= 0,
    ((D(r), P r), (., y.r + z.e_r)) >= 0 for every r,    D(r) = sum_j r_j D_j;

its multipliers are ((., -w x), (., w)), w the weights. Symmetric matrices are listed as upper
triangles, column by column, with entries off the diagonal times sqrt 2; the border comes last.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.design.worst.cone_program import settings

Array = NDArray[np.float64]


@dataclass(frozen=True)
class EigenvalueSolution:
    """D_j, P and prices; weights, and of each report the numbers of all shares."""

    matrices: Array
    slopes: Array
    constants: Array
    pair_prices: Array
    weights: Array
    values: Array
    value: float


@dataclass(frozen=True)
class EigenvalueProgram:
    """Patterns, the excesses of each (a column a pair), the deltas, the unit of the reports."""

    rows: Array
    surplus: Array
    deltas: Array
    unit: float

    @property
    def basis(self) -> Array:
        """B."""
        truths = self.rows.shape[1]
        found: Array = np.linalg.svd(np.eye(truths) - 1 / truths)[0][:, : truths - 1]
        return found

    def on(self, kept: NDArray[np.int64]) -> EigenvalueProgram:
        """Over some of the patterns only."""
        return EigenvalueProgram(self.rows[kept], self.surplus[kept], self.deltas, self.unit)

    def solve(self) -> EigenvalueSolution:
        """The optimum."""
        import clarabel
        import scipy.sparse as sparse

        (count, truths), pairs = self.rows.shape, len(self.deltas)
        size = truths - 1
        triangle = size * truths // 2
        parts = [truths, truths * size, truths * triangle, pairs]
        y, slopes, matrices, z = _slices(parts)
        unit = sparse.identity(sum(parts), format="csr")
        trace = unit[matrices].T @ np.tile(_listed(np.eye(size)), truths)
        blocks = [sparse.csr_matrix(trace), -unit[z], -unit[matrices], -self._bordered()]
        right = np.zeros(sum(block.shape[0] for block in blocks))
        right[0] = 1
        cones = [clarabel.ZeroConeT(1), clarabel.NonnegativeConeT(pairs)]
        cones += [clarabel.PSDTriangleConeT(size)] * truths
        cones += [clarabel.PSDTriangleConeT(truths)] * count
        solver = clarabel.DefaultSolver(
            sparse.csc_matrix((sum(parts), sum(parts))),
            self._cost(),
            sparse.vstack(blocks, format="csc"),
            right,
            cones,
            settings(),
        )
        found = solver.solve()
        x = np.array(found.x)
        multipliers = np.array(found.z).reshape(1, -1)[:, -count * (triangle + truths) :]
        multipliers = multipliers.reshape(count, -1)
        weights = np.maximum(multipliers[:, -1], 1e-300)
        numbers = -multipliers[:, triangle:-1] / np.sqrt(2) / weights[:, None]
        return EigenvalueSolution(
            matrices=np.array([_matrix(row, size) for row in x[matrices].reshape(truths, -1)]),
            slopes=x[slopes].reshape(truths, size).T,
            constants=x[y],
            pair_prices=np.maximum(x[z], 0.0),
            weights=weights / self._tops,
            values=1 / truths + self.unit * self.basis @ numbers.T,
            value=-found.obj_val * self.unit**2,
        )

    @property
    def _tops(self) -> Array:
        found: Array = self.rows.max(axis=1)
        return found

    def _cost(self) -> Array:
        contrasts = self.basis / self.unit
        corners = [_listed(np.outer(b, b)) for b in contrasts]
        ones = np.ones(len(contrasts))
        return np.concatenate([ones, -2 * contrasts.ravel(), *corners, self.deltas])

    def _bordered(self) -> Any:
        """The triangles of all patterns as functions of the variables."""
        import scipy.sparse as sparse

        rows = self.rows / self._tops[:, None]
        surplus = self.surplus / self._tops[:, None]
        count, truths = rows.shape
        widths = [truths * (truths - 1) // 2, truths - 1, 1]
        squares = sparse.kron(rows, sparse.identity(widths[0]))
        border = np.sqrt(2) * sparse.kron(rows, sparse.identity(widths[1]))
        ends = [sparse.csr_matrix(rows), None, None, sparse.csr_matrix(surplus)]
        whole = [[None, None, squares, None], [None, border, None, None], ends]
        places = [np.repeat(np.arange(count), width) for width in widths]
        order = np.argsort(np.concatenate(places), kind="stable")
        return sparse.bmat(whole, format="csr")[order]


def _slices(parts: list[int]) -> list[slice]:
    starts = np.cumsum([0, *parts]).tolist()
    return [slice(a, b) for a, b in pairwise(starts)]


def _upper(size: int) -> tuple[list[int], list[int]]:
    """Rows and columns of an upper triangle, column by column."""
    places = [(a, b) for b in range(size) for a in range(b + 1)]
    return [a for a, _ in places], [b for _, b in places]


def _listed(matrix: Array) -> Array:
    """A symmetric matrix as its triangle."""
    a, b = _upper(len(matrix))
    found: Array = matrix[a, b] * np.where(np.array(a) == np.array(b), 1.0, np.sqrt(2))
    return found


def _matrix(triangle: Array, size: int) -> Array:
    """The symmetric matrix of a triangle."""
    a, b = _upper(size)
    found = np.zeros((size, size))
    found[a, b] = triangle / np.where(np.array(a) == np.array(b), 1.0, np.sqrt(2))
    found[b, a] = found[a, b]
    return found
