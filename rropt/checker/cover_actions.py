"""Coverage of u(r) = max_x x.r: under one number without a delta at once, else by multipliers.

Theorem. One number g and no delta: if for an action x, d = y - x,

    sum_j min(d_j, g d_j) = sum_j d_j + (g - 1) sum_j min(d_j, 0) >= 0,

then every private row pays at least x.r.

Proof. The sum is the least of d.r over 1 <= r_j <= g, and every private row is a multiple of such
an r.

An action changes the terms of its own truths only. The action of a class is one of its truths.
Other levels need multipliers, `cover_multipliers`, but for a guess among truths that are all alike:
`cover_class`.
"""

from dataclasses import dataclass
from math import lcm
from typing import Any

from .actions import Actions
from .charge import UNCOVERED_ACTION, Charge, Cover
from .cleared import dot
from .fields import record
from .levels import pure_number
from .pages import page
from .verdict import Doubts, Size, need, well_formed


@dataclass(frozen=True)
class CoverByLeast:
    """The charge, the actions, and g = top / bottom."""

    charge: Charge
    utility: Actions
    top: int
    bottom: int

    def verify(self, doubts: Doubts) -> None:
        """sum_c n_c (d_c + (g - 1) min(d_c, 0)) >= 0 with d = y - x, for every action."""
        unit = lcm(self.charge.unit, self.utility.unit)
        raised = unit // self.charge.unit
        prices = [raised * y for y in self.charge.whole_prices]
        scale = unit // self.utility.unit
        debts = [min(y, 0) for y in prices]
        paid, owed = dot(self.charge.sizes, prices), dot(self.charge.sizes, debts)
        for action in self.utility.actions:
            left = [prices[c] - scale * x for c, x in action.items()]
            total = paid - scale * sum(action.values())
            short = owed - sum([debts[c] for c in action]) + sum([x for x in left if x < 0])
            need(self.bottom * total + (self.top - self.bottom) * short >= 0, UNCOVERED_ACTION)


def read_actions(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `actions`."""
    well_formed(isinstance(utility, Actions), "the utility is no largest of actions")
    record(value, "proof", "multipliers")
    found: Cover
    if "multipliers" in value:
        found = page(".cover_multipliers").read_multipliers(value, charge, utility, size)
    elif not charge.privacy.is_pure:
        found = page(".cover_class").of_class(charge, utility)
    else:
        found = on_cube(charge, utility, size)
    return found


def on_cube(charge: Charge, utility: Actions, size: Size) -> CoverByLeast:
    """Under one number without a delta."""
    size.allow(len(charge.sizes) * len(utility.actions))
    return CoverByLeast(charge, utility, *pure_number(charge.privacy).high.as_integer_ratio())
