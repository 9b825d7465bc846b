"""Levels that differ from pair to pair, P(i|a) <= g_ab P(i|b), each with a delta.

What can be reported of one of the *singles* alone, a row that is 0 elsewhere, needs no privacy
(utility-optimised privacy). There is no delta then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from .fields import ONE, Vectors, index, listed, matrix, rational, record
from .pages import page
from .private_table import Demand, PrivateTable, Words, entries
from .statement import item, with_delta
from .verdict import Doubts, Size, need, well_formed

Level = Fraction | None
"""None where there is no constraint."""

Levels = list[list[Level]]

ZERO = Fraction(0)

MAX_MATRIX = 512
"""Truths of a matrix: a certificate of four million bytes has no more."""


@dataclass(frozen=True)
class Matrix:
    """P(i|a) <= g_ab P(i|b), up to delta_ab; None for a pair without a constraint."""

    low: Levels
    high: Levels
    delta: Vectors
    words: Words
    squares: Levels | None = None
    """Of the logarithms that levels enclose, where they do."""

    singles: tuple[int, ...] = ()

    budgets: ClassVar[str] = "pair_prices"
    rays: ClassVar[str] = "growing"

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
        for row in zip(self.low, self.squares or [], self.high, strict=False):
            for low, square, high in zip(*row, strict=True):
                if low is not None and square is not None and high is not None:
                    enclosed_square(low, square, high, doubts)

    def of_pair(self, a: int, b: int) -> tuple[Level, Fraction]:
        """The level of the bound, and the delta."""
        return self.high[a][b], self.delta[a][b]

    def demands_of_two(self, end: int) -> list[Demand]:
        """What two truths demand of the table (0), or of those that a bound holds for (1)."""
        levels = self.high if end else self.low
        found: list[Demand] = []
        for truth in (0, 1):
            level = levels[truth][1 - truth]
            if level is not None:
                form = [-level, -level]
                form[truth] = ONE
                found.append(([(ONE, form)], self.delta[truth][1 - truth]))
        return found

    def allow_table(self, table: PrivateTable, size: Size) -> None:
        """Refuse a table that would take too long."""
        size.allow(sum(len(row) ** 2 for row in table.rows))

    def verify_table(self, table: PrivateTable, doubts: Doubts) -> None:
        """sum_i [P(i|a) - g_ab P(i|b)]+ <= delta_ab, over the rows that are bound by privacy."""
        values = [entries(row) for row in table.rows]
        if self.singles:
            values = [row for row in values if not self.is_free(row)]
        if not values:  # every row is of a single
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
    log_ends = page(".logarithm").log_ends
    least, most = (max(Fraction(0), end) for end in log_ends(low))
    # Squares of numbers that are not negative have their order: no root is taken.
    doubts.not_negative(square - most**2, square - least**2, "a level exceeds e^(epsilon d)")
    least, most = (max(Fraction(0), end) for end in log_ends(high))
    doubts.not_negative(least**2 - square, most**2 - square, "a level is below e^(epsilon d)")


def read_levels_of_pairs(given: dict[str, Any], truths: int) -> Matrix:
    """The field `privacy` with a level for every pair of truths."""
    by_distance = "epsilon" in given or "distances_squared" in given
    fields = "gamma delta above epsilon distances_squared" if by_distance else "gamma delta"
    record(given, fields, "singles" if by_distance else "above singles")
    low = _square(given["gamma"], truths, ONE)
    high = _square(given["above"], truths, ONE) if "above" in given else low
    delta = given["delta"] if isinstance(given["delta"], list) else rational(given["delta"])
    deltas = _deltas(delta, truths)
    _check_pairs(low, high, deltas)
    squares = _squared_logarithms(given, low) if by_distance else None
    singles = _singles(given["singles"], low, deltas) if "singles" in given else []
    return Matrix(low, high, deltas, _words(given, delta), squares, tuple(singles))


def _check_pairs(low: Levels, high: Levels, deltas: Vectors) -> None:
    _same_pairs(low, high)
    for levels, more, of_row in zip(low, high, deltas, strict=True):
        for level, above, delta in zip(levels, more, of_row, strict=True):
            well_formed(level is not None or delta == 0, "a delta where the level is oo")
            ordered = level is None or level <= above  # type: ignore[operator]
            well_formed(ordered, "gamma exceeds above")


def _squared_logarithms(given: dict[str, Any], low: Levels) -> Levels:
    """epsilon^2 times the squared distances."""
    epsilon = rational(given["epsilon"])
    well_formed(epsilon >= 0, "epsilon is negative")
    squares = _square(given["distances_squared"], len(low), ZERO)
    _same_pairs(squares, low)
    return [[None if x is None else epsilon**2 * x for x in row] for row in squares]


def _singles(value: Any, low: Levels, deltas: Vectors) -> list[int]:
    """Of which alone a report is bound by nothing."""
    well_formed(not any(map(any, deltas)), "singles beside a delta")
    singles = [index(truth, len(low)) for truth in listed(value)]
    well_formed(singles and len(set(singles)) == len(singles), "a single occurs twice, or none")
    return singles


def _words(given: dict[str, Any], delta: Any) -> Words:
    table = f"G = {item(given['gamma'])}"
    bound = f"G = {item(given.get('above', given['gamma']))}"
    if "epsilon" in given:
        distances = item(given["distances_squared"])
        bound = f"G = exp({item(given['epsilon'])} d), d^2 = {distances}"
    this_table = f"this table, private at {table}," if "above" in given else "this table"
    bound, table = with_delta(bound, delta), with_delta(table, delta)
    if "singles" in given:
        said = f"or of one truth in {item(given['singles'])}"
        bound, table = f"({bound}, {said})", f"({table}, {said})"
    return Words(bound, table, this_table)


def _same_pairs(left: Levels, right: Levels) -> None:
    for row, other in zip(left, right, strict=True):
        same = [x is None for x in row] == [x is None for x in other]
        well_formed(same, "oo stands at different pairs")


def _deltas(value: Any, truths: int) -> Vectors:
    """One for each pair, or 0 for all."""
    if not isinstance(value, list):
        well_formed(value == 0, "one delta for all pairs of a matrix")
        return [[ZERO] * truths] * truths
    rows = matrix(value, truths, truths)
    for a, row in enumerate(rows):
        well_formed(row[a] == 0, "a delta on the diagonal")
        well_formed(min(row) >= 0 and max(row) <= 1, "delta is not between 0 and 1")
    return rows


def _square(value: Any, truths: int, diagonal: Fraction) -> Levels:
    """A matrix with this diagonal, no entry below it, and "oo" for some."""
    well_formed(truths <= MAX_MATRIX, "too many truths for a matrix")
    found: Levels = []
    for a, row in enumerate(listed(value, truths)):
        entries = listed(row, truths)
        found.append([None if entry == "oo" else rational(entry) for entry in entries])
        well_formed(found[a][a] == diagonal, "the diagonal is another one")
        least = min(x for x in found[a] if x is not None)
        well_formed(least >= diagonal, "a level below 1, or a distance below 0")
    return found
