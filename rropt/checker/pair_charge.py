"""Prices of pairs of truths with a delta: a row pays y.r + sum z_ab [r_a - g_ab r_b]+, z_ab >= 0.

A private table has sum_i [P(i|a) - g_ab P(i|b)]+ <= delta_ab, so it pays at most
sum y + sum delta z in all. The g are the high levels.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from .charge import Charge
from .cleared import cleared, exact_sum
from .field_lists import Pairs, triples
from .levels import OneNumber
from .pair_excesses import excesses, pairs_of
from .private_table import Row
from .verdict import well_formed

if TYPE_CHECKING:
    from .levels_of_pairs import Matrix


@dataclass(frozen=True)
class ChargeOfPairs(Charge):
    """Prices of the truths and of pairs, one each for a class of truths."""

    privacy: OneNumber | Matrix
    pair_prices: Pairs

    @property
    def bound(self) -> Fraction:
        """sum y + sum delta z over all truths and all ordered pairs."""
        paid = [super().bound]
        for (a, b), z in self.pair_prices.items():
            paid.append(self.privacy.delta_at(a, b) * pairs_of(self.sizes, a, b) * z)
        return exact_sum(paid)

    def at(self, row: Row) -> Fraction:
        """y.r + sum z [..]+."""
        return super().at(row) + self._of_excesses(row) / self.unit

    def _of_excesses(self, row: Row) -> Fraction:
        if isinstance(self.privacy, OneNumber):
            top, bottom = self.privacy.high.as_integer_ratio()
            told = excesses(row, top, bottom)
            return Fraction(sum(self._whole_pairs.get(pair, 0) * x for pair, x in told), bottom)
        paid = Fraction(0)
        for (a, b), price in self._whole_pairs.items():
            level = self.privacy.high_at(a, b)
            if level is not None:
                paid += price * max(Fraction(0), row[a].value - level * row[b].value)
        return paid

    def price_of_pair(self, a: int, b: int) -> Fraction:
        return self.pair_prices.get((a, b), Fraction(0))

    @property
    def priced(self) -> set[int]:
        return set(chain.from_iterable(self.pair_prices))

    @property
    def steps(self) -> int:
        return len(self.prices) + len(self.pair_prices)

    @cached_property
    def cleared_prices(self) -> tuple[list[int], int]:
        return cleared([*self.prices, *self.pair_prices.values()])

    @cached_property
    def _whole_pairs(self) -> dict[tuple[int, int], int]:
        whole = self.cleared_prices[0][len(self.prices) :]
        return dict(zip(self.pair_prices, whole, strict=True))


def read_pair_charge(value: Any, privacy: OneNumber | Matrix, of_truths: Charge) -> ChargeOfPairs:
    """The field `pair_prices`; only a pair with a delta has one."""
    sizes = of_truths.sizes
    pairs = triples(value, len(sizes))
    for a, b in pairs:
        well_formed(privacy.delta_at(a, b) > 0, "a price of a pair without a delta")
        well_formed(pairs_of(sizes, a, b) > 0, "a pair of one truth")
    return ChargeOfPairs(privacy, sizes, of_truths.prices, pairs)
