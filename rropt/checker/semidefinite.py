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
            pairs = [(start, zip(row, first, strict=True)) for start, *row in below]
            matrix = [[(pivot * x - start * y) // before for x, y in rest] for start, rest in pairs]
            before = pivot
        else:
            need(not any(first), reason)
            matrix = [row[1:] for row in below]
