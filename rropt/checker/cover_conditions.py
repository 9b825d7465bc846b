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
from typing import Any

from .charge import Charge
from .cleared import exact_sum
from .conditions import Conditions
from .fields import listed, numbered, record
from .limits import Size
from .utilities import Actions
from .verdict import Doubts, need, well_formed


@dataclass(frozen=True)
class CoverUnderConditions:
    """The charge, the actions, and the multipliers of each."""

    charge: Charge
    conditions: Conditions
    utility: Actions
    multipliers: list[dict[int, Fraction]]

    def verify(self, doubts: Doubts) -> None:
        """Every action is covered."""
        for action, multipliers in zip(self.utility.actions, self.multipliers, strict=True):
            self._verify_limits(multipliers)
            for truth, price in enumerate(self.charge.prices):
                worth = Fraction(action.get(truth, 0), self.utility.unit)
                steps = self.conditions.steps
                told = [f * steps[n][2][truth] for n, f in multipliers.items()]
                need(exact_sum([price, -worth, *told]) >= 0, "the prices do not cover an action")

    def _verify_limits(self, multipliers: dict[int, Fraction]) -> None:
        """f <= c z for the level of a soft condition."""
        for n, f in multipliers.items():
            owner, factor, _ = self.conditions.steps[n]
            if not self.conditions.conditions[owner].is_hard:
                price = self.charge.condition_prices.get(owner, Fraction(0))
                need(f <= factor * price, "a multiplier exceeds the price of its condition")


def read_actions_under_conditions(
    value: dict[str, Any], charge: Charge, conditions: Conditions, utility: Any, size: Size
) -> CoverUnderConditions:
    """The field `cover` with the proof `actions`, where privacy is a list of conditions."""
    well_formed(isinstance(utility, Actions), "the utility is no largest of actions")
    record(value, "proof multipliers")
    lists = listed(value["multipliers"], len(utility.actions))
    steps = len(conditions.steps)
    multipliers = [numbered(entries, steps) for entries in lists]
    size.allow((sum(map(len, multipliers)) + len(lists)) * len(charge.sizes))
    return CoverUnderConditions(charge, conditions, utility, multipliers)
