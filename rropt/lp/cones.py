"""Cone programs in doubles: the one page that asks Clarabel.

    minimise x'Qx / 2 + c.x   with   b - A x in a product of cones,

zeros first, then non-negative numbers, then second-order or semidefinite cones. Symmetric matrices
are listed as upper triangles, column by column, with entries off the diagonal times sqrt 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True)
class Cones:
    """How many rows each part of b - A x has; of a semidefinite cone the side of its matrix."""

    zeros: int
    signs: int
    second_order: Sequence[int] = ()
    semidefinite: Sequence[int] = ()


def cone_optimum(
    cost: Array,
    matrix: Any,
    right: Array,
    cones: Cones,
    tolerance: float,
    quadratic: Any = None,
    most_steps: int | None = None,
) -> Any:
    """What Clarabel ends with: `x`, the multipliers `z`, `obj_val`; its status is not looked at.

    >>> cones = Cones(zeros=1, signs=2)
    >>> rows = np.array([[1.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
    >>> found = cone_optimum(np.array([1.0, 2.0]), rows, np.array([1.0, 0.0, 0.0]), cones, 1e-9)
    >>> np.round(found.x, 6).tolist()
    [1.0, 0.0]
    """
    import clarabel
    from scipy import sparse

    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = tolerance
    if most_steps is not None:
        settings.max_iter = most_steps
    if quadratic is None:
        quadratic = sparse.csc_matrix((len(cost), len(cost)))
    kinds = [clarabel.ZeroConeT(cones.zeros), clarabel.NonnegativeConeT(cones.signs)]
    kinds += [clarabel.SecondOrderConeT(size) for size in cones.second_order]
    kinds += [clarabel.PSDTriangleConeT(side) for side in cones.semidefinite]
    upper = sparse.triu(sparse.csc_matrix(quadratic), format="csc")
    rows = sparse.csc_matrix(matrix)
    return clarabel.DefaultSolver(upper, cost, rows, right, kinds, settings).solve()


def triangle(side: int) -> tuple[Array, Array]:
    """Rows and columns of an upper triangle, column by column."""
    columns, rows = np.tril_indices(side)
    return rows, columns


def triangle_factors(side: int) -> Array:
    """What the entries of a matrix are times in its list."""
    rows, columns = triangle(side)
    return np.where(rows == columns, 1.0, np.sqrt(2.0))


def listed(matrices: Array) -> Array:
    """The lists of symmetric matrices, one or more.

    >>> listed(np.array([[1.0, 3.0], [3.0, 2.0]])).round(2).tolist()
    [1.0, 4.24, 2.0]
    """
    side = matrices.shape[-1]
    rows, columns = triangle(side)
    found: Array = matrices[..., rows, columns] * triangle_factors(side)
    return found


def symmetric_matrix(entries: Array, side: int) -> Array:
    """The matrix of a list.

    >>> symmetric_matrix(np.array([1.0, 2**0.5, 3.0]), 2).round(9).tolist()
    [[1.0, 1.0], [1.0, 3.0]]
    """
    rows, columns = triangle(side)
    found = np.zeros((side, side))
    found[rows, columns] = entries / triangle_factors(side)
    found[columns, rows] = found[rows, columns]
    return found
