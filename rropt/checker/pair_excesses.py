"""What a table tells two truths apart beyond their level: sum_i [P(i|a) - g P(i|b)]+ <= delta.

Between classes of truths the excesses of all pairs are added up, and so are the deltas.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any

from .fields import index, listed, rational
from .private_table import PrivateTable, Row, Run
from .verdict import need, well_formed


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


def by_class(row: Row, classes: int) -> list[list[Run]]:
    """The runs of each class."""
    found: list[list[Run]] = [[] for _ in range(classes)]
    for run in row:
        found[run.truth].append(run)
    return found


def pairs_of(sizes: Sequence[int], a: int, b: int) -> int:
    """How many ordered pairs of different truths two classes have."""
    return sizes[a] * (sizes[b] - (a == b))


Pairs = dict[tuple[int, int], Fraction]


def triples(value: Any, below: int) -> Pairs:
    """[[a, b, x], ...], each pair at most once, as {(a, b): x}; x is not negative."""
    entries = listed(value)
    found = {}
    for entry in entries:
        a, b, x = listed(entry, 3)
        pair = index(a, below), index(b, below)
        found[pair] = rational(x)
        well_formed(x.numerator >= 0, "a price or a multiplier of a pair is negative")
    well_formed(len(found) == len(entries), "a pair occurs twice")
    return found
