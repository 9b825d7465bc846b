"""What a table tells two truths apart beyond their level: sum_i [P(i|a) - g P(i|b)]+ <= delta.

Between classes of truths the excesses of all pairs are added up, and so are the deltas.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .limits import Size
from .private_table import PrivateTable, Row, Run
from .verdict import need


def allow_excesses(table: PrivateTable, size: Size) -> None:
    """Refuse a table whose pairs are too many."""
    size.allow(sum(len(row) ** 2 for row in table.rows))


def verify_delta(table: PrivateTable, level: Fraction, delta: Fraction) -> None:
    """One level and one delta for all pairs."""
    sizes = table.sizes
    rows = [by_class(row, len(sizes)) for row in table.rows]
    most = delta * level.denominator * table.unit
    for a, _ in enumerate(sizes):
        for b, _ in enumerate(sizes):
            told = sum([told_apart(row[a], row[b], level) for row in rows])
            need(told <= most * pairs_of(sizes, a, b), f"truths {a}, {b} are told apart")


def by_class(row: Row, classes: int) -> list[list[Run]]:
    """The runs of each class."""
    found: list[list[Run]] = [[] for _ in range(classes)]
    for run in row:
        found[run.truth].append(run)
    return found


def told_apart(left: Sequence[Run], right: Sequence[Run], level: Fraction) -> int:
    """The sum of [r_i - g r_j]+ over the truths of two classes, times the denominator of g."""
    top, bottom = level.as_integer_ratio()
    told = 0
    for _, high, number in left:
        for _, low, others in right:
            excess = bottom * high - top * low
            if excess > 0:
                told += excess * number * others
    return told


def pairs_of(sizes: Sequence[int], a: int, b: int) -> int:
    """How many ordered pairs of different truths two classes have."""
    return sizes[a] * (sizes[b] - (a == b))


@dataclass(frozen=True)
class BudgetOfPair:
    """The delta of so many ordered pairs of truths of two classes."""

    truths: tuple[int, int]
    level: Fraction
    most: Fraction

    @property
    def unit(self) -> int:
        return self.level.denominator

    def excess(self, parts: list[list[Run]]) -> int:
        a, b = self.truths
        return told_apart(parts[a], parts[b], self.level)
