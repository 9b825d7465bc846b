"""Prices of soft conditions, [n, z], and multipliers of levels, [n, f], by places in a file."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .budget import Budget
from .condition_excesses import ExcessOfCondition
from .field_lists import numbered
from .limits import Size
from .private_table import Run
from .verdict import well_formed

if TYPE_CHECKING:
    from .conditions import Condition, Conditions


def read_budgets(
    value: Any, privacy: Conditions, sizes: Sequence[int]
) -> dict[int, tuple[Fraction, Budget]]:
    """The field `condition_prices`: only a soft condition has a price."""
    found = {}
    for n, z in numbered(value, len(privacy.conditions)).items():
        condition = privacy.conditions[n]
        well_formed(not condition.is_hard, "a price of a hard condition")
        found[n] = z, _budget_of(condition)
    return found


def _budget_of(condition: Condition) -> Budget:
    """At the levels of the bound."""
    forms = zip(condition.left, condition.right, strict=True)
    truths = [truth for truth, entries in enumerate(forms) if any(entries)]
    excess = ExcessOfCondition.of(condition, 1)

    def of_row(parts: list[list[Run]]) -> int:
        return excess.at([value for ((_, value, _),) in parts])

    return Budget(condition.paid, truths, len(condition.steps), excess.unit, of_row)


def read_multipliers(
    value: Any, privacy: Conditions, truths: int, size: Size
) -> dict[int, Fraction]:
    """Of levels, by their places among those of all conditions."""
    found = numbered(value, len(privacy.steps))
    size.allow(len(found) * truths)
    return found


def form_of(privacy: Conditions, place: int) -> tuple[dict[int, Fraction], int | None, Fraction]:
    """The entries of x - g y that are not zero, and the condition that pays for its excess, so many
    times.
    """
    owner, factor, form = privacy.steps[place]
    entries = {truth: x for truth, x in enumerate(form) if x}
    return entries, None if privacy.conditions[owner].is_hard else owner, factor
