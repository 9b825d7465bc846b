"""Prices of conditions: a row pays y.r + sum_n z_n sum_(c, g) c [x.r - g y.r]+, z_n >= 0.

Condition n holds what its levels add up to over the rows of a private table to d_n, so that such a
table pays at most sum y + sum z_n d_n.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from .charge import Charge
from .cleared import cleared, cleared_rows, dot, exact_sum
from .conditions import Conditions, LevelsOfCondition
from .field_lists import numbered
from .plain_table import entries
from .private_table import Row
from .verdict import well_formed


@dataclass(frozen=True)
class ChargeOfConditions(Charge):
    """Prices of the truths, and of conditions by their numbers."""

    privacy: Conditions
    condition_prices: dict[int, Fraction]

    @property
    def bound(self) -> Fraction:
        """sum y + sum z d."""
        paid = [super().bound]
        for n, z in self.condition_prices.items():
            paid.append(self.privacy.conditions[n].paid * z)
        return exact_sum(paid)

    def at(self, row: Row) -> Fraction:
        """y.r + sum z c [x.r - g y.r]+."""
        values = entries(row)
        priced, unit = self._priced
        total = 0
        for weight, left, right, levels in priced:
            total += weight * levels.excess(dot(left, values), dot(right, values))
        return super().at(row) + Fraction(total, unit)

    @cached_property
    def _priced(self) -> tuple[list[tuple[int, list[int], list[int], LevelsOfCondition]], int]:
        """z, x, y and the levels of every condition with a price, and what the sums are over."""
        shares = []
        found = []
        for n, price in self.condition_prices.items():
            if price:
                condition = self.privacy.conditions[n]
                forms, below = cleared_rows([condition.left, condition.right])
                levels = condition.charged
                shares.append(price / (below * levels.unit))
                found.append((forms[0], forms[1], levels))
        weights, unit = cleared(shares)
        pairs = zip(weights, found, strict=True)
        return [(weight, left, right, levels) for weight, (left, right, levels) in pairs], unit

    @property
    def priced(self) -> set[int]:
        found: set[int] = set()
        for n, price in self.condition_prices.items():
            condition = self.privacy.conditions[n]
            if price:
                pairs = enumerate(zip(condition.left, condition.right, strict=True))
                found |= {truth for truth, forms in pairs if any(forms)}
        return found

    @property
    def steps(self) -> int:
        return len(self.prices) + len(self.privacy.steps)


def read_condition_charge(
    data: dict[str, Any], privacy: Conditions, of_truths: Charge
) -> ChargeOfConditions:
    """The field `condition_prices`; only a soft condition has one."""
    well_formed("pair_prices" not in data, "prices of pairs beside conditions")
    given = numbered(data.get("condition_prices", []), len(privacy.conditions))
    for n in given:
        well_formed(not privacy.conditions[n].is_hard, "a price of a hard condition")
    return ChargeOfConditions(privacy, of_truths.sizes, of_truths.prices, given)
