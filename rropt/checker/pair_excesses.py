"""What a table tells two truths apart beyond their level: sum_i [P(i|a) - g P(i|b)]+ <= delta.

Between classes of truths the excesses of all pairs are added up, and so are the deltas.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

from .private_table import PrivateTable, Row, Run, by_class, pairs_of
from .verdict import need


def verify_delta(table: PrivateTable, level: Fraction, delta: Fraction) -> None:
    """One level and one delta for all pairs."""
    sizes = table.sizes
    top, bottom = level.as_integer_ratio()
    share, below = (delta * bottom * table.unit).as_integer_ratio()
    ordered = [SortedRow.of(row, len(sizes), top) for row in table.rows]
    for a, _ in enumerate(sizes):
        told = [0] * len(sizes)
        for row in ordered:
            for _, value, number in row.runs_of[a]:
                row.add_excesses(told, bottom * value, number)
        for b, excess in enumerate(told):
            most = share * pairs_of(sizes, a, b)
            need(below * excess <= most, f"truths {a}, {b} are told apart")


@dataclass(frozen=True)
class SortedRow:
    """Runs by ascending values, with g r_j: values that are not above it add nothing.

    To look at all pairs of a row of 700 truths took twenty times as long.
    """

    thresholds: list[int]
    runs: list[Run]
    runs_of: list[list[Run]]
    """Of each class."""

    @classmethod
    def of(cls, row: Row, classes: int, top: int) -> SortedRow:
        """With top r_j for g r_j."""
        ordered = sorted(row, key=attrgetter("value"))
        return cls([top * run.value for run in ordered], ordered, by_class(row, classes))

    def add_excesses(self, told: list[int], value: int, number: int) -> None:
        """[value - g r_j]+ for so many truths of this value, and all j, by their classes."""
        for n in range(bisect_left(self.thresholds, value)):  # lower values: other truths
            low = self.runs[n]
            told[low.truth] += (value - self.thresholds[n]) * number * low.number
