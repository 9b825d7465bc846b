"""The local level whose shuffled reports keep a central promise.

A design at the local level x gives, through the histogram of n reports, a central epsilon c(x) at
a delta: about proportional to (e^(x/2)) / sqrt(n), and far less than x. n may depend on x: of a
goal fewer people reach it at a larger x, and c grows all the more. Looked for is the largest x with
c(x) at most what is promised. c is estimated in doubles and its inverse found by bisection of
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
from rropt.measures.shuffled import MOST_PEOPLE, promised_epsilon, shuffled
from rropt.measures.shuffled_question import Shuffled

LARGEST_LOCAL = 16.0
"""e^16 is nine million: beyond this a report is the truth for any purpose."""

ASSUMED = (
    "assumed: an honest shuffler passes reports on without names, and the others answer as "
    "designed; m others who tell their reports leave the histogram of m fewer people"
)
"""What stands beside every level of a histogram that is shown."""

DIGITS = 4
CLOSE = 1e-4
"""Of the local level, relatively: it is rounded to four digits."""

BACKWARDS = Fraction(998, 1000)
"""A step back where the certified end is above the promise, and how often."""
MOST_STEPS_BACK = 8

CrowdAt = Callable[[Fraction], tuple[Channel, int]]
"""The table of a design at a local epsilon, and how many people answer through it."""


@dataclass(frozen=True)
class CentralLevel:
    """A local epsilon, and what is certified of the histogram of its reports."""

    local: Fraction
    central: Shuffled


def level_for_centre(crowd_at: CrowdAt, delta: Any, epsilon: Any) -> CentralLevel:
    """The largest local epsilon, to four digits, whose histogram keeps (epsilon, delta).

    >>> def warner(level):
    ...     gamma = Fraction(math.exp(level)).limit_denominator(10**6)
    ...     truth, other = gamma / (gamma + 1), 1 / (gamma + 1)
    ...     return Channel.from_rows([[truth, other], [other, truth]]), 1000
    >>> found = level_for_centre(warner, "1e-6", "1/2")
    >>> round(float(found.local), 1), found.central.epsilon.hi <= Fraction(1, 2)
    (2.6, True)
    """
    promise = gamma_from_epsilon(epsilon).epsilon_bounds()[0]
    if promise <= 0:
        raise InputError(f"epsilon must be positive where reports are shuffled, got {epsilon}")
    local = _rounded_down(_largest(crowd_at, delta, float(promise)))
    local = max(local, promise)
    for _ in range(MOST_STEPS_BACK):
        central = shuffled(*crowd_at(local), delta)
        if central.epsilon.hi <= promise:
            return CentralLevel(local, central)
        if local == promise:
            break
        local = max(promise, local * BACKWARDS)
    # Shuffling reveals no more than the reports themselves: at the promise delta is 0.
    return CentralLevel(promise, shuffled(*crowd_at(promise), epsilon=promise))


def _largest(crowd_at: CrowdAt, delta: Any, promise: float) -> float:
    """In doubles; shuffling reveals no more than the reports, so the promise itself is kept."""

    def keeps(local: float) -> bool:
        table, people = crowd_at(_rounded_down(local))
        return people > MOST_PEOPLE or promised_epsilon(table, people, delta) <= promise

    low, high = promise, max(promise, LARGEST_LOCAL)
    if keeps(high):
        return high
    while high > low * (1 + CLOSE):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if keeps(middle) else (low, middle)
    return low


def _rounded_down(level: float) -> Fraction:
    return Fraction(Context(prec=DIGITS, rounding=ROUND_FLOOR).create_decimal_from_float(level))
