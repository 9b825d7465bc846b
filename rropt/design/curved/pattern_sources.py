"""Where the patterns of the curved solvers come from: what depends on the sort of privacy level.

A source knows its patterns exactly, their excesses, and a design inside the region. Here are those
of one number; `level_patterns` has those of a matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from rropt.patterns.extreme import (
    MOST_TRUTHS_PURE,
    Pattern,
    evaluate,
    excess,
    ordered_pairs,
    refuse_large,
    staircases,
)

if TYPE_CHECKING:
    import numpy as np

Pair = tuple[int, ...]
"""Two truths, or the place of a condition."""


NEAR = 0.5
"""Positive entries above this share of the largest are told apart by what they fall short of it."""


class Source(Protocol):
    """Patterns, each stored divided by its `top`."""

    @property
    def pairs(self) -> Sequence[Pair]:
        """The pairs with a delta."""

    @property
    def deltas(self) -> Sequence[Fraction]:
        """The deltas of these pairs."""

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The stored rows in doubles, and those up to a multiple of the ones vector."""

    def pattern(self, index: int) -> Pattern:
        """A pattern, exactly."""

    def top(self, pattern: Pattern) -> Fraction:
        """What its stored row is divided by."""

    def surplus(self, chosen: Any, number: Callable[[Fraction], Any]) -> np.ndarray:
        """[r_a - g_ab r_b]_+ of stored rows, one column a pair with a delta."""

    def start(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A design inside the region: patterns and weights of stored rows."""


@dataclass(frozen=True)
class NumberSource:
    """The patterns {1, gamma}^k, or for delta > 0 the staircases."""

    truths: int
    gamma: Fraction
    delta: Fraction
    exponents: np.ndarray

    @staticmethod
    def of(truths: int, gamma: Fraction, delta: Fraction) -> NumberSource:
        """All patterns of this level."""
        return NumberSource(truths, gamma, delta, _exponents(truths, delta))

    @property
    def pairs(self) -> Sequence[Pair]:
        return ordered_pairs(self.truths) if self.delta else []

    @property
    def deltas(self) -> Sequence[Fraction]:
        return [self.delta] * len(self.pairs)

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        return _rows(self.exponents, self.gamma, self.delta)

    def pattern(self, index: int) -> Pattern:
        return evaluate(tuple(int(level) for level in self.exponents[index]), self.gamma)

    def top(self, pattern: Pattern) -> Fraction:
        return max(pattern) if self.delta else self.gamma

    def surplus(self, chosen: Any, number: Callable[[Fraction], Any]) -> np.ndarray:
        return _surplus(self.exponents[chosen], self.gamma, self.truths, number)

    def start(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return start(self.exponents, rows.mean(axis=1), float(self.delta))


def _exponents(truths: int, delta: Fraction) -> np.ndarray:
    import numpy as np

    if delta:
        return np.array(list(staircases(truths)))
    refuse_large(truths, MOST_TRUTHS_PURE)
    index = np.arange(1, 2**truths - 1)
    return (index[:, None] >> np.arange(truths)) & 1


def _rows(exponents: np.ndarray, gamma: Fraction, delta: Fraction) -> tuple[np.ndarray, np.ndarray]:
    """The rows, and the rows up to a multiple of the ones vector."""
    import numpy as np

    if not delta:
        share = float(1 - 1 / gamma)
        return float(1 / gamma) + share * exponents, share * exponents
    below = np.where(exponents < 0, 0, exponents.max(axis=1, keepdims=True) - exponents)
    shares = [1 / gamma**level for level in range(int(exponents.max()) + 1)]
    rows = np.where(exponents < 0, 0.0, np.array(shares, dtype=float)[below])
    falls = np.array([float(share - 1) for share in shares])[below]
    positive = (rows > 0).sum(axis=1)
    near = (positive > 1) & ((rows > NEAR).sum(axis=1) == positive)
    return rows, np.where(near[:, None], np.where(exponents < 0, -1.0, falls), rows)


def start(exponents: np.ndarray, means: np.ndarray, delta: float) -> tuple[np.ndarray, np.ndarray]:
    """A design inside the region: one high or one low truth and, for delta > 0, some certainty.

    Truths named with certainty with total weight delta / 2 use half of every excess.
    """
    import numpy as np

    k = exponents.shape[1]
    high = (exponents == 1).sum(axis=1)
    plain = ((exponents == 0) | (exponents == 1)).all(axis=1)
    mixed = np.flatnonzero(plain & ((high == 1) | (high == k - 1)))
    certain = np.flatnonzero((exponents < 0).sum(axis=1) == k - 1)
    weights = np.full(len(mixed), (1 - delta / 2) / means[mixed].sum())
    return (
        np.concatenate([mixed, certain]),
        np.concatenate([weights, np.full(len(certain), delta / 2)]),
    )


def _surplus(
    exponents: np.ndarray, gamma: Fraction, truths: int, number: Callable[[Fraction], Any] = float
) -> np.ndarray:
    """[r_a - gamma r_b]_+ of the stored rows, one column an ordered pair."""
    import numpy as np

    pairs = ordered_pairs(truths)
    table = np.array([[number(Fraction(0))] * len(pairs)] * len(exponents))
    for i, levels in enumerate(exponents):
        pattern = evaluate(tuple(int(level) for level in levels), gamma)
        top = max(pattern)
        for pair, value in excess(pattern, gamma).items():
            table[i, pairs.index(pair)] = number(value / top)
    return table
