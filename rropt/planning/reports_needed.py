"""The numbers of reports at which a promise holds: the first one, and the one that keeps it.

The power of a test goes up and down as its critical counts jump, so the first number that reaches a
power need not be followed by numbers that do. Where the power is enumerated, a window around the
number that steps by the normal approximation lead to is searched completely; it is widened until
its first quarter fails and its last quarter holds throughout. Where it is drawn, the same steps
lead to the first number that reaches it as drawn and to one that reaches it by more than its error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import ceil, inf, sqrt
from statistics import NormalDist

from rropt.exact import InputError
from rropt.planning.survey_power import Power

MOST_ENUMERATED = 40_000
"""Reports up to which every number of a window is tried: a window of 40,000 takes 10 s."""

LEAST_REACH = 10
"""Numbers searched on either side at least."""

MOST_STEPS = 20


@dataclass(frozen=True)
class ReportsNeeded:
    """`kept` is the number from which the promise holds, `first` the first that reaches it."""

    first: int
    kept: int


def reports_for_power(
    power: Callable[[int], Power], goal: float, guess: int, risk: float
) -> ReportsNeeded:
    """The numbers of reports that reach a power, near a first guess."""
    found = cache(power)
    start = _stepped(found, goal, guess, risk)
    jumps = found(start).jumps
    if jumps and start <= MOST_ENUMERATED:
        reach = ceil(jumps * sqrt(start)) + LEAST_REACH
        return _searched(lambda n: found(n).value >= goal, start, reach)
    surely = _stepped(found, goal + found(start).error, start, risk)
    return ReportsNeeded(min(start, surely), max(start, surely))


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


def _searched(holds: Callable[[int], bool], guess: int, reach: int) -> ReportsNeeded:
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


def _stepped(power: Callable[[int], Power], goal: float, guess: int, risk: float) -> int:
    """Steps in which the normal distance of the power becomes that of the goal.

    A step beyond numbers that were seen to fail and to hold goes to their middle.
    """
    normal = NormalDist()
    wanted = normal.inv_cdf(min(goal, 1 - 1e-12)) - normal.inv_cdf(risk)
    failing, holding = 0, inf
    n = max(guess, 1)
    for _ in range(MOST_STEPS):
        reached = power(n)
        if 0 <= reached.value - goal <= reached.error:
            return n
        if reached.value < goal:
            failing = max(failing, n)
        else:
            holding = min(holding, n)
        if holding - failing <= 1:
            break
        inside = min(max(reached.value, 1e-6), 1 - 1e-6)
        distance = max(normal.inv_cdf(inside) - normal.inv_cdf(risk), wanted / 4)
        n = ceil(n * (wanted / distance) ** 2)
        if not failing < n < holding:
            n = (failing + int(holding)) // 2 if holding < inf else failing + 1
    return n if holding == inf else int(holding)
