"""What rows exceed the levels of a condition by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from .cleared import cleared_rows, dot

if TYPE_CHECKING:
    from .conditions import Condition


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
            if bottom * x > top * y:
                least = middle + 1
            else:
                most = middle
        return self.factors[least] * x - self.products[least] * y
