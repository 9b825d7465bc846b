"""Patterns as the masters see them: scaled so that nothing is lost near gamma = 1 or far from it.

Every private table has sum_r w_r r = 1. With B an orthonormal basis of the vectors that sum to
zero, patterns are told apart by their *flat* part B'r alone, which for gamma near one is small: a
pool divides it by its `unit`, found without cancellation, and keeps the mean of r beside it:

    sum_r w_r (B'r / unit, mean of r) = (0, ..., 0, 1).

What a criterion makes of a pattern is a sum of quotients x'Mx / (q.r) in x = r / unit (M is zero on
the ones vector). A pool finds the patterns that prices cover least.

Of the patterns {1, g}^k of one number g without a delta every x_i^2 = x_i, so numerators are
quadratic forms in zeros and ones: of one quotient the worst are found by branch and bound, of
several all values grow by doubling, two additions a pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rropt.design.engine.branched_patterns import ShortfallForm
from rropt.patterns.extreme import Pattern, refuse_large

Array = NDArray[Any]
Keys = NDArray[np.int64]
"""Patterns of a pool, by number."""

NONE: Keys = np.zeros(0, dtype=np.int64)


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

    def raised(self, more: float) -> Charges:
        """With so much more for the mean of a pattern."""
        return Charges(np.append(self.balance[:-1], self.balance[-1] + more), self.excess)

    def times(self, scale: float) -> Charges:
        """In other units."""
        return Charges(self.balance * scale, self.excess * scale)


class Pool(Protocol):
    """Patterns by number, in doubles."""

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

    def worst(
        self,
        quotients: Sequence[Quotient],
        charges: Charges,
        least: float,
        most: int,
        known: Keys = NONE,
    ) -> tuple[Keys, Array]:
        """Patterns that are not known and whose charge falls short of what they are worth by more
        than `least`, with by how much: the `most` that are worst."""

    def lack(self, quotients: Sequence[Quotient], charges: Charges) -> float:
        """How much more the mean of a pattern must cost so that no pattern falls short."""

    def costless(self, prior: Sequence[Fraction]) -> Keys:
        """Independent patterns that show no truth with a share, as many as they show truths."""


class ExactPool(Pool, Protocol):
    """Patterns that are exact as well."""

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
    return basis / lengths


MOST_TRUTHS = 20
"""Of several quotients, where all patterns are read: ten seconds with 20 different shares."""

MANY, MOST_TURNS, ROUNDING = 100, 8, 1e-15
"""Patterns that are looked at together for what prices lack, and how often; what is less is
rounding."""


def most_independent(rows: Array, most: int) -> tuple[list[int], list[float]]:
    """Rows by how far each is from the space of those before it, the longest first, and how far.

    These are the pivots of a QR decomposition; SciPy has one, which takes as long to load as a
    design does.

    >>> most_independent(np.array([[3.0, 0], [2, 0], [1, 1]]), 2)
    ([0, 2], [3.0, 1.0])
    """
    rest = np.array(rows, dtype=float)
    left = np.ones(len(rest), dtype=bool)
    found: list[int] = []
    lengths: list[float] = []
    for _ in range(min(most, len(rest))):
        sizes = np.where(left, np.linalg.norm(rest, axis=1), -1.0)
        row = int(sizes.argmax())
        left[row] = False
        found.append(row)
        lengths.append(float(sizes[row]))
        if sizes[row] > 0:
            along = rest[row] / sizes[row]
            rest -= np.outer(rest @ along, along)
    return found, lengths


@dataclass(frozen=True)
class CubePool:
    """{1, g}^k for one number g without a delta; a number's bits say which truths are high."""

    truths: int
    gamma: Fraction

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
        k = self.truths
        low = float(1 / self.gamma)
        # What sets of one size tell at equal shares: h (k - h) over the square of their mean.
        worth = [h * (k - h) / (k * low + self.unit * h) ** 2 for h in range(1, k)]
        best = 1 + int(np.argmax(worth))
        sizes = {h for h in (1, best - 1, best, best + 1, k - 1) if 0 < h < k}
        keys = np.array(sorted(set(chain.from_iterable(map(self._runs, sizes)))))
        means = self.features(keys).means
        return keys, np.full(len(keys), 1 / means.sum())

    def _runs(self, size: int) -> list[int]:
        k = self.truths
        return [sum(1 << (first + j) % k for j in range(size)) for first in range(k)]

    def costless(self, prior: Sequence[Fraction]) -> Keys:
        return NONE

    def features(self, keys: Keys) -> Features:
        high = self._bits(keys)
        rows = float(1 / self.gamma) + self.unit * high
        flat = high @ tangent_basis(self.truths)
        return Features(rows, flat, rows.mean(axis=1), np.zeros((len(keys), 0)))

    def _bits(self, keys: Keys) -> Array:
        return (np.asarray(keys)[:, None] >> np.arange(self.truths) & 1).astype(float)

    def worst(
        self,
        quotients: Sequence[Quotient],
        charges: Charges,
        least: float,
        most: int,
        known: Keys = NONE,
    ) -> tuple[Keys, Array]:
        known = np.append(known, [0, (1 << self.truths) - 1])  # constant ones are mixtures
        if len(quotients) == 1:
            return self._form(quotients[0], charges).worst(least, most, known)
        return worst_of(self._shortfalls(quotients, charges), least, most, known)

    def _form(self, part: Quotient, charges: Charges) -> ShortfallForm:
        low = float(1 / self.gamma)
        bottom = low * float(part.bottom.sum()), self.unit * part.bottom
        return ShortfallForm.of(part.top, bottom, self._paid(charges))

    def _paid(self, charges: Charges) -> tuple[float, Array]:
        """The charge of the pattern without high truths, and what a high truth adds to it."""
        *flat, mean = charges.balance
        # Of x the flat part is B'x and the mean low + unit sum x / k: charges are linear.
        slopes = tangent_basis(self.truths) @ np.array(flat) + mean * self.unit / self.truths
        return mean * float(1 / self.gamma), slopes

    def _shortfalls(self, quotients: Sequence[Quotient], charges: Charges) -> Array:
        """Of all patterns: several quotients are no quadratic form."""
        refuse_large(self.truths, MOST_TRUTHS)
        paid, slopes = self._paid(charges)
        found = -linear_values(paid, slopes)
        for part in quotients:
            low = float(1 / self.gamma) * part.bottom.sum()
            found += quadratic_values(part.top) / linear_values(low, self.unit * part.bottom)
        return found

    def lack(self, quotients: Sequence[Quotient], charges: Charges) -> float:
        found = 0.0
        # Prices that are raised by what the worst pattern lacks still fall short at one whose mean
        # is less, and at nearly the same price for each: each turn has the square of the error.
        for _ in range(MOST_TURNS):
            raised = charges.raised(found)
            keys, short = self.worst(quotients, raised, ROUNDING * float(raised.balance[-1]), MANY)
            if not len(keys):
                break
            found += float((short / self.features(keys).means).max())
        return found

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


def direction_of(form: Array) -> Array:
    """p with pp' = M.

    >>> direction_of(np.array([[1.0, -2.0], [-2.0, 4.0]])).tolist()
    [-1.0, 2.0]
    """
    at = int(np.diagonal(form).argmax())
    found: Array = form[at] / np.sqrt(form[at, at])
    return found


def worst_of(shortfalls: Array, least: float, most: int, known: Keys) -> tuple[Keys, Array]:
    """The worst patterns of those of which all shortfalls are given."""
    shortfalls[known] = -np.inf
    worst = np.flatnonzero(shortfalls > least)
    if len(worst) > most:
        worst = worst[np.argpartition(-shortfalls[worst], most - 1)[:most]]
    return worst, shortfalls[worst]


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
        # x_j^2 = x_j: the diagonal is linear, and what is beside it counts twice.
        couplings = linear_values(row[j], 2 * row[:j])
        values[1 << j : 2 << j] = values[: 1 << j] + couplings
    return values
