"""Levels that protect the truths of some classes alone: r_a <= g r_b for each row r, each truth a
of a protected class and each other truth b (one-sided privacy).

Theorem (`Protected.v`). Such a row is a sum of patterns with 1 or g at protected truths and 1 at
all others, and of *singles*, rows that are zero but at one truth that is not protected. Proof. Let
m be the least entry. The protected ones lie between m and g m, so with m in place of all others the
row is m times a mixture of the patterns. What was taken off are multiples of singles.

So prices that cover a utility at these rows cover it at every row. Each of these rows keeps more:
it is a single, or r_a <= g r_b for all truths a and b (utility-optimised privacy). That is asked of
the table, so that a certificate answers for both: what is proved of the tables that keep less holds
for those that keep more, and the table is one of these.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import prod
from typing import Any, ClassVar, cast

from .charge import Charge
from .convex_utility import ConvexUtility
from .costs_of_rows import Rays, few_rows
from .fields import index, listed
from .levels import OneNumber, read_number
from .private_table import PrivateTable, Row, Words, rows_of_two_values
from .statement import item
from .verdict import Doubts, Size, need, well_formed

THIS_TABLE = "this table, every report of it private for all truths or of one unprotected truth,"
"""What a table keeps beyond the level of the bound."""


@dataclass(frozen=True)
class ProtectedClasses:
    """The number g, and which classes it protects."""

    number: OneNumber
    words: Words
    protected: tuple[int, ...]

    singles: ClassVar[tuple[int, ...]] = ()
    budgets: ClassVar[str] = "pair_prices"
    rays: ClassVar[str] = "protected"
    bits: ClassVar[int] = 0  # no entries of rays are products of levels

    def of_pair(self, a: int, b: int) -> tuple[Fraction | None, Fraction]:
        """The level of the bound, and the delta."""
        return self.number.high if a in self.protected else None, Fraction(0)

    def verify(self, doubts: Doubts) -> None:
        """ln low <= epsilon <= ln high."""
        self.number.verify(doubts)

    def allow_table(self, table: PrivateTable, size: Size) -> None:
        """To look at every entry once is no work."""

    def verify_table(self, table: PrivateTable, doubts: Doubts) -> None:
        """No entry of a row is more than g times another, or the row is a single."""
        top, bottom = self.number.low.as_integer_ratio()
        for row in table.rows:
            values = [run.value for run in row]
            is_private = bottom * max(values) <= top * min(values)
            need(is_private or self._is_single(row), "a pattern is not private")

    def _is_single(self, row: Row) -> bool:
        """Whether it is zero but at one truth that is not protected."""
        positive = [run for run in row if run.value]
        # A run of several truths counts as two: such a row is no single.
        alone = [run.truth for run in positive for _ in range(min(run.number, 2))]
        return len(alone) == 1 and alone[0] not in self.protected


def extreme_rows(charge: Charge, utility: ConvexUtility, size: Size) -> Rays:
    """Patterns up to the order within classes, and singles."""
    sizes = charge.sizes
    privacy = cast(ProtectedClasses, charge.privacy)
    alone = len(sizes) - len(privacy.protected)
    number = few_rows(prod(sizes[c] + 1 for c in privacy.protected) + alone)
    return number, sum(min(n, 2) for n in sizes), partial(rows, privacy, sizes)


def rows(privacy: ProtectedClasses, sizes: list[int]) -> Iterator[Row]:
    """Patterns with 0, 1, ... truths of each protected class at the top, then the singles."""
    top, bottom = privacy.number.high.as_integer_ratio()
    classes = range(len(sizes))
    numbers = [range(sizes[c] + 1) if c in privacy.protected else [0] for c in classes]
    yield from rows_of_two_values(sizes, numbers, bottom, top)
    for c in classes:
        if c not in privacy.protected:
            yield from rows_of_two_values(sizes, [[int(d == c)] for d in classes], 0, 1)


def read_protected(value: dict[str, Any], sizes: list[int], alike: str) -> ProtectedClasses:
    """The field `privacy` with the list `protected`."""
    given = listed(value["protected"])
    classes = tuple(index(c, len(sizes)) for c in given)
    ascends = bool(classes) and all(x < y for x, y in pairwise(classes))
    well_formed(ascends, "protected classes are none, or not in ascending order")
    number = read_number({name: field for name, field in value.items() if name != "protected"})
    well_formed(number.is_pure, "protected classes beside a delta")
    said = f"protecting the {alike} {item(given)}"
    bound, at_table = (f"({level}, {said})" for level in (number.words.bound, number.words.table))
    words = Words(bound, at_table, THIS_TABLE)
    return ProtectedClasses(number, words, classes)
