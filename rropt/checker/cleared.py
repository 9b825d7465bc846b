"""Rationals as whole numbers over one common denominator, their *unit*.

What a file says stays as it is written until a page asks for it: a list of rationals is decided in
whole numbers, and told in a sentence by its own texts.
"""

from collections.abc import Collection, Sequence
from math import lcm
from typing import Any


class Rational(str):
    """A rational as it is written, in lowest terms, and the two whole numbers that it names."""

    __slots__ = ("denominator", "numerator")
    numerator: int
    denominator: int


def cleared(numbers: Collection[Any]) -> tuple[list[int], int]:
    """Whole numbers x_i and a unit with numbers_i = x_i / unit; a vector may know its own."""
    found: tuple[list[int], int] = getattr(numbers, "cleared", None) or cleared_each(numbers)
    return found


def cleared_rows(rows: Sequence[Collection[Any]]) -> tuple[list[list[int]], int]:
    """The same for the rows of a matrix, with one unit."""
    parts = [cleared(row) for row in rows]
    unit = lcm(*{below for _, below in parts})
    return [_raised(whole, unit // below) for whole, below in parts], unit


def cleared_each(numbers: Collection[Any]) -> tuple[list[int], int]:
    """The same, by each of the numbers."""
    unit = lcm(*{x.denominator for x in numbers})
    return [x.numerator * (unit // x.denominator) for x in numbers], unit


def _raised(whole: list[int], factor: int) -> list[int]:
    return whole if factor == 1 else [factor * x for x in whole]


def dot(x: Sequence[int], y: Sequence[int]) -> int:
    """x.y over whole numbers."""
    return sum(a * b for a, b in zip(x, y, strict=True))
