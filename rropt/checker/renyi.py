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
from fractions import Fraction

from .fields import exact_sum, is_whole
from .logarithm import log_ends
from .pages import page
from .verdict import Doubts, need

Ends = tuple[Fraction, Fraction]
Chances = Sequence[tuple[Fraction, Fraction]]
"""(x.r, y.r) of every row."""

BELOW = "a level of a Renyi condition does not follow from it"


def told(chances: Chances, order: Fraction) -> Ends:
    """Rationals below and above sum y f(x / y); refuted where a divergence is infinite."""
    need(all(y or not x for x, y in chances), "a Renyi divergence is infinite")
    ends = [_of_row(x, y, order) for x, y in chances if x]  # 0^a and 0 ln 0 are 0
    return exact_sum([low for low, _ in ends]), exact_sum([high for _, high in ends])


def _of_row(x: Fraction, y: Fraction, order: Fraction) -> Ends:
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
