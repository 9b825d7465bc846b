"""Levels: which pairs of truths a criterion binds, and by how much.

A matrix G bounds every report i: P(i | a) <= g_ab P(i | b), up to a total mass delta_ab of the
reports. Where g_ab is irrational two rationals enclose it, entry by entry: tables obey the lower
one, bounds on every table hold for the upper one.

The pairs without a delta bind along paths, g_ab <= g_ac g_cb, so they are *closed*: replaced by
their cheapest product. Pairs with a delta are no part of that, for theirs would add up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from rropt.exact import over_common_denominator

OO = math.inf
"""No bound between two truths."""

CLOSE = 1e-9
"""Logarithms in doubles this far apart are so beyond all rounding; the others are compared exactly.
"""

Entry = Fraction | float
"""A rational, or OO."""

Matrix = tuple[tuple[Entry, ...], ...]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Levels:
    """A matrix lo <= G <= hi with closed pure pairs, and the delta of each pair."""

    lo: Matrix
    hi: Matrix
    deltas: tuple[tuple[Fraction, ...], ...]
    epsilon: Fraction | None = None
    """The rational epsilon of entries exp(epsilon d), where there is one."""

    distances_squared: tuple[tuple[Fraction, ...], ...] | None = None
    """d^2, entry by entry, beside `epsilon`."""

    singles: tuple[int, ...] = ()
    """Truths of which alone a report may be without any bound."""

    @property
    def truths(self) -> int:
        return len(self.lo)

    @property
    def is_exact(self) -> bool:
        """Whether every entry is a known rational, or OO."""
        return self.lo == self.hi

    @property
    def width(self) -> Fraction:
        """The largest distance between the ends of an entry."""
        pairs = ((self.lo[a][b], self.hi[a][b]) for a, b in self.bound_pairs)
        return max((Fraction(hi) - Fraction(lo) for lo, hi in pairs), default=Fraction(0))

    def at_lower_end(self) -> Levels:
        """The rational levels that tables obey, for tables and bounds alike."""
        return Levels(self.lo, self.lo, self.deltas, singles=self.singles)

    @property
    def is_pure(self) -> bool:
        """Whether no pair has a delta."""
        return not self.approximate

    @cached_property
    def bound_pairs(self) -> tuple[Pair, ...]:
        """The ordered pairs with a finite bound."""
        k = range(self.truths)
        return tuple((a, b) for a in k for b in k if a != b and self.hi[a][b] < OO)

    @cached_property
    def approximate(self) -> dict[Pair, Fraction]:
        """The pairs with a delta above zero."""
        found = {(a, b): self.deltas[a][b] for a, b in self.bound_pairs}
        return {pair: delta for pair, delta in found.items() if delta}

    @cached_property
    def pure_pairs(self) -> tuple[Pair, ...]:
        """The pairs that every single report must obey."""
        return tuple(pair for pair in self.bound_pairs if pair not in self.approximate)

    def pure(self, matrix: Matrix) -> Matrix:
        """`matrix` (lo or hi) on the pure pairs, OO on all others.

        >>> two = Levels(((1, 3), (2, 1)), ((1, 3), (2, 1)), ((0, 1), (0, 0)))
        >>> two.pure(two.lo)
        ((1, inf), (2, 1))
        """
        return tuple(
            tuple(OO if (a, b) in self.approximate else g for b, g in enumerate(row))
            for a, row in enumerate(matrix)
        )

    def excess(self, matrix: Matrix, pair: Pair, row: Sequence[Fraction]) -> Fraction:
        """[r_a - g_ab r_b]_+ for the lower or the upper ends."""
        a, b = pair
        return max(row[a] - Fraction(matrix[a][b]) * row[b], Fraction(0))

    def allowed(self, matrix: Matrix) -> dict[Pair, Fraction]:
        """The deltas of the pairs that have one, whichever the end."""
        return self.approximate

    def is_free(self, row: Sequence[Fraction]) -> bool:
        """Whether a row belongs to one of the singles alone."""
        support = [truth for truth, x in enumerate(row) if x]
        return len(support) == 1 and support[0] in self.singles

    def excesses(self, rows: Sequence[Sequence[Fraction]]) -> dict[Pair, Fraction]:
        """sum over the rows of [r_a - lo_ab r_b]_+ for each bound pair."""
        rows = [row for row in rows if not self.is_free(row)] if self.singles else rows
        whole = [over_common_denominator(row) for row in rows]
        unit = math.lcm(*(below for _, below in whole))
        table = [[unit // below * x for x in row] for row, below in whole]
        return {
            (a, b): _excess(table, a, b, Fraction(self.lo[a][b])) / unit
            for a, b in self.bound_pairs
        }

    def obeyed_by(self, rows: Sequence[Sequence[Fraction]]) -> bool:
        """Whether a table (one row a report) keeps every bound for `lo`, decided exactly."""
        return all(spent <= self.deltas[a][b] for (a, b), spent in self.excesses(rows).items())

    @cached_property
    def uniform(self) -> tuple[Fraction, Fraction, Fraction] | None:
        """(lo, hi, delta) where all pairs have the same; None otherwise."""
        if self.singles:
            return None
        k = range(self.truths)
        entries = {
            (self.lo[a][b], self.hi[a][b], self.deltas[a][b]) for a in k for b in k if a != b
        }
        if len(entries) > 1:
            return None
        ((lo, hi, delta),) = entries
        return None if hi == OO else (Fraction(lo), Fraction(hi), delta)


def _excess(rows: Sequence[Sequence[int]], a: int, b: int, gamma: Fraction) -> Fraction:
    top, bottom = gamma.as_integer_ratio()
    over = (bottom * row[a] - top * row[b] for row in rows)
    return Fraction(sum(x for x in over if x > 0), bottom)


def closed(matrix: Matrix, deltas: Sequence[Sequence[Fraction]]) -> Matrix:
    """The matrix with each pure entry replaced by the cheapest product along pure pairs.

    >>> zero = ((0, 0, 0),) * 3
    >>> closed(((1, 2, 9), (OO, 1, 3), (OO, OO, 1)), zero)[0]
    (1, 2, 6)
    """
    k = range(len(matrix))
    paths = [[OO if deltas[a][b] else matrix[a][b] for b in k] for a in k]
    logs = _logarithms(paths)
    for c in k:
        for a in k:
            if a == c or paths[a][c] == OO:
                continue
            limits, first = logs[a], logs[a][c] - CLOSE
            for b in [b for b in k if first + logs[c][b] < limits[b]]:
                path = paths[a][c] * paths[c][b]
                if b not in (a, c) and path < paths[a][b]:
                    paths[a][b] = path
                    limits[b] = _logarithm(path)
    return tuple(tuple(matrix[a][b] if deltas[a][b] else paths[a][b] for b in k) for a in k)


def _logarithms(matrix: Sequence[Sequence[Fraction | float]]) -> list[list[float]]:
    """In doubles: they say which products are worth an exact comparison."""
    return [[_logarithm(level) for level in row] for row in matrix]


def _logarithm(level: Fraction | float) -> float:
    if level == OO:
        return math.inf
    numerator, denominator = Fraction(level).as_integer_ratio()
    return math.log(numerator) - math.log(denominator)


def essential(matrix: Matrix) -> tuple[Pair, ...]:
    """The pairs of a closed matrix from whose bounds all others follow.

    >>> essential(((1, 2, 4), (2, 1, 2), (4, 2, 1)))
    ((0, 1), (1, 0), (1, 2), (2, 1))
    """
    k = len(matrix)
    logs = _logarithms(matrix)
    columns = list(zip(*logs, strict=True))
    found = []
    for a in range(k):
        for b in range(k):
            if a != b and matrix[a][b] < OO:
                limit, both = logs[a][b] + CLOSE, zip(logs[a], columns[b], strict=True)
                near = [c for c, (first, second) in enumerate(both) if first + second < limit]
                if not _follows(matrix, a, b, near):
                    found.append((a, b))
    return tuple(found)


def _follows(matrix: Matrix, a: int, b: int, middles: Sequence[int]) -> bool:
    """Whether g_ab is the product of two bounds above one; bounds of one are kept."""
    for c in middles:
        first, second = matrix[a][c], matrix[c][b]
        if (
            c not in (a, b)
            and 1 < first < OO
            and 1 < second < OO
            and first * second <= matrix[a][b]
        ):
            return True
    return False
