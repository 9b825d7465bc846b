"""Patterns as the masters see them: scaled so that nothing is lost near gamma = 1 or far from it.

Every private table has sum_r w_r r = 1. With B an orthonormal basis of the vectors that sum to
zero, patterns are told apart by their *flat* part B'r alone, which for gamma near one is small: a
pool divides it by its `unit`, found without cancellation, and keeps the mean of r beside it:

    sum_r w_r (B'r / unit, mean of r) = (0, ..., 0, 1).

A pool prices all of its patterns at once. What a criterion makes of a pattern is a sum of
quotients x'Mx / (q.r) in x = r / unit (M is zero on the ones vector); on {1, g}^k every
x_i^2 = x_i, so numerators are quadratic forms in zeros and ones, and all values of one grow by
doubling, two additions a pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rropt.exact import InputError, over_common_denominator
from rropt.exact.convert import fmpq
from rropt.patterns.extreme import Pattern, refuse_large
from rropt.privacy.bound_forms import LOW

if TYPE_CHECKING:
    from rropt.privacy.conditions import Conditions
    from rropt.privacy.levels import Levels

Array = NDArray[Any]
Keys = NDArray[np.int64]
"""Patterns of a pool, by number."""

MOST_TRUTHS = 20
"""With 20 different shares the path takes a minute, and twice that with each further truth."""

SHARE = 0.5
"""Tables to begin with use at most this share of each budget: both ends of it are as far away."""

ALIKE = (
    "privacy must leave all truths apart for this objective: under these levels no table "
    "identifies the distribution"
)


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


class ListedPool:
    """All extreme patterns of a privacy: staircases of a delta, rays of a matrix or of conditions.

    Rows are scaled down where their flat part is long: near gamma = 1 a report that names a truth
    tells as much as many others together, and may be given as seldom.
    """

    def __init__(self, levels: Levels | Conditions) -> None:
        self.levels = levels
        self.truths = levels.truths
        self.patterns = levels.patterns(LOW)
        self._budgets = list(levels.approximate.items())
        whole = [over_common_denominator(r)[0] for r in self.patterns]
        rows = np.array([[x / max(r) for x in r] for r in whole])
        below = np.array([[(x - max(r)) / max(r) for x in r] for r in whole])
        excess = self._excesses()
        refuse_alike(self.patterns, rows)
        chosen, weights = self._inside(rows, excess)
        flat = below @ tangent_basis(self.truths)
        means = rows.mean(axis=1)
        lengths = (flat[chosen] ** 2).sum(axis=1) / means[chosen]
        self.unit = float(np.sqrt(weights @ lengths / (self.truths - 1)))
        flat = flat / self.unit
        self._shares = 1 / np.maximum(1.0, (flat**2).sum(axis=1) / means)
        shares = self._shares[:, None]
        self._features = Features(
            rows * shares, flat * shares, means * self._shares, excess * shares
        )
        self._start = chosen, weights / self._shares[chosen]

    def _inside(self, rows: Array, excess: Array) -> tuple[Keys, Array]:
        """A table inside the region; that of small deltas tells each truth for certain a little."""
        uniform = self.levels.uniform
        if uniform is not None and uniform[2] and uniform[0] > 1:
            return with_some_certainty(self.patterns, rows, uniform[0], float(uniform[2]))
        return inside(rows, excess)

    def _excesses(self) -> Array:
        """What each pattern, divided by its largest entry, takes of each budget."""
        found = np.zeros((len(self.patterns), len(self._budgets)))
        place = {key: n for n, (key, _) in enumerate(self._budgets)}
        for pattern, taken in zip(self.patterns, found, strict=True):
            for key, over in self.levels.excesses(LOW, pattern).items():
                taken[place[key]] = float(over / max(pattern))
        return found / np.array([float(delta) for delta in self.deltas])

    @property
    def deltas(self) -> Sequence[Fraction]:
        return [delta for _, delta in self._budgets]

    def start(self) -> tuple[Keys, Array]:
        return self._start

    def features(self, keys: Keys) -> Features:
        return self._features.take(keys)

    def shortfall(self, quotients: Sequence[Quotient], charges: Charges) -> Array:
        at = self._features
        short = -(at.balance @ charges.balance) - at.excess @ charges.excess
        basis = tangent_basis(self.truths)
        for part in quotients:
            top = ((at.flat @ (basis.T @ part.top @ basis)) * at.flat).sum(axis=1)
            bottoms = at.rows @ part.bottom
            short += np.divide(top, bottoms, out=np.zeros_like(top), where=bottoms > 0)
        found: Array = short
        return found

    def lack(self, quotients: Sequence[Quotient], charges: Charges) -> float:
        short = self.shortfall(quotients, charges)
        return max(0.0, float((short / self._features.means).max()))

    def scale(self, key: int) -> float:
        return float(max(self.pattern(key))) / self._shares[key]

    def pattern(self, key: int) -> Pattern:
        return self.patterns[key]

    def of_top_one(self) -> list[Pattern]:
        """All patterns, each divided by its largest entry."""
        found = []
        for pattern in self.patterns:
            top = max(pattern)
            found.append(tuple(x / top for x in pattern))
        return found

    def split(self) -> tuple[int, Fraction]:
        return 0, Fraction(1)

    def parts(self, key: int) -> tuple[Fraction, ...]:
        return self.pattern(key)

    def key_of(self, budget: int) -> tuple[int, ...]:
        return self._budgets[budget][0]

    def spent(self, patterns: Sequence[Pattern], weights: Sequence[Fraction]) -> list[Fraction]:
        found = []
        for key, _ in self._budgets:
            total = Fraction(0)
            for w, row in zip(weights, patterns, strict=True):
                total += w * self.levels.excess(LOW, key, row)
            found.append(total)
        return found


def refuse_alike(patterns: Sequence[Pattern], rows: Array) -> None:
    """Truths that no pattern tells apart."""
    from flint import fmpq_mat
    from scipy.linalg import qr

    truths = rows.shape[1]
    spread = qr(rows.T, mode="r", pivoting=True)[1][:truths]
    for numbers in (spread, range(len(rows))):
        exact = [[fmpq(x) for x in patterns[n]] for n in numbers]
        if fmpq_mat(exact).rank() == truths:
            return
    raise InputError(ALIKE)


def with_some_certainty(
    patterns: Sequence[Pattern], rows: Array, level: Fraction, delta: float
) -> tuple[Keys, Array]:
    """One high or one low truth, and certainty of total weight delta / 2: half of every excess."""
    k = rows.shape[1]
    mixed = []
    certain = []
    for key, r in enumerate(patterns):
        if r.count(Fraction(0)) == k - 1:
            certain.append(key)
        elif max(r) == level * min(r) and r.count(max(r)) in (1, k - 1):
            mixed.append(key)
    shared = (1 - delta / 2) / rows[mixed].mean(axis=1).sum()
    sizes = [shared] * len(mixed) + [delta / 2] * len(certain)
    return np.array(mixed + certain), np.array(sizes)


def inside(rows: Array, excess: Array) -> tuple[Keys, Array]:
    """Independent patterns with weights as far from zero as can be, and what balances them.

    A level of one allows no table that tells its two truths apart, though patterns do.
    """
    from scipy.linalg import qr
    from scipy.optimize import linprog

    truths, budgets = rows.shape[1], excess.shape[1]
    spread = qr(rows.T, mode="r", pivoting=True)[1][:truths]
    least = np.zeros((truths, len(rows) + 1))
    least[np.arange(truths), spread] = -1.0
    least[:, -1] = 1.0
    taken = np.hstack([excess.T, np.zeros((budgets, 1))])
    found = linprog(
        np.append(np.zeros(len(rows)), -1.0),
        A_eq=np.hstack([rows.T, np.zeros((truths, 1))]),
        b_eq=np.ones(truths),
        A_ub=np.vstack([least, taken]),
        b_ub=np.concatenate([np.zeros(truths), np.full(budgets, SHARE)]),
        method="highs-ds",
    )
    if found.x is None or not found.x[-1] > 0:
        raise InputError(ALIKE)
    weights = found.x[:-1]
    chosen = np.flatnonzero(weights > 0)
    return chosen, weights[chosen]
