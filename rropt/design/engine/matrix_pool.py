"""Patterns of a matrix of levels for one contrast: of a grid of 16 places there are millions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import floor

import numpy as np

from rropt.design.engine.asked_pool import ENTRY_BITS, AskedPool, between, table_of
from rropt.design.engine.least_row import LeastRow, both_ways
from rropt.design.engine.pool import Array
from rropt.exact.bounds import step_of
from rropt.exact.entries import scaled
from rropt.patterns.alcoved import Pair, TreeEdge, tree_edges
from rropt.patterns.extreme import Pattern
from rropt.privacy.levels import Levels

PARTS, PLACES = 2, 64
"""Numbers v that are tried between those of two known patterns, and of all these as many first."""


DRAWN = 2
"""Sums a truth, with both signs."""


class MatrixPool(AskedPool):
    """Begins with peaks and valleys at every truth, as steep as levels allow, and where no table is
    made of these with rows that are worst at sums as drawn: of random levels, no two alike, one in
    five has none.

    A pattern's code names its tight pairs (a, b), as a k + b.
    """

    def __init__(self, levels: Levels) -> None:
        k = levels.truths
        self._row = LeastRow(levels.lo)
        self._matrix = self._row.matrix
        least_level = min(Fraction(levels.lo[a][b]) for a, b in permutations(range(k), 2))
        beside = [[b for b in range(k) if b != a] for a in range(k)]
        peaks = [[a * k + b for b in others] for a, others in enumerate(beside)]
        valleys = [[b * k + a for b in others] for a, others in enumerate(beside)]
        self.truths = k
        first = np.array(peaks + valleys)
        if table_of(*self._rows(first)) is None:
            drawn = np.random.default_rng(0).normal(size=(DRAWN * k, k))
            drawn -= drawn.mean(axis=1, keepdims=True)
            first = np.vstack([first, self._worst_at(drawn), self._worst_at(-drawn)])
        super().__init__(k, least_level, first)

    def _other_start(self) -> None:
        return None

    def _pairs(self, code: Array) -> list[Pair]:
        return [divmod(number, self.truths) for number in code.tolist()]

    def _edges(self, code: Array) -> list[TreeEdge]:
        return tree_edges(self._matrix, both_ways(self._pairs(code)))

    def _logarithms(self, codes: Array) -> Array:
        found = np.zeros((len(codes), self.truths))
        for code, row in zip(codes, found, strict=True):
            tight = {*self._pairs(code)}
            for c, p, least, most in self._edges(code):
                row[c] = row[p] + np.log(float(most if (c, p) in tight else least))
        return found

    def _tried(self, known: Array) -> Sequence[Array]:
        every = between(known, PARTS)
        step = 1 + len(every) // PLACES
        return [every[::step], every]

    def _worst_at(self, f: Array) -> Array:
        found = [[a * self.truths + b for a, b in self._row.tight(costs)] for costs in f]
        return np.array(found, np.int64).reshape(-1, self.truths - 1)

    def _rounded(self, key: int) -> Pattern:
        """Entries are rounded down, and once more where they are above what another one allows."""
        tight = {*self._pairs(self.codes[key])}
        row = [Fraction(1)] * self.truths
        for c, p, least, most in self._edges(self.codes[key]):
            row[c] = row[p] * (most if (c, p) in tight else least)
        row = [_short(x) for x in scaled(row, 1 / step_of(max(row), 0))]
        changed = True
        while changed:
            changed = False
            for a, b in permutations(range(self.truths), 2):
                allowed = Fraction(self._matrix[a][b]) * row[b]
                if row[a] > allowed:
                    row[a] = _short(allowed)
                    changed = True
        return tuple(row)


def _short(x: Fraction) -> Fraction:
    """Rounded down."""
    step = step_of(x, ENTRY_BITS)
    return floor(x / step) * step
