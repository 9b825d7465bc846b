"""Coverage of u(r) = max_x x.r by multipliers; under one number `cover_least` needs none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

from .actions import Actions
from .charge import UNCOVERED_ACTION, Charge, Cover
from .cleared import cleared, cleared_rows
from .fields import Vector, listed, record
from .pages import page
from .verdict import Doubts, Size, need, well_formed


def read_actions(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `actions`."""
    well_formed(isinstance(utility, Actions), "the utility is no largest of actions")
    record(value, "proof", "multipliers ratios")
    if "multipliers" in value:
        return read_multipliers(value, charge, utility, size)
    found: Cover = page(".cover_least").read_least(charge, utility, size)
    return found


Multipliers = Mapping[Any, Fraction]
"""Of pairs, or of the levels of conditions by their places."""


class Form(NamedTuple):
    """The entries that are not zero, by truths, and c z; no most for a hard form."""

    entries: dict[int, Fraction]
    most: Fraction | None


@dataclass(frozen=True)
class CoverByMultipliers:
    """The charge, the actions, the multipliers of each, and the forms that have one."""

    charge: Charge
    utility: Actions
    multipliers: list[Multipliers]
    forms: dict[Any, Form]
    paid: Iterable[Vector]
    """The prices of truths with what budgets of divergences add, for each action."""

    def verify(self, doubts: Doubts) -> None:
        """Every action is covered.

        A *form* a of the privacy is r_a - g_ab r_b for a pair with a level, or x - g y for a level
        (c, g) of a condition. Where the pair has a delta, or the condition is soft, with the price
        z, the charge holds z c [a.r]+ (c = 1 for a pair); else a.r <= 0 at every row.

        A budget of a Renyi divergence with the price z has instead a line that touches the
        divergence at a ratio of the action, L.r (`renyi`): the charge holds at least z L.r.

        Theorem. Let f_n >= 0, and f_n <= c_n z_n where form n has a price. If for an action x

            y_j - x_j + sum_n f_n a_n[j] + sum z L[j] >= 0    for every truth j,

        then every row r >= 0 that obeys the hard pairs and conditions pays at least x.r.

        Proof. f_n a_n.r <= 0 for a hard form, and f_n a_n.r <= z_n c_n [a_n.r]+ for a soft one.
        Hence charge(r) >= y.r + sum_n f_n a_n.r + sum z L.r >= x.r. (Such f and ratios exist
        exactly when the prices cover x: they are the dual of a convex program.)
        """
        each = zip(self.utility.actions, self.multipliers, self.paid, strict=True)
        for action, multipliers, paid in each:
            for j in self.charge.privacy.singles:  # a row of truth j alone is bound by no pair
                pays = self.charge.prices[j] * self.utility.unit >= action.get(j, 0)
                need(pays, UNCOVERED_ACTION)
            for name, f in multipliers.items():
                most = self.forms[name].most
                need(most is None or f <= most, "a multiplier exceeds the price of its form")
            need(min(self._slacks(action, multipliers, *cleared(paid))) >= 0, UNCOVERED_ACTION)

    def _slacks(
        self, action: dict[int, int], multipliers: Multipliers, paid: list[int], own: int
    ) -> list[int]:
        """y + sum z L - x + sum f a, times a positive number: whole numbers over one unit."""
        forms, of_forms = self._whole_forms
        factors, below = cleared(list(multipliers.values()))
        unit = lcm(of_forms * below, own, self.utility.unit)
        raised = unit // own
        slacks = [raised * y for y in paid]
        for truth, x in action.items():
            slacks[truth] -= unit // self.utility.unit * x
        scale = unit // (of_forms * below)
        for name, factor in zip(multipliers, factors, strict=True):
            for truth, x in forms[name]:
                slacks[truth] += scale * factor * x
        return slacks

    @cached_property
    def _whole_forms(self) -> tuple[dict[Any, list[tuple[int, int]]], int]:
        """The entries as whole numbers over one unit."""
        rows, unit = cleared_rows([[*form.entries.values()] for form in self.forms.values()])
        pairs = zip(self.forms.items(), rows, strict=True)
        return {
            name: list(zip(form.entries, row, strict=True)) for (name, form), row in pairs
        }, unit


def read_multipliers(value: dict[str, Any], charge: Charge, utility: Actions, size: Size) -> Cover:
    """The fields `multipliers` and `ratios`."""
    well_formed(max(charge.sizes) == 1, "multipliers tell all truths apart")
    lists = listed(value["multipliers"], len(utility.actions))
    truths, privacy = len(charge.sizes), charge.privacy
    size.allow(truths * len(lists))  # y - x of each action; multipliers of levels announce theirs
    named = page(f".{privacy.budgets}")
    multipliers = [named.read_multipliers(entries, privacy, truths, size) for entries in lists]
    forms = {}
    for name in set().union(*multipliers):
        entries, owner, factor = named.form_of(privacy, name)
        forms[name] = Form(entries, None if owner is None else factor * charge.price_of(owner))
    paid: Iterable[Vector] = [charge.prices] * len(lists)
    if "ratios" in value:
        z = {name: price for name, (price, _) in charge.budgets.items()}
        ratios = listed(value["ratios"], len(lists))
        paid = page(".renyi").read_ratios(ratios, privacy, charge.prices, z, size)
    return CoverByMultipliers(charge, utility, multipliers, forms, paid).verify
