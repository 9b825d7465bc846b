"""The least prices of a mutual information over all sets of truths, and the tree that proves them.

A report that is high at a set S of mass s is worth w(s) = s g ln g - T ln T, T = 1 + (g - 1) s,
concave in s, and pays Y + (g - 1) y(S) at prices y that add up to Y. By the tangent of w at any t
it pays beyond its worth at least

    Y - w(t) + t w'(t) + sum over S of (g - 1) y_j - w'(t) q_j,

a constant and a term a truth: of all sets that go on from one of the first truths the least is a
sum of minima. Where no t makes that large enough the next truth, the heaviest first, is low or
high. What is lacking counts for a unit of T, as prices are raised in proportion to the prior. Near
the best prices most truths ask for their tangent alone, where (g - 1) y_j = w'(t) q_j: a node tries
these, and then the mass of the set that the best of them leaves least.

**The least prices** are those of a linear program with a row a set, to which the sets that pay too
little are added until the tree has none.

**Light truths are a continuum.** At large g most reports of the best table are high at one truth
each; truths below the mass that is best where the price is in proportion to the share, z q_j, come
in sets of about that mass. How many of them a set has hardly matters, so that those below half of
it fill any set by m, pay z m, and have no branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.exact import log_bounds
from rropt.lp.highs import TIGHTEST, SumsBetween, least_costs
from rropt.utility.information import entropy_gap

Array = NDArray[np.float64]
Sets = NDArray[np.bool_]

CLOSE = 2e-10
"""Of the largest price of a unit of mass: what coverage may lack. Programs are solved to half."""

FIRST = 1e-9
"""What it may lack at first: where few sets decide the end may be as far as this."""

WIDEST = 300_000
"""Nodes beside each other times truths: of more, those that pay least are followed. A walk of 100
truths takes half a second then."""

MOST_NODES = 30_000
"""Of a tree that is a proof: a checker takes 2^14 leaves."""

NARROWER = 0.3
"""Of what coverage lacked: what it may lack next. With 0.1 the tree of 100 shares as 1/j at epsilon
5 is cut at once, and 1.5e-6 are left in place of 5e-7."""

JOINING = 2
"""Sets a truth that join in a round."""

MOST_ROUNDS, MOST_CUT = 40, 6
"""And those after which a tree that is cut ends them: of 50 shares, each 9/10 of the one before, at
epsilon 5 the sixth is not, of 100 as j^(-3/2) at epsilon 1 none in a minute."""

SHORT = 10**15
"""A tangent is rounded to this denominator, which costs the square of the error."""


def tangent(mass: float) -> Fraction:
    return Fraction(round(mass * SHORT), SHORT)


def slope(gamma: Fraction) -> tuple[Fraction, Fraction]:
    """Both ends of c = g ln g / (g - 1)."""
    low, high = log_bounds(gamma)
    factor = gamma / (gamma - 1)
    return factor * low, factor * high


def level(gamma: Fraction) -> Fraction:
    """c - 1 - ln c from above: c at its upper end, ln c at its lower one."""
    least, most = slope(gamma)
    return most - 1 - log_bounds(least)[0]


@dataclass(frozen=True)
class Filled:
    """Sets of heavy truths, one a row, and what mass of light ones fills each."""

    sets: Sets
    fills: Array

    def __len__(self) -> int:
        return len(self.fills)

    def beside(self, others: Filled) -> Filled:
        """Both."""
        sets = np.vstack([self.sets, others.sets])
        return Filled(sets, np.append(self.fills, others.fills))


@dataclass(frozen=True)
class HeavyPrices:
    """Of each heavy truth, and of a unit of the mass of light ones."""

    heavy: Array
    light: float


@dataclass(frozen=True)
class SetTree:
    """What was walked at some prices."""

    levels: Sequence[tuple[NDArray[np.bool_], Array]]
    """For each depth which nodes branch, and their tangents."""

    lack: float
    """What coverage lacks on leaves, for a unit of mass."""

    is_cut: bool
    """Whether there were more nodes than were followed."""

    covers: bool
    """Whether no set pays less than was allowed."""

    missing: Filled
    """Sets that pay too little, by more than programs may be off: those that lack most first."""

    @property
    def size(self) -> int:
        """How many nodes it has."""
        return sum(len(masses) for _, masses in self.levels)

    @property
    def nodes(self) -> list[int | float]:
        """In preorder: a truth that is low in what follows, then high, or the tangent of a leaf."""
        found: list[int | float] = []
        waiting = [(0, 0)]
        while waiting:
            depth, place = waiting.pop()
            branches, tangents = self.levels[depth]
            if not branches[place]:
                found.append(float(tangents[place]))
                continue
            found.append(depth)
            below = int(np.count_nonzero(branches[:place]))
            high = below + int(np.count_nonzero(branches))
            waiting += [(depth + 1, high), (depth + 1, below)]
        return found


@dataclass(frozen=True)
class HeavyShares:
    """Shares of heavy truths, the largest first, and what all light ones have together."""

    heavy: Array
    light: float
    gamma: Fraction

    @staticmethod
    def of(falling: Array, number: int, gamma: Fraction) -> HeavyShares:
        """The first are heavy, of shares that fall."""
        return HeavyShares(falling[:number], float(falling[number:].sum()), gamma)

    @cached_property
    def _rise(self) -> float:
        return float(self.gamma - 1)

    @cached_property
    def _steep(self) -> float:
        """c - 1."""
        return float(slope(self.gamma)[1] - 1)

    @cached_property
    def _level(self) -> float:
        return float(level(self.gamma))

    def mass_at(self, price: Any) -> Any:
        """Where w' is (g - 1) times this price of a unit of mass, or the nearer end."""
        logarithm = np.clip(self._steep - price, 0, np.log1p(self._rise))
        return np.expm1(logarithm) / self._rise

    def _slope(self, mass: Array) -> Array:
        """w'."""
        found: Array = self._rise * (self._steep - np.log1p(self._rise * mass))
        return found

    @property
    def first(self) -> Filled:
        """Each and none, alone and filled to the best mass, and all: weights balance."""
        number = len(self.heavy)
        alone = np.vstack([np.eye(number), np.zeros((1, number))]).astype(bool)
        fills = np.clip(self.mass_at(self._level) - alone @ self.heavy, 0, self.light)
        every = Filled(np.ones((1, number), dtype=bool), np.array([self.light]))
        return Filled(alone, 0 * fills).beside(Filled(alone, fills)).beside(every)

    def least_prices(
        self, known: Filled, allowed: float = FIRST, most: int = MOST_NODES
    ) -> LeastPrices | None:
        """From some sets on which weights balance; None where there are too many sets.

        - allowed: what coverage may lack at first, as a share of the largest price of a unit of
          mass: less and less of it, as long as trees with so many nodes at most prove it
        """
        best: LeastPrices | None = None
        for number in range(MOST_ROUNDS):
            found = self._priced(known)
            if found is None:
                break
            prices, weights = found
            tree = self.walk(prices, allowed * self._level)
            if tree.covers and tree.size <= most:
                best = LeastPrices(self, prices, tree, known, weights)
                if tree.lack <= CLOSE * self._level:
                    break
                allowed = max(CLOSE, NARROWER * min(allowed, tree.lack / self._level))
            elif not len(tree.missing) or (tree.is_cut and (best or number >= MOST_CUT)):
                break
            known = known.beside(tree.missing)
        return best

    def _priced(self, known: Filled) -> tuple[HeavyPrices, Array] | None:
        """The least prices that these sets pay, and the weight of each set in a table."""
        rows = 1 + self._rise * known.sets
        wanted = np.ones(len(self.heavy))
        if self.light:
            rows = np.column_stack([rows, self.light + self._rise * known.fills])
            wanted = np.append(wanted, self.light)
        held = known.sets @ self.heavy + known.fills
        mass = 1 + self._rise * held
        worth = entropy_gap(held, self.gamma) / self._level / mass
        paid = SumsBetween.at_most(-rows / mass[:, None], -worth)
        found = least_costs(wanted, [paid], (-np.inf, np.inf), TIGHTEST)
        if found is None:
            return None
        numbers = np.append(self._level * found.numbers, 0.0)
        number = len(self.heavy)
        return HeavyPrices(numbers[:number], float(numbers[number])), -found.prices

    def walk(self, prices: HeavyPrices, allowed: float) -> SetTree:
        """The tree at these prices, which may lack so much."""
        tangents = _Tangents.of(self, prices)
        sets = np.zeros((1, len(self.heavy)), dtype=bool)
        levels = []
        lack = 0.0
        is_cut = False
        number = len(self.heavy)
        widest = WIDEST // max(number, 1)
        for depth in count():
            bounds, masses = tangents.bounds(sets, depth, allowed)
            lacks = bounds < -allowed
            is_last = depth == number or not lacks.any()
            lack = max(lack, -float(bounds[is_last | ~lacks].min(initial=0.0)))
            if is_last:
                break
            levels.append((lacks, masses))
            opened = sets[lacks]
            if len(opened) > widest:
                is_cut = True
                opened = opened[np.argpartition(bounds[lacks], widest)[:widest]]
            higher = opened.copy()
            higher[:, depth] = True
            sets = np.vstack([opened, higher])
        levels.append((np.zeros(len(masses), dtype=bool), masses))
        missing = np.flatnonzero((bounds < -CLOSE * self._level) & (depth == number))
        most = missing[np.argsort(bounds[missing])][: JOINING * number]
        fills = np.clip(self.mass_at(prices.light) - sets[most] @ self.heavy, 0, self.light)
        covers = not is_cut and lack <= allowed
        return SetTree(levels, lack, is_cut, covers, Filled(sets[most], fills))


@dataclass(frozen=True)
class _Tangents:
    """Tangents of w that are tried at every node, and what truths add to each."""

    shares: HeavyShares
    prices: HeavyPrices
    masses: Array
    after: Array
    """For each tangent and depth what the truths from there on, and all that is constant, leave."""

    @staticmethod
    def of(shares: HeavyShares, prices: HeavyPrices) -> _Tangents:
        """Where a truth, or light ones, add nothing."""
        has_share = shares.heavy > 0
        asked = prices.heavy[has_share] / shares.heavy[has_share]
        masses = np.unique(shares.mass_at(np.append(asked, prices.light)))
        tangents = _Tangents(shares, prices, masses, np.zeros((0, 0)))
        least = np.minimum(tangents.added(shares._slope(masses), 0), 0)
        after = np.zeros((len(masses), len(shares.heavy) + 1))
        after[:, :-1] = np.cumsum(least[:, ::-1], axis=1)[:, ::-1]
        after += tangents.constant(masses)[:, None]
        return _Tangents(shares, prices, masses, after)

    def added(self, slopes: Array, depth: int) -> Array:
        """By each of the truths from a depth on, where it is high."""
        paid = self.shares._rise * self.prices.heavy[depth:]
        found: Array = paid - slopes[:, None] * self.shares.heavy[depth:]
        return found

    def constant(self, masses: Array) -> Array:
        """Where no heavy truth is high, and light ones fill what makes it least."""
        shares, prices = self.shares, self.prices
        slopes = shares._slope(masses)
        total = prices.heavy.sum() + prices.light * shares.light
        filled = np.minimum(shares._rise * prices.light - slopes, 0) * shares.light
        found: Array = total - entropy_gap(masses, shares.gamma) + slopes * masses + filled
        return found

    def bounds(self, sets: Sets, depth: int, allowed: float) -> tuple[Array, Array]:
        """Below what all sets that begin as these lack, and the tangents that show it: the best of
        those that are tried, or of the set which that one leaves least where it is not enough.
        """
        shares = self.shares
        fixed = sets[:, :depth]
        paid = shares._rise * (fixed @ self.prices.heavy[:depth])
        held = fixed @ shares.heavy[:depth]
        slopes = shares._slope(self.masses)
        every = self.after[:, depth] + paid[:, None] - held[:, None] * slopes
        best = every.argmax(axis=1)
        bounds, masses = every[np.arange(len(best)), best], self.masses[best]
        near = np.flatnonzero(bounds < -allowed)
        chosen = self.added(slopes[best[near]], depth) < 0
        own = held[near] + chosen @ shares.heavy[depth:]
        own += np.clip(shares.mass_at(self.prices.light) - own, 0, shares.light)
        steep = shares._slope(own)
        least = np.minimum(self.added(steep, depth), 0).sum(axis=1)
        found = self.constant(own) + paid[near] - held[near] * steep + least
        nearer = found > bounds[near]
        bounds[near[nearer]], masses[near[nearer]] = found[nearer], own[nearer]
        return bounds / (1 + shares._rise * held), masses


@dataclass(frozen=True)
class LeastPrices:
    """Prices that a tree proves, and the sets that they are just paid by, with weights."""

    shares: HeavyShares
    prices: HeavyPrices
    tree: SetTree
    known: Filled
    weights: Array

    @property
    def used(self) -> Sets:
        """Sets with weights."""
        return self.known.sets[self.weights > 0]

    @property
    def total(self) -> float:
        """What all prices add up to."""
        return float(self.prices.heavy.sum()) + self.prices.light * self.shares.light

    @property
    def mass(self) -> float:
        """That of a set of light truths which is worth most for its price."""
        return float(self.shares.mass_at(self.prices.light))

    def of_truths(self, falling: Array) -> Array:
        """The prices of all truths, whose shares fall."""
        number = len(self.prices.heavy)
        return np.append(self.prices.heavy, self.prices.light * falling[number:])

    def proved(
        self, prior: Sequence[Fraction], order: Sequence[int]
    ) -> tuple[tuple[Fraction, ...], dict[str, Any]]:
        """Exact prices of all truths, and the tree as a certificate states it.

        Raised in proportion to the prior by the lack for a unit of T every pattern pays enough.
        """
        masses = np.array([float(prior[truth]) for truth in order])
        prices = [Fraction(self.tree.lack) * q for q in prior]
        for truth, price in zip(order, self.of_truths(masses).tolist(), strict=True):
            prices[truth] += Fraction(price)
        rise = float(self.shares.gamma - 1)
        listed = [
            order[n] if isinstance(n, int) else tangent(1 + rise * n) for n in self.tree.nodes
        ]
        return tuple(prices), {"proof": "tree", "tree": listed}
