"""Searches in one number: where a function crosses zero, and where values begin to be rejected.

A function that is followed is bracketed and solved by Brent's method; a yes or no is bisected.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from math import inf

import numpy as np

from rropt.exact import InputError

DIGITS = 1e-15
"""Of a crossing, how closely it is found as a part of itself."""

MOST_ROUNDS = 120
"""Of Newton's steps in brackets, which rarely need more than six; halving alone ends at 1e-36."""

MOST_STEPS = 10_000
"""Brent's method needs ten; some of the tails of a binomial law are flat for thousands."""


def crossing(excess: Callable[[float], float], start: float, end: float, close: float) -> float:
    """Where a function changes its sign between two values, this closely.

    >>> round(crossing(lambda x: x * x - 2, 0.0, 2.0, 1e-9), 6)
    1.414214
    """
    from scipy.optimize import brentq

    return float(brentq(excess, start, end, xtol=close, rtol=DIGITS, maxiter=MOST_STEPS))


def bracket_beyond(
    lacks: Callable[[float], bool], inner: float, step: float, farthest: float
) -> tuple[float, float]:
    """By steps that double, a value that still lacks and one that does not.

    The second is infinite where the steps grow beyond the farthest.

    >>> bracket_beyond(lambda x: x < 5, 0.0, 1.0, 100.0), bracket_beyond(lambda x: True, 0, -1, 9)
    ((3.0, 7.0), (-15, -inf))
    """
    outer = inner + step
    while lacks(outer):
        inner = outer
        step *= 2
        outer = inner + step
        if abs(step) > farthest:
            return inner, inf if step > 0 else -inf
    return inner, outer


Tried = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
"""Of many values at once, whether each lies beyond its root, and Newton's step from it."""


def newton_roots(
    tried: Tried, inside: np.ndarray, outside: np.ndarray, start: np.ndarray, close: float
) -> np.ndarray:
    """The roots of many functions, by Newton's steps that stay in a bracket, or its middle.

    `close` is the last step as a part of the distance from where the brackets begin.

    >>> squares = np.array([2.0, 9.0])
    >>> def tried(x):
    ...     return x * x > squares, (squares - x * x) / (2 * x)
    >>> newton_roots(tried, np.zeros(2), np.full(2, 9.0), np.ones(2), 1e-9).round(6).tolist()
    [1.414214, 3.0]
    """
    # Brackets begin at an estimate: what is near is a part of the distance from it.
    begin = inside
    values = start
    for _ in range(MOST_ROUNDS):
        beyond, steps = tried(values)
        outside = np.where(beyond, values, outside)
        inside = np.where(beyond, inside, values)
        moved = values + steps
        low = np.minimum(inside, outside)
        high = np.maximum(inside, outside)
        moved = np.where((low < moved) & (moved < high), moved, (inside + outside) / 2)
        done = np.abs(moved - values) <= close * np.abs(moved - begin)
        values = moved
        if done.all():
            break
    return values


def outermost_accepted(
    accepts: Callable[[float], bool],
    values: Iterable[float],
    estimate: float,
    rejected: float | None,
    close: Callable[[float], float],
) -> float:
    """The first accepted of values from outside inwards, and by bisection outwards again.

    The estimate is the last of them and needs no asking; `rejected` lies beyond them all, `close`
    says how near to a rejected value the bisection goes.

    >>> outermost_accepted(lambda x: x <= 0.3, [1.0, 0.5], 0.0, None, lambda outer: 0.1)
    0.3125
    """
    found = estimate
    for value in values:
        if value != rejected and accepts(value):
            found = value
            break
        rejected = value
    return found if rejected is None else bisected(accepts, found, rejected, close(rejected))[1]


def bisected(
    accepts: Callable[[float], bool], accepted: float, rejected: float, close: float
) -> tuple[float, float]:
    """By bisection, an accepted and a rejected value this close to each other.

    >>> bisected(lambda x: x <= 0.3, 0.0, 1.0, 0.1)
    (0.25, 0.3125)
    """
    while abs(rejected - accepted) > close:
        middle = (accepted + rejected) / 2
        if accepts(middle):
            accepted = middle
        else:
            rejected = middle
    return accepted, rejected


def least_near(
    enough: Callable[[int], bool], guess: int, part: int, most: int, unreached: str
) -> int:
    """The smallest whole number that is enough, near a guess; refused where it is above `most`.

    It is bracketed by quarters down from the guess, or up by steps of one in `part`.

    >>> least_near(lambda n: n * n >= 50, 20, 4, 100, "100 is too few")
    8
    """
    low = high = guess
    while low and enough(low):
        low, high = low * 3 // 4, low
    while not enough(high):
        if high == most:
            raise InputError(f"the goal must be within reach, got none up to {unreached}")
        low, high = high, min(most, high + max(1, high // part))
    return least_whole(enough, low, high)


def least_whole(enough: Callable[[int], bool], low: int, high: int) -> int:
    """The smallest whole number in (low, high] that is enough; `high` is, and more always is.

    >>> least_whole(lambda n: n * n >= 50, 0, 100)
    8
    """
    return low + 1 + bisect_left(range(low + 1, high), True, key=enough)
