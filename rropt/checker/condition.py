"""One condition on the rows of a table together, and what rows add up to.

A condition has two forms x, y >= 0, levels (c, g) with c > 0 and g ascending, and a most d:

    sum over rows r of  sum_(c, g) c [x.r - g y.r]+   <=  d.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from .cleared import cleared_rows, dot
from .fields import Vector
from .pages import page
from .verdict import Doubts, Size

Ends = tuple[Fraction, Fraction]
"""A number of the table and one of the bound: equal, or below and above an irrational one."""


@dataclass(frozen=True)
class Step:
    """c [x.r - g y.r]+ for the g of the table and for that of the bound."""

    factor: Fraction
    level: Ends


@dataclass(frozen=True)
class Condition:
    """One condition; of a Renyi divergence if it has an order (`renyi`)."""

    left: Vector
    right: Vector
    steps: Sequence[Step]
    most: Ends
    order: Fraction | None = None

    @property
    def is_hard(self) -> bool:
        """Whether it binds every row for itself."""
        return self.most[1] == 0

    @property
    def paid(self) -> Fraction:
        """What the levels of the bound add up to, at most."""
        return self.most[1]

    def form(self, step: Step, end: int) -> list[Fraction]:
        """x - g y for the level of the table (0) or of the bound (1)."""
        level = step.level[end]
        return [x - level * y for x, y in zip(self.left, self.right, strict=True)]

    def told(self, rows: Sequence[Sequence[int]], unit: int) -> Ends:
        """Between which numbers the rows of a table, whole numbers over one unit, add up."""
        excess = ExcessOfCondition.of(self, 0)
        total = Fraction(sum(map(excess.at, rows)), unit * excess.unit)
        return total, total

    def verify(self, epsilon: Fraction | None, doubts: Doubts) -> None:
        """The levels that enclose e^epsilon do."""
        for step in self.steps:
            low, high = step.level
            if low < high and epsilon is not None:
                page(".logarithm").enclosed(low, epsilon, high, doubts)

    def allow(self, rows: int, size: Size) -> int:
        """How many logarithms the check of a table takes; powers are announced."""
        return 0


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
