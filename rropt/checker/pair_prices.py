"""Prices and multipliers of pairs of truths, [a, b, x], where privacy has a level for each pair.

A table tells two truths apart beyond it: sum_i [P(i|a) - g P(i|b)]+ <= delta. What a row tells a of
b beyond the level g of the bound is [r_a - g r_b]+. The form r_a - g r_b is at most 0 at every row
where the pair has no delta. Between classes of truths the excesses of all pairs are added up, and
so are the deltas.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from .fields import index, listed, rational
from .private_table import Budget, PrivateTable, Row, Run, by_class
from .verdict import Malformed, Size, need, well_formed

if TYPE_CHECKING:
    from .levels import OneNumber
    from .levels_of_pairs import Matrix


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


Pair = tuple[int, int]


def told_apart(pair: Pair, level: Fraction, parts: list[list[Run]]) -> int:
    """The sum of [r_i - g r_j]+ over the truths of two classes, times the denominator of g."""
    a, b = pair
    top, bottom = level.as_integer_ratio()
    told = 0
    for _, high, number in parts[a]:
        for _, low, others in parts[b]:
            excess = bottom * high - top * low
            if excess > 0:  # of a truth against itself it never is, as g >= 1
                told += excess * number * others
    return told


def read_budgets(
    value: Any, privacy: OneNumber | Matrix, sizes: Sequence[int]
) -> dict[Pair, tuple[Fraction, Budget]]:
    """The field `pair_prices`: only a pair with a delta has a price."""
    found = {}
    for (a, b), z in triples(value, len(sizes)).items():
        level, delta = privacy.of_pair(a, b)
        if level is None or not delta:
            raise Malformed("a price of a pair without a delta")
        number = pairs_of(sizes, a, b)
        well_formed(number > 0, "a pair of one truth")
        excess = partial(told_apart, (a, b), level)
        found[a, b] = z, Budget(number * delta, (a, b), 1, level.denominator, excess)
    return found


def read_multipliers(value: Any, privacy: object, truths: int, size: Size) -> Pairs:
    """Of pairs of different truths."""
    found = triples(value, truths)
    well_formed(all(a != b for a, b in found), "a multiplier of a pair that does not exist")
    return found


def form_of(
    privacy: OneNumber | Matrix, pair: Pair
) -> tuple[dict[int, Fraction], Pair | None, int]:
    """The entries of r_a - g r_b, and the budget that pays for its excess, once."""
    a, b = pair
    level, delta = privacy.of_pair(a, b)
    if level is None:
        raise Malformed("a multiplier of a pair without a level")
    return {a: Fraction(1), b: -level}, pair if delta else None, 1
