"""Prices of budgets: a row pays y.r + sum z e(r), z >= 0, where e is what it tells apart.

A budget is a pair with a delta, e(r) = [r_a - g_ab r_b]+, or a soft condition, e(r) the sum of
c [x.r - g y.r]+ over its levels; all g are those of the bound. Over the rows of a private table e
adds up to at most delta, or the d of the condition: such a table pays at most sum y + sum z d.

Between classes of truths the e of all pairs are added up, and so are the deltas.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from .charge import Charge
from .cleared import cleared
from .convex_utility import ConvexUtility
from .fields import exact_sum
from .pages import page
from .private_table import Row, Run, by_class


@dataclass(frozen=True)
class Budget:
    """An excess e, what it adds up to over the rows of a table at most, and the truths on which it
    depends; how many products e takes.
    """

    most: Fraction
    truths: Collection[int]
    steps: int
    unit: int
    excess: Callable[[list[list[Run]]], int]
    """`unit` times e at a row, whose runs are given by classes."""


@dataclass(frozen=True)
class ChargeOfBudgets(Charge):
    """Prices of the truths, and of budgets."""

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

    @property
    def steps(self) -> int:
        return super().steps + sum(budget.steps for _, budget in self.budgets.values())


def read_budget_charge(value: Any, of_truths: Charge) -> ChargeOfBudgets:
    """The field `pair_prices`, or `condition_prices`."""
    privacy, sizes = of_truths.privacy, of_truths.sizes
    found = page(f".{privacy.budgets}").read_budgets(value, privacy, sizes)
    return ChargeOfBudgets(privacy, sizes, of_truths.prices, found)


def bystanders(charge: Charge, utility: ConvexUtility) -> set[int]:
    """The classes without a negative price, in no budget that costs something, and not seen."""
    priced = [budget.truths for z, budget in charge.budgets.values() if z]
    others = utility.seen.union(*priced)
    return {c for c, y in enumerate(charge.prices) if y >= 0 and c not in others}
