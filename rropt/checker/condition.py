"""One condition on the rows of a table together, and what rows add up to.

A condition has two forms x, y >= 0, levels (c, g) with c > 0 and g ascending, and a most d:

    sum over rows r of  sum_(c, g) c [x.r - g y.r]+   <=  d.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from .cleared import cleared_rows, dot
from .fields import Vector
from .pages import page
from .verdict import Doubts

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

    def excess(self, end: int) -> tuple[Callable[[Sequence[int]], int], int]:
        """What a row of whole numbers adds to the sum, times a unit, and the unit: c x.r - c g y.r
        for all levels below x.r / y.r, those of the table (0) or of the bound (1).
        """
        (left, right), below = cleared_rows([self.left, self.right])
        levels = [step.level[end] for step in self.steps]
        factors = [step.factor for step in self.steps]
        products = [c * g for c, g in zip(factors, levels, strict=True)]
        (first, second), unit = cleared_rows([factors, products])
        factors_up_to = list(accumulate(first, initial=0))
        products_up_to = list(accumulate(second, initial=0))
        ratios = [g.as_integer_ratio() for g in levels]

        def of_row(row: Sequence[int]) -> int:
            x, y = dot(left, row), dot(right, row)
            # How many levels are below x / y; all of them where y is 0 and x is not.
            number = bisect_left(ratios, True, key=lambda g: g[1] * x <= g[0] * y)
            return factors_up_to[number] * x - products_up_to[number] * y

        return of_row, below * unit

    def told(self, rows: Sequence[Sequence[int]], unit: int) -> Ends:
        """Between which numbers the rows of a table, whole numbers over one unit, add up."""
        of_row, below = self.excess(0)
        total = Fraction(sum(map(of_row, rows)), unit * below)
        return total, total

    def verify(self, epsilon: Fraction | None, doubts: Doubts) -> None:
        """The levels that enclose e^epsilon do."""
        for step in self.steps:
            low, high = step.level
            if low < high and epsilon is not None:
                page(".logarithm").enclosed(low, epsilon, high, doubts)
