"""Reports on all numbers of an interval by windows of equally spaced ones and a random shift.

At a place one number u is drawn below the common denominator of all chances: the first part of the
range is shared by all windows in proportion to their weights, the second by those that have the
place inside, and what is left by the two reports of a card. Which report u falls to is decided in
whole numbers, so every chance is exactly what the certificate says.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, compress
from math import lcm

import numpy as np
from numpy.typing import NDArray

from rropt.data.exact_draws import Source
from rropt.data.number_sampler import Array, Indices, Shifted

Window = tuple[int, int, int, Fraction]
"""The first and the last place, a whole weight, and the number that is told."""


@dataclass(frozen=True)
class ShiftedWindows(Shifted):
    """Windows at the points of a grid, and the chances of the card's two reports at each."""

    gamma: Fraction
    unit: Fraction
    """Of the weights."""

    windows: tuple[Window, ...]
    card: tuple[tuple[Fraction, Fraction], ...]

    def answers(self, places: Indices, source: Source) -> Array:
        """The numbers that are told for the points at these places."""
        told = np.empty(len(places))
        # Numbers at one place share their windows.
        order = np.argsort(places, kind="stable")
        starts = np.flatnonzero(np.diff(places[order], prepend=-1))
        for mine in np.split(order, starts[1:]):
            told[mine] = self._at(int(places[mine[0]]), len(mine), source)
        return told

    def _at(self, place: int, number: int, source: Source) -> Array:
        """So many reports at one place."""
        inside = self._firsts_and_lasts[0] <= place
        inside &= place <= self._firsts_and_lasts[1]
        numbers = list(compress(range(len(self.windows)), inside))
        near = list(accumulate(self.windows[i][2] for i in numbers))
        draws = _Draws.of(self.unit, self.gamma, self.card[place])
        ends = [draws.outside * self._all[-1]]
        ends.append(ends[0] + draws.more * (near[-1] if near else 0))
        ends += [ends[1] + draws.card, draws.below]
        found = np.empty(number)
        for n in range(number):
            u = uniform_below(draws.below, source)
            part = bisect_right(ends, u)
            if part == 0:
                # u // outside is a unit of weight: its window is the first whose sum is beyond it.
                found[n] = self._values[bisect_right(self._all, u // draws.outside)]
            elif part == 1:
                chosen = bisect_right(near, (u - ends[0]) // draws.more)
                found[n] = self._values[numbers[chosen]]
            else:
                found[n] = self._ends[part - 2]
        return found

    @cached_property
    def _firsts_and_lasts(self) -> NDArray[np.int64]:
        return np.array([window[:2] for window in self.windows]).T

    @cached_property
    def _all(self) -> list[int]:
        return list(accumulate(window[2] for window in self.windows))

    @cached_property
    def _values(self) -> Sequence[float]:
        return [float(window[3]) for window in self.windows]

    @property
    def _ends(self) -> tuple[float, float]:
        """What the card tells."""
        return float(self.points[-1]), float(self.points[0])


@dataclass(frozen=True)
class _Draws:
    """Of `below` equally likely numbers a weight has `outside` for each unit, and `more` besides at
    a place inside; `card` of them tell the upper end."""

    below: int
    outside: int
    more: int
    card: int

    @classmethod
    def of(cls, unit: Fraction, gamma: Fraction, card: tuple[Fraction, Fraction]) -> _Draws:
        parts = (unit, unit * (gamma - 1), card[0])
        below = lcm(*(part.denominator for part in parts))
        outside, more, upper = (int(part * below) for part in parts)
        return cls(below, outside, more, upper)


def uniform_below(number: int, source: Source) -> int:
    """A whole number from 0 on, each as likely as any other.

    >>> drawn = iter([b"\\xff", b"\\x07"])
    >>> uniform_below(200, lambda length: next(drawn))
    7
    """
    # No more bits than the number has: fewer than half of the draws are repeated.
    bits = (number - 1).bit_length()
    length = -(-bits // 8)
    while True:
        drawn = int.from_bytes(source(length), "big") >> (8 * length - bits)
        if drawn < number:
            return drawn
