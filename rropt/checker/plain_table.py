"""Tables and rows of which every truth is a class of its own."""

from fractions import Fraction

from .cleared import cleared, dot
from .fields import Vector, Vectors
from .private_table import PrivateTable, Row


def entries(row: Row) -> list[int]:
    """The values of a row."""
    return [run.value for run in row]


def means(table: PrivateTable, numbers: Vector) -> list[Fraction]:
    """sum_i x_i P(i|j) of a number x_i a report, for every truth j."""
    whole, below = cleared(numbers)
    sums = [0] * len(table.sizes)
    for x, row in zip(whole, table.rows, strict=True):
        for truth, value, _ in row:
            sums[truth] += x * value
    return [Fraction(total, below * table.unit) for total in sums]


def masses(table: PrivateTable, prior: Vector) -> list[Fraction]:
    """q.r for every row."""
    whole, below = cleared(prior)
    unit = below * table.unit
    return [Fraction(dot(whole, entries(row)), unit) for row in table.rows]


def unit_vectors(truths: int) -> Vectors:
    """The rows of the unit matrix: a form for every truth by itself."""
    return [[Fraction(i == j) for j in range(truths)] for i in range(truths)]
