"""Laws of counts and scores of many reports in doubles: where bounds are looked for.

What is found here is proved by nobody; `shuffled` has it proved by the checker in whole numbers.
A law is (first, chances): the chances of first, first + 1, ...
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.signal import convolve

Floats = npt.NDArray[np.float64]

SIGMAS = 16.0
"""Half the width of a window, in standard deviations: beyond are chances below 1e-55."""

ROUNDED = 1e-9
"""Below this delta sums are taken one by one: transforms lose what is 1e-17 of the largest."""

CUT = 1e-60
"""Chances that no sum notices."""

LARGEST_EPSILON = 200.0
CLOSE = 1e-10
"""Of a root: far below the digits that are printed."""


class FloatLaw(NamedTuple):
    """Chances of consecutive whole numbers."""

    first: int
    chances: Floats


class Turn(NamedTuple):
    """delta of a test that says yes from a count on, and that count."""

    delta: float
    least: int


NOTHING = FloatLaw(0, np.ones(1))


def binomial(number: int, chance: float) -> FloatLaw:
    """By its ratios from the mode, over all of the window.

    >>> binomial(2, 0.5).chances.tolist()
    [0.25, 0.5, 0.25]
    """
    if number == 0 or chance in (0.0, 1.0):
        return FloatLaw(number if chance == 1.0 else 0, np.ones(1))
    mode = int((number + 1) * chance)
    reach = int(SIGMAS * math.sqrt(number * chance * (1 - chance)) + 4 * SIGMAS**2)
    first, last = max(0, mode - reach), min(number, mode + reach)
    points = np.arange(first, last)
    ratios = np.log((number - points) / (points + 1.0)) + math.log(chance / (1 - chance))
    logarithms = np.concatenate([[0.0], np.cumsum(ratios)])
    chances = np.exp(logarithms - logarithms.max())
    return FloatLaw(first, chances / chances.sum())


def added(left: FloatLaw, right: FloatLaw, delta: float) -> FloatLaw:
    """The law of a sum, as exactly as this delta needs it."""
    method = "direct" if delta < ROUNDED else "auto"
    chances = np.maximum(convolve(left.chances, right.chances, method=method), 0)
    kept = np.flatnonzero(chances > CUT)
    first, last = kept[0], kept[-1] + 1
    return FloatLaw(left.first + right.first + int(first), chances[first:last])


def power(law: FloatLaw, number: int, delta: float) -> FloatLaw:
    """The law of the sum of so many independent numbers.

    >>> power(FloatLaw(0, np.array([0.5, 0.5])), 2, 1e-6).chances.tolist()
    [0.25, 0.5, 0.25]
    """
    found = NOTHING
    for digit in bin(number)[2:]:
        found = added(found, found, delta)
        if digit == "1":
            found = added(found, law, delta)
    return found


def reversed_law(law: FloatLaw, total: int) -> FloatLaw:
    """The law of total - X."""
    return FloatLaw(total - law.first - len(law.chances) + 1, law.chances[::-1])


def best_test(law: FloatLaw, scores: Sequence[int], excesses: Sequence[float]) -> Turn:
    """The best test whether all scores add up to at least t.

    `law` is that of the others' scores; report i adds its score, with the chance under one truth
    less gamma times that under the other.
    """
    top = max(scores)
    length = len(law.chances) + top
    gains = np.zeros(length)
    for score, excess in zip(scores, excesses, strict=True):
        gains[score : score + len(law.chances)] += excess * law.chances
    totals = np.cumsum(gains[::-1])[::-1]
    place = int(np.argmax(totals))
    return Turn(max(0.0, float(totals[place])), law.first + place)


def epsilon_of(delta_at: Callable[[float], float], delta: float) -> float:
    """The epsilon at which a falling delta is this; 0 where it is below already there.

    >>> round(epsilon_of(lambda e: math.exp(-e), math.exp(-3)), 6)
    3.0
    """

    def excess(epsilon: float) -> float:
        return math.log(max(delta_at(epsilon), 1e-300)) - math.log(delta)

    if excess(0.0) <= 0:
        return 0.0
    high = 1e-6
    while excess(high) > 0:
        high *= 4
        if high > LARGEST_EPSILON:
            return math.inf
    return float(brentq(excess, 0.0, high, xtol=CLOSE * high))
