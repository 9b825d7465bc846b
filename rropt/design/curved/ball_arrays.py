"""The linear algebra of the curved search, in doubles and in python-flint's balls.

An array of dtype object holds midpoints of balls: the same formulas then run with as many bits as
`flint.ctx.prec` says. Radii are dropped after each step: numbers found here are only candidates.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.convert import ball

if TYPE_CHECKING:
    import numpy as np


def rounded(value: Fraction | int | float) -> Any:
    """A number as a ball of no radius, rounded to the working precision.

    >>> rounded(Fraction(3, 4))
    0.750000000000000
    """
    return ball(Fraction(value)).mid()


def lifted(array: np.ndarray) -> np.ndarray:
    """Doubles as balls."""
    import numpy as np

    return np.frompyfunc(rounded, 1, 1)(array) if array.size else array.astype(object)


def middle(array: np.ndarray) -> np.ndarray:
    """The midpoints of balls; doubles as they are."""
    import numpy as np

    if array.dtype != object or not array.size:
        return array
    return np.frompyfunc(lambda entry: entry.mid(), 1, 1)(array)


def times(first: np.ndarray, *others: np.ndarray) -> np.ndarray:
    """The matrix product, from left to right."""
    import flint

    if first.dtype != object:
        for other in others:
            first = first @ other
        return first
    product = flint.arb_mat(first.tolist())
    for other in others:
        product = product * flint.arb_mat(other.tolist())
    return _array(product)


def inverse(matrix: np.ndarray) -> np.ndarray:
    """The inverse of a square matrix."""
    import flint
    import numpy as np

    if matrix.dtype != object:
        return np.linalg.inv(matrix)
    return _array(flint.arb_mat(matrix.tolist()).inv())


def solve(system: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Solve after scaling rows and columns to unit size; least squares where it is singular."""
    import flint
    import numpy as np

    if system.dtype == object:
        column = flint.arb_mat([[entry] for entry in right])
        return _array(flint.arb_mat(system.tolist()).solve(column, algorithm="approx"))[:, 0]
    scale = 1 / np.sqrt(np.abs(system).max(axis=1))
    scaled = system * scale[:, None] * scale
    try:
        return scale * np.linalg.solve(scaled, scale * right)
    except np.linalg.LinAlgError:
        return scale * np.linalg.lstsq(scaled, scale * right, rcond=None)[0]


def is_positive(matrix: np.ndarray) -> bool:
    """Whether a symmetric matrix is positive definite, by its pivots.

    >>> import numpy as np
    >>> [is_positive(np.array([[1.0, x], [x, 1.0]])) for x in (0.5, 2.0)]
    [True, False]
    """
    import numpy as np

    if matrix.dtype != object:
        try:
            np.linalg.cholesky(matrix)
        except np.linalg.LinAlgError:
            return False
        return True
    while len(matrix):
        if not matrix[0, 0] > 0:
            return False
        matrix = matrix[1:, 1:] - np.outer(matrix[1:, 0], matrix[0, 1:]) / matrix[0, 0]
    return True


def _array(matrix: Any) -> np.ndarray:
    import numpy as np

    table = np.empty((matrix.nrows(), matrix.ncols()), dtype=object)
    table[:] = matrix.mid().tolist()
    return table
