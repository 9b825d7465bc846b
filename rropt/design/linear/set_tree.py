"""The tree that proves prices of a mutual information over all sets of truths.

A report that is high at a set S of mass s is worth w(s) = s g ln g - T ln T, T = 1 + (g - 1) s,
concave in s, and pays Y + (g - 1) y(S) at prices y that add up to Y. By the tangent of w at any t
it pays beyond its worth at least

    Y - w(t) + t w'(t) + sum over S of (g - 1) y_j - w'(t) q_j,

a constant and a term a truth: of all sets that go on from one of the first truths the least is a
sum of minima. Where no t makes that large enough the next truth, the heaviest first, is low or
high. What is lacking counts for a unit of T, as prices are raised in proportion to the prior. Near
the best prices most truths ask for their tangent alone, where (g - 1) y_j = w'(t) q_j: a node tries
these, and then the mass of the set that the best of them leaves least.

**Masses in steps.** Where shares are nearly multiples n_j of a unit no set has a mass between two
multiples, and prices may be less than any mass would ask for. A node that is short by its tangent
is cut between both: for sets whose n add up to at most a, and an f that is not negative,

    sum over S of ((g - 1) y_j - w'(t) q_j)  >=  sum over S of (the same + f n_j) - f a,

and likewise for all others, each side with the tangent at its own multiple.

Which truths have a price of their own, and the prices: `least_prices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import inf, isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.design.linear.share_units import (
    Whole,
    are_multiples,
    counts_of,
    nearest,
    reached,
    unit_of,
)
from rropt.exact import log_bounds
from rropt.utility.information import entropy_gap

Array = NDArray[np.float64]
Sets = NDArray[np.bool_]

CLOSE = 2e-10
"""Of the largest price of a unit of mass: what coverage may lack. Programs are solved to half."""

WIDEST = 300_000
"""Nodes beside each other times truths: of more, those that pay least are followed. A walk of 100
truths takes half a second then."""


def slope(gamma: Fraction) -> tuple[Fraction, Fraction]:
    """Both ends of c = g ln g / (g - 1)."""
    low, high = log_bounds(gamma)
    factor = gamma / (gamma - 1)
    return factor * low, factor * high


def level(gamma: Fraction) -> Fraction:
    """c - 1 - ln c from above: c at its upper end, ln c at its lower one."""
    least, most = slope(gamma)
    return most - 1 - log_bounds(least)[0]


def best_share(gamma: Fraction) -> float:
    """A pattern has the best mass T = c where so much of the prior is high."""
    return float((slope(gamma)[0] - 1) / (gamma - 1))


@dataclass(frozen=True)
class HeavyPrices:
    """Of each heavy truth, and of a unit of the mass of light ones: by their shares, and by their
    counts where these are not the same.
    """

    heavy: Array
    share: float
    count: float = 0.0

    @property
    def light(self) -> float:
        """Of a unit of mass where both are the same."""
        return self.share + self.count


@dataclass(frozen=True)
class SetTree:
    """What was walked at some prices."""

    levels: Sequence[tuple[NDArray[np.bool_], Leaves]]
    """For each depth which nodes branch, and what ends them."""

    lack: float
    """What coverage lacks on leaves, for a unit of mass."""

    is_partial: bool
    """Whether there were more nodes than were followed."""

    covers: bool
    """Whether no set pays less than was allowed."""

    missing: Sets
    """Those that pay too little, by more than programs may be off: which lack most first."""

    @property
    def size(self) -> int:
        """How many nodes it has."""
        return sum(len(branches) for branches, _ in self.levels)

    @property
    def nodes(self) -> list[int | Leaf]:
        """In preorder: a truth that is low in what follows, then high, or a leaf."""
        found: list[int | Leaf] = []
        waiting = [(0, 0)]
        while waiting:
            depth, place = waiting.pop()
            branches, leaves = self.levels[depth]
            if not branches[place]:
                found.append(leaves[place])
                continue
            found.append(depth)
            below = int(np.count_nonzero(branches[:place]))
            high = below + int(np.count_nonzero(branches))
            waiting += [(depth + 1, high), (depth + 1, below)]
        return found


Side = tuple[float, float]
"""The mass of a tangent, and the f of a cut."""

Leaf = float | tuple[int, Side, Side]
"""The mass of a tangent; or a cut, and what is on its lower and its upper side."""


@dataclass(frozen=True)
class Leaves:
    """What ends nodes beside each other."""

    bounds: Array
    """Below what all sets of a node pay beyond their worth, for a unit of mass."""

    masses: Array
    cuts: dict[int, tuple[int, Side, Side]] = field(default_factory=dict)
    """Of the nodes that have one."""

    def __getitem__(self, place: int) -> Leaf:
        return self.cuts.get(place, float(self.masses[place]))


@dataclass(frozen=True)
class HeavyShares:
    """Shares of heavy truths, the largest first, and those of all light ones."""

    heavy: Array
    rest: Array
    """Light truths; or their sum, as one, where all pay in proportion to their shares."""

    gamma: Fraction
    unit: float = inf
    """Of which light shares are nearly multiples; infinite without one."""

    @staticmethod
    def of(falling: Array, number: int, gamma: Fraction) -> HeavyShares:
        """The first are heavy, of shares that fall."""
        rest = falling[number:]
        unit = unit_of(rest, best_share(gamma))
        if are_multiples(rest, unit):
            rest = rest.sum(keepdims=True)
        return HeavyShares(falling[:number], rest, gamma, unit)

    @cached_property
    def light(self) -> float:
        """What light truths have together."""
        return float(self.rest.sum())

    @cached_property
    def counts(self) -> Whole:
        """Of all truths: their shares in units."""
        return counts_of(np.append(self.heavy, self.rest), self.unit)

    @cached_property
    def rise(self) -> float:
        return float(self.gamma - 1)

    @cached_property
    def _steep(self) -> float:
        """c - 1."""
        return float(slope(self.gamma)[1] - 1)

    @cached_property
    def level(self) -> float:
        return float(level(self.gamma))

    def mass_at(self, price: Any) -> Any:
        """Where w' is (g - 1) times this price of a unit of mass, or the nearer end."""
        logarithm = np.clip(self._steep - price, 0, np.log1p(self.rise))
        return np.expm1(logarithm) / self.rise

    def slope(self, mass: Any) -> Any:
        """w'."""
        return self.rise * (self._steep - np.log1p(self.rise * mass))

    def light_prices(self, prices: HeavyPrices, rest: Array) -> Array:
        """Of light truths with these shares."""
        return prices.share * rest + prices.count * nearest(rest, self.unit)

    @cached_property
    def is_even(self) -> bool:
        """Whether light truths stand as one, as they pay in proportion to their shares."""
        return len(self.rest) == 1

    def reached(self, counts: Array, mass: Array) -> Array:
        """Masses of light truths with these counts in all: the least, the nearest, the largest."""
        if self.is_even:
            return self.unit * counts[None]
        least, most = reached(self.rest, self.unit, counts)
        return np.stack([least, np.clip(mass, least, most), most])

    def walk(self, prices: HeavyPrices, allowed: float) -> SetTree:
        """The tree at these prices, which may lack so much."""
        tangents = _Tangents.of(self, prices)
        sets = np.zeros((1, len(self.heavy)), dtype=bool)
        levels = []
        lack = 0.0
        is_partial = False
        number = len(self.heavy)
        widest = WIDEST // len(tangents.paid)
        for depth in count():
            leaves = tangents.leaves(sets, depth, allowed)
            bounds = leaves.bounds
            lacks = bounds < -allowed
            is_last = depth == number or not lacks.any()
            lack = max(lack, -float(bounds[is_last | ~lacks].min(initial=0.0)))
            if is_last:
                break
            levels.append((lacks, leaves))
            opened = sets[lacks]
            if len(opened) > widest:
                is_partial = True
                opened = opened[np.argpartition(bounds[lacks], widest)[:widest]]
            higher = opened.copy()
            higher[:, depth] = True
            sets = np.vstack([opened, higher])
        levels.append((np.zeros(len(bounds), dtype=bool), leaves))
        missing = np.flatnonzero((bounds < -CLOSE * self.level) & (depth == number))
        covers = not is_partial and lack <= allowed
        return SetTree(levels, lack, is_partial, covers, sets[missing[np.argsort(bounds[missing])]])


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
        number = len(shares.heavy)
        least = np.minimum(tangents.added(shares.slope(masses), 0), 0)[:, :number]
        after = np.zeros((len(masses), number + 1))
        after[:, :-1] = np.cumsum(least[:, ::-1], axis=1)[:, ::-1]
        after += tangents.constant(masses)[:, None]
        return _Tangents(shares, prices, masses, after)

    @cached_property
    def paid(self) -> Array:
        """What each truth pays more where it is high, light ones after heavy ones."""
        light = self.shares.light_prices(self.prices, self.shares.rest)
        return self.shares.rise * np.append(self.prices.heavy, light)

    @cached_property
    def every(self) -> Array:
        """Their shares."""
        return np.append(self.shares.heavy, self.shares.rest)

    def added(self, slopes: Array, depth: int) -> Array:
        """By each of the truths from a depth on, where it is high."""
        found: Array = self.paid[depth:] - slopes[:, None] * self.every[depth:]
        return found

    def constant(self, masses: Array) -> Array:
        """Where no heavy truth is high, and light ones are where that makes it least."""
        slopes = self.shares.slope(masses)
        filled = np.minimum(self.added(slopes, len(self.shares.heavy)), 0).sum(axis=1)
        return self._alone(masses) + filled

    def _alone(self, masses: Array) -> Array:
        """Where no truth is high."""
        shares = self.shares
        total = self.paid.sum() / shares.rise
        found: Array = total - entropy_gap(masses, shares.gamma) + shares.slope(masses) * masses
        return found

    def leaves(self, sets: Sets, depth: int, allowed: float) -> Leaves:
        """Below what all sets that begin as these lack, and what shows it: the best of the tangents
        that are tried, or of the set which that one leaves least where it is not enough; or a cut.
        """
        shares = self.shares
        fixed = sets[:, :depth]
        paid = fixed @ self.paid[:depth]
        held = fixed @ self.every[:depth]
        slopes = shares.slope(self.masses)
        every = self.after[:, depth] + paid[:, None] - held[:, None] * slopes
        best = every.argmax(axis=1)
        bounds, masses = every[np.arange(len(best)), best], self.masses[best]
        near = np.flatnonzero(bounds < -allowed)
        number = len(shares.heavy)
        chosen = self.added(slopes[best[near]], depth)[:, : number - depth] < 0
        own = held[near] + chosen @ shares.heavy[depth:]
        own += np.clip(shares.mass_at(self.prices.light) - own, 0, shares.light)
        steep = shares.slope(own)
        least = np.minimum(self.added(steep, depth), 0).sum(axis=1)
        found = self._alone(own) + paid[near] - held[near] * steep + least
        nearer = found > bounds[near]
        bounds[near[nearer]], masses[near[nearer]] = found[nearer], own[nearer]
        near = np.flatnonzero(bounds < -allowed)
        cuts = {}
        if isfinite(shares.unit) and len(near):
            below = fixed[near] @ shares.counts[:depth]
            found, sides = self._cut(paid[near], held[near], depth)
            for n in np.flatnonzero(found > bounds[near]).tolist():
                bounds[near[n]] = found[n]
                room, low, high = sides[n].tolist()
                cuts[int(near[n])] = int(below[n] + room[0]), tuple(low), tuple(high)
        return Leaves(bounds / (1 + shares.rise * held), masses, cuts)

    def _cut(self, paid: Array, held: Array, depth: int) -> tuple[Array, Array]:
        """What nodes leave where they are cut at the multiple below the best mass; for each how
        many steps that are, and both sides.
        """
        shares = self.shares
        room = np.floor((shares.mass_at(self.prices.light) - held) / shares.unit)
        possible = (room >= 0) & (room < shares.counts[depth:].sum())
        room = np.where(possible, room, 0.0)
        low, lower = self._side(paid, held, room, depth, 1)
        high, higher = self._side(paid, held, room + 1, depth, -1)
        bounds = np.where(possible, np.minimum(low, high), -inf)
        return bounds, np.stack([np.column_stack([room, room]), lower, higher], axis=1)

    def _side(
        self, paid: Array, held: Array, steps: Array, depth: int, sign: int
    ) -> tuple[Array, Array]:
        """What sets leave that go on by at most so many steps, or by at least so many where the
        sign is negative; the mass of each tangent, and the f.
        """
        shares = self.shares
        counts = shares.counts[depth:]
        fills = shares.reached(steps, shares.mass_at(self.prices.share) - held)
        masses = held + fills[len(fills) // 2]
        slopes = shares.slope(masses)
        added = self.added(slopes, depth)
        ratios = np.full(added.shape, inf)
        np.divide(added, counts, out=ratios, where=counts > 0)
        order = ratios.argsort(axis=1)
        filled = counts[order].cumsum(axis=1)
        over = (filled >= steps[:, None] + (sign > 0)).argmax(axis=1)[:, None]
        least = np.take_along_axis(ratios, np.take_along_axis(order, over, axis=1), axis=1)
        f = np.maximum(0.0, -sign * least)
        left = np.minimum(added + sign * f * counts, 0).sum(axis=1) - sign * f[:, 0] * steps
        bounds = self._alone(masses) + paid - held * slopes + left
        return bounds, np.column_stack([masses, f[:, 0]])
