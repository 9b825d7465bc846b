"""Small programs in doubles: where the simplex method ends. Nothing rests on what is found.

A packing program asks which rows are full, and where each variable stands:

    maximise c.x   subject to   A x <= b,   0 <= x <= u,   with b >= 0

The simplex method from x = 0 on a dictionary: each row says what its inside variable has left when
the outside ones, which are zero, rise. An outside variable at its upper end is counted downwards.
HiGHS takes longer to begin than the few pivots of a small program need.

`improved_basis` is for programs A x = b, x >= 0 of which a basis is known: on a table of NumPy, so
that hundreds of columns cost little more than one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

CLOSE = 1e-11
"""Smaller numbers are zero: costs are about one, entries between one and gamma."""

TIED = 1e-12
"""Of numbers that differ by no more the first one is taken: the last digits of doubles depend on
where arrays lie in memory, and answers shall not."""

MOVED = 1e-9
"""Far above rounding, far below the weights of reports."""

GOLDEN = (5**0.5 - 1) / 2
"""Its multiples modulo one are far apart."""

MOST_PIVOTS = 200
"""Packing programs for which this is meant need about ten; a table takes so many a row at most,
and needs about two."""


@dataclass
class Dictionary:
    """Inside variables have a row and a value, outside ones a column and a cost."""

    rows: list[list[float]]
    values: list[float]
    costs: list[float]
    upper: list[float]
    """Of the variables, then of the slacks of the rows."""

    outside: list[int] = field(init=False)
    inside: list[int] = field(init=False)
    downwards: set[int] = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.costs)
        self.outside = list(range(count))
        self.inside = list(range(count, count + len(self.rows)))
        self.upper = [*self.upper, *[math.inf] * len(self.rows)]
        self.downwards = set()

    def solve(self) -> bool:
        """Whether an optimum was reached."""
        for _ in range(MOST_PIVOTS):
            most = max(self.costs)
            if most <= CLOSE:
                return True
            column = self.costs.index(most)
            step, row = self._step(column)
            if step == math.inf:
                return False
            if row is None:
                self._turn_column(column)
            else:
                # This row stops at its upper end: counted downwards, it stops at zero as others do.
                if self.rows[row][column] < 0:
                    self._turn_row(row)
                self._exchange(row, column)
        return False

    def _step(self, column: int) -> tuple[float, int | None]:
        """How far the variable of a column can rise, and the row that stops it, if one does."""
        step = self.upper[self.outside[column]]
        stops = None
        for i, row in enumerate(self.rows):
            rate = row[column]
            if abs(rate) > CLOSE:
                # A falling variable stops at zero, a rising one at its upper end.
                left = self.values[i] if rate > 0 else self.values[i] - self.upper[self.inside[i]]
                if left / rate < step:
                    step = left / rate
                    stops = i
        return step, stops

    def _turn_column(self, column: int) -> None:
        """The variable goes to its other end, from which it is counted."""
        size = self.upper[self.outside[column]]
        self.downwards ^= {self.outside[column]}
        self.costs[column] = -self.costs[column]
        for i, row in enumerate(self.rows):
            self.values[i] -= row[column] * size
            row[column] = -row[column]

    def _turn_row(self, i: int) -> None:
        """The same for an inside variable."""
        self.downwards ^= {self.inside[i]}
        self.values[i] = self.upper[self.inside[i]] - self.values[i]
        self.rows[i] = [-x for x in self.rows[i]]

    def _exchange(self, i: int, column: int) -> None:
        """The variable of a column goes inside, that of a row goes out."""
        pivot = self.rows[i][column]
        line = [x / pivot for x in self.rows[i]]
        line[column] = 1 / pivot
        value = self.values[i] / pivot
        for other, row in enumerate(self.rows):
            rate = row[column]
            if other != i and rate:
                row[column] = 0.0
                self.rows[other] = [x - rate * y for x, y in zip(row, line, strict=True)]
                self.values[other] -= rate * value
        rate = self.costs[column]
        self.costs[column] = 0.0
        self.costs = [x - rate * y for x, y in zip(self.costs, line, strict=True)]
        self.rows[i] = line
        self.values[i] = value
        self.inside[i], self.outside[column] = self.outside[column], self.inside[i]


def improved_basis(
    table: np.ndarray, right: np.ndarray, costs: np.ndarray, basis: np.ndarray, least: float
) -> np.ndarray:
    """The columns of a better basis of: maximise costs.x, table x = right, x >= 0.

    It is best but for reduced costs up to `least`. Values of the basis are moved by billionths,
    each by another share, so that every step makes progress and pivots do not go round.
    """
    basis = basis.copy()
    rows = len(right)
    tableau = np.zeros((rows + 1, len(costs) + 1))
    # Views: every pivot moves costs and values with the rows.
    reduced = tableau[-1, :-1]
    values = tableau[:-1, -1]
    inverse = np.linalg.inv(table[:, basis])
    tableau[:-1, :-1] = inverse @ table
    reduced[:] = costs - costs[basis] @ tableau[:-1, :-1]
    values[:] = inverse @ right + MOVED * (1 + np.arange(rows) * GOLDEN % 1)
    change = np.empty_like(tableau)
    for _ in range(MOST_PIVOTS * rows):
        most = reduced[reduced.argmax()]
        if most <= least:
            break
        entering = (reduced >= most - TIED * most).argmax()
        rates = tableau[:, entering].copy()
        (stops,) = (rates[:-1] > CLOSE).nonzero()
        # Some row stops it: programs of weights are bounded.
        leaving = stops[(values[stops] / rates[stops]).argmin()]
        line = tableau[leaving]
        line /= rates[leaving]
        # The line of the pivot is divided already; costs and all other rows lose their share of it.
        rates[leaving] = 0.0
        np.multiply(rates[:, None], line, out=change)
        tableau -= change
        basis[leaving] = entering
    return basis
