"""Prices, and what they prove.

A row r pays the charge y.r + sum z_ab [r_a - g_ab r_b]+ with z_ab >= 0. If every row that obeys the
hard pairs (those without a delta) pays at least u(r), then a private table has the utility

    sum_i u(r_i) <= sum_i charge(r_i) = y.sum_i r_i + sum z_ab sum_i [..]+ <= sum y + sum delta z,

because its columns add up to one and it is private. The g are the high levels.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from .cleared import Vector, cleared, exact_sum
from .fields import Pairs, rationals, triples
from .levels import Matrix, OneNumber, Privacy
from .private_table import Row, along, excesses, pairs_of
from .verdict import well_formed


@dataclass(frozen=True)
class Charge:
    """Prices of the truths and of pairs, one each for a class of truths."""

    privacy: Privacy
    sizes: list[int]
    prices: Vector
    pair_prices: Pairs

    @property
    def bound(self) -> Fraction:
        """sum y + sum delta z over all truths and all ordered pairs."""
        truths = [n * y for n, y in zip(self.sizes, self.prices, strict=True)]
        pairs = [self._paid(a, b) * z for (a, b), z in self.pair_prices.items()]
        return exact_sum(truths + pairs)

    def _paid(self, a: int, b: int) -> Fraction:
        if isinstance(self.privacy, Matrix):
            return self.privacy.delta[a][b]
        return self.privacy.delta * pairs_of(self.sizes, a, b)

    @cached_property
    def _cleared(self) -> tuple[list[int], int]:
        return cleared([*self.prices, *self.pair_prices.values()])

    @property
    def whole_prices(self) -> list[int]:
        """The prices of the truths times `unit`."""
        return self._cleared[0][: len(self.prices)]

    @property
    def unit(self) -> int:
        """The common denominator of all prices."""
        return self._cleared[1]

    def at(self, row: Row) -> Fraction:
        """The charge of a row of whole numbers."""
        paid = Fraction(along(self.whole_prices, row))
        if isinstance(self.privacy, OneNumber):
            paid += self._pairs_of_number(row, self.privacy.high)
        else:
            paid += self._pairs_of_matrix(row, self.privacy)
        return paid / self.unit

    @cached_property
    def _whole_pairs(self) -> Pairs:
        whole = self._cleared[0][len(self.prices) :]
        return dict(zip(self.pair_prices, map(Fraction, whole), strict=True))

    def _pairs_of_number(self, row: Row, level: Fraction) -> Fraction:
        if not self.pair_prices:
            return Fraction(0)
        top, bottom = level.as_integer_ratio()
        zero = Fraction(0)
        told = excesses(row, top, bottom)
        return sum((self._whole_pairs.get(pair, zero) * x for pair, x in told), zero) / bottom

    def _pairs_of_matrix(self, row: Row, privacy: Matrix) -> Fraction:
        paid = Fraction(0)
        for (a, b), price in self._whole_pairs.items():
            level = privacy.high[a][b]
            if level is not None:
                paid += price * max(Fraction(0), row[a].value - level * row[b].value)
        return paid


def read_charge(prices: Any, pair_prices: Any, privacy: Privacy, sizes: list[int]) -> Charge:
    """The prices; only a pair with a delta has one."""
    pairs = triples(pair_prices, len(sizes))
    for a, b in pairs:
        soft = privacy.delta[a][b] if isinstance(privacy, Matrix) else privacy.delta
        well_formed(soft > 0, "a price of a pair without a delta")
        well_formed(pairs_of(sizes, a, b) > 0, "a pair of one truth")
    return Charge(privacy, sizes, rationals(prices, len(sizes)), pairs)
