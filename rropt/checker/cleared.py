"""Rationals as whole numbers over one common denominator, their *unit*.

What a file says stays as it is written until a page asks for it: a list of rationals is decided in
whole numbers, and told in a sentence by its own texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

Vector = Sequence[Fraction]
Vectors = Sequence[Vector]


class Rational(str):
    """A rational as it is written, in lowest terms, and the two whole numbers that it names."""

    __slots__ = ("denominator", "numerator")
    numerator: int
    denominator: int


class Rationals(Vector):
    """A vector as it is written; its fractions are made where one is asked for."""

    def __init__(self, written: list[Any]) -> None:
        self.written = written

    @cached_property
    def cleared(self) -> tuple[list[int], int]:
        """Whole numbers and their unit."""
        return _cleared(self.written)

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


def cleared(numbers: Vector) -> tuple[list[int], int]:
    """Whole numbers x_i and a unit with numbers_i = x_i / unit."""
    return numbers.cleared if type(numbers) is Rationals else _cleared(numbers)


def cleared_rows(rows: Sequence[Vector]) -> tuple[list[list[int]], int]:
    """The same for the rows of a matrix, with one unit."""
    parts = [cleared(row) for row in rows]
    unit = lcm(*{below for _, below in parts})
    return [_raised(whole, unit // below) for whole, below in parts], unit


def _cleared(numbers: Vector) -> tuple[list[int], int]:
    unit = lcm(*{x.denominator for x in numbers})
    return [x.numerator * (unit // x.denominator) for x in numbers], unit


def _raised(whole: list[int], factor: int) -> list[int]:
    return whole if factor == 1 else [factor * x for x in whole]


def dot(x: Sequence[int], y: Sequence[int]) -> int:
    """x.y over whole numbers."""
    return sum(a * b for a, b in zip(x, y, strict=True))


def exact_dot(x: Vector, y: Vector) -> Fraction:
    """x.y over rationals, by way of whole numbers."""
    a, below = cleared(x)
    b, under = cleared(y)
    return Fraction(dot(a, b), below * under)


def exact_sum(numbers: Sequence[Fraction]) -> Fraction:
    """The sum over one common denominator."""
    whole, unit = cleared(numbers)
    return Fraction(sum(whole), unit)
