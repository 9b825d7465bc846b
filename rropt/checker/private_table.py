"""The table: rows of reports over truths, its columns, and its privacy.

Truths that a problem does not tell apart form a class. A row that differs inside a class stands for
all its rearrangements, equally weighted. A row is a list of runs (class, value, how many truths);
without classes every truth is a class of its own. All values are whole numbers over one unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from typing import TYPE_CHECKING, Any, NamedTuple

from .cleared import cleared, cleared_rows, dot
from .fields import Vector, Vectors, are_rational, count, listed, rational, rationals
from .verdict import Doubts, Refuted, need, well_formed

if TYPE_CHECKING:
    from .privacy import AnyPrivacy


class Run(NamedTuple):
    """So many truths of a class, at which a row has this value."""

    truth: int
    value: int
    number: int


Row = list[Run]

Demand = tuple[list[tuple[Fraction, list[Fraction]]], Fraction]
"""Pairs (c, a) and a most d: the sum over rows r and pairs of c max(0, a.r) is at most d."""


@dataclass(frozen=True)
class Words:
    """How a sentence names the level of the bound, that of the table, and the table."""

    bound: str
    table: str
    this_table: str = "this table"


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

    def verify(self, privacy: AnyPrivacy, doubts: Doubts) -> None:
        """It is a table, and private at the low levels."""
        self.verify_columns()
        privacy.verify_table(self, doubts)

    def verify_columns(self) -> None:
        """No entry is negative, and the columns add up to one."""
        need(self.rows, "a table without reports")
        sums = [0] * len(self.sizes)
        for row in self.rows:
            for truth, value, number in row:
                if value < 0:
                    raise Refuted("a negative entry")
                sums[truth] += value * number
        whole = sums == [size * self.unit for size in self.sizes]  # rearranged, each has as much
        need(whole, "a column of the table does not add up to 1")


def read_sizes(truths: Any, classes: int) -> list[int]:
    """How many truths each class has: one, or as the list says; there is a price for each."""
    if isinstance(truths, list):
        sizes = [count(size) for size in truths]
    else:
        well_formed(count(truths) == classes, "not one price for each truth")
        sizes = [1] * classes
    well_formed(sizes, "no truths")
    return sizes


def read_table(patterns: Any, weights: Any, sizes: list[int]) -> PrivateTable:
    """Weights times patterns."""
    masses, below = cleared(rationals(weights, len(listed(patterns))))
    rows = [_runs(pattern, sizes) for pattern in patterns]
    values, unit = cleared_rows([[value for _, value, _ in row] for row in rows])
    table = []
    for mass, row, whole in zip(masses, rows, values, strict=True):
        table.append([Run(c, mass * v, n) for (c, _, n), v in zip(row, whole, strict=True)])
    return PrivateTable(sizes, table, below * unit)


def _runs(pattern: Any, sizes: list[int]) -> list[tuple[int, Fraction, int]]:
    if are_rational(listed(pattern, len(sizes))):
        return list(zip(range(len(sizes)), pattern, sizes, strict=True))
    return runs(pattern, sizes)


def runs(pattern: list[Any], sizes: Sequence[int]) -> list[tuple[int, Fraction, int]]:
    """Class, value and number of truths: an entry is one value, or a list of [value, number]."""
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


def along(form: Sequence[int], row: Row) -> int:
    """form.r with the same entry for all truths of a class."""
    return sum(form[truth] * value * number for truth, value, number in row)


def by_class(row: Row, classes: int) -> list[list[Run]]:
    """The runs of each class."""
    found: list[list[Run]] = [[] for _ in range(classes)]
    for run in row:
        found[run.truth].append(run)
    return found


def pairs_of(sizes: Sequence[int], a: int, b: int) -> int:
    """How many ordered pairs of different truths two classes have."""
    return sizes[a] * (sizes[b] - (a == b))


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


def table_of(rows: Sequence[Sequence[Fraction]]) -> PrivateTable:
    """The table with these rows."""
    whole, unit = cleared_rows(rows)
    return PrivateTable([1] * len(rows[0]), [plain_row(row) for row in whole], unit)


def plain_row(values: Iterable[int]) -> Row:
    """A row with one run a truth."""
    return [Run(truth, value, 1) for truth, value in enumerate(values)]


def columns_of(table: PrivateTable) -> list[tuple[int, ...]]:
    """The values at each truth."""
    return list(zip(*map(entries, table.rows), strict=True))


def rows_of_two_values(
    sizes: Sequence[int], numbers: Sequence[Iterable[int]], low: int, high: int
) -> Iterator[Row]:
    """Each choice of how many truths of each class have the high value; the others have the low.

    >>> [[tuple(run) for run in row] for row in rows_of_two_values([1, 2], [[0], [1, 2]], 5, 7)]
    [[(0, 5, 1), (1, 5, 1), (1, 7, 1)], [(0, 5, 1), (1, 7, 2)]]
    """
    choices = []
    for c, (size, each) in enumerate(zip(sizes, numbers, strict=True)):
        choices.append([_met(Run(c, low, size - many), Run(c, high, many)) for many in each])
    return (list(chain.from_iterable(parts)) for parts in product(*choices))


def _met(*runs: Run) -> Row:
    """Those of at least one truth."""
    return [run for run in runs if run.number]
