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

**Masses in steps.** Where shares are nearly multiples n_j of a unit, of percentages or of almost
equal ones, no set has a mass between two multiples, and prices may be less than any mass would ask
for. A node that is short by its tangent is cut between both: for sets whose n add up to at most a,
and an f that is not negative,

    sum over S of ((g - 1) y_j - w'(t) q_j)  >=  sum over S of (the same + f n_j) - f a,

and likewise for all others, each side with the tangent at its own multiple. Where shares are nearly
multiples light truths pay x q_j + z n_j u, and of each count the program knows the lightest and the
heaviest set, and the mass at which sets of this count gain most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.design.linear.share_units import Whole, are_multiples, counts_of, reached, unit_of
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

SAME_MASS = 12
"""Digits of fills: sets that pay too little by their rests alone stay so."""

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


def best_share(gamma: Fraction) -> float:
    """A pattern has the best mass T = c where so much of the prior is high."""
    return float((slope(gamma)[0] - 1) / (gamma - 1))


@dataclass(frozen=True)
class Filled:
    """Sets of heavy truths, one a row, and what mass of light ones fills each, of what counts."""

    sets: Sets
    fills: Array
    counts: Array

    def __len__(self) -> int:
        return len(self.fills)

    @property
    def number(self) -> int:
        """How many are different."""
        rows = np.column_stack([self.sets, self.fills.round(SAME_MASS)])
        return len(np.unique(rows, axis=0))

    def beside(self, others: Filled) -> Filled:
        """Both."""
        sets = np.vstack([self.sets, others.sets])
        fills = np.append(self.fills, others.fills)
        return Filled(sets, fills, np.append(self.counts, others.counts))


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

    is_cut: bool
    """Whether there were more nodes than were followed."""

    covers: bool
    """Whether no set pays less than was allowed."""

    missing: Filled
    """Sets that pay too little, by more than programs may be off: those that lack most first."""

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
    unit: float | None = None
    """Of which light shares are nearly multiples."""

    @staticmethod
    def of(falling: Array, number: int, gamma: Fraction) -> HeavyShares:
        """The first are heavy, of shares that fall."""
        rest = falling[number:]
        unit = unit_of(rest, best_share(gamma))
        if unit is None or are_multiples(rest, unit):
            rest = rest.sum(keepdims=True)
        return HeavyShares(falling[:number], rest, gamma, unit)

    @cached_property
    def light(self) -> float:
        """What light truths have together."""
        return float(self.rest.sum())

    @cached_property
    def counts(self) -> Whole:
        """Of all truths: their shares in units."""
        return counts_of(np.append(self.heavy, self.rest), self.unit or inf)

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

    def _slope(self, mass: Any) -> Any:
        """w'."""
        return self._rise * (self._steep - np.log1p(self._rise * mass))

    def light_prices(self, prices: HeavyPrices, rest: Array) -> Array:
        """Of light truths with these shares."""
        even = counts_of(rest, self.unit or inf) * (self.unit or 0.0)
        return prices.share * rest + prices.count * even

    @cached_property
    def _is_even(self) -> bool:
        """Whether light truths stand as one, as they pay in proportion to their shares."""
        return len(self.rest) == 1

    def _reached(self, counts: Array, mass: Array) -> Array:
        """Masses of light truths with these counts in all: the least, the nearest, the largest."""
        if self._is_even:
            return (self.unit or 0.0) * counts[None]
        least, most = reached(self.rest, self.unit or inf, counts)
        return np.stack([least, np.clip(mass, least, most), most])

    def _filled(self, sets: Sets, prices: HeavyPrices) -> Filled:
        """With light truths of the mass that is best at these prices, or with the counts beside."""
        held = sets @ self.heavy
        best = np.clip(self.mass_at(prices.light) - held, 0, self.light)
        if not self.unit:
            return Filled(sets, best, best)
        steps = np.floor(best / self.unit) + np.arange(2)[:, None]
        steps = np.clip(steps, 0, self.counts[len(self.heavy) :].sum())
        fills = self._reached(steps, self.mass_at(prices.share) - held)
        number = int(np.prod(fills.shape[:-1]))
        counts = np.broadcast_to(self.unit * steps, fills.shape)
        return Filled(np.tile(sets, (number, 1)), fills.ravel(), counts.ravel())

    @property
    def first(self) -> Filled:
        """Each and none, alone and filled to the best mass, and all: weights balance."""
        number = len(self.heavy)
        alone = np.vstack([np.eye(number), np.zeros((1, number)), np.ones((1, number))]).astype(
            bool
        )
        none = np.zeros(number + 2)
        none[-1] = self.light
        return Filled(alone, none, none).beside(
            self._filled(alone[:-1], HeavyPrices(self.heavy, self._level))
        )

    def least_prices(
        self, known: Filled, allowed: float = FIRST, most: int = MOST_NODES
    ) -> LeastPrices | None:
        """From some sets on which weights balance; None where there are too many sets.

        - allowed: what coverage may lack at first, as a share of the largest price of a unit of
          mass: less and less of it, as long as trees with so many nodes at most prove it
        """
        best: LeastPrices | None = None
        is_covered = False
        for number in range(MOST_ROUNDS):
            found = self._priced(known)
            if found is None:
                break
            tree = self.walk(found[0], allowed * self._level)
            now = LeastPrices(self, found[0], tree, known, found[1])
            is_proof = not tree.is_cut and tree.size <= most
            if is_proof and (best is None or now.total < best.total):
                best = now
            more = known.beside(tree.missing)
            if is_proof and tree.covers:
                is_covered = True
                if tree.lack <= CLOSE * self._level:
                    break
                allowed = max(CLOSE, NARROWER * min(allowed, tree.lack / self._level))
            elif more.number == known.number or (
                tree.is_cut and (is_covered or number >= MOST_CUT)
            ):
                break
            known = more
        return best

    def _priced(self, known: Filled) -> tuple[HeavyPrices, Array] | None:
        """The least prices that these sets pay, and the weight of each set in a table."""
        ways = [known.fills] * bool(self.light) + [known.counts] * (not self._is_even)
        rows = np.column_stack([known.sets, *ways])
        wanted = np.append(np.ones(len(self.heavy)), [self.light] * len(ways))
        held = known.sets @ self.heavy + known.fills
        mass = 1 + self._rise * held
        worth = entropy_gap(held, self.gamma) / self._level / mass
        paid = SumsBetween.at_most(-(wanted + self._rise * rows) / mass[:, None], -worth)
        found = least_costs(wanted, [paid], (-np.inf, np.inf), TIGHTEST)
        if found is None:
            return None
        numbers = np.append(self._level * found.numbers, [0.0, 0.0])
        number = len(self.heavy)
        prices = HeavyPrices(numbers[:number], *numbers[number : number + 2].tolist())
        return prices, -found.prices

    def walk(self, prices: HeavyPrices, allowed: float) -> SetTree:
        """The tree at these prices, which may lack so much."""
        tangents = _Tangents.of(self, prices)
        sets = np.zeros((1, len(self.heavy)), dtype=bool)
        levels = []
        lack = 0.0
        is_cut = False
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
                is_cut = True
                opened = opened[np.argpartition(bounds[lacks], widest)[:widest]]
            higher = opened.copy()
            higher[:, depth] = True
            sets = np.vstack([opened, higher])
        levels.append((np.zeros(len(bounds), dtype=bool), leaves))
        missing = np.flatnonzero((bounds < -CLOSE * self._level) & (depth == number))
        most = missing[np.argsort(bounds[missing])][: JOINING * max(number, 1)]
        covers = not is_cut and lack <= allowed
        return SetTree(levels, lack, is_cut, covers, self._filled(sets[most], prices))


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
        least = np.minimum(tangents.added(shares._slope(masses), 0), 0)[:, :number]
        after = np.zeros((len(masses), number + 1))
        after[:, :-1] = np.cumsum(least[:, ::-1], axis=1)[:, ::-1]
        after += tangents.constant(masses)[:, None]
        return _Tangents(shares, prices, masses, after)

    @cached_property
    def paid(self) -> Array:
        """What each truth pays more where it is high, light ones after heavy ones."""
        light = self.shares.light_prices(self.prices, self.shares.rest)
        return self.shares._rise * np.append(self.prices.heavy, light)

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
        slopes = self.shares._slope(masses)
        filled = np.minimum(self.added(slopes, len(self.shares.heavy)), 0).sum(axis=1)
        return self._alone(masses) + filled

    def _alone(self, masses: Array) -> Array:
        """Where no truth is high."""
        shares = self.shares
        total = self.paid.sum() / shares._rise
        found: Array = total - entropy_gap(masses, shares.gamma) + shares._slope(masses) * masses
        return found

    def leaves(self, sets: Sets, depth: int, allowed: float) -> Leaves:
        """Below what all sets that begin as these lack, and what shows it: the best of the tangents
        that are tried, or of the set which that one leaves least where it is not enough; or a cut.
        """
        shares = self.shares
        fixed = sets[:, :depth]
        paid = fixed @ self.paid[:depth]
        held = fixed @ self.every[:depth]
        slopes = shares._slope(self.masses)
        every = self.after[:, depth] + paid[:, None] - held[:, None] * slopes
        best = every.argmax(axis=1)
        bounds, masses = every[np.arange(len(best)), best], self.masses[best]
        near = np.flatnonzero(bounds < -allowed)
        number = len(shares.heavy)
        chosen = self.added(slopes[best[near]], depth)[:, : number - depth] < 0
        own = held[near] + chosen @ shares.heavy[depth:]
        own += np.clip(shares.mass_at(self.prices.light) - own, 0, shares.light)
        steep = shares._slope(own)
        least = np.minimum(self.added(steep, depth), 0).sum(axis=1)
        found = self._alone(own) + paid[near] - held[near] * steep + least
        nearer = found > bounds[near]
        bounds[near[nearer]], masses[near[nearer]] = found[nearer], own[nearer]
        near = np.flatnonzero(bounds < -allowed)
        cuts = {}
        if shares.unit and len(near):
            below = fixed[near] @ shares.counts[:depth]
            found, sides = self._cut(paid[near], held[near], depth)
            for n in np.flatnonzero(found > bounds[near]).tolist():
                bounds[near[n]] = found[n]
                room, low, high = sides[n].tolist()
                cuts[int(near[n])] = int(below[n] + room[0]), tuple(low), tuple(high)
        return Leaves(bounds / (1 + shares._rise * held), masses, cuts)

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
        fills = shares._reached(steps, shares.mass_at(self.prices.share) - held)
        masses = held + fills[len(fills) // 2]
        slopes = shares._slope(masses)
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
        """What all prices add up to, raised by what coverage lacks."""
        asked = float(self.prices.heavy.sum()) + self.prices.light * self.shares.light
        return asked + self.tree.lack

    @property
    def mass(self) -> float:
        """That of a set of light truths which is worth most for its price."""
        return float(self.shares.mass_at(self.prices.light))

    def of_truths(self, falling: Array) -> Array:
        """The prices of all truths, whose shares fall."""
        rest = falling[len(self.prices.heavy) :]
        return np.append(self.prices.heavy, self.shares.light_prices(self.prices, rest))

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
        tree = [order[n] if isinstance(n, int) else self._leaf(n) for n in self.tree.nodes]
        cover: dict[str, Any] = {"proof": "tree", "tree": tree}
        if any(isinstance(n, list) for n in tree):
            cover["counts"] = [0] * len(order)
            unit = self.shares.unit or inf
            for truth, n in zip(order, counts_of(masses, unit).tolist(), strict=True):
                cover["counts"][truth] = n
        return tuple(prices), cover

    def _leaf(self, leaf: Leaf) -> Fraction | list[int | Fraction]:
        """As a certificate states it: masses are those of a pattern."""
        rise = float(self.shares.gamma - 1)
        if isinstance(leaf, float):
            return tangent(1 + rise * leaf)
        edge, *sides = leaf
        stated = [[tangent(1 + rise * mass), Fraction(f)] for mass, f in sides]
        return [edge, *stated[0], *stated[1]]
