"""What rows exceed the levels of a condition by; prices of soft conditions, [n, z], and multipliers
of levels, [n, f], by places in a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from .cleared import cleared_rows, dot
from .fields import amounts
from .pages import page
from .private_table import Run
from .verdict import Size, well_formed

if TYPE_CHECKING:
    from .budget import Budget
    from .conditions import Condition, Conditions


@dataclass(frozen=True)
class ExcessOfCondition:
    """sum c [x.r - g y.r]+: c x.r - c g y.r added up over the first levels, those below x.r / y.r.
    As levels ascend, where they end is found by halving.
    """

    left: Sequence[int]
    """x as whole numbers, over what y is over."""

    right: Sequence[int]
    levels: Sequence[tuple[int, int]]
    """Numerator and denominator of each g."""

    factors: Sequence[int]
    """The sums of the first c, from none on, as whole numbers."""

    products: Sequence[int]
    """The sums of the first c g, over what the c are over."""

    unit: int
    """Of both together."""

    @classmethod
    def of(cls, condition: Condition, end: int) -> ExcessOfCondition:
        """For the levels of the table (0) or of the bound (1)."""
        (left, right), below = cleared_rows([condition.left, condition.right])
        levels = [step.level[end] for step in condition.steps]
        factors = [step.factor for step in condition.steps]
        products = [c * g for c, g in zip(factors, levels, strict=True)]
        (first, second), unit = cleared_rows([factors, products])
        ratios = [g.as_integer_ratio() for g in levels]
        up_to = list(accumulate(first, initial=0)), list(accumulate(second, initial=0))
        return cls(left, right, ratios, *up_to, below * unit)

    def at(self, row: Sequence[int]) -> int:
        """`unit` times the sum."""
        x, y = dot(self.left, row), dot(self.right, row)
        least, most = 0, len(self.levels)
        while least < most:
            middle = (least + most) // 2
            top, bottom = self.levels[middle]
            if bottom * x > top * y:  # g < x / y, also where y is 0
                least = middle + 1
            else:
                most = middle
        return self.factors[least] * x - self.products[least] * y


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

    made = page(".budget").Budget
    budget: Budget = made(condition.paid, truths, len(condition.steps), excess.unit, of_row)
    return budget


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


def numbered(value: Any, below: int) -> dict[int, Fraction]:
    """[[n, x], ...], each n at most once, as {n: x}; x is not negative."""
    return {n: x for (n,), x in amounts(value, below, 1).items()}
