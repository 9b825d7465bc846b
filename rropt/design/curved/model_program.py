"""The table that makes coefficients of a model known best, found in doubles as a cone program.

With a_rx = D_x'r sqrt(w_x / p_x.r) the information is I = sum w_r a_rx a_rx', and c'I^-1 c is
the least sum of u^2 / w over all u with sum u a = c. So over the extreme patterns r

    minimise sum_r s_r   subject to   sum_rx u_rxi a_rx = c_i,   sum_r w_r r = 1,
                                      sum_r w_r [r_a - g r_b]_+ <= delta_ab,   |u_r|^2 <= w_r s_r,

whose multipliers are the tangents (halved), the prices of the truths, and those of the pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rropt.exact import InputError
from rropt.utility.for_model import ForModel

if TYPE_CHECKING:
    from rropt.design.curved.pattern_sources import Source

Array = NDArray[np.float64]

TOLERANCE = 1e-11
"""Asked of the solver; it reaches 1e-9 or better on problems of a few truths."""

MOST_PATTERNS = 2000
"""Beyond it one solve takes minutes."""


@dataclass(frozen=True)
class ModelOptimum:
    """Weights of the source's rows, tangents of the contrasts, prices of truths and pairs."""

    weights: Array
    tangents: Array
    prices: Array
    pair_prices: Array


def solve_model(objective: ForModel, source: Source) -> ModelOptimum:
    """The optimum in doubles, in units in which the information of the start is one."""
    rows, moved = source.arrays()
    if len(rows) > MOST_PATTERNS:
        raise InputError(
            f"categories must be fewer for a model: {len(rows)} extreme patterns, "
            f"at most {MOST_PATTERNS}"
        )
    surplus = source.surplus(range(len(rows)), float) if len(source.pairs) else None
    vectors = _vectors(objective, rows, moved)
    scales = _scales(source, rows, vectors)
    program = _Program(objective, rows, vectors / scales, surplus, scales)
    return program.solve([float(delta) for delta in source.deltas])


def _vectors(objective: ForModel, rows: Array, moved: Array) -> Array:
    """a_rx, shape (patterns, points, coefficients).

    Derivatives add up to zero over the truths, so `moved` serves without cancellation.
    """
    parts = []
    for at in objective.points:
        means = rows @ np.array(at.probabilities, float)
        slopes = moved @ np.array(at.derivatives, float)
        parts.append(slopes * np.sqrt(float(at.weight) / means)[:, None])
    return np.stack(parts, axis=1)


def _scales(source: Source, rows: Array, vectors: Array) -> Array:
    """Units of the coefficients in which the start design has information of size one."""
    chosen, weights = source.start(rows)
    squares = np.einsum("r,rxp->p", weights, vectors[chosen] ** 2)
    return np.sqrt(np.where(squares > 0, squares, 1.0))


class _Program:
    """Columns w, s, u (pattern by pattern, point by point, contrast by contrast)."""

    def __init__(
        self,
        objective: ForModel,
        rows: Array,
        vectors: Array,
        surplus: Array | None,
        scales: Array,
    ) -> None:
        self.rows = rows
        self.vectors = vectors
        self.surplus = surplus
        self.scales = scales
        contrasts = np.array(objective.contrasts, float) / scales
        self.size = float(np.abs(contrasts).max())
        self.contrasts = contrasts / self.size
        self.patterns, self.points, self.coefficients = vectors.shape
        self.inner = self.points * len(contrasts)

    def solve(self, deltas: list[float]) -> ModelOptimum:
        """Pose it to Clarabel and read the multipliers."""
        import clarabel
        from scipy.sparse import csc_matrix

        matrix, right, cones = self._cones(clarabel, deltas)
        width = matrix.shape[1]
        cost = np.zeros(width)
        cost[self.patterns : 2 * self.patterns] = 1
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.max_threads = 1
        for name in ("tol_gap_abs", "tol_gap_rel", "tol_feas"):
            setattr(settings, name, TOLERANCE)
        none = csc_matrix((width, width))
        found = clarabel.DefaultSolver(none, cost, matrix, right, cones, settings).solve()
        if str(found.status) not in ("Solved", "AlmostSolved"):
            raise ArithmeticError(f"the cone program ended {found.status}")
        return self._optimum(np.array(found.x), np.array(found.z))

    def _cones(self, clarabel: Any, deltas: list[float]) -> tuple[Any, Array, list[Any]]:
        from scipy.sparse import bmat, csr_matrix, vstack

        n = self.patterns
        truths = self.rows.shape[1]
        balance = bmat([[csr_matrix(self.rows.T), csr_matrix((truths, n + n * self.inner))]])
        unbiased = bmat([[csr_matrix((self._equations(), 2 * n)), self._estimators()]])
        parts = [balance, unbiased]
        right = [np.ones(truths), self.contrasts.ravel()]
        cones = [clarabel.ZeroConeT(truths + self._equations())]
        if self.surplus is not None:
            rest = csr_matrix((self.surplus.shape[1], n + n * self.inner))
            parts.append(bmat([[csr_matrix(self.surplus.T), rest]]))
            right.append(np.array(deltas))
            cones.append(clarabel.NonnegativeConeT(self.surplus.shape[1]))
        squares = vstack([self._cone(r) for r in range(n)])
        parts.append(squares)
        right.append(np.zeros(squares.shape[0]))
        cones += [clarabel.SecondOrderConeT(2 + self.inner)] * n
        return vstack(parts).tocsc(), np.concatenate(right), cones

    def _equations(self) -> int:
        return self.contrasts.size

    def _estimators(self) -> Any:
        """sum u a = c, contrast by contrast."""
        from scipy.sparse import csr_matrix, eye, kron

        flat = self.vectors.reshape(self.patterns * self.points, self.coefficients)
        return kron(eye(len(self.contrasts)), csr_matrix(flat.T)).tocsr()[:, self._order()]

    def _order(self) -> Array:
        """Columns contrast by contrast, as they stand pattern by pattern."""
        count = len(self.contrasts)
        places = np.arange(count * self.patterns * self.points)
        cube = places.reshape(count, self.patterns, self.points)
        return cube.transpose(1, 2, 0).ravel()

    def _cone(self, r: int) -> Any:
        """(w + s, w - s, 2u) of one pattern lies in the second-order cone."""
        from scipy.sparse import csr_matrix

        n = self.patterns
        first = 2 * n + r * self.inner
        heads = [(0, r, -1.0), (0, n + r, -1.0), (1, r, -1.0), (1, n + r, 1.0)]
        tails = [(2 + i, first + i, -2.0) for i in range(self.inner)]
        i, j, value = zip(*heads, *tails, strict=True)
        return csr_matrix((value, (i, j)), shape=(2 + self.inner, 2 * n + n * self.inner))

    def _optimum(self, x: Array, z: Array) -> ModelOptimum:
        truths = self.rows.shape[1]
        square = self.size * self.size
        ends = np.cumsum([truths, self._equations(), 0 if self.surplus is None else self._pairs()])
        tangents = -z[ends[0] : ends[1]].reshape(self.contrasts.shape) / 2
        return ModelOptimum(
            x[: self.patterns].clip(min=0),
            tangents * self.size / self.scales,
            z[:truths] * square,
            z[ends[1] : ends[2]].clip(min=0) * square,
        )

    def _pairs(self) -> int:
        return 0 if self.surplus is None else int(self.surplus.shape[1])
