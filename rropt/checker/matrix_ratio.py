"""u(r) = max_x 2 x'P r - x'D(r) x = (P r)'D(r)^- P r, D(r) = sum_j r_j D_j, D_j semidefinite.

A maximum of functions that are linear in r: convex and homogeneous. If P r is not in the range of
D(r), it is infinite. It is found with one more row and column: eliminating D from ((D, b), (b', 0))
leaves -b'D^-b.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from .cleared import cleared_rows, dot
from .convex_utility import ConvexUtility, Ends
from .plain_table import unit_vectors
from .private_table import Row
from .semidefinite import Matrix, pivots
from .vectors import Vector, Vectors


@dataclass(frozen=True)
class MatrixRatio(ConvexUtility):
    """The rows of P, and of each truth vectors d: its matrix is the sum of the d d'."""

    slopes: Vectors
    directions: Sequence[Vectors]
    eliminates = True

    @property
    def forms(self) -> list[Vector]:
        return [*unit_vectors(len(self.slopes))]

    @property
    def steps(self) -> int:
        """k^3 products of numbers that are up to k times as long."""
        return len(self.slopes) ** 4

    @cached_property
    def _whole(self) -> tuple[Matrix, int, list[Matrix], int]:
        """P and the D_j in whole numbers, and the units of both."""
        slopes, unit = cleared_rows(self.slopes)
        every: list[Vector] = []
        for given in self.directions:
            every += given
        whole, below = cleared_rows(every)
        left = iter(whole)
        matrices = [squares([next(left) for _ in given], len(slopes)) for given in self.directions]
        return slopes, unit, matrices, below

    def ends(self, row: Row) -> Ends:
        slopes, unit, matrices, below = self._whole
        values = [run.value for run in row]
        top = [dot(line, values) for line in slopes]
        whole = []
        for a, b in enumerate(top):
            columns = zip(*[matrix[a] for matrix in matrices], strict=True)
            whole.append([*(dot(column, values) for column in columns), b])
        *_, (last, before) = pivots([*whole, [*top, 0]], "the utility is infinite")
        u = Fraction(-last * below**2, before * unit**2)
        return u, u


def squares(vectors: Matrix, size: int) -> Matrix:
    """sum d d'."""
    found = [[0] * size for _ in range(size)]
    for d in vectors:
        for a, x in enumerate(d):
            found[a] = [entry + x * y for entry, y in zip(found[a], d, strict=True)]
    return found
