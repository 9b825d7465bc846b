"""The best mechanism for all numbers of an interval beyond epsilon = 1.393, between two ends.

No formula is known there. Windows of equally spaced numbers and a random shift between them are a
mechanism on the whole interval, and prices of these numbers alone bound every mechanism: what is
between both is h^2 / 12 for the step h, and what the doubles lose.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from rropt.certificate import Certificate, issue
from rropt.design.answer import Answer
from rropt.design.levels.universal_table import level_record
from rropt.design.problem import Problem
from rropt.design.worst.exact_windows import (
    SHIFTS,
    NumberPrices,
    Windows,
    exact_prices,
    exact_windows,
)
from rropt.exact.bounds import short
from rropt.utility.worst_case import Mean

LEAST_OF_ALL = 2.6
LEAST_POWER = -0.77
SHARE_OF_SHIFT = 8e-7
"""The least variance as gamma grows, and the share of it that a shift may add."""

MOST_AT_FIRST = 121
"""Numbers of which all windows are tried: 3,720 of them take a quarter of a second."""

MOST_DOUBLINGS = 5
DOUBLINGS_OF_LARGE = 3
"""3,841 numbers leave 8.3e-7 of the value at epsilon 6; from epsilon 7 on doubles tell the prices
of so many apart no longer, and 961 leave 6e-5 at epsilon 8, 2e-4 at 10, 3e-3 at 14."""


class Grid(NamedTuple):
    """An odd number of numbers, and how often it is doubled."""

    first: int
    doublings: int


def windows_design(problem: Problem) -> Answer:
    """The certified mechanism on as many numbers as its level asks, fewer where doubles fail."""
    grid = grid_for(problem.gamma.lo)
    for doublings in range(grid.doublings, -1, -1):
        found = windows_on(problem, Grid(grid.first, doublings))
        if found is not None:
            return found
    raise ArithmeticError("no windows whose prices cover")


def grid_for(gamma: Fraction) -> Grid:
    """So many numbers that the shift adds less than a millionth of the variance up to epsilon 6.

    Between epsilon 3 and 8 the least variance on [-1, 1] is 2.4 to 2.8 gamma^-0.77.

    >>> grid_for(Fraction(5)), grid_for(Fraction(403))
    (Grid(first=95, doublings=3), Grid(first=121, doublings=5))
    """
    from rropt.design.worst.windows_program import LARGE

    most = MOST_DOUBLINGS if gamma < LARGE else DOUBLINGS_OF_LARGE
    variance = LEAST_OF_ALL * float(gamma) ** LEAST_POWER
    steps = 2 / math.sqrt(12 * SHARE_OF_SHIFT * variance)
    doublings = max(0, math.ceil(math.log2(steps / (MOST_AT_FIRST - 1))))
    if doublings > most:
        return Grid(MOST_AT_FIRST, most)
    return Grid(2 * math.ceil(steps / 2 ** (doublings + 1)) + 1, doublings)


def windows_on(problem: Problem, grid: Grid) -> Answer | None:
    """The mechanism on one grid; None where doubles are not near enough to private windows or to
    prices that cover."""
    from rropt.design.worst.windows_program import solved

    level = problem.gamma
    found = solved(float(level.lo), grid.first, grid.doublings)
    prices = exact_prices(found, level.hi)
    windows = exact_windows(found, level.lo)
    if prices is None or windows is None:
        return None
    certificate = _certificate(problem, windows, prices)
    remark = (
        f"{2 * len(windows.upper)} windows of {windows.count} numbers, a random shift between "
        "them: no table is written out"
    )
    return Answer.certified(problem, certificate, None, (remark,))


def stated_windows(data: dict[str, Any]) -> Windows:
    """Those of a certificate."""
    unit = Fraction(data["unit"])
    scaled = [(a, b, unit * Fraction(w), unit * Fraction(v)) for a, b, w, v in data["windows"]]
    numbers = chain.from_iterable(both for _, _, *both in scaled)
    parts = math.lcm(*(x.denominator for x in numbers))
    upper = tuple((a, b, int(w * parts), int(v * parts)) for a, b, w, v in scaled)
    return Windows(2 * len(data["masses"]) - 1, upper, parts)


def _certificate(problem: Problem, windows: Windows, prices: NumberPrices) -> Certificate:
    objective: Mean = problem.objective
    low, high = objective.values
    unit = ((high - low) / 2) ** 2
    value = short(unit * windows.worst(problem.gamma.lo))
    bound = short(unit * prices.bound(), up=False)
    middle = windows.count // 2
    return issue(
        {
            "kind": "windows",
            "privacy": level_record(problem),
            "low": low,
            "high": high,
            "unit": windows.unit,
            "shifts": SHIFTS,
            "windows": [[a, b, Fraction(w), Fraction(v)] for a, b, w, v in windows.upper],
            "masses": list(map(Fraction, prices.shares[middle:])),
            "slopes": list(map(Fraction, prices.slopes[middle:])),
            "constants": list(map(Fraction, prices.constants[middle:])),
            "value": value,
            "bound": bound,
            "gap": value - bound,
        }
    )
