"""An exactly unbiased private table near one in doubles: all weights but some are rounded, those
are solved for, and so are their numbers.

The patterns are private by themselves, so any weights w >= 0 with sum_r w_r r = 1 make a private
table, but for a delta. With products f_r = w_r v_r the numbers v are unbiased if sum_r f_r r = c.

On patterns 1 + (g - 1) m, m of zeros and ones, weights u with sum_r u_r m_r = 1 are w (U + g - 1),
U their sum; with f = h / (g - 1) the h solve sum_r h_r m_r = c - F, F the sum of the f. For runs of
neighbours such systems have solutions as short as their right sides: their determinants are 1, -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rropt.design.engine.repair import table_of_parts
from rropt.exact.convert import dot, fmpq, fraction, products
from rropt.patterns.extreme import Pattern
from rropt.utility.curved import Vector

if TYPE_CHECKING:
    from flint import fmpq_mat

    from rropt.design.engine.listed_pool import ListedPool

Array = NDArray[np.float64]

MOST_BITS, ALL_BITS = 48, 4000
"""Of a weight, and of all: each report's number has its own weight as a denominator, and a checker
takes 4168 bits in common for 161 truths and 369 reports; 24 bits each cost 2e-6 of the value."""

SHARES = Fraction(1, 2**64)
"""What is taken from a table for a delta is a multiple of it."""

DEPENDENT = 1e-11
"""A pivot below this share of the first is rounding: those of runs are 1 or more by themselves."""


@dataclass(frozen=True)
class UnbiasedTable:
    """Patterns, weights, and for each contrast the numbers of the reports."""

    patterns: list[Pattern]
    weights: list[Fraction]
    estimators: list[list[Fraction]]

    def second_moments(self) -> list[Fraction]:
        """sum_i x_i^2 P(i|j) of all contrasts together, truth by truth."""
        squares = [dot(column, column) for column in zip(*self.estimators, strict=True)]
        masses = [w * s for w, s in zip(self.weights, squares, strict=True)]
        return products([masses], [*zip(*self.patterns, strict=True)])[0]


def solved_table(
    patterns: Sequence[Pattern],
    weights: Array,
    values: Array,
    contrasts: Sequence[Vector],
    slack: float = 0.0,
) -> UnbiasedTable:
    """Of any patterns; a share `slack` of the table becomes a part of a report on nothing.

    That part is added to the heaviest report. It is for a delta: where the excesses of a table in
    doubles are above it by this share, those of the table that is made are not.

    >>> warner = [(Fraction(3), Fraction(1)), (Fraction(1), Fraction(3))]
    >>> share = (Fraction(0), Fraction(1))
    >>> found = solved_table(warner, np.array([0.25, 0.25]), np.array([[-0.5, 1.5]]), [share])
    >>> found.weights, found.estimators
    ([Fraction(1, 4), Fraction(1, 4)], [[Fraction(-1, 2), Fraction(3, 2)]])
    """
    system = System.of(list(zip(*patterns, strict=True)), weights)
    masses = _positive(system.solved(weights, [Fraction(1)] * len(patterns[0])))
    rows = list(patterns)
    if slack:
        share, heavy = _rounded(slack, SHARES), int(np.argmax(weights))
        masses = [(1 - share) * w for w in masses]
        rows[heavy] = tuple(x + share / masses[heavy] for x in rows[heavy])
        system = System.of(list(zip(*rows, strict=True)), weights)
    estimators = []
    for c, v in zip(contrasts, values, strict=True):
        found = system.solved(weights * v, c)
        estimators.append([f / w for f, w in zip(found, masses, strict=True)])
    return UnbiasedTable(rows, masses, estimators)


def affordable_table(
    pool: ListedPool,
    patterns: Sequence[Pattern],
    weights: Array,
    values: Array,
    contrasts: Sequence[Vector],
) -> UnbiasedTable:
    """The same within the budgets of a pool: what rounding spends beyond them is taken back."""
    found = solved_table(patterns, weights, values, contrasts)
    over = Fraction(0)
    for spent, delta in zip(pool.spent(found.patterns, found.weights), pool.deltas, strict=True):
        over = max(over, spent / delta - 1)
    if not over:
        return found
    return solved_table(patterns, weights, values, contrasts, slack=float(2 * over))


def solved_runs(
    masks: NDArray[np.bool_],
    gamma: Fraction,
    weights: Array,
    values: Array,
    contrasts: Sequence[Vector],
) -> UnbiasedTable:
    """Of the patterns that are gamma on a mask and 1 elsewhere.

    >>> both = np.array([[True, False], [False, True]])
    >>> share, near = (Fraction(0), Fraction(1)), np.array([0.25, 0.25])
    >>> found = solved_runs(both, Fraction(3), near, np.array([[-0.5, 1.5]]), [share])
    >>> found.weights, found.estimators
    ([Fraction(1, 4), Fraction(1, 4)], [[Fraction(-1, 2), Fraction(3, 2)]])
    """
    parts = [tuple(Fraction(int(m)) for m in mask) for mask in masks]
    patterns = [tuple(gamma if high else Fraction(1) for high in mask) for mask in masks]
    table = table_of_parts(patterns, parts, (1, gamma - 1), weights)
    return UnbiasedTable(patterns, table.weights, table.estimators(contrasts, values))


@dataclass(frozen=True)
class System:
    """Equations A x = b, and rows and columns of them on which A is regular."""

    matrix: fmpq_mat
    rows: list[int]
    columns: list[int]

    @classmethod
    def of(cls, matrix: Sequence[Sequence[Fraction | int]], weights: Array) -> System:
        """The independent columns of most weight."""
        from flint import fmpq_mat
        from scipy.linalg import qr

        doubles = np.array([[float(x) for x in row] for row in matrix])
        triangle, order = qr(doubles * weights, mode="r", pivoting=True)
        columns = sorted(order[: _rank(triangle)].tolist())
        triangle, order = qr(doubles[:, columns].T, mode="r", pivoting=True)
        whole = fmpq_mat([[fmpq(x) for x in row] for row in matrix])
        return cls(whole, sorted(order[: _rank(triangle)].tolist()), columns)

    def solved(self, near: Array, right: Sequence[Fraction]) -> list[Fraction]:
        """A solution near this one, in which all but the regular columns are on the grid."""
        if len(self.rows) < len(self.columns):
            raise ArithmeticError("the equations have no regular part")
        grid = Fraction(1, 2 ** min(MOST_BITS, ALL_BITS // len(self.columns)))
        found = [fmpq(_rounded(x, grid)) for x in near.tolist()]
        for n in self.columns:
            found[n] = fmpq(0)
        wanted = _column(list(map(fmpq, right)))
        missing = wanted - self.matrix * _column(found)
        solution = self._regular().solve(_column([missing[i, 0] for i in self.rows]))
        for place, n in enumerate(self.columns):
            found[n] = solution[place, 0]
        if self.matrix * _column(found) != wanted:
            raise ArithmeticError("the equations that are left out do not follow")
        return list(map(fraction, found))

    def _regular(self) -> fmpq_mat:
        from flint import fmpq_mat

        return fmpq_mat([[self.matrix[i, n] for n in self.columns] for i in self.rows])


def _column(entries: list[Any]) -> fmpq_mat:
    from flint import fmpq_mat

    return fmpq_mat(len(entries), 1, entries)


def _rank(triangle: Any) -> int:
    pivots = np.abs(np.diagonal(triangle))
    return int((pivots > DEPENDENT * pivots[0]).sum())


def _positive(weights: list[Fraction]) -> list[Fraction]:
    if min(weights) <= 0:
        raise ArithmeticError("a weight is not positive near the table that was found")
    return weights


def _rounded(value: float, grid: Fraction) -> Fraction:
    return round(Fraction(value) / grid) * grid
