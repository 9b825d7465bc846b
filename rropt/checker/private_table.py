"""The table: rows of reports over truths, its columns, and its privacy.

Truths that a problem does not tell apart form a class. A row that differs inside a class stands for
all its rearrangements, equally weighted. A row is a list of runs (class, value, how many truths);
without classes every truth is a class of its own. All values are whole numbers over one unit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from .cleared import cleared, cleared_rows, dot
from .fields import count, listed, rational, rationals
from .levels import Matrix, OneNumber
from .limits import Size
from .stated_privacy import Privacy
from .verdict import Doubts, need, well_formed


class Run(NamedTuple):
    """So many truths of a class, at which a row has this value."""

    truth: int
    value: int
    number: int


Row = list[Run]


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

    def verify(self, privacy: Privacy, doubts: Doubts) -> None:
        """It is a table, and private at the low levels."""
        self.verify_columns()
        if isinstance(privacy, OneNumber | Matrix):
            verify_privacy(self.rows, self.unit, self.sizes, privacy)
        else:
            privacy.verify_table([entries(row) for row in self.rows], self.unit, doubts)

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


def allow_privacy(table: PrivateTable, privacy: Privacy, size: Size) -> None:
    """Refuse a table whose pairs are too many."""
    if isinstance(privacy, OneNumber) and privacy.is_pure:
        return
    if isinstance(privacy, OneNumber | Matrix):
        size.allow(sum(len(row) ** 2 for row in table.rows))
    else:
        privacy.allow(len(table.rows), table.truths, size)


def verify_privacy(
    rows: list[Row], unit: int, sizes: list[int], privacy: OneNumber | Matrix
) -> None:
    """sum_i max(0, P(i|a) - g_ab P(i|b)) <= delta_ab for the low levels."""
    if isinstance(privacy, Matrix):
        _verify_matrix(rows, unit, privacy)
    elif privacy.is_pure:
        top, bottom = privacy.low.as_integer_ratio()
        for row in rows:
            values = [run.value for run in row]
            need(bottom * max(values) <= top * min(values), "a pattern is not private")
    else:
        _verify_delta(rows, unit, sizes, privacy)


def _verify_delta(rows: list[Row], unit: int, sizes: list[int], privacy: OneNumber) -> None:
    top, bottom = privacy.low.as_integer_ratio()
    share, below = (privacy.delta * bottom * unit).as_integer_ratio()
    ordered = [SortedRow.of(row, top) for row in rows]
    for a in range(len(sizes)):
        told = [0] * len(sizes)
        for row in ordered:
            for value, number in row.runs_of[a]:
                row.add_excesses(told, bottom * value, number)
        for b, excess in enumerate(told):
            most = share * pairs_of(sizes, a, b)
            need(below * excess <= most, f"truths {a}, {b} are told apart")


@dataclass(frozen=True)
class SortedRow:
    """Runs in the order of their values: of each g r_j, the class, and how many truths."""

    thresholds: list[int]
    owners: list[int]
    numbers: list[int]
    runs_of: dict[int, list[tuple[int, int]]]
    """Values and numbers of each class."""

    @classmethod
    def of(cls, row: Row, top: int) -> SortedRow:
        """With top r_j for g r_j."""
        runs: dict[int, list[tuple[int, int]]] = {}
        for truth, value, number in row:
            runs.setdefault(truth, []).append((value, number))
        ordered = sorted(row, key=attrgetter("value"))
        thresholds = [top * run.value for run in ordered]
        owners, numbers = [run.truth for run in ordered], [run.number for run in ordered]
        return cls(thresholds, owners, numbers, runs)

    def add_excesses(self, told: list[int], value: int, number: int) -> None:
        """[value - g r_j]+ for so many truths of this value, and all j, by their classes."""
        for n in range(bisect_left(self.thresholds, value)):
            excess = (value - self.thresholds[n]) * number * self.numbers[n]
            told[self.owners[n]] += excess


def _verify_matrix(rows: list[Row], unit: int, privacy: Matrix) -> None:
    values = [[run.value for run in row] for row in rows]
    if privacy.singles:
        values = [row for row in values if not privacy.is_free(row)]
    if not values:
        return
    columns = list(zip(*values, strict=True))
    for a, levels in enumerate(privacy.low):
        for b, level in enumerate(levels):
            if a != b and level is not None:
                told = _excess(columns[a], columns[b], level)
                most = privacy.delta[a][b] * level.denominator * unit
                need(told <= most, f"truths {a}, {b} are told apart")


def _excess(column: Sequence[int], other: Sequence[int], level: Fraction) -> int:
    """The denominator of the level times sum_i max(0, P(i|a) - g P(i|b))."""
    top, bottom = level.as_integer_ratio()
    differences = (bottom * x - top * y for x, y in zip(column, other, strict=True))
    return sum(difference for difference in differences if difference > 0)


def excesses(row: Row, top: int, bottom: int) -> Iterator[tuple[tuple[int, int], int]]:
    """sum of [bottom r_i - top r_j]+ over the truths of two runs, by classes, where positive."""
    ordered = sorted(row, key=lambda run: run.value)
    for high in ordered:
        for low in ordered:
            excess = bottom * high.value - top * low.value
            if excess <= 0:
                break
            yield (high.truth, low.truth), excess * high.number * low.number


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
