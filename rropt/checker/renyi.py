"""Renyi divergences of the reports of two truths, of any order a >= 1, and lines below them.

With t = x.r / y.r the divergence of order a > 1 is ln(sum_r y.r t^a) / (a - 1), that of order 1
(Kullback and Leibler) sum_r y.r t ln t. A budget b on it is

    sum over rows r of  y.r f(x.r / y.r)  <=  e^((a - 1) b)  or  b,      f(t) = t^a  or  t ln t.

f is convex, so nowhere below the line f'(t) u - (t f'(t) - f(t)) that touches it at t > 0: what a
row adds to the sum is at least

    f'(t) x.r - (t f'(t) - f(t)) y.r.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from .cleared import cleared_rows, dot
from .fields import Ends, Vector, amounts, exact_sum, index, is_whole, rational, rationals
from .logarithm import FEWER_BITS, enclosed, few_logarithms, log_ends
from .pages import page
from .private_table import PrivateTable
from .statement import item
from .verdict import Doubts, Size, need, well_formed

MAX_ORDER = 64
RATIO_BITS = 128  # of the numerator and the denominator of a ratio: powers are soon found
LINE_BITS = 80  # lines and powers are rounded to multiples of 2^-80
MAX_RATIOS = 1 << 15  # of budgets and actions: a line takes 50 us
MAX_POWER_SQUARES = 1 << 42  # 120,000 powers of order 64 take 2 s, one of 2^21 bits 0.4 s
MAX_EXPONENTIALS = 1 << 16  # 15,000 of a table took one second
MAX_LOGARITHM_WORK = 1 << 26
"""Logarithms and exponentials of long numbers: 16,000 of 3,000 bits took 2 s, 4 in a browser."""


@dataclass(frozen=True)
class RenyiCondition:
    """A budget for a divergence, which has no levels."""

    left: Vector
    right: Vector
    most: Ends
    order: Fraction
    budget: Fraction
    is_hard: ClassVar[bool] = False
    steps: ClassVar[tuple[()]] = ()

    def told(self, rows: Sequence[Sequence[int]], unit: int) -> Ends:
        """Between which numbers the rows of a table, whole numbers over one unit, add up."""
        (left, right), below = cleared_rows([self.left, self.right])
        whole = below * unit
        both = [(dot(left, r), dot(right, r)) for r in rows]
        ends = [_of_row(x, y, whole, self.order) for x, y in both if x]  # 0^a and 0 ln 0 are 0
        return exact_sum([low for low, _ in ends]), exact_sum([high for _, high in ends])

    def verify(self, epsilon: Fraction | None, doubts: Doubts) -> None:
        """`most` encloses e^((a - 1) b)."""
        if self.order > 1:
            low, high = self.most
            enclosed(low, (self.order - 1) * self.budget, high, doubts)


def allow_divergences(
    conditions: Sequence[Any], concentrated: Any, table: PrivateTable, size: Size
) -> None:
    """Announce powers, and the logarithms of the rows of a table."""
    rows = len(table.rows)
    number = concentrated.logarithms(table, size) if concentrated else 0
    for condition in () if concentrated else conditions:
        if condition.order and is_whole(condition.order):
            powers = rows * (int(condition.order) * size.bits) ** 2
            size.allow_counted(powers, MAX_POWER_SQUARES)
        elif condition.order:
            number += rows
    few_logarithms(number)
    size.allow_counted(number, MAX_EXPONENTIALS)
    size.allow(number, MAX_LOGARITHM_WORK)


def words(entries: Sequence[dict[str, Any]]) -> str:
    """Of those that have an order."""
    names = ("left", "right", "order", "budget")
    stated = [[entry[name] for name in names] for entry in entries if "order" in entry]
    return (
        "Renyi divergence of left.r from right.r of this order <= budget for "
        f"(left, right, order, budget) in {item(stated)}"
    )


def read_of_order(given: dict[str, Any], left: Vector, right: Vector) -> RenyiCondition:
    """A budget b for the Renyi divergence of order a >= 1, with what rows may add up to."""
    order = _order(given["order"])
    budget = rational(given["budget"])
    low, high = rationals(given["most"], 2)
    least = 1 if order > 1 else budget
    well_formed(budget >= 0 and least <= low <= high, "no budget of a Renyi divergence")
    well_formed(order > 1 or high == budget, "most of a divergence of order 1 is its budget")
    return RenyiCondition(left, right, (low, high), order, budget)


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


def _of_row(x: int, y: int, unit: int, order: Fraction) -> Ends:
    """Rationals below and above y f(x / y) of x > 0 and y over a unit."""
    need(y, "a Renyi divergence is infinite")
    if is_whole(order):
        # Exact powers of many rows add up to a number as long as all of them together.
        power, rest = divmod(x ** int(order) << LINE_BITS, y ** int(order - 1) * unit)
        return Fraction(power, 1 << LINE_BITS), Fraction(power + bool(rest), 1 << LINE_BITS)
    low, high = log_ends(Fraction(x, y), FEWER_BITS)
    if order == 1:
        return x * low / unit, x * high / unit
    # t^a = e^(a ln t) grows with ln t: each end gives its own end.
    low, high = page(".exponential").exp_ends(order * low, order * high)
    return y * low / unit, y * high / unit


@lru_cache(1 << 12)
def line(order: Fraction, t: Fraction) -> tuple[int, int]:
    """f'(t) and t f'(t) - f(t) in units of 2^-LINE_BITS, rounded so that the line is no higher.

    >>> line(Fraction(2), Fraction(3, 2)) == (3 << LINE_BITS, 9 << LINE_BITS - 2)
    True
    """
    if order == 1:
        return rounded_down(1 + log_ends(t, FEWER_BITS)[0]), -rounded_down(-t)
    if is_whole(order):
        power = t ** int(order - 1)
        low, high = power, power
    else:
        first, last = ((order - 1) * x for x in log_ends(t, FEWER_BITS))
        low, high = page(".exponential").exp_ends(first, last)
    # As x, y >= 0, a lower slope and a greater height make a lower line.
    return rounded_down(order * low), -rounded_down((1 - order) * t * high)


def rounded_down(x: Fraction) -> int:
    """x in units of 2^-LINE_BITS."""
    return (x.numerator << LINE_BITS) // x.denominator


def read_ratios(
    lists: Sequence[Any],
    privacy: Any,
    truths: Vector,
    prices: Mapping[int, Fraction],
    size: Size,
) -> Iterator[Vector]:
    """The field `ratios`: [[n, t], ...] for each action, a t of each budget of a divergence that
    costs something; of each action the prices of truths with what these budgets add.
    """
    well_formed(privacy.budgets == "condition_prices", "ratios where there is no divergence")
    conditions = privacy.conditions
    priced = {n for n, z in prices.items() if z and conditions[n].order}
    size.allow_counted(len(lists) * len(priced), MAX_RATIOS)
    size.allow(len(lists) * len(priced) * len(truths))
    found = []
    for entries in lists:
        ratios = amounts(entries, len(conditions), 1)
        well_formed(ratios.keys() == priced, "not one ratio of each budget that costs something")
        lengths = [x.bit_length() for t in ratios.values() for x in t.as_integer_ratio()]
        well_formed(all(0 < bits <= RATIO_BITS for bits in lengths), "no ratio")
        found.append(ratios)
    # One after the other: all forms together may be millions of numbers.
    return (with_lines(truths, ratios, conditions, prices) for ratios in found)


def with_lines(
    truths: Vector,
    ratios: Mapping[int, Fraction],
    conditions: Sequence[Any],
    prices: Mapping[int, Fraction],
) -> Vector:
    """With a ratio t_n of each budget n that costs z_n, the prices of truths and

    sum z_n (f'(t_n) x - (t_n f'(t_n) - f(t_n)) y).
    """
    form = [*truths]
    for n, t in ratios.items():
        budget = conditions[n]
        slope, height = line(budget.order, t)
        for j, (x, y) in enumerate(zip(budget.left, budget.right, strict=True)):
            if x or y:
                form[j] += prices[n] * (slope * x - height * y) / (1 << LINE_BITS)
    return form
