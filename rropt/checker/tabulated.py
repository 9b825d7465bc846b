"""A utility known by values at rows, or by ends between which they are, on the word of the user."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd
from typing import Any

from .cleared import cleared
from .convex_utility import ConvexUtility, Named
from .fields import Ends, Vector, ends, listed, rationals, record
from .private_table import Row, unit_vectors
from .statement import item
from .verdict import well_formed


class Tabulated(ConvexUtility):
    """The user says that it is convex and homogeneous."""

    family = "listed values"

    def __init__(self, values: list[tuple[Vector, Ends]]) -> None:
        self.known: dict[tuple[int, ...], Ends] = {}
        for pattern, (low, high) in values:
            whole, unit = cleared(pattern)
            well_formed(min(whole) >= 0 < max(whole), "a value at no pattern")
            well_formed(low <= high, "the ends of a value are not in order")
            direction, length = primitive(whole)
            self.known[direction] = low * unit / length, high * unit / length
        well_formed(len(self.known) == len(values), "a direction has two values")
        self.truths = len(values[0][0])

    @property
    def steps(self) -> int:
        return self.truths

    @property
    def forms(self) -> list[Vector]:
        return [*unit_vectors(self.truths)]

    def knows(self, rows: Iterable[Row]) -> bool:
        return all(map(self._knows, rows))

    def _knows(self, row: Row) -> bool:
        direction, length = primitive([run.value for run in row])
        return not length or direction in self.known

    def ends(self, row: Row) -> Ends:
        direction, length = primitive([run.value for run in row])
        if not length:
            return Fraction(0), Fraction(0)
        low, high = self.known[direction]
        return length * low, length * high


def primitive(row: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """A row as a multiple of whole numbers without a common divisor, whose sum is positive.

    The multiple is zero where the sum is: such a row is zero, or has negative entries.
    """
    total = sum(row)
    length = gcd(*row) * ((total > 0) - (total < 0))
    return tuple(x // length for x in row) if length else tuple(row), length


def read(value: dict[str, Any], sizes: list[int]) -> Named:
    """The one utility of this family."""
    pairs = [listed(pair, 2) for pair in listed(record(value, "name values")["values"])]
    well_formed(pairs, "no values")
    values: list[tuple[Vector, Ends]] = []
    for pattern, u in pairs:
        values.append((rationals(pattern, len(sizes)), ends(u)))
    words = f"convex, homogeneous, with values {item(pairs)}"
    return Tabulated(values), f"a utility on the word of the user ({words})"
