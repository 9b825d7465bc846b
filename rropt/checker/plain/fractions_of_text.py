"""Rationals as they are written, and sums of products of them."""

from collections.abc import Sequence
from fractions import Fraction

Row = Sequence[Fraction]
ZERO = Fraction(0)


def number(text: str) -> Fraction:
    """A rational."""
    return Fraction(text)


def vector(texts: Sequence[str]) -> list[Fraction]:
    """A list of rationals."""
    return [Fraction(text) for text in texts]


def dot(x: Row, y: Row) -> Fraction:
    """x.y"""
    return sum((a * b for a, b in zip(x, y, strict=True)), ZERO)


def ratio(x: Fraction, y: Fraction) -> Fraction:
    """x^2 / y, 0 for 0 / 0."""
    return x * x / y if x else Fraction(0)
