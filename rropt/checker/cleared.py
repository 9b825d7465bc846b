"""Rationals as whole numbers over one common denominator, their *unit*."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

Vector = Sequence[Fraction]


def cleared(numbers: Sequence[Fraction]) -> tuple[list[int], int]:
    """Whole numbers x_i and a unit with numbers_i = x_i / unit."""
    (whole,), unit = cleared_rows([numbers])
    return whole, unit


def cleared_rows(rows: Sequence[Vector]) -> tuple[list[list[int]], int]:
    """The same for the rows of a matrix, with one unit."""
    ratios = [[x.as_integer_ratio() for x in row] for row in rows]
    unit = lcm(*{bottom for row in ratios for _, bottom in row})
    return [[top * (unit // bottom) for top, bottom in row] for row in ratios], unit


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
