"""Coverage of u(r) = max_x x.r by multipliers, one list for each action.

Theorem. Let f_ab >= 0, and f_ab <= z_ab for every pair with a delta. If for an action x

    y_c - x_c + sum_b f_cb - sum_a g_ac f_ac >= 0    for every truth c,

then every row r >= 0 that obeys the hard pairs pays at least x.r.

Proof. A hard pair has r_a - g_ab r_b <= 0, so f_ab (r_a - g_ab r_b) <= 0. A pair with a delta has
f_ab (r_a - g_ab r_b) <= z_ab [r_a - g_ab r_b]+. Hence

    charge(r) >= y.r + sum_ab f_ab (r_a - g_ab r_b)
              = sum_c r_c (y_c + sum_b f_cb - sum_a g_ac f_ac) >= sum_c r_c x_c.

(Such f exist exactly when the prices cover x: they are the dual of a linear program.)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

from .actions import Actions
from .charge import UNCOVERED_ACTION, Charge
from .cleared import cleared
from .field_lists import Pairs, triples
from .fields import listed
from .levels import OneNumber
from .limits import Size
from .verdict import Doubts, need, well_formed

if TYPE_CHECKING:
    from .levels_of_pairs import Matrix


@dataclass(frozen=True)
class CoverByMultipliers:
    """The charge, the actions, and a list of multipliers for each action."""

    charge: Charge
    utility: Actions
    multipliers: list[Pairs]

    def verify(self, doubts: Doubts) -> None:
        """Every action is covered."""
        for action, multipliers in zip(self.utility.actions, self.multipliers, strict=True):
            self._verify_singles(action)
            self._verify_limits(multipliers)
            self._verify_multipliers(action, multipliers)

    def _verify_singles(self, action: dict[int, int]) -> None:
        """y_j >= x_j: a row of truth j alone is bound by no pair."""
        for j in self.charge.privacy.singles:
            need(self.charge.prices[j] * self.utility.unit >= action.get(j, 0), UNCOVERED_ACTION)

    def _verify_limits(self, multipliers: Pairs) -> None:
        """f_ab <= z_ab where the pair has a delta."""
        for pair, f in multipliers.items():
            if self._levels.delta_at(*pair) > 0:
                price = self.charge.price_of_pair(*pair)
                need(f <= price, "a multiplier exceeds the price of its pair")

    def _verify_multipliers(self, action: dict[int, int], multipliers: Pairs) -> None:
        """y_c - x_c + sum_b f_cb - sum_a g_ac f_ac >= 0 for every c."""
        whole, own = cleared(list(multipliers.values()))
        factors = [self._levels.high_at(a, b) for a, b in multipliers]
        levels, below = cleared(factors)  # type: ignore[arg-type]
        unit = below * lcm(self.charge.unit, self.utility.unit, own)
        slacks = _times(unit // self.charge.unit, self.charge.whole_prices)
        for truth, x in action.items():
            slacks[truth] -= unit // self.utility.unit * x
        scale = unit // (below * own)
        for (a, b), f, g in zip(multipliers, whole, levels, strict=True):
            slacks[a] += scale * below * f
            slacks[b] -= scale * g * f
        need(min(slacks) >= 0, UNCOVERED_ACTION)

    @property
    def _levels(self) -> OneNumber | Matrix:
        return self.charge.privacy  # type: ignore[return-value]

    def check_levels(self) -> None:
        """A pair without a level has no multiplier."""
        if not isinstance(self.charge.privacy, OneNumber):
            for a, b in set().union(*self.multipliers):
                level = self._levels.high_at(a, b)
                well_formed(level is not None, "a multiplier of a pair without a level")


def _times(scale: int, numbers: list[int]) -> list[int]:
    return [scale * x for x in numbers]


def read_multipliers(
    value: dict[str, Any], charge: Charge, utility: Actions, size: Size
) -> CoverByMultipliers:
    """The field `multipliers`, under levels of pairs."""
    size.allow(len(charge.sizes) * len(utility.actions))
    well_formed(max(charge.sizes) == 1, "multipliers tell all truths apart")
    lists = listed(value["multipliers"], len(utility.actions))
    multipliers = [_multipliers(entries, len(charge.sizes)) for entries in lists]
    proof = CoverByMultipliers(charge, utility, multipliers)
    proof.check_levels()
    return proof


def _multipliers(entries: Any, truths: int) -> Pairs:
    found = triples(entries, truths)
    for a, b in found:
        well_formed(a != b, "a multiplier of a pair that does not exist")
    return found
