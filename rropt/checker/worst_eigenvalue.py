"""The largest eigenvalue of the covariance of a fixed group, whatever its members.

Unbiased estimators x_i, a vector a report, sum_i x_i r_i' = I, have at truth j the covariance
M_j - e_j e_j' of the reports alone, M_j = sum_i r_ij x_i x_i'. A group with shares q has sum_j q_j
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
from .objectives import Objective
from .private_table import Row, columns_of, unit_vectors
from .scenarios import Scenario, numbers_of
from .semidefinite import Matrix, pivots
from .statement import OF_SHARES
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
    found = [[0] * size for _ in range(size)]
    for d in vectors:
        for a, x in enumerate(d):
            found[a] = [entry + x * y for entry, y in zip(found[a], d, strict=True)]
    return found


@dataclass(frozen=True)
class WorstEigenvalue(Objective):
    """The largest eigenvalue at the worst truth."""

    directions: Sequence[Vectors] = ()

    def corner(self, contrasts: Vectors, prior: Vector) -> Fraction:
        """sum_j e_j'D_j e_j: the prior says nothing."""
        own: list[Fraction] = []
        for j, given in enumerate(self.directions):
            own += [d[j] ** 2 for d in given]
        return exact_sum(own)

    def utility(self, scenarios: list[Scenario]) -> MatrixRatio:
        return MatrixRatio(scenarios[0].tangents, self.directions)

    def steps_of_value(self, truths: int, rows: int) -> int:
        """A matrix of second moments for each truth, in numbers k times as long."""
        return truths**3 * (truths + 1) * rows

    def verify_value(self, scenarios: list[Scenario], value: Fraction, doubts: Doubts) -> None:
        (at,) = scenarios
        for j, column in enumerate(columns_of(at.table)):
            rest, _ = cleared_rows(self._rest(at, column, j, value))  # a positive multiple
            for pivot, _ in pivots(rest, "the table has a larger value"):
                need(pivot >= 0, "the table has a larger value")

    def _rest(self, at: Scenario, column: Sequence[int], j: int, value: Fraction) -> Vectors:
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

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        traces: list[Fraction] = []
        for given in self.directions:
            traces += [exact_dot(d, d) for d in given]
        return super().bound(scenarios, paid) / exact_sum(traces)

    def sentence(self, scenarios: list[Scenario]) -> str:
        return f"a maximum over all fixed groups of {self.words}"


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """Of each truth a list of directions, of which not all are zero."""
    record(value, "name over directions")
    well_formed(value["over"] == "worst-group", "over what?")
    directions = []
    for given in listed(value["directions"], truths):
        directions.append([rationals(d, truths) for d in listed(given)])
    number = sum(map(len, directions))
    well_formed(any(any(d) for given in directions for d in given), "every direction is zero")
    size.allow(truths**2 * (number + truths**3))
    words = f"a largest eigenvalue {OF_SHARES}"
    return WorstEigenvalue(words, unit_vectors(truths), directions=directions)
