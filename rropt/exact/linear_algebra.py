"""Matrices of exact numbers, by flint: products, echelon forms, null spaces.

Rows go in and come out as Python's numbers; `rational_matrix` and `fraction_rows` convert them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.convert import fraction
from rropt.exact.entries import identity, unit

if TYPE_CHECKING:
    import flint

Rows = Sequence[Sequence[Fraction | int]]


def rational_matrix(rows: Iterable[Iterable[Fraction | int]]) -> flint.fmpq_mat:
    """A matrix of flint with these rows.

    >>> rational_matrix([[1, Fraction(1, 2)], [0, 1]]).det()
    1
    """
    from flint import fmpq, fmpq_mat

    return fmpq_mat([[fmpq(*x.as_integer_ratio()) for x in row] for row in rows])


def fraction_rows(matrix: Any) -> list[list[Fraction]]:
    """The rows of a matrix of flint, in Fractions.

    >>> fraction_rows(rational_matrix([[2, 0], [0, 1]]).inv())
    [[Fraction(1, 2), Fraction(0, 1)], [Fraction(0, 1), Fraction(1, 1)]]
    """
    return [list(map(fraction, row)) for row in matrix.tolist()]


def products(left: Rows, right: Rows) -> list[list[Fraction]]:
    """Every row on the left times every one on the right, as one product of flint's matrices.

    >>> products([[1, 2], [0, Fraction(1, 2)]], [[3, 4]])
    [[Fraction(11, 1)], [Fraction(2, 1)]]
    """
    if not left or not right:
        return [[] for _ in left]
    return fraction_rows(rational_matrix(left) * rational_matrix(right).transpose())


def leading_columns(reduced: Any, rank: int) -> list[int]:
    """Of the first rows of a matrix of flint in echelon form, the columns of their first entries.

    >>> leading_columns(*rational_matrix([[1, 2, 3], [2, 4, 7]]).rref())
    [0, 2]
    """
    columns = range(reduced.ncols())
    found = []
    for i in range(rank):
        found.append(next(j for j in columns if reduced[i, j]))
    return found


def pivot_columns(rows: Rows) -> list[int]:
    """The first columns that are independent, as many as the rank.

    >>> pivot_columns([[1, 2, 0], [0, 0, 1]])
    [0, 2]
    """
    return leading_columns(*rational_matrix(rows).rref()) if rows else []


def null_space(rows: Rows, width: int) -> list[list[Fraction]]:
    """A basis of the vectors of this width to which all rows are orthogonal.

    >>> null_space([[1, 2, 0], [0, 0, 1]], 3)
    [[Fraction(-2, 1), Fraction(1, 1), Fraction(0, 1)]]
    """
    if not rows:
        return list(map(list, identity(width)))
    reduced, rank = rational_matrix(rows).rref()
    pivots = leading_columns(reduced, rank)
    basis = []
    for free in sorted(set(range(width)) - set(pivots)):
        vector = list(unit(width, free))
        for i, pivot in enumerate(pivots):
            vector[pivot] = -fraction(reduced[i, free])
        basis.append(vector)
    return basis
