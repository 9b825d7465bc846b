"""Lines that touch the powers of Renyi budgets, f(t) = t^a or t ln t, at ratios of few digits.

L(r) = f'(t) x - (t f'(t) - f(t)) y    is nowhere above    y f(x / y),    and touches at x = t y.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from .cleared import dot
from .exponential import FEWER_BITS, exp_ends
from .logarithm import log_ends
from .verdict import need

FARTHEST = 12
"""A t lies between 2^-12 and 2^12."""

LINE_BITS = 80
"""Lines are rounded down to multiples of 2^-80."""


class Priced(NamedTuple):
    """The forms x, y of a power as whole numbers, its order, and its price over a unit."""

    left: list[int]
    right: list[int]
    order: Fraction
    price: int

    def at(self, vertex: Sequence[int]) -> tuple[int, int]:
        """(x, y)."""
        return dot(self.left, vertex), dot(self.right, vertex)


@dataclass(frozen=True)
class Lines:
    """(f'(t), t f'(t) - f(t)) times 2^LINE_BITS by order and t, rounded so that lines are lower."""

    known: dict[tuple[int, int, int, int], tuple[int, int]]
    most: int

    def at(self, order: Fraction, t: Fraction) -> tuple[int, int]:
        """A line that was asked for before is no other one."""
        key = *order.as_integer_ratio(), *t.as_integer_ratio()
        if key not in self.known:
            need(len(self.known) < self.most, "a simplex needs another line")
            self.known[key] = line(order, t)
        return self.known[key]

    def second(self, order: Fraction, t: Fraction) -> int:
        """f''(t) = (a - 1) f'(t) / t, for order 1 1 / t, rounded down; 0 where t is."""
        if not t:
            return 0
        if order == 1:
            return rounded_down(1 / t)
        slope, _ = self.at(order, t)
        return int((order - 1) * slope / t)


def line(order: Fraction, t: Fraction) -> tuple[int, int]:
    """The line that touches at t.

    >>> line(Fraction(2), Fraction(3, 2)) == (3 << LINE_BITS, 9 << LINE_BITS - 2)
    True
    """
    if order == 1:
        return rounded_down(1 + log_ends(t, FEWER_BITS)[0]), -rounded_down(-t)
    if order.denominator == 1:
        power = t ** int(order - 1)
        low, high = power, power
    else:
        logarithms = log_ends(t, FEWER_BITS)
        low = exp_ends((order - 1) * logarithms[0], FEWER_BITS)[0]
        high = exp_ends((order - 1) * logarithms[1], FEWER_BITS)[1]
    return rounded_down(order * low), -rounded_down((1 - order) * t * high)


def rounded_down(x: Fraction) -> int:
    """x times 2^LINE_BITS."""
    return (x.numerator << LINE_BITS) // x.denominator


def short_ratio(x: int, y: int, digits: int) -> Fraction:
    """x / y to so many binary digits, rounded down; not too near to 0, nor too large.

    >>> short_ratio(1, 3, 12), short_ratio(1, 0, 12), short_ratio(1, 1 << 40, 12)
    (Fraction(1365, 4096), Fraction(4096, 1), Fraction(1, 4096))
    """
    if x >= y << FARTHEST:
        return Fraction(1 << FARTHEST)
    if x << FARTHEST <= y:
        return Fraction(1, 1 << FARTHEST)
    places = FARTHEST + digits
    whole = (x << places) // y
    rest = max(0, whole.bit_length() - digits)
    return Fraction(whole >> rest << rest, 1 << places)
