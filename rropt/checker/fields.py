"""Readers of fields, lists and matrices: what is not of the form of FORMAT.md is malformed. Vectors
of rationals stay as a file writes them.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from .cleared import Rational, cleared, cleared_each, dot
from .verdict import Malformed, well_formed

Vector = Sequence[Fraction]
Vectors = Sequence[Vector]
Ends = tuple[Fraction, Fraction]  # a number is between them, or is both

ONE = Fraction(1)


class Rationals(Vector):
    """A vector as it is written; its fractions are made where one is asked for."""

    def __init__(self, written: list[Any]) -> None:
        self.written = written

    @cached_property
    def cleared(self) -> tuple[list[int], int]:
        """Whole numbers and their unit."""
        return cleared_each(self.written)

    @cached_property
    def fractions(self) -> list[Fraction]:
        """One for each number."""
        return [Fraction(x.numerator, x.denominator) for x in self.written]

    def __len__(self) -> int:
        return len(self.written)

    def __iter__(self) -> Iterator[Fraction]:
        return iter(self.fractions)

    def __getitem__(self, place: Any) -> Any:
        return self.fractions[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.fractions == list(other)


NUMBERS = {Rational, Fraction}
"""What is read of a file, and what a page that completes a field adds to it."""


def record(value: Any, required: str, optional: str = "") -> dict[str, Any]:
    """An object with these keys and no others."""
    well_formed(isinstance(value, dict), "an object is missing")
    wanted = {*required.split()}
    well_formed(wanted <= value.keys(), f"a field is missing: {required}")
    unknown = value.keys() - wanted.union(optional.split())
    well_formed(not unknown, f"an unknown field beside: {required} {optional}")
    return value


def listed(value: Any, length: int | None = None) -> list[Any]:
    """A list, of a certain length if one is given."""
    well_formed(isinstance(value, list), "a list is missing")
    well_formed(length is None or len(value) == length, "a list has another length")
    return value


def rational(value: Any) -> Fraction:
    """A number, which is a string in the file."""
    if type(value) not in NUMBERS:
        raise Malformed(f"not a rational: {str(value)[:20]!a}")
    return Fraction(value.numerator, value.denominator)


def ends(value: Any) -> Ends:
    """A number, or the two between which it is."""
    low, high = listed(value, 2) if isinstance(value, list) else (value, value)
    return rational(low), rational(high)


def rationals(value: Any, length: int | None = None) -> Rationals:
    """A vector."""
    entries = listed(value, length)
    well_formed(are_rational(entries), "not a list of rationals")
    return Rationals(entries)


def are_rational(values: Iterable[Any]) -> bool:
    """Whether all are numbers."""
    return {*map(type, values)} <= NUMBERS


def is_whole(order: Fraction) -> bool:
    """Whether an order is above 1 and its powers are rational."""
    return order.denominator == 1 and order > 1


def index(value: Any, below: int) -> int:
    """A whole number from 0 on, below a limit."""
    if type(value) is not int or value >= below:  # true is no int by its type; counts have no sign
        raise Malformed(f"no index: {str(value)[:20]!a}")
    return value


def places(value: Any, below: int) -> list[int]:
    """Indices, each once."""
    found = [index(place, below) for place in listed(value)]
    well_formed(len(found) == len({*found}), "a place occurs twice")
    return found


def count(value: Any) -> int:
    """A positive whole number."""
    well_formed(type(value) is int and value > 0, f"no count: {str(value)[:20]!a}")
    return value


def flag(value: Any) -> bool:
    """true or false."""
    well_formed(isinstance(value, bool), "true or false is missing")
    return value


def distribution(value: Any, sizes: Sequence[int]) -> Rationals:
    """Probabilities of classes of these sizes, which add up to one."""
    found = rationals(value, len(sizes))
    whole, unit = cleared(found)
    well_formed(min(whole) >= 0, "a probability is negative")
    well_formed(dot(whole, sizes) == unit, "a prior does not add up to 1")
    return found


def matrix(value: Any, rows: int | None = None, columns: int | None = None) -> list[Rationals]:
    """Rows of one length, which is that of the first where none is given."""
    entries = listed(value, rows)
    well_formed(entries, "an empty matrix")
    width = len(listed(entries[0])) if columns is None else columns
    well_formed(width > 0, "an empty row")
    return [rationals(row, width) for row in entries]


def symmetric(value: Any, size: int) -> list[Rationals]:
    """A matrix of so many rows and columns that is its own mirror image."""
    found = matrix(value, size, size)
    well_formed(found == [list(column) for column in zip(*found, strict=True)], "not symmetric")
    return found


def amounts(value: Any, below: int, names: int) -> dict[Any, Fraction]:
    """[[a, b, x], ...] as {(a, b): x}, or [[n, x], ...] as {n: x}: each once, no x negative."""
    entries = [listed(entry, names + 1) for entry in listed(value)]
    pairs = [([index(n, below) for n in name], rational(x)) for *name, x in entries]
    found = {tuple(name) if names > 1 else name[0]: x for name, x in pairs}
    well_formed(len(found) == len(entries), "a place occurs twice")
    well_formed(all(x.numerator >= 0 for _, x in pairs), "a price or a multiplier is negative")
    return found


def exact_dot(x: Vector, y: Vector) -> Fraction:
    """x.y over rationals, by way of whole numbers."""
    a, below = cleared(x)
    b, under = cleared(y)
    return Fraction(dot(a, b), below * under)


def exact_sum(numbers: Sequence[Fraction]) -> Fraction:
    """The sum over one common denominator."""
    whole, unit = cleared(numbers)
    return Fraction(sum(whole), unit)
