"""Semidefinite matrices, by elimination in whole numbers.

A symmetric M is L'DL with D diagonal where no zero of the diagonal has other entries beside it. It
is semidefinite exactly when they are zeros wherever the diagonal is (or else a 2 x 2 minor is
negative) and no entry of D is negative. The determinant is the product of the diagonal. Bareiss:
each quotient of whole numbers that is met on the way is a whole number.
"""

from collections.abc import Iterator

from .verdict import need

Matrix = list[list[int]]


def pivots(matrix: Matrix, reason: str) -> Iterator[tuple[int, int]]:
    """The diagonal as quotients (n, d), d > 0, as long as none is negative; zeros stand alone.

    >>> list(pivots([[2, 1], [1, 3]], "")), list(pivots([[2, 1], [1, 0]], ""))
    ([(2, 1), (5, 2)], [(2, 1), (-1, 2)])
    """
    before = 1
    while matrix:
        pivot, *first = matrix[0]
        below = matrix[1:]
        yield pivot, before
        if pivot:
            matrix = [_without(row, pivot, first, before) for row in below]
            before = pivot
        else:
            need(not any(first), reason)
            matrix = [row[1:] for row in below]


def _without(row: list[int], pivot: int, first: list[int], before: int) -> list[int]:
    rest = zip(row[1:], first, strict=True)
    return [(pivot * x - row[0] * y) // before for x, y in rest]
