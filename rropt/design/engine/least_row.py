"""The row of a matrix of levels at which a sum is least, by a linear program that is kept.

A row r with r_a <= g_ab r_b is least for a sum f.r at an extreme pattern, in which k - 1 tight
pairs connect all truths: those rows of the program that its basis leaves out. From one sum to the
next few pairs change.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from rropt.design.engine.pool import Array
from rropt.lp.highs import TIGHTEST, ByColumns, feasible_within, highs, linear_model
from rropt.patterns.alcoved import Pair
from rropt.privacy.levels import Matrix, essential

LARGEST = 1e5
"""Of costs: HiGHS takes a basis for the best whose reduced costs are 1e-10 below zero. With costs
of size one the stretches of twelve truths around a circle missed 1e-7 of their prices."""

HIGHEST = Fraction(10**9)
"""Of levels: beyond, a row loses no more than a billionth of what it tells."""


class LeastRow:
    """Of a closed matrix without entries that are infinite, with levels that are at most the
    highest, which leaves it closed."""

    def __init__(self, levels: Matrix) -> None:
        self.matrix = matrix = tuple(tuple(min(g, HIGHEST) for g in row) for row in levels)
        self.pairs = essential(matrix)
        truths, count = len(matrix), len(self.pairs)
        columns: list[list[tuple[int, float]]] = [[] for _ in matrix]
        for n, (a, b) in enumerate(self.pairs):
            columns[a].append((n, 1.0))
            columns[b].append((n, -float(matrix[a][b])))
        for column in columns:
            column.append((count, 1.0))
        ends = np.append(np.full(count, -np.inf), 1.0), np.append(np.zeros(count), 1.0)
        free = np.zeros(truths), np.full(truths, np.inf)
        self._solver = highs({"solver": "simplex", "presolve": "off", **feasible_within(TIGHTEST)})
        matrix_of_pairs = ByColumns.of(columns, count + 1)
        self._solver.passModel(linear_model(np.zeros(truths), matrix_of_pairs, free, ends))
        self._every = np.arange(truths, dtype=np.int32)

    def tight(self, costs: Array) -> tuple[Pair, ...]:
        """The tight pairs of the least row, as many as connect all truths."""
        import highspy

        size = float(np.abs(costs).max()) or 1.0
        self._solver.changeColsCost(len(self._every), self._every, costs * (LARGEST / size))
        self._solver.run()
        best = highspy.HighsModelStatus.kOptimal
        if self._solver.getModelStatus() != best:
            self._solver.clearSolver()  # steps from the last basis got lost
            self._solver.run()
        if self._solver.getModelStatus() != best:
            raise ArithmeticError("no row is least to doubles")
        basic = highspy.HighsBasisStatus.kBasic
        statuses = self._solver.getBasis().row_status[: len(self.pairs)]
        found = [pair for pair, status in zip(self.pairs, statuses, strict=True) if status != basic]
        if len(found) != len(self._every) - 1:
            raise ArithmeticError("no row is least to doubles")
        return tuple(found)


def both_ways(pairs: Iterable[Pair]) -> list[Pair]:
    """Each pair and its mirror.

    >>> both_ways([(0, 1)])
    [(0, 1), (1, 0)]
    """
    return [ordered for a, b in pairs for ordered in ((a, b), (b, a))]
