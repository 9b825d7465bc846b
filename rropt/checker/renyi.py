"""Renyi divergences of the reports of two truths, of any order a >= 1, and lines below them.

With t = x.r / y.r the divergence of order a > 1 is ln(sum_r y.r t^a) / (a - 1), that of order 1
(Kullback and Leibler) sum_r y.r t ln t. A budget b on it is

    sum over rows r of  y.r f(t)  <=  e^((a - 1) b)  or  b,      f(t) = t^a  or  t ln t.

Theorem. For s > 0, h > 0 the line s t - h is nowhere above f on t >= 0 if and only if

    (a - 1) ln(a - 1) + a ln(s / a) <= (a - 1) ln h,      or      s - 1 <= ln h for order 1.

(There for every real s.)

Proof. s t - f(t) is concave and largest where f'(t) = s: at t^(a - 1) = s / a with the value
(a - 1) (s / a)^(a / (a - 1)), or at ln t = s - 1 with the value t = e^(s - 1).

For a whole order both sides are powers: (a - 1)^(a - 1) (s / a)^a <= h^(a - 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from .cleared import cleared_rows, dot
from .fields import Ends, Vector, exact_sum, index, is_whole, rational, rationals
from .logarithm import enclosed, few_logarithms, log_ends
from .pages import page
from .private_table import PrivateTable
from .statement import item
from .verdict import Doubts, Size, need, well_formed

if TYPE_CHECKING:
    from .conditions import Step

ZERO = Fraction(0)

MAX_ORDER = 64

MAX_LOGARITHM_WORK = 1 << 26
"""Logarithms and exponentials of long numbers: 16,000 of 3,000 bits took 2 s, 4 in a browser."""

BELOW = "a level of a Renyi condition does not follow from it"


@dataclass(frozen=True)
class RenyiCondition:
    """A budget for a divergence; the lines of the levels start from a base s_0 t - h_0."""

    left: Vector
    right: Vector
    steps: Sequence[Step]
    most: Ends
    order: Fraction
    budget: Fraction
    base: Ends = (ZERO, ZERO)
    is_hard: ClassVar[bool] = False

    @property
    def paid(self) -> Fraction:
        slope, height = self.base
        return self.most[1] - slope * exact_sum(self.left) + height * exact_sum(self.right)

    def told(self, rows: Sequence[Sequence[int]], unit: int) -> Ends:
        (left, right), below = cleared_rows([self.left, self.right])
        whole = below * unit
        chances = [(Fraction(dot(left, r), whole), Fraction(dot(right, r), whole)) for r in rows]
        ends = [_of_row(x, y, self.order) for x, y in chances if x]  # 0^a and 0 ln 0 are 0
        return exact_sum([low for low, _ in ends]), exact_sum([high for _, high in ends])

    def verify(self, epsilon: Fraction | None, doubts: Doubts) -> None:
        """The levels lie below f, and `most` encloses e^((a - 1) b)."""
        slope, height = self.base
        if self.order == 1:
            if self.steps:  # else there is no base
                line_below(slope, height, self.order, doubts)
        else:
            low, high = self.most
            enclosed(low, (self.order - 1) * self.budget, high, doubts)
        for step in self.steps:
            slope += step.factor
            height += step.factor * step.level[1]  # a Renyi level is exact: either end
            line_below(slope, height, self.order, doubts)


def allow_divergences(
    conditions: Sequence[Any], concentrated: Any, table: PrivateTable, size: Size
) -> None:
    """Announce powers, and the logarithms of the lines and of the rows of a table."""
    rows = len(table.rows)
    number = concentrated.logarithms(rows, len(table.sizes)) if concentrated else 0
    for condition in conditions:
        if condition.order and is_whole(condition.order):
            size.allow((rows * int(condition.order)) ** 2)
        elif condition.order:
            number += rows + 3 * len(condition.steps)  # three a line (`line_below`)
    few_logarithms(number)
    size.allow(number, MAX_LOGARITHM_WORK)


def words(entries: Sequence[dict[str, Any]]) -> str:
    """Of those that have an order."""
    names = ("left", "right", "order", "budget")
    stated = [[entry[name] for name in names] for entry in entries if "order" in entry]
    return (
        "Renyi divergence of left.r from right.r of this order <= budget for "
        f"(left, right, order, budget) in {item(stated)}"
    )


def read_of_order(
    given: dict[str, Any], left: Vector, right: Vector, steps: Sequence[Step]
) -> RenyiCondition:
    """A budget b for the Renyi divergence of order a >= 1 :

        sum over rows r of  y.r f(x.r / y.r)   <=  e^((a - 1) b)  or, for order 1,  b.

    The table is checked against that. A bound uses what follows from it: the levels add up to lines
    s t - h below f, so their sum over rows is at most the same number. For order 1, where
    f(t) = t ln t is negative on both sides of what matters, all lines start from a base
    s_0 t - h_0, which adds up to s_0 (x.1) - h_0 (y.1) over the rows of any table and is taken from
    the number. Without levels the price of the condition is that of the sum itself
    (`cover_simplices`), and there is no base.
    """
    order = _order(given["order"])
    well_formed(all(s.level[0] == s.level[1] for s in steps), "a Renyi level must be exact")
    budget = rational(given.get("budget"))
    low, high = rationals(given["most"], 2)
    well_formed(budget >= 0 and low <= high, "no budget of a Renyi divergence")
    if order > 1:
        well_formed(low >= 1 and "base" not in given, "no budget of a Renyi divergence")
        return RenyiCondition(left, right, steps, (low, high), order, budget)
    slope, height = rationals(given.get("base"), 2) if steps else (ZERO, ZERO)
    well_formed(steps or "base" not in given, "a base without levels")
    well_formed(low == high == budget, "most of a divergence of order 1 is its budget")
    return RenyiCondition(left, right, steps, (low, high), order, budget, (slope, height))


def _order(value: Any) -> Fraction:
    """A count from 2 on, or a rational that is none."""
    if type(value) is int:
        order = Fraction(index(value, MAX_ORDER + 1))
        well_formed(order > 1, "an order of 1 is a rational")
    else:
        order = rational(value)
        well_formed(order == 1 or order.denominator > 1, "a whole order is a count")
    well_formed(1 <= order <= MAX_ORDER, "no order of a Renyi divergence that is checked")
    return order


def _of_row(x: Fraction, y: Fraction, order: Fraction) -> Ends:
    """Rationals below and above y f(x / y), x > 0."""
    need(y, "a Renyi divergence is infinite")
    if is_whole(order):
        power = x ** int(order) / y ** int(order - 1)
        return power, power
    low, high = log_ends(x / y)
    if order == 1:
        return x * low, x * high
    # y t^a = y e^(a ln t), which grows with ln t: each end gives its own end.
    exp_ends = page(".exponential").exp_ends
    return y * exp_ends(order * low)[0], y * exp_ends(order * high)[1]


def line_below(slope: Fraction, height: Fraction, order: Fraction, doubts: Doubts) -> None:
    """The line slope t - height is nowhere above f."""
    if order == 1:
        need(height > 0, BELOW)
        low, high = log_ends(height)
        doubts.not_negative(low - slope + 1, high - slope + 1, BELOW)
        return
    need(slope > 0 and height > 0, BELOW)
    more = order - 1
    if is_whole(order):
        need(more ** int(more) * (slope / order) ** int(order) <= height ** int(more), BELOW)
        return
    heights, slopes, orders = map(log_ends, (height, slope / order, more))
    # In all (a - 1) (ln h - ln(a - 1)) - a ln(s / a), which must not be negative.
    low = more * (heights[0] - orders[1]) - order * slopes[1]
    high = more * (heights[1] - orders[0]) - order * slopes[0]
    doubts.not_negative(low, high, BELOW)
