"""The largest eigenvalue of the covariance of a fixed group, whatever its members.

Unbiased estimators x_i, a vector a report, sum_i x_i r_i' = I, have at truth j the covariance
M_j - e_j e_j' of the reports alone, M_j = sum_i r_ij x_i x_i'. A group with shares q has sum_j q_j
of them, and its largest eigenvalue is convex in q: largest at a truth. So the value v is right if

    v I - M_j + e_j e_j'    is positive semidefinite for every j.

Given matrices D_j = sum d d' (over directions d of truth j) with sum_j tr D_j = T > 0, the largest
eigenvalue l of any table's estimators has T l >= sum_j tr D_j (M_j - e_j e_j'), and for every P

    sum_j tr D_j M_j = sum_i x_i' D(r_i) x_i >= sum_i 2 x_i'P r_i - u(r_i) = 2 tr P - sum_i u(r_i),
    D(r) = sum_j r_j D_j,    u(r) = max_x 2 x'P r - x'D(r) x,

a utility of the table (`matrix_ratio`), which prices bound (`charge`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .cleared import cleared_rows, dot
from .contrasts import OF_SHARES
from .doubts import Doubts
from .fields import listed, rationals, record
from .limits import Size
from .matrix_ratio import MatrixRatio
from .numbers_at_prior import numbers_of
from .objectives import Objective
from .plain_table import unit_vectors
from .scenarios import Scenario
from .semidefinite import pivots
from .vectors import Vector, Vectors, exact_dot, exact_sum
from .verdict import need, well_formed
from .whole_rows import columns_of


@dataclass(frozen=True)
class WorstEigenvalue(Objective):
    """The largest eigenvalue at the worst truth."""

    directions: Sequence[Vectors] = ()

    def corner(self, prior: Vector) -> Fraction:
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
            rest, _ = cleared_rows(self._rest(at, column, j, value))
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
