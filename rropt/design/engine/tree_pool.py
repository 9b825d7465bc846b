"""Patterns of a tree of levels: where all bounds follow from those of neighbours in a tree, a row
is its entry at the root and, from each truth to the next, a ratio between two ends; extreme
patterns have an end everywhere.

From the leaves to the root the least sum f.r has the high end where what hangs on a truth is
negative, and else the low one: k steps lead to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

import numpy as np

from rropt.design.engine.asked_pool import ENTRY_BITS, AskedPool, between
from rropt.design.engine.pool import Array, Keys
from rropt.exact.bounds import step_of
from rropt.exact.entries import scaled
from rropt.patterns.alcoved import tree_edges
from rropt.patterns.extreme import Pattern
from rropt.privacy.bound_forms import LOW
from rropt.privacy.levels import Levels

PARTS = 8
"""Numbers v that are tried between those of two known patterns."""

LOWER, HIGHER, SAME = range(3)
"""Where the ratio of a truth to its neighbour is: at an end, or 1."""


class TreePool(AskedPool):
    """Begins with peaks and valleys at every truth, and rows that are higher, or lower, on one side
    of a pair of neighbours.

    A peak falls from its truth on all ways as fast as levels allow: on a path these are the reports
    of the geometric mechanism.
    """

    def __init__(self, levels: Levels) -> None:
        self.edges = tree_edges(levels.lo, levels.tree(LOW))
        self._ends = np.array([[float(each.least), float(each.most), 1.0] for each in self.edges])
        own = np.eye(len(self.edges), dtype=bool)
        higher, lower = np.where(own, HIGHER, SAME), np.where(own, LOWER, SAME)
        first = np.vstack([higher, lower, self._peaks()]).astype(np.int8)
        least_level = min(min(1 / each.least, each.most) for each in self.edges)
        super().__init__(levels.truths, least_level, first)

    def _peaks(self) -> Array:
        """Ratios are high on the way from the root to the peak."""
        ways: list[set[int]] = [set() for _ in range(len(self.edges) + 1)]
        for each in self.edges:
            ways[each.truth] = ways[each.near] | {each.truth}
        peaks = np.array([[each.truth in way for each in self.edges] for way in ways])
        return np.vstack([np.where(peaks, HIGHER, LOWER), np.where(peaks, LOWER, HIGHER)])

    def _other_start(self) -> tuple[Keys, Array]:
        """Two rows, one higher on a side and one lower, add up to the same on both sides."""
        low, high = self._ends[:, LOWER], self._ends[:, HIGHER]
        weights = np.array([(1 - low) * high, high - 1]) / (high - low) / len(self.edges)
        return np.arange(2 * len(self.edges)), weights.ravel()

    def _logarithms(self, codes: Array) -> Array:
        found = np.zeros((len(codes), self.truths))
        for n, each in enumerate(self.edges):
            found[:, each.truth] = found[:, each.near] + np.log(self._ends[n])[codes[:, n]]
        return found

    def _tried(self, known: Array) -> Sequence[Array]:
        return [between(known, PARTS)]

    def _worst_at(self, f: Array) -> Array:
        codes = np.zeros((len(f), len(self.edges)), np.int8)
        for n, each in reversed(list(enumerate(self.edges))):
            hanging = f[:, each.truth]
            codes[:, n] = np.where(hanging < 0, HIGHER, LOWER)
            f[:, each.near] += hanging * self._ends[n][codes[:, n]]
        return codes

    def _rounded(self, key: int) -> Pattern:
        """From the root on each entry is rounded to the inside."""
        row = [Fraction(1)] * self.truths
        for each, ratio in zip(self.edges, self.codes[key], strict=True):
            x = row[each.near] * (each.least, each.most, Fraction(1))[ratio]
            step = step_of(x, ENTRY_BITS)
            row[each.truth] = (ceil if ratio == LOWER else floor)(x / step) * step
        return scaled(row, 1 / step_of(max(row), 0))
