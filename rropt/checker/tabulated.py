"""A utility known by values at rows, or by ends between which they are, on the word of the user."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from .convex_utility import ConvexUtility, Named
from .fields import Ends, Vector, ends, exact_sum, listed, rationals, record
from .private_table import Row, entries, unit_vectors
from .statement import item
from .verdict import well_formed

ZERO = Fraction(0)


class Tabulated(ConvexUtility):
    """The user says that it is convex and homogeneous."""

    family = "listed values"

    def __init__(self, values: list[tuple[Vector, Ends]]) -> None:
        self.known: dict[tuple[Fraction, ...], Ends] = {}
        for pattern, (low, high) in values:
            well_formed(min(pattern) >= 0 < max(pattern), "a value at no pattern")
            well_formed(low <= high, "the ends of a value are not in order")
            total = exact_sum(pattern)
            self.known[direction_of(pattern)] = low / total, high / total
        well_formed(len(self.known) == len(values), "a direction has two values")
        self.truths = len(values[0][0])

    @property
    def steps(self) -> int:
        return self.truths

    @property
    def forms(self) -> list[Vector]:
        return [*unit_vectors(self.truths)]

    def knows(self, rows: Iterable[Row]) -> bool:
        directions = [direction_of(entries(row)) for row in rows]
        return all(not direction or direction in self.known for direction in directions)

    def ends(self, row: Row) -> Ends:
        total = sum(entries(row))
        low, high = self.known[direction_of(entries(row))] if total else (ZERO, ZERO)
        return total * low, total * high


def direction_of(row: Sequence[Any]) -> tuple[Fraction, ...]:
    """Its entries over their sum; none where that is zero."""
    total = sum(row)
    return tuple(Fraction(x) / total for x in row) if total else ()


def read(value: dict[str, Any], sizes: list[int]) -> Named:
    """The one utility of this family."""
    pairs = [listed(pair, 2) for pair in listed(record(value, "name values")["values"])]
    well_formed(pairs, "no values")
    values: list[tuple[Vector, Ends]] = []
    for pattern, u in pairs:
        values.append((rationals(pattern, len(sizes)), ends(u)))
    words = f"convex, homogeneous, with values {item(pairs)}"
    return Tabulated(values), f"a utility on the word of the user ({words})"
