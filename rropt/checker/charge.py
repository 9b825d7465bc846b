"""Prices, and what they prove.

A row r pays the charge y.r for the prices y of the truths. If every private row pays at least u(r),
then a private table has the utility

    sum_i u(r_i) <= sum_i y.r_i = y.sum_i r_i = sum y,

because its columns add up to one. Where a row by itself may tell truths apart, and only the table
as a whole is held to a budget, rows pay for that, too: `budget_charge`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .cleared import cleared, dot
from .fields import Vector
from .privacy import AnyPrivacy
from .private_table import Row, along
from .verdict import Doubts

Cover = Callable[[Doubts], None]
"""A proof of coverage that has been read: every row that obeys the hard pairs pays the utility."""

UNCOVERED = "the prices do not cover an extreme pattern"
UNCOVERED_ACTION = "the prices do not cover an action"


@dataclass(frozen=True)
class Charge:
    """Prices of the truths, one for each class."""

    privacy: AnyPrivacy
    sizes: list[int]
    prices: Vector
    budgets: Mapping[Any, tuple[Fraction, Any]] = field(default_factory=dict)
    """By names, pairs or places of conditions: the price, and what it is paid for."""

    @property
    def bound(self) -> Fraction:
        """What a private table pays at most: here exactly sum y, over all truths."""
        prices, unit = cleared(self.prices)
        return Fraction(dot(self.sizes, prices), unit)

    def at(self, row: Row) -> Fraction:
        """The charge of a row of whole numbers."""
        prices, unit = cleared(self.prices)  # kept with them
        return Fraction(along(prices, row), unit)

    def price_of(self, name: Any) -> Fraction:
        """What a pair, or a condition, costs."""
        return self.budgets[name][0] if name in self.budgets else Fraction(0)

    @property
    def steps(self) -> int:
        """How many products a row takes."""
        return len(self.prices)
