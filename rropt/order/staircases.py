"""All staircases priced at once: in doubles to find what prices miss, in integers to decide.

A staircase has the value gamma^-s at the truths s levels below its top, and is zero at some truths.
With h_s = n^(k-1-s) d^s for gamma = n/d, its entries and its excesses

    [r_a - gamma r_b]_+ = h_s - h_(t-1)    (a at depth s, b at depth t >= s + 2; h_s for r_b = 0)

are whole numbers. So prices are looked up in one small table for each truth and each pair, for all
staircases together. They are the weak orders of the truths, each with its lowest level low or zero:
2 F(k) - 1 of them, where F(k) = 1, 3, 13, 75, 541, 4683, 47293 counts the weak orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from rropt.patterns.extreme import OUTSIDE, Pattern, evaluate

Array = Any
Charge = Mapping[tuple[int, int], Any]


@dataclass(frozen=True)
class Staircases:
    """`depths[r, j]` levels lie between the top of staircase r and truth j; k stands for zero.

    >>> three = Staircases.of(2, Fraction(3))
    >>> [tuple(map(str, three.pattern(r))) for r in range(5)]
    [('1', '1'), ('1', '3'), ('3', '1'), ('0', '1'), ('1', '0')]
    """

    depths: Array
    gamma: Fraction

    @classmethod
    def of(cls, truths: int, gamma: Fraction) -> Staircases:
        """Every staircase, each pattern once."""
        depths = _depths(truths)
        # All levels coincide: a pattern is then only which truths are zero.
        if gamma == 1:
            depths = depths[((depths == 0) | (depths == truths)).all(axis=1)]
        return cls(depths, gamma)

    @property
    def truths(self) -> int:
        return self.depths.shape[1]

    def pattern(self, r: int) -> Pattern:
        """One staircase as numbers, 1 at its lowest level."""
        depths = [int(s) for s in self.depths[r]]
        lowest = max(s for s in depths if s < self.truths)
        return evaluate(
            tuple(lowest - s if s < self.truths else OUTSIDE for s in depths), self.gamma
        )

    def within(self, row: Sequence[Fraction]) -> Array:
        """Which staircases are zero wherever the row is."""
        empty = [j for j, entry in enumerate(row) if not entry]
        return (self.depths[:, empty] == self.truths).all(axis=1)

    @cached_property
    def exact(self) -> Scale:
        """Whole numbers, each staircase in its own unit."""
        (n, d) = self.gamma.as_integer_ratio()
        k = self.truths
        return Scale(self.depths, np.array([n ** (k - 1 - s) * d**s for s in range(k)] + [0], "O"))

    @cached_property
    def rough(self) -> Scale:
        """Doubles; the top of each staircase is 1."""
        powers = [float(self.gamma**-s) for s in range(self.truths)]
        return Scale(self.depths, np.array([*powers, 0.0]))


@dataclass(frozen=True)
class Scale:
    """The staircases with the value `heights[s]` at depth s."""

    depths: Array
    heights: Array

    @cached_property
    def total(self) -> Array:
        """sum_j r_j."""
        return self.paid([1] * self.depths.shape[1])

    @cached_property
    def squares(self) -> Array:
        """sum_j r_j^2."""
        return sum((self.heights**2)[column] for column in self.depths.T)

    def paid(self, prices: Sequence[Any]) -> Array:
        """y . r."""
        pairs = zip(prices, self.depths.T, strict=True)
        return sum((self.heights * y)[column] for y, column in pairs)

    def charged(self, charge: Charge) -> Array:
        """sum_ab z_ab [r_a - gamma r_b]_+."""
        found = np.zeros(len(self.depths), self.heights.dtype)
        for (a, b), z in charge.items():
            if z:
                found += (self._excess * z)[self.depths[:, a], self.depths[:, b]]
        return found

    @cached_property
    def _excess(self) -> Array:
        k = len(self.heights) - 1
        table = np.zeros((k + 1, k + 1), self.heights.dtype)
        for s in range(k):
            table[s, k] = self.heights[s]
            # One level apart r_a is exactly gamma r_b: no excess yet.
            for t in range(s + 2, k):
                table[s, t] = self.heights[s] - self.heights[t - 1]
        return table

    def lacking(self, prices: Sequence[Any], charged: Array, unit: Any = 1) -> Array:
        """(unit u(r) - y . r - charge) sum_j r_j: positive where prices over `unit` miss u(r)."""
        return unit * self.squares - (self.paid(prices) + charged) * self.total


@lru_cache(maxsize=8)
def _depths(truths: int) -> Array:
    """Weak orders of the truths, by the depth of each, and again with the lowest level zero."""
    orders = {1: np.zeros((1, 1), np.int8)}
    for _ in range(truths - 1):
        longer: dict[int, list[Array]] = {}
        for levels, table in orders.items():
            for t in range(levels):
                longer.setdefault(levels, []).append(_with(table, t))
            for t in range(levels + 1):
                longer.setdefault(levels + 1, []).append(_with(table + (table >= t), t))
        orders = {levels: np.vstack(tables) for levels, tables in longer.items()}
    ended = [
        np.where(table == levels - 1, np.int8(truths), table)
        for levels, table in orders.items()
        if levels > 1
    ]
    return np.vstack([*orders.values(), *ended])


def _with(table: Array, depth: int) -> Array:
    """One more truth at that depth."""
    return np.hstack([table, np.full((len(table), 1), depth, table.dtype)])
