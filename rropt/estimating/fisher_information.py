"""Covariances of likeliest distributions: the inverse of an information in the simplex's tangent.

    J = A' W A,   W = diag(n_i / p_i^2) as observed, diag(n / p_i) as expected,   p = A x.

With Z a basis of the directions that keep every group's sum, the covariance is Z (Z'JZ)^-1 Z'. The
rank of Z'JZ is known exactly; directions in which the reports do not change are left out.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from rropt.channel import Channel

Direction = tuple[Fraction, ...]


def tangent_covariance(
    rows: np.ndarray, weights: np.ndarray, groups: np.ndarray, rank: int
) -> np.ndarray:
    """The generalised inverse of rows' diag(weights) rows where every group's sum is kept.

    >>> table = np.array([[0.75, 0.25], [0.25, 0.75]])
    >>> covariance = tangent_covariance(table, 100 / np.array([0.6, 0.4]), np.ones((1, 2)), 1)
    >>> covariance.round(6).tolist()
    [[0.0096, -0.0096], [-0.0096, 0.0096]]
    """
    tangent = _tangent(groups)
    scaled = np.sqrt(weights)[:, None] * (rows @ tangent)
    _, singular, right = np.linalg.svd(scaled, full_matrices=False)
    root = tangent @ (right[:rank].T / singular[:rank])
    return root @ root.T


def _tangent(groups: np.ndarray) -> np.ndarray:
    """An orthonormal basis of the directions with sum zero in every group, one a column."""
    _, _, right = np.linalg.svd(groups)
    return right[len(groups) :].T


@lru_cache(maxsize=32)
def unseen_by(channel: Channel, seen: tuple[bool, ...]) -> tuple[Direction, ...]:
    """A basis of the directions of sum zero in which the seen reports do not change, exactly.

    >>> unseen_by(Channel.identity(3), (True, False, False))
    ((Fraction(0, 1), Fraction(1, 1), Fraction(-1, 1)),)
    """
    import flint

    width = channel.shape[1]
    rows = [list(row) for row, used in zip(channel.numerators, seen, strict=True) if used]
    table = flint.fmpz_mat([*rows, [1] * width])
    basis, dimension = table.nullspace()
    columns = [[int(basis[i, j]) for i in range(width)] for j in range(dimension)]
    return tuple(_scaled(column) for column in columns)


def _scaled(column: list[int]) -> Direction:
    top = max(column, key=abs)
    return tuple(Fraction(x, top) for x in column)
