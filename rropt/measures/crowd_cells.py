"""Two shuffled reports from above: cells of numbers of others, each with one delta for all of them.

What is found here in doubles is what the checker's rule `cells` repeats in whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rropt.exact import InputError
from rropt.measures.shuffled_crowd import SLACK, ShuffledCrowd
from rropt.measures.shuffled_laws import (
    CLOSE,
    NOTHING,
    FloatLaw,
    Turn,
    added,
    best_test,
    binomial,
    epsilon_of,
    reversed_law,
)

MOST_CELLS = 4_000


@dataclass(frozen=True)
class FloatCell:
    """From how many to how many others have the largest chance; delta and both turns."""

    first: int
    last: int
    delta: float
    turns: tuple[int, int]


def cell(crowd: ShuffledCrowd, first: int, last: int, gamma: float) -> FloatCell:
    """The others who are there in every case of the cell."""
    low, high = crowd.ends
    x, y = float(crowd.rows[1][low]), float(crowd.rows[1][high])
    if crowd.others is None:
        groups = [(crowd.people - 1 - last, x), (first, y)]
    else:
        groups = [(n, float(p)) for n, p in zip(crowd.others, crowd.rows[1], strict=True)]
    law = NOTHING
    for number, chance in groups:
        law = added(law, binomial(number, chance), crowd.delta)
    other = reversed_law(law, sum(number for number, _ in groups))
    one = _turn(law, x, y, gamma, crowd.delta)
    two = _turn(other, 1 - y, 1 - x, gamma, crowd.delta)
    return FloatCell(first, last, max(one.delta, two.delta), (one.least, two.least))


def _turn(law: FloatLaw, low: float, high: float, gamma: float, delta: float) -> Turn:
    """Where a count speaks for the truth with the chance high.

    The checker sees signs only of masses that it keeps. So the count is the second with a positive
    sum, as the first may be the first of all masses, but for a tie before it; and where all is in a
    tail that nobody will notice, an earlier one beyond which the tail is as small.
    """
    rise = high - gamma * low
    fall = 1 - high - gamma * (1 - low)
    found = best_test(law, (0, 1), (fall, rise))
    if rise <= 0:
        return Turn(0.0, 0)
    tails = rise * np.cumsum(law.chances[::-1])[::-1]
    place = law.first + 1 + int(np.searchsorted(-tails, -delta / 2))
    before, at = (_chance(law, found.least - i) for i in (2, 1))
    tie = fall * at + rise * before >= -CLOSE * at
    return Turn(found.delta, min(found.least + int(not tie), place))


def _chance(law: FloatLaw, point: int) -> float:
    place = point - law.first
    return float(law.chances[place]) if 0 <= place < len(law.chances) else 0.0


def cell_of(crowd: ShuffledCrowd, first: int, last: int) -> Callable[[float], float]:
    """delta of a cell at an epsilon."""
    return lambda epsilon: cell(crowd, first, last, math.exp(epsilon)).delta


def cells_within(crowd: ShuffledCrowd, gamma: float, delta: float) -> list[FloatCell] | FloatCell:
    """Cells that keep this delta; or one number of others that breaks it."""
    if crowd.others is not None:
        found = cell(crowd, 0, crowd.people - 1, gamma)
        return [found] if found.delta <= delta else found
    cells: list[FloatCell] = []
    width = max(1, crowd.people // 64)
    start = 0
    while start < crowd.people:
        found = _widest(crowd, start, width, gamma, delta)
        if found.delta > delta:
            return found
        cells.append(found)
        if len(cells) > MOST_CELLS:
            raise InputError("tolerance must be larger: there are too many cells")
        width = found.last - start + 1
        start = found.last + 1
    return cells


def _widest(crowd: ShuffledCrowd, start: int, width: int, gamma: float, delta: float) -> FloatCell:
    """From start on, as wide as it may be up to an eighth; of one number where none fits."""

    def of_width(wanted: int) -> FloatCell:
        return cell(crowd, start, min(crowd.people, start + wanted) - 1, gamma)

    found = of_width(width)
    while found.delta > delta and width > 1:
        width = max(1, width * 3 // 4)
        found = of_width(width)
    if found.delta > delta:
        return found
    while found.last < crowd.people - 1:
        wider = of_width(width + max(1, width // 8))
        if wider.delta > delta:
            return found
        width = wider.last - start + 1
        found = wider
    return found


def covering_cells(crowd: ShuffledCrowd, low: float, width: float) -> tuple[float, list[FloatCell]]:
    """An epsilon by so much larger than this, or than that of a worse instance, and its cells."""
    while True:
        target = low * (1 + width)
        found = cells_within(crowd, math.exp(target), crowd.delta * (1 + SLACK))
        if isinstance(found, list):
            return target, found
        alone = cell_of(crowd, found.first, found.first)
        low = max(epsilon_of(alone, crowd.delta), target)
