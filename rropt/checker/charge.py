"""Prices, and what they prove.

A row r pays the charge y.r + sum z_ab [r_a - g_ab r_b]+ with z_ab >= 0. If every row that obeys the
hard pairs (those without a delta) pays at least u(r), then a private table has the utility

    sum_i u(r_i) <= sum_i charge(r_i) = y.sum_i r_i + sum z_ab sum_i [..]+ <= sum y + sum delta z,

because its columns add up to one and it is private. The g are the high levels. Under conditions the
charge is y.r + sum_n z_n sum_(c, g) c [x.r - g y.r]+, which adds up to at most sum y + sum z_n d_n.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .cleared import Vector, cleared, cleared_rows, dot, exact_sum
from .fields import Pairs, numbered, rationals, triples
from .levels import Matrix, OneNumber
from .private_table import Row, along, excesses, pairs_of
from .stated_privacy import Privacy
from .verdict import well_formed

if TYPE_CHECKING:
    from .conditions import Conditions, LevelsOfCondition


@dataclass(frozen=True)
class Charge:
    """Prices of the truths and of pairs, one each for a class of truths."""

    privacy: Privacy
    sizes: list[int]
    prices: Vector
    pair_prices: Pairs
    condition_prices: dict[int, Fraction] = field(default_factory=dict)

    @property
    def bound(self) -> Fraction:
        """sum y + sum delta z over all truths and all ordered pairs."""
        truths = Fraction(dot(self.sizes, self.whole_prices), self.unit)
        pairs = [self._paid(a, b) * z for (a, b), z in self.pair_prices.items()]
        return exact_sum([truths, *pairs, *self._conditions_paid()])

    def _conditions_paid(self) -> Iterator[Fraction]:
        for n, z in self.condition_prices.items():
            yield self.privacy.conditions[n].paid * z  # type: ignore[union-attr]

    def _paid(self, a: int, b: int) -> Fraction:
        if isinstance(self.privacy, Matrix):
            return self.privacy.delta[a][b]
        return self.privacy.delta * pairs_of(self.sizes, a, b)  # type: ignore[union-attr]

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
        elif isinstance(self.privacy, Matrix):
            paid += self._pairs_of_matrix(row, self.privacy)
        else:
            paid += self.unit * self._of_conditions(row)
        return paid / self.unit

    @cached_property
    def _priced(self) -> tuple[list[tuple[int, list[int], list[int], LevelsOfCondition]], int]:
        """z, x, y and the levels of every condition with a price, and what the sums are over."""
        shares = []
        found = []
        for n, price in self.condition_prices.items():
            if price:
                condition = self.privacy.conditions[n]  # type: ignore[union-attr]
                forms, below = cleared_rows([condition.left, condition.right])
                levels = condition.charged
                shares.append(price / (below * levels.unit))
                found.append((forms[0], forms[1], levels))
        weights, unit = cleared(shares)
        pairs = zip(weights, found, strict=True)
        return [(weight, left, right, levels) for weight, (left, right, levels) in pairs], unit

    def _of_conditions(self, row: Row) -> Fraction:
        """sum z c [x.r - g y.r]+."""
        values = [run.value for run in row]
        priced, unit = self._priced
        total = 0
        for weight, left, right, levels in priced:
            total += weight * levels.excess(dot(left, values), dot(right, values))
        return Fraction(total, unit)

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


def read_charge(data: dict[str, Any], privacy: Privacy, sizes: list[int]) -> Charge:
    """The prices; only a pair with a delta, or a soft condition, has one."""
    prices = rationals(data["prices"], len(sizes))
    if not isinstance(privacy, OneNumber | Matrix):
        well_formed("pair_prices" not in data, "prices of pairs beside conditions")
        return _under_conditions(data, privacy, sizes, prices)
    well_formed("condition_prices" not in data, "prices of conditions where there are none")
    pairs = triples(data.get("pair_prices", []), len(sizes))
    for a, b in pairs:
        soft = privacy.delta[a][b] if isinstance(privacy, Matrix) else privacy.delta
        well_formed(soft > 0, "a price of a pair without a delta")
        well_formed(pairs_of(sizes, a, b) > 0, "a pair of one truth")
    return Charge(privacy, sizes, prices, pairs)


def _under_conditions(
    data: dict[str, Any], privacy: Conditions, sizes: list[int], prices: Vector
) -> Charge:
    given = numbered(data.get("condition_prices", []), len(privacy.conditions))
    for n in given:
        well_formed(not privacy.conditions[n].is_hard, "a price of a hard condition")
    return Charge(privacy, sizes, prices, {}, given)
