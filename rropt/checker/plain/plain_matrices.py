"""Matrices of fractions, as they are defined."""

from fractions import Fraction
from itertools import combinations, product

from .fractions_of_text import Row, dot
from .plain_privacy import determinant

Square = list[list[Fraction]]


def unit_matrix(k: int) -> Square:
    """Ones on the diagonal."""
    return [[Fraction(i == j) for j in range(k)] for i in range(k)]


def along(matrix: Square, x: Row) -> list[Fraction]:
    """The matrix times a vector."""
    return [dot(row, x) for row in matrix]


def times(left: Square, right: Square) -> Square:
    """The product."""
    columns = list(zip(*right, strict=True))
    return [[dot(row, column) for column in columns] for row in left]


def trace(matrix: Square) -> Fraction:
    """The sum of the diagonal."""
    return sum((row[i] for i, row in enumerate(matrix)), Fraction(0))


def inverse_of(matrix: Square) -> Square:
    """By cofactors."""
    k, whole = len(matrix), determinant(matrix)
    found = unit_matrix(k)
    for i, j in product(range(k), repeat=2):
        minor = [row[:i] + row[i + 1 :] for n, row in enumerate(matrix) if n != j]
        found[i][j] = (-1) ** (i + j) * determinant(minor) / whole
    return found


def is_semidefinite(matrix: Square) -> bool:
    """No principal minor is negative."""
    k = len(matrix)
    for size in range(1, k + 1):
        for chosen in combinations(range(k), size):
            if determinant([[matrix[i][j] for j in chosen] for i in chosen]) < 0:
                return False
    return True
