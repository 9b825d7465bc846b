"""Reports on all numbers of an interval by windows of equally spaced ones and a random shift.

At a place one of four ways is drawn by its chance: a window of all, a window that has the place
inside, or one of the two reports of a card. Windows are drawn by their weights, those that must
have the place inside until one has. Chances are decided in whole numbers, so every one is exactly
what the certificate says.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

import numpy as np

from rropt.data.exact_draws import Source
from rropt.data.number_sampler import Array, Indices, Shifted
from rropt.data.sampler import ExactDice, Sampler

Window = tuple[int, int, int, Fraction]
"""The first and the last place, a whole weight, and the number that is told."""

ALL, INSIDE, UPPER, LOWER = range(4)
"""The ways: among all windows, among those with the place inside, the two reports of the card."""


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
        ways = self._ways(places, source)
        told = np.where(ways == UPPER, float(self.points[-1]), float(self.points[0]))
        left = np.flatnonzero(ways < UPPER)
        firsts, lasts, values = self._columns
        while left.size:
            drawn = self._by_weight(np.zeros(left.size, np.uint8), source)
            inside = (firsts[drawn] <= places[left]) & (places[left] <= lasts[drawn])
            kept = inside | (ways[left] == ALL)
            told[left[kept]] = values[drawn[kept]]
            left = left[~kept]
        return told

    def _ways(self, places: Indices, source: Source) -> Indices:
        dice = ExactDice(source)
        ways = np.empty(len(places), np.int64)
        # Numbers at one place have the same chances.
        order = np.argsort(places, kind="stable")
        starts = np.flatnonzero(np.diff(places[order], prepend=-1))
        for mine in np.split(order, starts)[1:]:
            ways[mine] = dice.choice(self.chances(int(places[mine[0]])), len(mine))
        return ways

    def chances(self, place: int) -> tuple[Fraction, ...]:
        """Of the four ways, at a place."""
        every = self.unit * self._weight
        inside = self.unit * (self.gamma - 1) * self._inside[place]
        upper = self.card[place][0]
        return every, inside, upper, 1 - every - inside - upper

    @cached_property
    def _weight(self) -> int:
        return sum(weight for _, _, weight, _ in self.windows)

    @cached_property
    def _inside(self) -> list[int]:
        """The weight of the windows that have each place inside."""
        changes = [0] * (len(self.points) + 1)
        for first, last, weight, _ in self.windows:
            changes[first] += weight
            changes[last + 1] -= weight
        return list(accumulate(changes))

    @cached_property
    def _by_weight(self) -> Sampler:
        weights = tuple(weight for _, _, weight, _ in self.windows)
        return Sampler.from_columns((weights,), self._weight)

    @cached_property
    def _columns(self) -> tuple[Indices, Indices, Array]:
        """The first and the last place of each window, and what it tells."""
        firsts, lasts, _, values = zip(*self.windows, strict=True)
        return np.array(firsts), np.array(lasts), np.array(values, float)
