"""Vectors of rationals as a file writes them, and their sums and products."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from .cleared import cleared, cleared_each, dot

Vector = Sequence[Fraction]
Vectors = Sequence[Vector]


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


def exact_dot(x: Vector, y: Vector) -> Fraction:
    """x.y over rationals, by way of whole numbers."""
    a, below = cleared(x)
    b, under = cleared(y)
    return Fraction(dot(a, b), below * under)


def exact_sum(numbers: Sequence[Fraction]) -> Fraction:
    """The sum over one common denominator."""
    whole, unit = cleared(numbers)
    return Fraction(sum(whole), unit)
