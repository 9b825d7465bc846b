"""The patterns {1, g}^k of one number g without a delta, as the masters see them.

Every x_i^2 = x_i, so numerators are quadratic forms in zeros and ones, and all values of one grow
by doubling, two additions a pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from rropt.design.engine.pool import Array, Charges, Features, Keys, Quotient, tangent_basis
from rropt.patterns.extreme import Pattern, refuse_large

MOST_TRUTHS = 20
"""With 20 different shares the path takes a minute, and twice that with each further truth."""


@dataclass(frozen=True)
class CubePool:
    """{1, g}^k for one number g without a delta; a number's bits say which truths are high."""

    truths: int
    gamma: Fraction

    def __post_init__(self) -> None:
        refuse_large(self.truths, MOST_TRUTHS)

    @cached_property
    def unit(self) -> float:
        """1 - 1/g: the rows are 1/g + (1 - 1/g) x."""
        return float(1 - 1 / self.gamma)

    @property
    def deltas(self) -> Sequence[Fraction]:
        return ()

    def start(self) -> tuple[Keys, Array]:
        """Runs of neighbours around a circle, of the sizes that are best at equal shares.

        All truths alone and all but one of them make the information regular.
        """
        k, low = self.truths, float(1 / self.gamma)
        worth = [h * (k - h) / (k * low + self.unit * h) ** 2 for h in range(1, k)]
        best = 1 + int(np.argmax(worth))
        sizes = {h for h in (1, best - 1, best, best + 1, k - 1) if 0 < h < k}
        runs = {self._run(first, size) for size in sizes for first in range(k)}
        keys = np.array(sorted(runs))
        means = self.features(keys).means
        return keys, np.full(len(keys), 1 / means.sum())

    def _run(self, first: int, size: int) -> int:
        return sum(1 << (first + j) % self.truths for j in range(size))

    def features(self, keys: Keys) -> Features:
        high = self._bits(keys)
        rows = float(1 / self.gamma) + self.unit * high
        flat = high @ tangent_basis(self.truths)
        return Features(rows, flat, rows.mean(axis=1), np.zeros((len(keys), 0)))

    def _bits(self, keys: Keys) -> Array:
        bits: Array = (np.asarray(keys)[:, None] >> np.arange(self.truths) & 1).astype(float)
        return bits

    def shortfall(self, quotients: Sequence[Quotient], charges: Charges) -> Array:
        *flat, mean = charges.balance
        low, k = float(1 / self.gamma), self.truths
        slopes = tangent_basis(k) @ np.array(flat) + mean * self.unit / k
        found = -linear_values(mean * low, slopes)
        for part in quotients:
            bottoms = linear_values(low * part.bottom.sum(), self.unit * part.bottom)
            found += quadratic_values(part.top) / bottoms
        found[[0, -1]] = np.minimum(found[[0, -1]], 0.0)  # constant patterns are mixtures of others
        return found

    def lack(self, quotients: Sequence[Quotient], charges: Charges) -> float:
        short = self.shortfall(quotients, charges)
        means = linear_values(float(1 / self.gamma), np.full(self.truths, self.unit / self.truths))
        return max(0.0, float((short / means).max()))

    def scale(self, key: int) -> float:
        return float(self.gamma)

    def pattern(self, key: int) -> Pattern:
        return tuple(self.gamma if part else Fraction(1) for part in self.parts(key))

    def split(self) -> tuple[int, Fraction]:
        return 1, self.gamma - 1

    def parts(self, key: int) -> tuple[Fraction, ...]:
        return tuple(Fraction(int(key) >> j & 1) for j in range(self.truths))

    def key_of(self, budget: int) -> tuple[int, ...]:
        raise LookupError("one number without a delta has no budgets")

    def spent(self, patterns: Sequence[Pattern], weights: Sequence[Fraction]) -> list[Fraction]:
        return []


def linear_values(constant: float, slopes: Array) -> Array:
    """constant + slopes.x for every x in {0, 1}^k, the first truth changing fastest.

    >>> linear_values(1.0, np.array([2.0, 4.0])).tolist()
    [1.0, 3.0, 5.0, 7.0]
    """
    values = np.empty(1 << len(slopes))
    values[0] = constant
    for j, slope in enumerate(slopes):
        values[1 << j : 2 << j] = values[: 1 << j] + slope
    return values


def quadratic_values(form: Array) -> Array:
    """x'Mx for every x in {0, 1}^k.

    >>> quadratic_values(np.array([[1.0, 2.0], [2.0, 3.0]])).tolist()
    [0.0, 1.0, 3.0, 8.0]
    """
    values = np.zeros(1 << len(form))
    for j, row in enumerate(form):
        couplings = linear_values(row[j], 2 * row[:j])
        values[1 << j : 2 << j] = values[: 1 << j] + couplings
    return values
