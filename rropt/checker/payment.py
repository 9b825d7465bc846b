"""What a row pays under one number g, for `gradient_at_once`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from .cleared import cleared, dot
from .fields import Rationals, exact_sum
from .levels import OneNumber


@dataclass(frozen=True)
class Payment:
    """What a row pays without a delta, and the rows that decide whether it is enough."""

    level: OneNumber
    prices: Rationals

    @property
    def total(self) -> Fraction:
        """What a private table pays at most."""
        return exact_sum(self.prices)

    @property
    def rows(self) -> Iterable[Sequence[int]]:
        """{1, g}^k in whole numbers."""
        return product(self.level.high.as_integer_ratio(), repeat=len(self.prices))

    def of(self, row: Sequence[int]) -> Fraction:
        """y.r."""
        whole, unit = cleared(self.prices)
        return Fraction(dot(whole, row), unit)
