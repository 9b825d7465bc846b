"""The semidefinite program of the largest eigenvalue in the worst group, in doubles.

In an orthonormal basis B of the vectors that add up to zero, with reports x_r unbiased for B'p in
some unit, b_j the rows of B,

    maximise 2 tr PB - sum y - delta.z - sum_j b_j'D_j b_j   with   sum_j tr D_j = 1,  D_j >= 0,
    ((D(r), P r), (., y.r + z.e_r)) >= 0 for every r,    D(r) = sum_j r_j D_j.

As in `cone_program` all is told from places, which keeps the digits of what little is lost at a
high level: with P_j = D_j b_j + s_j and y_j = b_j'D_j b_j + 2 b_j.s_j + t_j the bound is
- sum t - delta.z, and told from a place x_r near its report a pattern has, with u_j = b_j - x_r,
the condition

    ((D(r), p / d), (., T / d^2)) >= 0,    p = sum_j r_j (s_j + D_j u_j),
    T = z.e_r + sum_j r_j (t_j + 2 u_j.s_j + u_j'D_j u_j).

Its multipliers are ((., -w (x - x_r)), (., w)), w the weights. Symmetric matrices are listed as
upper triangles, column by column, with entries off the diagonal times sqrt 2; the border comes
last.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.design.worst.cone_program import (
    FAR,
    LITTLE,
    RECENTRED,
    TOLERANCE,
    least_lost,
    mean_and_moves,
)
from rropt.lp.cones import (
    Cones,
    cone_optimum,
    listed,
    symmetric_matrix,
    triangle,
    triangle_factors,
)

Array = NDArray[np.float64]

WHOLE = 1e-6
"""Columns and numbers of a table that is found are off by less."""

CARRIES = 1e-11
"""The number of a report that carries less of the value is noise. What a delta of 1e-9 allows
carries 3e-10 where it is told from afar: without it three truths at epsilon 1/1000 lost 6e-3."""

REMOTE = 500.0
"""A report so many d^2 from its place is told anew from its number: those that a delta of 1e-9
allows are 900 to 4e6 from it from epsilon 1/10 down, where larger deltas have less than 300."""


@dataclass(frozen=True)
class EigenvalueSolution:
    """D_j, s and t; prices of pairs; weights, and of each report the numbers of all shares."""

    matrices: Array
    shifts: Array
    rests: Array
    pair_prices: Array
    weights: Array
    values: Array
    shares: Array
    """What each pattern carries of the value, about."""

    value: float

    def missing(self, rows: Array) -> float:
        """By how much columns and numbers of the table are off, in the rows of its program."""
        seen = self.values * self.weights @ rows
        found = np.abs(rows.T @ self.weights - 1).max(), np.abs(seen - np.eye(len(seen))).max()
        return float(max(found))


@dataclass(frozen=True)
class EigenvalueProgram:
    """Patterns, the excesses of each (a column a pair), the deltas, the unit of the reports."""

    rows: Array
    surplus: Array
    deltas: Array
    unit: float
    cost: float
    """About what the worst group loses, in squares of the unit."""

    @staticmethod
    def of(rows: Array, surplus: Array, deltas: Array, table: Array) -> EigenvalueProgram:
        """Over all patterns; a table that is known says about how much is lost."""
        lost = least_lost(rows, centred_basis(rows.shape[1]).T, table)
        # A power of two, so that numbers stay short.
        unit = 2.0 ** max(0, round(log2(lost) / 2))
        return EigenvalueProgram(rows, surplus, deltas, unit, lost / unit**2)

    @property
    def basis(self) -> Array:
        """B."""
        return centred_basis(self.rows.shape[1])

    @property
    def places(self) -> Array:
        """b_j in the unit, a row a truth."""
        return self.basis / self.unit

    def on(self, kept: NDArray[np.int64]) -> EigenvalueProgram:
        """Over some of the patterns only."""
        return replace(self, rows=self.rows[kept], surplus=self.surplus[kept])

    def solve(self) -> EigenvalueSolution:
        """The optimum."""
        tops = self.rows.max(axis=1)[:, None]
        rows = self.rows / tops
        places = self.places
        cones = MatrixCones.of(rows, self.surplus / tops / self.deltas, places, self.cost)
        found = self._solved(cones)
        little = self.cost < LITTLE * float((places**2).max())
        for _ in range(RECENTRED):
            told = (found.values - 1 / rows.shape[1]).T @ self.basis / self.unit
            known = (np.abs(told) < FAR).all(axis=1) & (found.shares > CARRIES)
            apart = ((told - cones.centres) ** 2).sum(axis=1) / cones.sizes**2
            if not little and apart[known].max(initial=0.0) < REMOTE:
                break
            centres = np.where(known[:, None], told, cones.centres)
            cones = replace(cones, centres=centres, matrices=found.matrices)
            again = self._solved(cones)
            if again.missing(rows) < WHOLE:  # else the interior point was lost
                found = again
        prices = found.pair_prices / self.deltas
        return replace(found, weights=found.weights / tops[:, 0], pair_prices=prices)

    def _solved(self, cones: MatrixCones) -> EigenvalueSolution:
        """The optimum told from these centres."""
        import scipy.sparse as sparse

        (count, truths) = self.rows.shape
        pairs = len(self.deltas)
        size = truths - 1
        entries = size * truths // 2
        parts = [truths, truths * size, truths * entries, pairs]
        t, s, matrices, z = _slices(parts)
        unit = sparse.identity(sum(parts), format="csr")
        trace = unit[matrices].T @ np.tile(listed(np.eye(size)), truths)
        blocks = [sparse.csr_matrix(trace), -unit[z], -unit[matrices], -cones.bordered()]
        right = np.zeros(sum(block.shape[0] for block in blocks))
        right[0] = 1
        sides = [size] * truths + [truths] * count
        cost = np.concatenate([np.ones(truths), np.zeros(s.stop - s.start)])
        cost = np.concatenate([cost, np.zeros(matrices.stop - matrices.start), np.ones(pairs)])
        rows = sparse.vstack(blocks, format="csc")
        told = mean_and_moves(cones.rows)
        each = [sparse.kron(told, sparse.identity(n)) for n in (1, size, entries)]
        basis = sparse.block_diag([*each, sparse.identity(pairs)], format="csc")
        kinds = Cones(1, pairs, semidefinite=sides)
        found = cone_optimum(basis.T @ cost, rows @ basis, right, kinds, TOLERANCE)
        x = basis @ np.array(found.x)
        multipliers = np.array(found.z)[-count * (entries + truths) :].reshape(count, -1)
        shares = np.maximum(multipliers[:, -1], 1e-300)
        apart = multipliers[:, entries:-1] / np.sqrt(2) * (cones.sizes / shares)[:, None]
        return EigenvalueSolution(
            matrices=np.array(
                [symmetric_matrix(row, size) for row in x[matrices].reshape(truths, -1)]
            ),
            shifts=np.sqrt(cones.cost) * x[s].reshape(truths, size).T,
            rests=cones.cost * x[t],
            pair_prices=cones.cost * np.maximum(x[z], 0.0),
            weights=cones.cost * shares / cones.sizes**2,
            values=1 / truths + self.unit * self.basis @ (cones.centres - apart).T,
            shares=shares,
            value=found.obj_val * -cones.cost * self.unit**2,
        )


@dataclass(frozen=True)
class MatrixCones:
    """Patterns and excesses, the places of truths and patterns, D_j or about as much.

    `cost` is the unit of t and z: about what the worst group loses.
    """

    rows: Array
    surplus: Array
    places: Array
    centres: Array
    matrices: Array
    cost: float

    @staticmethod
    def of(rows: Array, surplus: Array, places: Array, cost: float) -> MatrixCones:
        truths, size = places.shape
        centres = rows @ places / rows.sum(axis=1)[:, None]
        return MatrixCones(
            rows, surplus, places, centres, np.tile(np.eye(size), (truths, 1, 1)), cost
        )

    @property
    def apart(self) -> Array:
        """u_j by pattern and truth."""
        return self.places[None] - self.centres[:, None]

    @property
    def sizes(self) -> Array:
        """d."""
        u = self.apart
        spread = np.einsum("rj,rja,jab,rjb->r", self.rows, u, self.matrices, u)
        return np.sqrt(self.cost + np.maximum(spread, 0.0))

    def bordered(self) -> Any:
        """The triangles of all patterns as functions of t, s, D and z."""
        import scipy.sparse as sparse

        (count, truths) = self.rows.shape
        size = self.places.shape[1]
        a, b = triangle(size)
        u = self.apart
        scaled = self.rows / self.sizes[:, None]
        light = scaled / self.sizes[:, None]
        root = np.sqrt(self.cost)
        none = np.zeros((count, size, truths + self.surplus.shape[1]))
        turned = np.einsum("rj,rjc,cam->rajm", scaled, u, _products(size))
        border = np.concatenate(
            [
                none[:, :, :truths],
                np.einsum("rj,ab->rajb", root * scaled, np.eye(size)).reshape(count, size, -1),
                turned.reshape(count, size, -1),
                none[:, :, truths:],
            ],
            axis=2,
        )
        squares = u[:, :, a] * u[:, :, b] * triangle_factors(size)
        corner = np.hstack(
            [
                self.cost * light,
                (2 * root * light[:, :, None] * u).reshape(count, -1),
                (light[:, :, None] * squares).reshape(count, -1),
                self.cost * self.surplus / self.sizes[:, None] ** 2,
            ]
        )
        inner = sparse.kron(self.rows, sparse.identity(len(a)))
        edges = np.concatenate([np.sqrt(2) * border, corner[:, None]], axis=1)
        width = truths + truths * size
        before = sparse.csr_matrix((count * len(a), width))
        after = sparse.csr_matrix((count * len(a), self.surplus.shape[1]))
        whole = [
            sparse.hstack([before, inner, after]),
            sparse.csr_matrix(edges.reshape(count * truths, -1)),
        ]
        places = [np.repeat(np.arange(count), width) for width in (len(a), truths)]
        order = np.argsort(np.concatenate(places), kind="stable")
        return sparse.vstack(whole, format="csr")[order]


def centred_basis(truths: int) -> Array:
    """Orthonormal columns that add up to zero."""
    return np.linalg.svd(np.eye(truths) - 1 / truths)[0][:, : truths - 1]


def _products(size: int) -> Array:
    """(D u)_a by the entries of u and of the triangle of D.

    >>> _products(1).tolist()
    [[[1.0]]]
    """
    found = np.zeros((size, size, size * (size + 1) // 2))
    for m, (a, b) in enumerate(zip(*triangle(size), strict=True)):
        share = 1.0 if a == b else 1 / np.sqrt(2)
        found[b, a, m] = share
        found[a, b, m] = share
    return found


def _slices(parts: list[int]) -> list[slice]:
    starts = np.cumsum([0, *parts]).tolist()
    return [slice(a, b) for a, b in pairwise(starts)]
