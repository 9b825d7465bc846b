"""Sets of truths for a table whose information is nearly what given prices allow, in doubles.

A report that is high at a set S of mass s is worth u(s) and pays Y + (g - 1) y(S) at prices y that
add up to Y. Weights w of known sets

    maximise sum w (u - what is paid)   with   sum w x_j = c for each truth,
                                               sum w + (g - 1) c = 1,

and its duals say what the truths of a further set should pay beside y. Sets grow and shrink by one
truth at a time, then exchange one, as long as they are worth more than they pay so.

Near the best prices all of these numbers are small and many duals belong to the same weights: those
of a basis jump from round to round, and the search does not end. So a truth may also be high too
often or too seldom, at a charge that is a small share of its own price: no dual is larger than that
charge, and where the weights balance without paying it they are what was asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np
from numpy.typing import NDArray

from rropt.lp.highs import SumsBetween, least_costs
from rropt.utility.information import entropy_gap

Array = NDArray[np.float64]
Sets = NDArray[np.bool_]

CLOSE = 1e-9
"""Of the bound: a table that is as near to it is not improved."""

TINY = 1e-14
"""A gain that doubles do not see."""

CHARGES = 1e-2, 1.0, 1e2, 1e4
"""Of the price of a truth, for an imbalance; the next where weights do not balance."""

LEAST_PART = 0.1
"""Of the mean price: a truth of no share has a charge all the same."""

ROUNDS = 60
PATIENCE = 5
"""Rounds that may gain less than a hundredth of what is lost, once weights balance."""

STARTS = 30
DISTURBED = 0.0, 0.3, 1.0, 3.0
"""By how much of their range what truths ask for is changed at random where sets begin."""

FLIPS = 60
EXCHANGES = 8
KEPT = 1e-2
"""Of the charge: sets that pay less than this too much stay in the program."""


def mixture_sets(masses: Array, prices: Array, gamma: Fraction, share: float) -> SetSearch | None:
    """The search whose weights are those of the best table that is found; None without a table.

    A set of the mass `share` is worth most for its price.
    """
    search = SetSearch(masses, prices, gamma, share)
    balanced = (charge for charge in CHARGES if search.balances(charge))
    return search if any(balanced) else None


@dataclass
class SetSearch:
    """The sets that are known, their weights, and what truths are asked for beside the prices.

    Prices, worths and charges are shares of the bound.
    """

    masses: Array
    prices: Array
    gamma: Fraction
    share: float

    def __post_init__(self) -> None:
        self._bound = float(self.prices.sum())
        parts = self.prices / self._bound
        self._paid = float(self.gamma - 1) * parts
        self._part = np.maximum(parts, LEAST_PART * parts.mean())
        self._random = np.random.default_rng(0)
        self.sets: Sets = np.zeros((0, len(self.masses)), dtype=bool)
        self.weights: Array = np.zeros(0)

    @property
    def used(self) -> Sets:
        """Those with weights."""
        return self.sets[self.weights > 0]

    def balances(self, charge: float) -> bool:
        """Whether weights balance without paying this charge, after a search for sets."""
        lost, is_balanced = self._solve(charge)
        before = [inf] * PATIENCE
        for _ in range(ROUNDS):
            new = self._found()
            if not len(new) or (is_balanced and (lost <= CLOSE or before[0] <= 1.01 * lost)):
                break
            before = [*before[1:], lost]
            known = self.sets[(self.weights > 0) | (self._missing(self.sets) > -KEPT * charge)]
            self.sets = np.unique(np.vstack([known, new]), axis=0)
            lost, is_balanced = self._solve(charge)
        return is_balanced

    def _solve(self, charge: float) -> tuple[float, bool]:
        """The weights, and what is asked for at them; what they lack, and whether they balance."""
        count, truths = self.sets.shape
        ones = np.eye(truths)
        balance = np.hstack([self.sets.T.astype(float), -np.ones((truths, 1)), ones, -ones])
        total = np.zeros(balance.shape[1])
        total[:count] = 1.0
        total[count] = float(self.gamma - 1)
        lacking = 1 + self.sets @ self._paid - self._worth(self.sets @ self.masses)
        costs = np.concatenate([lacking / charge, [0.0], np.tile(self._part, 2)])
        right = np.append(np.zeros(truths), 1.0)
        found = least_costs(costs, [SumsBetween.equal(np.vstack([balance, total]), right)])
        if found is None:
            raise ArithmeticError("the linear program of weights was not solved")
        self.weights = found.numbers[:count]
        duals = charge * found.prices
        # A set is asked for the level, and for each of its truths.
        self._level = 1 - float(duals[-1])
        self._asked = self._paid - duals[:-1]
        return charge * found.value, not found.numbers[count + 1 :].any()

    def _worth(self, masses: Array) -> Array:
        found: Array = entropy_gap(np.maximum(masses, 0), self.gamma) / self._bound
        return found

    def _missing(self, sets: Sets) -> Array:
        """What sets are worth above what they are asked for."""
        return self._worth(sets @ self.masses) - sets @ self._asked - self._level

    def _found(self) -> Sets:
        """Sets by which weights gain."""
        begun = np.vstack([self._begun(), self.sets[self.weights > 0]])
        sets = np.unique([self._exchanged(row) for row in self._flipped(begun)], axis=0)
        return sets[self._missing(sets) > TINY]

    def _begun(self) -> Sets:
        """Those that are asked for least beside their prices, up to the best mass."""
        beside = (self._asked - self._paid) / self._part
        spread = max(float(np.ptp(beside)), TINY)
        sets = np.zeros((STARTS, len(beside)), dtype=bool)
        for row in sets:
            moved = self._random.normal(size=len(beside)) * self._random.choice(DISTURBED)
            order = np.argsort(beside + spread * moved, kind="stable")
            row[order[: np.searchsorted(np.cumsum(self.masses[order]), self.share)]] = True
        return sets

    def _flipped(self, sets: Sets) -> Sets:
        """Each with the truth in or out that helps it most, as long as one helps."""
        for _ in range(FLIPS):
            signs = np.where(sets, -1.0, 1.0)
            worth = self._worth((sets @ self.masses)[:, None] + signs * self.masses)
            gained = worth - signs * self._asked - self._worth(sets @ self.masses)[:, None]
            best = gained.argmax(axis=1)
            helped = np.flatnonzero(gained.max(axis=1) > TINY)
            if not len(helped):
                break
            sets[helped, best[helped]] ^= True
        return sets

    def _exchanged(self, row: Sets) -> Sets:
        """One with a truth for another that helps it most, as long as one helps."""
        for _ in range(EXCHANGES):
            gone = np.flatnonzero(row)
            come = np.flatnonzero(~row)
            if not len(gone) or not len(come):
                break
            moved = self.masses[come] - self.masses[gone][:, None]
            worth = self._worth(self.masses[row].sum() + moved)
            gained = worth - (self._asked[come] - self._asked[gone][:, None])
            if gained.max() <= float(self._worth(self.masses[row].sum())) + TINY:
                break
            left, joined = divmod(int(gained.argmax()), len(come))
            row[[gone[left], come[joined]]] ^= True
        return row
