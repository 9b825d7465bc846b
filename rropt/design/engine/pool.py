"""Patterns as the masters see them: scaled so that nothing is lost near gamma = 1 or far from it.

Every private table has sum_r w_r r = 1. With B an orthonormal basis of the vectors that sum to
zero, patterns are told apart by their *flat* part B'r alone, which for gamma near one is small: a
pool divides it by its `unit`, found without cancellation, and keeps the mean of r beside it:

    sum_r w_r (B'r / unit, mean of r) = (0, ..., 0, 1).

A pool prices all of its patterns at once. What a criterion makes of a pattern is a sum of
quotients x'Mx / (q.r) in x = r / unit (M is zero on the ones vector).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rropt.patterns.extreme import Pattern

if TYPE_CHECKING:
    pass

Array = NDArray[Any]
Keys = NDArray[np.int64]
"""Patterns of a pool, by number."""


@dataclass(frozen=True)
class Features:
    """Patterns in doubles, one row a pattern."""

    rows: Array
    """The patterns, divided by what keeps all features of size one."""

    flat: Array
    means: Array

    excess: Array
    """What a pattern takes of each budget, as a share of it."""

    @property
    def balance(self) -> Array:
        """The rows of the equations that every private table meets."""
        return np.column_stack([self.flat, self.means])

    def take(self, kept: Array) -> Features:
        """Some of the patterns."""
        return Features(self.rows[kept], self.flat[kept], self.means[kept], self.excess[kept])


@dataclass(frozen=True)
class Quotient:
    """x'Mx / (q.r), a part of what a criterion makes of a pattern r."""

    bottom: Array
    top: Array


@dataclass(frozen=True)
class Charges:
    """What patterns are charged: for their balance, and for their excesses."""

    balance: Array
    excess: Array

    def times(self, scale: float) -> Charges:
        """In other units."""
        return Charges(self.balance * scale, self.excess * scale)


class Pool(Protocol):
    """Patterns by number, in doubles and exactly."""

    @property
    def truths(self) -> int:
        """How many truths there are."""

    @property
    def unit(self) -> float:
        """What flat parts are divided by."""

    @property
    def deltas(self) -> Sequence[Fraction]:
        """The budgets."""

    def start(self) -> tuple[Keys, Array]:
        """A table inside the region: patterns, and weights of their features."""

    def features(self, keys: Keys) -> Features:
        """Some patterns."""

    def shortfall(self, quotients: Sequence[Quotient], charges: Charges) -> Array:
        """By how much the charge of each pattern falls short of what it is worth."""

    def lack(self, quotients: Sequence[Quotient], charges: Charges) -> float:
        """How much more the mean of a pattern must cost so that no pattern falls short."""

    def scale(self, key: int) -> float:
        """The exact pattern is the row of its features times this."""

    def pattern(self, key: int) -> Pattern:
        """A pattern, exactly."""

    def split(self) -> tuple[int, Fraction]:
        """Base and rise: a pattern is base + rise m, with `parts` m."""

    def parts(self, key: int) -> tuple[Fraction, ...]:
        """m, of zeros and ones where the patterns are {1, g}^k."""

    def key_of(self, budget: int) -> tuple[int, ...]:
        """The budget as certificates name it: a pair of truths, or the place of a condition."""

    def spent(self, patterns: Sequence[Pattern], weights: Sequence[Fraction]) -> list[Fraction]:
        """What a table takes of each budget, exactly."""


def tangent_basis(truths: int) -> Array:
    """Helmert's orthonormal basis of the vectors with sum zero, one column a direction.

    >>> tangent_basis(2).round(3).tolist()
    [[0.707], [-0.707]]
    """
    basis = np.zeros((truths, truths - 1))
    for j in range(1, truths):
        basis[:j, j - 1] = 1
        basis[j, j - 1] = -j
    lengths = np.sqrt([j * (j + 1) for j in range(1, truths)])
    found: Array = basis / lengths
    return found
