"""The numbers of reports at which a promise holds: the first one, and the one that keeps it.

The power of a test goes up and down as its critical count jumps, so the first number that reaches a
power need not be followed by numbers that do. Where the power is enumerated, a window around the
number of the normal approximation is searched completely; it is widened until its last quarter
holds throughout. Where it is drawn, steps by the normal approximation lead to one number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist

from rropt.exact import InputError
from rropt.planning.survey_power import Power

MOST_ENUMERATED = 40_000
"""Reports up to which every number of a window is tried: a window of 40,000 takes 10 s."""

WINDOW = 8.0
"""Square roots of n searched on either side: the jumps of Warner at 3900 span 1.2 of them."""

MOST_STEPS = 40


@dataclass(frozen=True)
class ReportsNeeded:
    """`kept` is the number from which the promise holds, `first` the first that reaches it."""

    first: int
    kept: int


def reports_for_power(
    power: Callable[[int], Power], goal: float, guess: int, risk: float
) -> ReportsNeeded:
    """The numbers of reports that reach a power, near a first guess."""
    if guess <= MOST_ENUMERATED and power(max(guess, 1)).error == 0:
        return _searched(lambda n: power(n).value >= goal, guess)
    return _stepped(power, goal, guess, risk)


def reports_for_margin(holds: Callable[[int], bool], guess: int) -> int:
    """The smallest number of reports whose expected interval is narrow enough, near a guess."""
    low, high = guess, guess
    while low and holds(low):
        low, high = low * 3 // 4, low
    while not holds(high):
        low, high = high, high + max(1, high // 4)
        if high > 10**15:
            raise InputError("margin must be within reach, got none up to 10^15 reports")
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def _searched(holds: Callable[[int], bool], guess: int) -> ReportsNeeded:
    reach = ceil(WINDOW * sqrt(guess)) + 20
    first, last = max(1, guess - reach), guess + reach
    found = {n: holds(n) for n in range(first, last + 1)}
    while first > 1 and any(found[n] for n in range(first, first + (last - first) // 4)):
        lower = max(1, first - reach)
        found |= {n: holds(n) for n in range(lower, first)}
        first = lower
    while not all(found[n] for n in range(last - (last - first) // 4, last + 1)):
        found |= {n: holds(n) for n in range(last + 1, last + reach + 1)}
        last += reach
        if last > 2 * MOST_ENUMERATED:
            raise InputError(f"the goal must be within reach, got none up to {last} reports")
    failing = max((n for n, held in found.items() if not held), default=0)
    return ReportsNeeded(min(n for n, held in found.items() if held), failing + 1)


def _stepped(power: Callable[[int], Power], goal: float, guess: int, risk: float) -> ReportsNeeded:
    """Steps in which the normal distance of the power becomes that of the goal."""
    normal = NormalDist()
    wanted = normal.inv_cdf(goal) - normal.inv_cdf(risk)
    n = guess
    for _ in range(MOST_STEPS):
        reached = power(n)
        if goal <= reached.value <= goal + reached.error:
            break
        inside = min(max(reached.value, 1e-6), 1 - 1e-6)
        distance = max(normal.inv_cdf(inside) - normal.inv_cdf(risk), wanted / 4)
        moved = max(1, ceil(n * (wanted / distance) ** 2))
        if moved == n:
            moved = n + 1 if reached.value < goal else n
        if moved == n:
            break
        n = moved
    return ReportsNeeded(n, n)
