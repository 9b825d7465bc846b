"""The table: rows of reports over truths, its columns, and its privacy.

Truths that a problem does not tell apart form a class. A row that differs inside a class stands for
all its rearrangements, equally weighted. A row is a list of runs (class, value, how many truths);
without classes every truth is a class of its own. All values are whole numbers over one unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from .cleared import cleared, cleared_rows, dot
from .fields import count, listed, rational, rationals
from .verdict import Doubts, need, well_formed


class Run(NamedTuple):
    """So many truths of a class, at which a row has this value."""

    truth: int
    value: int
    number: int


Row = list[Run]


class Demand(Protocol):
    """What a table is held to."""

    def verify_table(self, table: PrivateTable, doubts: Doubts) -> None:
        """The table obeys the low levels."""


@dataclass(frozen=True)
class PrivateTable:
    """Rows of whole numbers over one unit; `sizes` says how many truths each class has."""

    sizes: list[int]
    rows: list[Row]
    unit: int

    @property
    def truths(self) -> int:
        """The number k of truths."""
        return sum(self.sizes)

    @cached_property
    def columns(self) -> list[tuple[int, ...]]:
        """Of a table without classes."""
        return list(zip(*map(entries, self.rows), strict=True))

    def means(self, numbers: Sequence[Fraction]) -> list[Fraction]:
        """sum_i x_i P(i|j) of a number x_i a report, for every truth j."""
        whole, below = cleared(numbers)
        return [Fraction(dot(whole, column), below * self.unit) for column in self.columns]

    def masses(self, prior: Sequence[Fraction]) -> list[Fraction]:
        """q.r for every row."""
        whole, below = cleared(prior)
        unit = below * self.unit
        return [Fraction(dot(whole, entries(row)), unit) for row in self.rows]

    def verify(self, privacy: Demand, doubts: Doubts) -> None:
        """It is a table, and private at the low levels."""
        self.verify_columns()
        privacy.verify_table(self, doubts)

    def verify_columns(self) -> None:
        """No entry is negative, and the columns add up to one."""
        need(self.rows, "a table without reports")
        for row in self.rows:
            need(min(run.value for run in row) >= 0, "a negative entry")
        need(self._columns_add_up(), "a column of the table does not add up to 1")

    def _columns_add_up(self) -> bool:
        sums = [0] * len(self.sizes)
        for row in self.rows:
            for truth, value, number in row:
                sums[truth] += value * number
        return sums == [size * self.unit for size in self.sizes]


def read_table(patterns: Any, weights: Any, sizes: list[int]) -> PrivateTable:
    """Weights times patterns."""
    masses, below = cleared(rationals(weights, len(listed(patterns))))
    rows = [_runs(pattern, sizes) for pattern in patterns]
    values, unit = cleared_rows([[value for _, value, _ in row] for row in rows])
    table = []
    for mass, row, whole in zip(masses, rows, values, strict=True):
        table.append([Run(c, mass * v, n) for (c, _, n), v in zip(row, whole, strict=True)])
    return PrivateTable(sizes, table, below * unit)


def table_of(rows: Sequence[Sequence[Fraction]]) -> PrivateTable:
    """The table with these rows; every truth is a class."""
    whole, unit = cleared_rows(rows)
    return PrivateTable([1] * len(rows[0]), [plain_row(row) for row in whole], unit)


def plain_row(values: Iterable[int]) -> Row:
    """A row with one run a truth."""
    return [Run(truth, value, 1) for truth, value in enumerate(values)]


def _runs(pattern: Any, sizes: list[int]) -> list[tuple[int, Fraction, int]]:
    if {*map(type, listed(pattern, len(sizes)))} == {Fraction}:
        return list(zip(range(len(sizes)), pattern, sizes, strict=True))
    row = []
    for truth, (entry, size) in enumerate(zip(pattern, sizes, strict=True)):
        if not isinstance(entry, list):
            row.append((truth, rational(entry), size))
            continue
        parts = [listed(part, 2) for part in entry]
        row += [(truth, rational(value), count(number)) for value, number in parts]
        whole = sum(number for _, number in parts) == size
        well_formed(whole, "a pattern has not one value a truth")
    return row


def pairs_of(sizes: Sequence[int], a: int, b: int) -> int:
    """How many ordered pairs of different truths two classes have."""
    return sizes[a] * (sizes[b] - (a == b))


def along(form: Sequence[int], row: Row) -> int:
    """form.r with the same entry for all truths of a class."""
    return sum(form[truth] * value * number for truth, value, number in row)


def distinct_values(row: Row) -> int:
    """How many different positive values a row has: one logarithm each."""
    return len({run.value for run in row if run.value})


def entries(row: Row) -> list[int]:
    """The values of a row without classes."""
    return [run.value for run in row]
