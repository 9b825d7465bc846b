"""Prices of budgets: a row pays y.r + sum z e(r), z >= 0, where e is what it tells apart.

A budget is a pair with a delta, e(r) = [r_a - g_ab r_b]+, or a soft condition, e(r) the sum of
c [x.r - g y.r]+ over its levels; all g are those of the bound. Over the rows of a private table e
adds up to at most delta, or the d of the condition: such a table pays at most sum y + sum z d.

Between classes of truths the e of all pairs are added up, and so are the deltas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from .charge import Charge
from .cleared import cleared, exact_sum
from .field_lists import numbered, triples
from .levels import LevelsOfPairs
from .pages import page
from .pair_excesses import BudgetOfPair, by_class, pairs_of
from .private_table import Row
from .verdict import well_formed

if TYPE_CHECKING:
    from .condition_excesses import BudgetOfCondition


Budget: TypeAlias = "BudgetOfPair | BudgetOfCondition"
"""Its most d, the truths on which e depends, and `unit` times e, the excess of a row."""


@dataclass(frozen=True)
class ChargeOfBudgets(Charge):
    """Prices of the truths, and of budgets by their names: pairs, or places of conditions."""

    budgets: Mapping[Any, tuple[Fraction, Budget]]

    @property
    def bound(self) -> Fraction:
        """sum y + sum z d, over all truths."""
        return exact_sum([super().bound, *(z * budget.most for z, budget in self.budgets.values())])

    def at(self, row: Row) -> Fraction:
        """y.r + sum z e(r)."""
        parts = by_class(row, len(self.sizes))
        priced, unit = self._priced
        told = sum([weight * budget.excess(parts) for weight, budget in priced])
        return super().at(row) + Fraction(told, unit)

    @cached_property
    def _priced(self) -> tuple[list[tuple[int, Budget]], int]:
        """Budgets that cost something, with z over one unit and the denominator of e."""
        found = [(z, budget) for z, budget in self.budgets.values() if z]
        weights, unit = cleared([z / budget.unit for z, budget in found])
        return [(weight, budget) for weight, (_, budget) in zip(weights, found, strict=True)], unit

    def price_of(self, name: Any) -> Fraction:
        return self.budgets[name][0] if name in self.budgets else super().price_of(name)

    @property
    def priced(self) -> set[int]:
        return set().union(*(budget.truths for _, budget in self._priced[0]))

    @property
    def steps(self) -> int:
        privacy = self.privacy
        more = self.budgets if isinstance(privacy, LevelsOfPairs) else privacy.steps
        return len(self.prices) + len(more)


def read_budget_charge(value: Any, of_truths: Charge) -> ChargeOfBudgets:
    """The field `pair_prices`, or `condition_prices`."""
    privacy, sizes = of_truths.privacy, of_truths.sizes
    found: dict[Any, tuple[Fraction, Budget]] = {}
    if isinstance(privacy, LevelsOfPairs):
        for pair, z in triples(value, len(sizes)).items():
            found[pair] = z, _budget_of_pair(privacy, pair, sizes)
    else:
        for n, z in numbered(value, len(privacy.conditions)).items():
            found[n] = z, page(".condition_excesses").budget_of(privacy.conditions[n])
    return ChargeOfBudgets(privacy, sizes, of_truths.prices, found)


def _budget_of_pair(privacy: Any, pair: tuple[int, int], sizes: Sequence[int]) -> BudgetOfPair:
    """Only a pair with a delta has a price."""
    delta = privacy.delta_at(*pair)
    level = privacy.high_at(*pair)
    well_formed(delta > 0, "a price of a pair without a delta")
    number = pairs_of(sizes, *pair)
    well_formed(number > 0, "a pair of one truth")
    return BudgetOfPair(pair, level, number * delta)
