"""Prices of soft conditions, [n, z], and multipliers of levels, [n, f], by places in a file."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .cleared import cleared_rows, dot
from .conditions import LEVEL
from .fields import amounts
from .pages import page
from .private_table import Run
from .verdict import Size, well_formed

if TYPE_CHECKING:
    from .budget_charge import Budget
    from .conditions import Conditions


def read_budgets(
    value: Any, privacy: Conditions, sizes: Sequence[int]
) -> dict[int, tuple[Fraction, Budget]]:
    """The field `condition_prices`: only a soft condition has a price."""
    priced = read_soft(value, privacy).items()
    return {n: (z, _budget_of(privacy.conditions[n])) for n, z in priced}


def read_soft(value: Any, privacy: Conditions) -> dict[int, Fraction]:
    """The prices alone."""
    found = amounts(value, len(privacy.conditions), 1)
    is_soft = not any(privacy.conditions[n].is_hard for n in found)
    well_formed(is_soft, "a price of a hard condition")
    return found


def _budget_of(condition: Any) -> Budget:
    """At the levels of the bound.

    As levels ascend, those whose [x.r - g y.r]+ is not 0 are the first ones: what they add up to is
    the largest of C x.r - H y.r, with the sums C and H of c and c g over the first ones, or none.
    """
    sums = [(Fraction(0), Fraction(0))]
    for step in condition.steps:
        slope, height = sums[-1]
        sums.append((slope + step.factor, height + step.factor * step.level[1]))
    (left, right), unit = cleared_rows([condition.left, condition.right])
    lines, below = cleared_rows(sums)

    def of_row(parts: list[list[Run]]) -> int:
        row = [value for ((_, value, _),) in parts]
        x, y = dot(left, row), dot(right, row)
        return max([slope * x - height * y for slope, height in lines])

    truths = [truth for truth, entries in enumerate(zip(left, right, strict=True)) if any(entries)]
    steps = len(condition.steps) + 2 * LEVEL
    made: type[Budget] = page(".budget_charge").Budget
    return made(condition.most[1], truths, steps, unit * below, of_row)


def read_multipliers(
    value: Any, privacy: Conditions, truths: int, size: Size
) -> dict[int, Fraction]:
    """Of levels, by their places among those of all conditions."""
    found = amounts(value, len(privacy.steps), 1)
    size.allow(len(found) * truths)
    return found


def form_of(privacy: Conditions, place: int) -> tuple[dict[int, Fraction], int | None, Fraction]:
    """The entries of x - g y that are not zero, and the condition that pays for its excess, so many
    times.
    """
    owner, factor, form = privacy.steps[place]
    entries = {truth: x for truth, x in enumerate(form) if x}
    return entries, None if privacy.conditions[owner].is_hard else owner, factor
