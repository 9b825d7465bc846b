"""The largest eigenvalue of the covariance of a fixed group, whatever its members.

Unbiased estimators x_i, a vector a report, sum_i x_i r_i' = I, have at truth j the covariance
M_j - e_j e_j' of the reports M_j = sum_i r_ij x_i x_i'. A group with shares q has sum_j q_j
of them, and its largest eigenvalue is convex in q: largest at a truth. So the value v is right if

    v I - M_j + e_j e_j'    is positive semidefinite for every j.

Given matrices D_j = sum d d' (over directions d of truth j) with sum_j tr D_j = T > 0, the largest
eigenvalue l of any table's estimators has T l >= sum_j tr D_j (M_j - e_j e_j'), and for every P

    sum_j tr D_j M_j = sum_i x_i' D(r_i) x_i >= sum_i 2 x_i'P r_i - u(r_i) = 2 tr P - sum_i u(r_i),
    D(r) = sum_j r_j D_j,    u(r) = max_x 2 x'P r - x'D(r) x,

a utility of the table, which prices bound (`charge`): a maximum of functions that are linear in r,
so convex and homogeneous. It is (P r)'D(r)^- P r, infinite if P r is not in the range of D(r), and
found with one more row and column: eliminating D from ((D, b), (b', 0)) leaves -b'D^-b.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from .cleared import cleared_rows, dot
from .convex_utility import ConvexUtility
from .fields import Ends, Vector, Vectors, exact_dot, exact_sum, listed, rationals, record
from .private_table import PrivateTable, Row, columns_of, unit_vectors
from .scenarios import LARGER, UNPROVED, Goal, Scenario, numbers_of, read_alone
from .semidefinite import Matrix, pivots
from .statement import OF_SHARES, WORST_GROUP
from .verdict import Doubts, Size, need, well_formed


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
        # P is times unit, D times below^2.
        u = Fraction(-last * below**2, before * unit**2)
        return u, u


def squares(vectors: Matrix, size: int) -> Matrix:
    """sum d d'."""
    columns = list(zip(*vectors, strict=True)) or [()] * size
    return [[dot(x, y) for y in columns] for x in columns]


def read(value: dict[str, Any], given: Any, table: PrivateTable, size: Size) -> Goal:
    """At the worst truth; of each truth a list of directions, of which not all are zero."""
    record(value, "name over directions")
    well_formed(value["over"] == WORST_GROUP, "over what?")
    k, directions = len(table.sizes), []
    for vectors in listed(value["directions"], len(table.sizes)):
        directions.append([rationals(d, k) for d in listed(vectors)])
    every = [(j, d) for j, vectors in enumerate(directions) for d in vectors]
    well_formed(any(any(d) for _, d in every), "every direction is zero")
    size.allow(k**2 * (len(every) + k**3))
    size.allow(k**3 * (k + 1) * len(table.rows))  # a matrix a truth, in numbers k times as long
    corner = exact_sum([d[j] ** 2 for j, d in every])  # the prior says nothing
    units = unit_vectors(k)
    at = read_alone(given, table, size, units, units, lambda *_: corner)

    def verify_value(value: Fraction, doubts: Doubts) -> None:
        for j, column in enumerate(columns_of(table)):
            rest, _ = cleared_rows(left(at, column, j, value))  # a positive multiple
            for pivot, _ in pivots(rest, LARGER):
                need(pivot >= 0, LARGER)

    def verify_bound(paid: Fraction, bound: Fraction, doubts: Doubts) -> None:
        traces = exact_sum([exact_dot(d, d) for _, d in every])
        need(bound * traces <= at.proved - paid, UNPROVED)

    said = f"a maximum over all fixed groups of a largest eigenvalue {OF_SHARES}"
    utility = MatrixRatio(at.tangents, directions)
    return Goal(said, [at], verify_value, verify_bound, utility=utility)


def left(at: Scenario, column: Sequence[int], j: int, value: Fraction) -> Vectors:
    """value I - M_j + e_j e_j'."""
    numbers, unit = cleared_rows(numbers_of(at))
    below = unit**2 * at.table.unit
    found = []
    for a, x in enumerate(numbers):
        weighted = [p * n for p, n in zip(x, column, strict=True)]
        row = [-Fraction(dot(weighted, y), below) for y in numbers]
        row[a] += value + (a == j)
        found.append(row)
    return found
