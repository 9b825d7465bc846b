"""The largest eigenvalue of the covariance in the worst group, by the best estimators of a table.

Estimators X (a column a report, X P = I) have the covariances C_j = sum_i P_ij x_i x_i' - e_j e_j'
in a group whose members all have truth j. Any X is an upper bound. Matrices W_j >= 0 are a lower
one: with A_i = sum_j P_ij W_j, for every square L,

    min over X of sum_j <W_j, C_j>  >=  2 tr L - sum_i (L p_i)'A_i^-1 (L p_i) - sum_j (W_j)_jj,

p_i the i-th row of the table. A semidefinite program finds X and the W_j in doubles.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rropt.channel import Channel
from rropt.exact.certified_number import CertifiedNumber, End
from rropt.exact.convert import ball, fmpq
from rropt.exact.entries import identity, picked
from rropt.exact.linear_algebra import pivot_columns, rational_matrix
from rropt.exact.precision import working_precision
from rropt.lp.cones import Cones, cone_optimum, symmetric_matrix, triangle
from rropt.utility.objective import INFINITE
from rropt.utility.table_information import FIRST_BITS, eigenvalue_ends, enclosed

if TYPE_CHECKING:
    import flint

Array = NDArray[np.float64]

TOLERANCE = 1e-8
"""Asked of the semidefinite program: both ends are exact for whatever it finds."""

RIDGE = 1e-11
"""This multiple of I is added to each W_j, so that the A_i are regular; it costs as much."""


def worst_eigenvalue(table: Channel) -> CertifiedNumber:
    """Both ends; infinite where the table does not tell the truths apart."""
    rows = [row for row in table.rows if any(row)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    chosen = pivot_columns(columns)
    if len(chosen) < len(columns):
        return INFINITE
    doubles = np.array(rows, dtype=float)
    estimators, matrices = _solved(doubles)
    low = _below(rows, doubles, matrices)
    return CertifiedNumber(low, _above(rows, chosen, estimators))


def _solved(table: Array) -> tuple[Array, list[Array]]:
    """X, and the W_j, of

        minimise t  with  ((t I + e_j e_j', X_j), (X_j', D_j)) >= 0 for every j,  X P = I,

    X_j the estimators of the reports that truth j gives, D_j = diag(1 / P_ij).
    """
    import scipy.sparse as sparse

    reports, truths = table.shape
    width = 1 + truths * reports
    unbiased = sparse.hstack(
        [sparse.csc_matrix((truths**2, 1)), sparse.kron(table.T, sparse.identity(truths))]
    )
    blocks = [sparse.csc_matrix(unbiased)]
    right = [np.eye(truths).ravel()]
    sides = []
    for j in range(truths):
        block, constant = _bordered(table[:, j], j, truths, width)
        blocks.append(block)
        right.append(constant)
        sides.append(truths + int(np.count_nonzero(table[:, j])))
    cost = np.zeros(width)
    cost[0] = 1.0
    cones = Cones(zeros=truths**2, signs=0, semidefinite=sides)
    found = cone_optimum(cost, sparse.vstack(blocks), np.concatenate(right), cones, TOLERANCE)
    estimators = np.array(found.x)[1:].reshape(reports, truths).T
    duals = np.split(np.array(found.z), np.cumsum([len(part) for part in right])[:-1])[1:]
    corner = truths * (truths + 1) // 2
    return estimators, [symmetric_matrix(dual[:corner], truths) for dual in duals]


def _bordered(chances: Array, truth: int, truths: int, width: int) -> tuple[Any, Array]:
    """The triangle of one truth's matrix: minus its linear part, and its constant part."""
    import scipy.sparse as sparse

    given = np.flatnonzero(chances)
    diagonal = np.concatenate([np.eye(truths)[truth], 1 / chances[given]])
    rows, columns = triangle(len(diagonal))
    own = np.flatnonzero((rows == columns) & (columns < truths))
    border = np.flatnonzero((rows < truths) & (columns >= truths))
    estimators = 1 + given[columns[border] - truths] * truths + rows[border]
    places = np.concatenate([own, border])
    unknowns = np.concatenate([np.zeros(truths, dtype=int), estimators])
    entries = np.concatenate([np.full(truths, -1.0), np.full(len(border), -np.sqrt(2))])
    matrix = sparse.csc_matrix((entries, (places, unknowns)), shape=(len(rows), width))
    return matrix, np.diag(diagonal)[rows, columns]


def _above(rows: list[Any], chosen: list[int], estimators: Array) -> Fraction:
    """By estimators that are made exactly unbiased on independent reports."""
    from flint import fmpq_mat

    reports = len(rows)
    truths = len(rows[0])
    table = fmpq_mat(reports, truths, [fmpq(x) for x in chain.from_iterable(rows)])
    square = rational_matrix(picked(rows, chosen))
    found = fmpq_mat(truths, reports, [fmpq(Fraction(x)) for x in estimators.ravel().tolist()])
    unit = rational_matrix(identity(truths))
    mended = (unit - found * table) * square.inv()
    for place, report in enumerate(chosen):
        for truth in range(truths):
            found[truth, report] += mended[truth, place]
    return max(_in_group(table, found, truth) for truth in range(truths))


def _in_group(table: flint.fmpq_mat, estimators: flint.fmpq_mat, truth: int) -> Fraction:
    from flint import arb_mat, fmpq_mat

    truths = estimators.nrows()
    reports = estimators.ncols()
    chances = fmpq_mat(reports, reports)
    for i in range(reports):
        chances[i, i] = table[i, truth]
    covariance = estimators * chances * estimators.transpose()
    covariance[truth, truth] -= 1
    if not any(map(any, covariance.tolist())):
        return Fraction(0)  # everybody with this truth gives one report, or as good as one
    with working_precision(FIRST_BITS):
        found = eigenvalue_ends(arb_mat(covariance))
    if found is None:
        raise ArithmeticError(f"no precision encloses the covariance of {truths} shares")
    return found[1]


def _below(rows: list[Any], table: Array, matrices: list[Array]) -> End:
    """By the W_j, with the L at which the bound is largest: sum_i A_i^-1 L p_i p_i' = I."""
    from flint import arb_mat

    truths = len(matrices)
    weights = [matrix + RIDGE * np.eye(truths) for matrix in matrices]
    sums = np.einsum("ij,jab->iab", table, np.array(weights))
    slopes = np.einsum("iab,ij,il->ajbl", np.linalg.inv(sums), table, table, optimize=True)
    entries = slopes.reshape(truths**2, truths**2)
    square = np.linalg.lstsq(entries, np.eye(truths).ravel(), rcond=None)[0].reshape(truths, truths)

    def bound() -> flint.arb:
        exact = [arb_mat(w.tolist()) for w in weights]
        multiplier = arb_mat(square.tolist())
        total = ball(2) * multiplier.trace()
        for row in rows:
            entries = [ball(x) for x in row]
            form = sum(
                (w * p for w, p in zip(exact, entries, strict=True)), arb_mat(truths, truths)
            )
            seen = multiplier * arb_mat(truths, 1, entries)
            total -= (seen.transpose() * form.inv() * seen)[0, 0]
        total -= sum((w[j, j] for j, w in enumerate(exact)), ball(0))
        return total / sum((w.trace() for w in exact), ball(0))

    return enclosed(bound).lo
