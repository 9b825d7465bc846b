"""What a table tells two truths apart beyond their level: sum_i [P(i|a) - g P(i|b)]+ <= delta.

Between classes of truths the excesses of all pairs are added up, and so are the deltas.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

from .limits import Size
from .private_table import PrivateTable, Row
from .verdict import need


def allow_excesses(table: PrivateTable, size: Size) -> None:
    """Refuse a table whose pairs are too many."""
    size.allow(sum(len(row) ** 2 for row in table.rows))


def verify_delta(table: PrivateTable, level: Fraction, delta: Fraction) -> None:
    """One level and one delta for all pairs."""
    sizes = table.sizes
    top, bottom = level.as_integer_ratio()
    share, below = (delta * bottom * table.unit).as_integer_ratio()
    ordered = [SortedRow.of(row, top) for row in table.rows]
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
