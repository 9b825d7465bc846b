"""Coverage of u(r) = max_x x.r under conditions, by multipliers of their levels.

Theorem. Let level n, (c_n, g_n) of a condition with price z, have the form a_n = x - g_n y. If for
an action x there are f_n >= 0, with f_n <= c_n z where the condition is soft, and

    y_j - x_j + sum_n f_n a_n[j] >= 0    for every truth j,

then every row r >= 0 that obeys the hard conditions is charged at least x.r.

Proof. A hard condition has a_n.r <= 0, a soft one f_n a_n.r <= z c_n [a_n.r]+.
Hence charge(r) = y.r + sum z c_n [a_n.r]+ >= y.r + sum f_n a_n.r >= x.r.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from .actions import Actions
from .charge import UNCOVERED_ACTION
from .cleared import cleared, cleared_rows
from .condition_charge import ChargeOfConditions
from .conditions import Conditions
from .field_lists import numbered
from .fields import listed, record
from .limits import Size
from .verdict import Doubts, need


@dataclass(frozen=True)
class CoverUnderConditions:
    """The charge, the actions, and the multipliers of each."""

    charge: ChargeOfConditions
    conditions: Conditions
    utility: Actions
    multipliers: list[dict[int, Fraction]]

    def verify(self, doubts: Doubts) -> None:
        """Every action is covered."""
        for action, multipliers in zip(self.utility.actions, self.multipliers, strict=True):
            self._verify_limits(multipliers)
            need(min(self._slacks(action, multipliers)) >= 0, UNCOVERED_ACTION)

    def _slacks(self, action: dict[int, int], multipliers: dict[int, Fraction]) -> list[int]:
        """y - x + sum f a, times a positive number: whole numbers over one unit."""
        forms = [self._whole_forms[0][n] for n in multipliers]
        factors, own = cleared(list(multipliers.values()))
        below = self._whole_forms[1] * own
        unit = lcm(below, self.charge.unit, self.utility.unit)
        slacks = [unit // self.charge.unit * y for y in self.charge.whole_prices]
        for truth, x in action.items():
            slacks[truth] -= unit // self.utility.unit * x
        for factor, form in zip(factors, forms, strict=True):
            scaled = unit // below * factor
            for truth, x in form:
                slacks[truth] += scaled * x
        return slacks

    @cached_property
    def _whole_forms(self) -> tuple[list[list[tuple[int, int]]], int]:
        """Where the form of each level is not zero, and its entries over one unit."""
        whole, unit = cleared_rows([form for _, _, form in self.conditions.steps])
        return [[(j, x) for j, x in enumerate(form) if x] for form in whole], unit

    def _verify_limits(self, multipliers: dict[int, Fraction]) -> None:
        """f <= c z for the level of a soft condition."""
        for n, f in multipliers.items():
            owner, factor, _ = self.conditions.steps[n]
            if not self.conditions.conditions[owner].is_hard:
                price = self.charge.condition_prices.get(owner, Fraction(0))
                need(f <= factor * price, "a multiplier exceeds the price of its condition")


def read_multipliers(
    value: dict[str, Any], charge: ChargeOfConditions, utility: Actions, size: Size
) -> CoverUnderConditions:
    """The field `multipliers`, where privacy is a list of conditions."""
    lists = listed(record(value, "proof multipliers")["multipliers"], len(utility.actions))
    conditions = charge.privacy
    steps = len(conditions.steps)
    multipliers = [numbered(entries, steps) for entries in lists]
    size.allow((sum(map(len, multipliers)) + len(lists)) * len(charge.sizes))
    return CoverUnderConditions(charge, conditions, utility, multipliers)
