"""Extreme patterns by their levels: what does not depend on gamma, found once a number of truths.

A pattern has the value gamma^t at a truth of level t, and zero outside its support. So its excess
[r_a - gamma r_b]_+ is gamma^t_a - gamma^(t_b + 1) where t_a > t_b + 1, and gamma^t_a where b is
outside. With gamma = p / q and k truths everything is a whole number over q^(k - 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rropt.patterns.extreme import OUTSIDE, Exponents, ordered_pairs, pure_patterns, staircases

ZERO = -1
"""The place of the zero at the end of a ladder."""


@dataclass(frozen=True)
class Shape:
    """An extreme pattern; each excess as the index of its pair and two rungs of the ladder."""

    exponents: Exponents
    surplus: tuple[tuple[int, int, int], ...]

    def entries(self, ladder: list[int]) -> list[int]:
        """The pattern, times the unit of the ladder."""
        return [ladder[level] for level in self.exponents]

    def excesses(self, ladder: list[int]) -> dict[int, int]:
        """The positive excesses by the index of their pair, times the unit of the ladder."""
        found = {pair: ladder[high] - ladder[low] for pair, high, low in self.surplus}
        return {pair: value for pair, value in found.items() if value}


@lru_cache(maxsize=8)
def shapes(truths: int, approximate: bool) -> tuple[Shape, ...]:
    """The extreme patterns for delta > 0, or those of pure privacy.

    >>> [shape.exponents for shape in shapes(2, False)]
    [(0, 1), (1, 0)]
    """
    patterns = staircases(truths) if approximate else pure_patterns(truths)
    return tuple(shape_of(exponents) for exponents in patterns)


def shape_of(exponents: Exponents) -> Shape:
    """The pattern with these levels.

    >>> shape_of((2, 0, -1)).surplus  # pairs (0, 1), (0, 2) and (1, 2)
    ((0, 2, 1), (1, 2, -1), (3, 0, -1))
    """
    surplus = []
    for index, (a, b) in enumerate(ordered_pairs(len(exponents))):
        high, low = exponents[a], exponents[b]
        if high != OUTSIDE and (low == OUTSIDE or high > low + 1):
            surplus.append((index, high, ZERO if low == OUTSIDE else low + 1))
    return Shape(exponents, tuple(surplus))


def ladder_of(gamma: Fraction, truths: int) -> tuple[list[int], int]:
    """gamma^0, ..., gamma^(k - 1) and a last zero, times the unit that makes them whole numbers.

    >>> ladder_of(Fraction(3, 2), 3)
    ([4, 6, 9, 0], 4)
    """
    p, q, top = gamma.numerator, gamma.denominator, truths - 1
    return [p**t * q ** (top - t) for t in range(truths)] + [0], q**top
