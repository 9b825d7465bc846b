"""Types with few high truths: they are listed, and covered one by one.

Where few truths are high a semidefinite form is far below what types are worth, as numbers of
truths are whole: 32 classes of 100 shares as 1/j at epsilon 4 leave 1.6e-3 of the value, and 7e-5
where the types with three high truths or fewer are looked at by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

FEW_HIGH = 5
"""Truths that are high on average, at most, where types with few are listed. Of 1000 shares as 1/j
at epsilon 5 seven are: the others would need as many slices as without a list."""

MOST_LISTED = 40_000
"""Types that are listed: a checker looks at half a million in a second."""

MOST_FEW = 12
"""Of more high truths it matters less that their number is whole."""

Prices = tuple[float, np.ndarray]
"""The a and b of the charge s (s a + b.x), in coordinates sqrt(n) x."""


@dataclass(frozen=True)
class FewHigh:
    """The types with fewer high truths than `few`, or none where that is 0, of classes with these
    roots of sizes and shares in coordinates; s = 1 + rise q.x."""

    few: int
    types: np.ndarray
    roots: np.ndarray
    shares: np.ndarray
    rise: float

    @staticmethod
    def of(
        sizes: Sequence[int],
        roots: np.ndarray,
        shares: np.ndarray,
        rise: float,
        high: int = FEW_HIGH,
        most: int = MOST_FEW,
    ) -> FewHigh:
        """As many as are listed, where so few truths are high on average."""
        few = min(most, few_that_are_listed(sizes)) if sum(sizes) <= high * (2 + rise) else 0
        types = types_with_fewer(sizes, few) if few else np.zeros((0, len(sizes)), dtype=int)
        return FewHigh(few, types, roots, shares, rise)

    @property
    def none(self) -> FewHigh:
        """No types."""
        return replace(self, few=0, types=self.types[:0])

    @cached_property
    def points(self) -> np.ndarray:
        """Means of classes, in coordinates."""
        return self.types / self.roots

    @cached_property
    def levels(self) -> np.ndarray:
        """The s of each type."""
        found: np.ndarray = 1 + self.rise * self.points @ self.shares
        return found

    def worth(self, V: np.ndarray, diagonal: np.ndarray) -> np.ndarray:
        """|Vx|^2 of each type, the diagonal the squared own of V."""
        own = self.types * (1 - self.types / self.roots**2)
        found: np.ndarray = ((self.points @ V) ** 2).sum(axis=1) + own @ diagonal
        return found

    def spare(self, prices: Prices, worth: np.ndarray) -> np.ndarray:
        """How much more than its worth each type is charged, as a share of s^2 a."""
        (a, b), s = prices, self.levels
        found: np.ndarray = (s * (s * a + self.points @ b) - worth) / (s**2 * a)
        return found


def few_that_are_listed(sizes: Sequence[int]) -> int:
    """All types with fewer high truths are.

    >>> few_that_are_listed((1,) * 20), few_that_are_listed((50, 50))
    (6, 12)
    """
    ways = [1, *[0] * MOST_FEW]  # of so many high truths in the classes so far
    for n in sizes:
        ways = [sum(ways[max(0, high - n) : high + 1]) for high in range(len(ways))]
    within = [few for few in range(2, MOST_FEW + 1) if sum(ways[:few]) <= MOST_LISTED]
    return max(within, default=2)


def types_with_fewer(sizes: Sequence[int], few: int) -> np.ndarray:
    """How many truths of each class are high, one row a type.

    >>> types_with_fewer((1, 2), 3).tolist()
    [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2]]
    """
    classes = range(len(sizes))
    one = np.eye(len(sizes), dtype=int)
    found = [np.zeros((1, len(sizes)), dtype=int)]
    for _ in range(1, few):
        # A truth joins of the last class that has one or of a later one: each type is met once.
        last = found[-1]
        joined = [last[(last[:, c + 1 :] == 0).all(axis=1)] + one[c] for c in classes]
        found.append(np.vstack([more[more[:, c] <= sizes[c]] for c, more in enumerate(joined)]))
    return np.vstack(found)
