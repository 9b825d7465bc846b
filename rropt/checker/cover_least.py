"""Coverage of u(r) = max_x x.r under one number, without a delta or with one class of truths.

An action changes the terms of its own truths only. The action of a class is one of its truths.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

from .actions import Actions
from .charge import UNCOVERED_ACTION, Charge
from .cleared import dot
from .privacy import one_number, pure_number
from .verdict import Doubts, Size, need, well_formed

if TYPE_CHECKING:
    from .levels import OneNumber


@dataclass(frozen=True)
class CoverByLeast:
    """The charge, the actions, and g, without a delta or with one class of truths."""

    charge: Charge
    utility: Actions
    level: OneNumber

    def verify(self, doubts: Doubts) -> None:
        """Every action is covered."""
        if self.level.is_pure:
            self._verify_each()
        else:
            self._verify_class()

    def _verify_each(self) -> None:
        """sum_c n_c (d_c + (g - 1) min(d_c, 0)) >= 0 with d = y - x, for every action.

        Theorem. One number g and no delta: if for an action x, d = y - x,

            sum_j min(d_j, g d_j) = sum_j d_j + (g - 1) sum_j min(d_j, 0) >= 0,

        then every private row pays at least x.r.

        Proof. The sum is the least of d.r over 1 <= r_j <= g, and every private row is a multiple
        of such an r.
        """
        top, bottom = self.level.high.as_integer_ratio()
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
            need(bottom * total + (top - bottom) * short >= 0, UNCOVERED_ACTION)

    def _verify_class(self) -> None:
        """Theorem. Let a guess be among k truths of one class, g have a delta, and y be the price
        of a truth, z >= 0 that of a pair, x >= 0 what a right guess is worth. The prices cover
        u(r) = x max_j r_j if and only if

            y + (k - 1) min(z, y / g) >= x.

        Proof. It says that y >= 0. Let truth a have the largest entry. For any other truth b the
        row pays y r_b + z [r_a - g r_b]+. From r_b = 0 to r_a / g that is linear, and beyond it
        grows, so it is at least min(z, y / g) r_a. With y r_a for truth a itself the row pays at
        least x r_a. No less will do: where r_b is 0, or r_a / g, for all b the row pays no more.
        """
        (y,), (k,) = self.charge.prices, self.charge.sizes
        ((x,),) = (action.values() for action in self.utility.actions)
        of_other = min(self.charge.price_of((0, 0)), y / self.level.high)
        need((y + (k - 1) * of_other) * self.utility.unit >= x, UNCOVERED_ACTION)


def read_least(charge: Charge, utility: Actions, size: Size) -> CoverByLeast:
    """The proof `actions` without multipliers."""
    level = one_number(charge.privacy)
    if level.is_pure:
        return on_cube(charge, utility, size)
    alike = len(charge.sizes) == 1 < charge.sizes[0]
    well_formed(alike, "truths of several classes need multipliers")
    return CoverByLeast(charge, utility, level)


def on_cube(charge: Charge, utility: Actions, size: Size) -> CoverByLeast:
    """Under one number without a delta."""
    size.allow(len(charge.sizes) * len(utility.actions))
    return CoverByLeast(charge, utility, pure_number(charge.privacy))
