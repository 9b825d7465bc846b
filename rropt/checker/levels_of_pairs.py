"""Levels that differ from pair to pair, P(i|a) <= g_ab P(i|b), each with a delta.

What can be reported of one of the *singles* alone, a row that is 0 elsewhere, needs no privacy
(utility-optimised privacy). There is no delta then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from .cleared import Vectors
from .field_lists import matrix
from .fields import index, listed, rational, record
from .levels import Level, LevelsOfPairs, OfTwo, Words, with_delta
from .limits import Size
from .logarithm import log_ends
from .pages import page
from .plain_table import entries
from .private_table import PrivateTable
from .statement import item
from .verdict import Doubts, need, well_formed

Levels = list[list[Level]]

MAX_MATRIX = 512
"""Truths of a matrix: a certificate of four million bytes has no more."""


@dataclass(frozen=True)
class Matrix(LevelsOfPairs):
    """P(i|a) <= g_ab P(i|b), up to delta_ab; None for a pair without a constraint."""

    low: Levels
    high: Levels
    delta: Vectors
    words: Words
    epsilon: Fraction | None = None
    distances_squared: Levels | None = None
    singles: tuple[int, ...] = ()

    @property
    def is_pure(self) -> bool:
        """Whether no delta is positive."""
        return not any(map(any, self.delta))

    def is_free(self, row: Sequence[int]) -> bool:
        """Whether a row belongs to one of the singles alone."""
        support = [truth for truth, x in enumerate(row) if x]
        return len(support) == 1 and support[0] in self.singles

    def verify(self, doubts: Doubts) -> None:
        """ln low <= epsilon sqrt(S) <= ln high, entry by entry, as squares."""
        if self.epsilon is None or self.distances_squared is None:
            return
        for row in zip(self.low, self.distances_squared, self.high, strict=True):
            for low, square, high in zip(*row, strict=True):
                if low is not None and square is not None and high is not None:
                    enclosed_square(low, self.epsilon**2 * square, high, doubts)

    def high_at(self, a: int, b: int) -> Level:
        return self.high[a][b]

    def delta_at(self, a: int, b: int) -> Fraction:
        return self.delta[a][b]

    def of_two(self) -> OfTwo:
        """What two truths demand of a table."""
        found: OfTwo = []
        for truth in (0, 1):
            level = self.low[truth][1 - truth]
            if level is not None:
                form = [-level, -level]
                form[truth] = Fraction(1)
                found.append((form, self.delta[truth][1 - truth]))
        return found

    def allow_table(self, table: PrivateTable, size: Size) -> None:
        """Refuse a table that would take too long."""
        page(".pair_excesses").allow_excesses(table, size)

    def verify_table(self, table: PrivateTable, doubts: Doubts) -> None:
        """sum_i [P(i|a) - g_ab P(i|b)]+ <= delta_ab, over the rows that are bound by privacy."""
        values = [entries(row) for row in table.rows]
        if self.singles:
            values = [row for row in values if not self.is_free(row)]
        if not values:
            return
        columns = list(zip(*values, strict=True))
        for a, levels in enumerate(self.low):
            for b, level in enumerate(levels):
                if a != b and level is not None:
                    told = _excess(columns[a], columns[b], level)
                    most = self.delta[a][b] * level.denominator * table.unit
                    need(told <= most, f"truths {a}, {b} are told apart")


def _excess(column: Sequence[int], other: Sequence[int], level: Fraction) -> int:
    """The denominator of the level times sum_i [P(i|a) - g P(i|b)]+."""
    top, bottom = level.as_integer_ratio()
    differences = (bottom * x - top * y for x, y in zip(column, other, strict=True))
    return sum(difference for difference in differences if difference > 0)


def enclosed_square(low: Fraction, square: Fraction, high: Fraction, doubts: Doubts) -> None:
    """(ln low)^2 <= square <= (ln high)^2; both logarithms are at least 0."""
    least, most = (max(Fraction(0), end) for end in log_ends(low))
    doubts.not_negative(square - most**2, square - least**2, "a level exceeds e^(epsilon d)")
    least, most = (max(Fraction(0), end) for end in log_ends(high))
    doubts.not_negative(least**2 - square, most**2 - square, "a level is below e^(epsilon d)")


def read_levels_of_pairs(given: dict[str, Any], truths: int) -> Matrix:
    """The field `privacy` with a level for every pair of truths."""
    record(given, "gamma delta", "epsilon above distances_squared singles")
    privacy = _matrix(given, truths)
    return _with_singles(privacy, given["singles"]) if "singles" in given else privacy


def _with_singles(privacy: Matrix, value: Any) -> Matrix:
    """A matrix that does not bind what is reported of one truth."""
    well_formed(privacy.is_pure, "singles beside a delta")
    singles = [index(truth, len(privacy.low)) for truth in listed(value)]
    well_formed(singles and len(set(singles)) == len(singles), "a single occurs twice, or none")
    said = f"or of one truth in {item(singles)}"
    words = privacy.words
    names = Words(f"({words.bound}, {said})", f"({words.table}, {said})", words.this_table)
    return replace(privacy, words=names, singles=tuple(singles))


def _matrix(given: dict[str, Any], truths: int) -> Matrix:
    low = _levels(given["gamma"], truths)
    high = _levels(given.get("above", given["gamma"]), truths)
    stated = given["delta"]
    delta = stated if isinstance(stated, list) else rational(stated)
    deltas = _deltas(delta, truths)
    _same_pairs(low, high)
    for a, row in enumerate(low):
        for b, level in enumerate(row):
            well_formed(level is not None or deltas[a][b] == 0, "a delta where the level is oo")
            ordered = level is None or level <= high[a][b]  # type: ignore[operator]
            well_formed(ordered, "gamma exceeds above")
    words = Words(with_delta(f"G = {item(given['gamma'])}", delta), "")
    table = words.bound
    if "above" not in given:
        well_formed(not given.keys() & {"epsilon", "distances_squared"}, "an epsilon without above")
        return Matrix(low, high, deltas, Words(table, table))
    this_table = f"this table, private at G = {item(given['gamma'])},"
    if "epsilon" not in given:
        well_formed("distances_squared" not in given, "distances without an epsilon")
        bound = with_delta(f"G = {item(given['above'])}", delta)
        return Matrix(low, high, deltas, Words(bound, table, this_table))
    well_formed("distances_squared" in given, "an epsilon without distances")
    epsilon = rational(given["epsilon"])
    squares = _square(given["distances_squared"], truths)
    _check_distances(squares, low, epsilon)
    said = f"G = exp({item(epsilon)} d), d^2 = {item(given['distances_squared'])}"
    words = Words(with_delta(said, delta), table, this_table)
    return Matrix(low, high, deltas, words, epsilon, squares)


def _check_distances(squares: Levels, low: Levels, epsilon: Fraction) -> None:
    _same_pairs(squares, low)
    least = min(x for x in chain.from_iterable(squares) if x is not None)
    well_formed(least >= 0 and epsilon >= 0, "a squared distance or epsilon is negative")
    well_formed(not any(row[a] for a, row in enumerate(squares)), "a distance on the diagonal")


def _same_pairs(left: Levels, right: Levels) -> None:
    for row, other in zip(left, right, strict=True):
        same = [x is None for x in row] == [x is None for x in other]
        well_formed(same, "oo stands at different pairs")


def _levels(value: Any, truths: int) -> Levels:
    _few(truths)
    found = _square(value, truths)
    for a, row in enumerate(found):
        well_formed(row[a] == 1, "the diagonal of a matrix of levels is 1")
        well_formed(all(x is None or x >= 1 for x in row), "a level below 1")
    return found


def _few(truths: int) -> None:
    """A list of all pairs is written only for so many."""
    well_formed(truths <= MAX_MATRIX, "too many truths for a matrix")


def _deltas(value: Any, truths: int) -> Vectors:
    """One for each pair, or 0 for all."""
    if not isinstance(value, list):
        well_formed(value == 0, "one delta for all pairs of a matrix")
        return [[Fraction(0)] * truths] * truths
    rows = matrix(value, truths, truths)
    for a, row in enumerate(rows):
        well_formed(row[a] == 0, "a delta on the diagonal")
        well_formed(min(row) >= 0 and max(row) <= 1, "delta is not between 0 and 1")
    return rows


def _square(value: Any, size: int) -> Levels:
    """A square matrix whose entries may be "oo"."""
    rows = [listed(row, size) for row in listed(value, size)]
    return [[None if entry == "oo" else rational(entry) for entry in row] for row in rows]
