"""The local level whose shuffled reports keep a central promise.

A design at the local level x gives, through the histogram of n reports, a central epsilon c(x) at
a delta: about proportional to (e^(x/2)) / sqrt(n), and far less than x. Looked for is the largest x
with c(x) at most what is promised. c is estimated in doubles and its inverse found by bisection of
the logarithm of x; then the level is rounded down, and what is promised is certified.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.exact import InputError, gamma_from_epsilon
from rropt.measures.shuffled import Shuffled, promised_epsilon, shuffled

LARGEST_LOCAL = 16.0
"""e^16 is nine million: beyond this a report is the truth for any purpose."""

DIGITS = 4
CLOSE = 1e-4
"""Of the local level, relatively: it is rounded to four digits."""

BACKWARDS = Fraction(998, 1000)
"""A step back where the certified end is above the promise, and how often."""
MOST_STEPS_BACK = 8

DesignAt = Callable[[Fraction], Channel]
"""The table of a design at a local epsilon."""


@dataclass(frozen=True)
class CentralLevel:
    """A local epsilon, and what is certified of the histogram of its reports."""

    local: Fraction
    central: Shuffled


def level_for_centre(design_at: DesignAt, people: Any, delta: Any, epsilon: Any) -> CentralLevel:
    """The largest local epsilon, to four digits, whose histogram keeps (epsilon, delta).

    >>> def warner(level):
    ...     gamma = Fraction(math.exp(level)).limit_denominator(10**6)
    ...     return Channel.from_rows([[gamma / (gamma + 1), 1 / (gamma + 1)],
    ...                               [1 / (gamma + 1), gamma / (gamma + 1)]])
    >>> found = level_for_centre(warner, 1000, "1e-6", "1/2")
    >>> round(float(found.local), 1), found.central.epsilon.hi <= Fraction(1, 2)
    (2.6, True)
    """
    promise = gamma_from_epsilon(epsilon).epsilon_bounds()[0]
    if promise <= 0:
        raise InputError(f"epsilon must be positive where reports are shuffled, got {epsilon}")
    local = _rounded_down(_largest(design_at, people, delta, float(promise)))
    local = max(local, promise)
    for _ in range(MOST_STEPS_BACK):
        central = shuffled(design_at(local), people, delta)
        if central.epsilon.hi <= promise:
            return CentralLevel(local, central)
        if local == promise:
            break
        local = max(promise, local * BACKWARDS)
    # Shuffling reveals no more than the reports themselves: at the promise delta is 0.
    return CentralLevel(promise, shuffled(design_at(promise), people, epsilon=promise))


def _largest(design_at: DesignAt, people: Any, delta: Any, promise: float) -> float:
    """In doubles; shuffling reveals no more than the reports, so the promise itself is kept."""

    def keeps(local: float) -> bool:
        table = design_at(_rounded_down(local))
        return promised_epsilon(table, people, delta) <= promise

    low, high = promise, max(promise, LARGEST_LOCAL)
    if keeps(high):
        return high
    while high > low * (1 + CLOSE):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if keeps(middle) else (low, middle)
    return low


def _rounded_down(level: float) -> Fraction:
    return Fraction(Context(prec=DIGITS, rounding=ROUND_FLOOR).create_decimal_from_float(level))
