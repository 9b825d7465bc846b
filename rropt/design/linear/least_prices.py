"""The least prices of a mutual information over all sets of truths.

They are those of a linear program with a row a set, to which the sets that pay too little are added
until a tree has none (`set_tree`).

**Light truths are a continuum.** At large g most reports of the best table are high at one truth
each; truths below the mass that is best where the price is in proportion to the share, z q_j, come
in sets of about that mass. How many of them a set has hardly matters, so that those below half of
it fill any set by m, pay z m, and have no branch.

**Masses in steps.** Where shares are nearly multiples n_j of a unit, of percentages or of almost
equal ones, light truths pay x q_j + z n_j u, and of each count the program knows the lightest and
the heaviest set, and the mass at which sets of this count gain most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

import numpy as np

from rropt.design.linear.set_tree import (
    CLOSE,
    Array,
    HeavyPrices,
    HeavyShares,
    Leaf,
    Sets,
    SetTree,
    best_share,
    level,
)
from rropt.design.linear.share_units import counts_of, unit_of
from rropt.exact import Gamma
from rropt.lp.highs import TIGHTEST, SumsBetween, least_costs
from rropt.utility.information import entropy_gap

HEAVIEST = 12
"""So many truths have their own price at least: below epsilon 1 the heaviest of shares as j^(-3/2)
is lighter than the best mass, and 5e-4 are lost where it has none."""

HEAVY = 0.5
"""Of the best mass of a set of light truths: those of at least this share have their own price. Of
100 shares as 1/j^2 at epsilon 8 a fourth, which are 46 truths for 35, has the same bound."""

FIRST = 1e-9
"""What coverage may lack at first: where few sets decide the end may be as far as this."""

NARROWER = 0.3
"""Of what coverage lacked: what it may lack next. With 0.1 the tree of 100 shares as 1/j at epsilon
5 is partial at once, and 1.5e-6 are left in place of 5e-7."""

MOST_NODES = 30_000
"""Of a tree that is a proof: a checker takes 2^14 leaves."""

JOINING = 2
"""Sets a truth that join in a round."""

MOST_ROUNDS, MOST_PARTIAL = 40, 6
"""And those after which a partial tree ends them: of 50 shares, each 9/10 of the one before, at
epsilon 5 the sixth is whole, of 100 as j^(-3/2) at epsilon 1 none in a minute."""

SAME_MASS = 12
"""Digits of fills: sets that pay too little by their rests alone stay so."""

SHORT = 10**15
"""A tangent is rounded to this denominator, which costs the square of the error."""


@dataclass(frozen=True)
class Filled:
    """Sets of heavy truths, one a row, and what mass of light ones fills each, of what counts."""

    sets: Sets
    fills: Array
    counts: Array

    def __len__(self) -> int:
        return len(self.fills)

    @staticmethod
    def by_none(sets: Sets) -> Filled:
        """Of heavy truths alone."""
        nothing = np.zeros(len(sets))
        return Filled(sets, nothing, nothing)

    @staticmethod
    def by_best(sets: Sets, shares: HeavyShares, prices: HeavyPrices) -> Filled:
        """By light truths of the mass that is best at these prices, or of the counts beside it."""
        held = sets @ shares.heavy
        best = np.clip(shares.mass_at(prices.light) - held, 0, shares.light)
        if not isfinite(shares.unit):
            return Filled(sets, best, best)
        steps = np.floor(best / shares.unit) + np.arange(2)[:, None]
        steps = np.clip(steps, 0, shares.counts[len(shares.heavy) :].sum())
        fills = shares.reached(steps, shares.mass_at(prices.share) - held)
        counts = np.broadcast_to(shares.unit * steps, fills.shape)
        copies = int(np.prod(fills.shape[:-1]))
        return Filled(np.tile(sets, (copies, 1)), fills.ravel(), counts.ravel())

    @staticmethod
    def first(shares: HeavyShares) -> Filled:
        """Each and none, alone and filled to the best mass, and all: weights balance."""
        number = len(shares.heavy)
        few = np.vstack([np.eye(number), np.zeros((1, number))]).astype(bool)
        in_proportion = HeavyPrices(shares.heavy, shares.level)
        every = np.array([shares.light])
        return (
            Filled.by_none(few)
            .beside(Filled(np.ones((1, number), dtype=bool), every, every))
            .beside(Filled.by_best(few, shares, in_proportion))
        )

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
            counts = counts_of(masses, self.shares.unit)
            for truth, n in zip(order, counts.tolist(), strict=True):
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


def tangent(mass: float) -> Fraction:
    return Fraction(round(mass * SHORT), SHORT)


def prices_of_heavy(prior: Sequence[Fraction], gamma: Gamma) -> LeastPrices | None:
    """Prices of heavy truths apart; None where those in proportion to the prior are as good, or
    where there are too many sets of heavy ones.

    Light truths have sets of a smaller mass beside heavy ones, which are found again until those
    beside them are light.
    """
    falling = np.array(sorted(map(float, prior), reverse=True))
    best: LeastPrices | None = None
    mass, number = best_share(gamma.lo), -1
    while (heavy := _heavy(falling, mass)) > number:
        number = heavy
        shares = HeavyShares.of(falling, number, gamma.hi)
        found = least_prices(shares, Filled.first(shares))
        if found is None:
            break
        best, mass = found, found.mass
    in_proportion = float(level(gamma.hi))
    return best if best and best.total < (1 - CLOSE) * in_proportion else None


def _heavy(falling: Array, mass: float) -> int:
    """How many truths have their own price: all that have a share, if they are few. None needs one
    that is a multiple of the unit of all light ones.
    """
    heavy = int(np.count_nonzero(falling >= HEAVY * mass))
    if isfinite(unit_of(falling[heavy:], mass)):
        return heavy
    return min(max(HEAVIEST, heavy), int(np.count_nonzero(falling)))


def least_prices(
    shares: HeavyShares, known: Filled, allowed: float = FIRST, most: int = MOST_NODES
) -> LeastPrices | None:
    """From some sets on which weights balance; None where there are too many sets.

    - allowed: what coverage may lack at first, as a share of the largest price of a unit of mass:
      less and less of it, as long as trees with so many nodes at most prove it
    """
    best: LeastPrices | None = None
    is_covered = False
    for number in range(MOST_ROUNDS):
        found = _priced(shares, known)
        if found is None:
            break
        prices, weights = found
        tree = shares.walk(prices, allowed * shares.level)
        now = LeastPrices(shares, prices, tree, known, weights)
        is_proof = not tree.is_partial and tree.size <= most
        if is_proof and (best is None or now.total < best.total):
            best = now
        joining = tree.missing[: JOINING * max(len(shares.heavy), 1)]
        more = known.beside(Filled.by_best(joining, shares, prices))
        if is_proof and tree.covers:
            is_covered = True
            if tree.lack <= CLOSE * shares.level:
                break
            allowed = max(CLOSE, NARROWER * min(allowed, tree.lack / shares.level))
        elif more.number == known.number or (
            tree.is_partial and (is_covered or number >= MOST_PARTIAL)
        ):
            break
        known = more
    return best


def _priced(shares: HeavyShares, known: Filled) -> tuple[HeavyPrices, Array] | None:
    """The least prices that these sets pay, and the weight of each set in a table."""
    ways = [known.fills] * bool(shares.light) + [known.counts] * (not shares.is_even)
    rows = np.column_stack([known.sets, *ways])
    wanted = np.append(np.ones(len(shares.heavy)), [shares.light] * len(ways))
    held = known.sets @ shares.heavy + known.fills
    mass = 1 + shares.rise * held
    worth = entropy_gap(held, shares.gamma) / shares.level / mass
    paid = SumsBetween.at_most(-(wanted + shares.rise * rows) / mass[:, None], -worth)
    found = least_costs(wanted, [paid], (-np.inf, np.inf), TIGHTEST)
    if found is None:
        return None
    numbers = np.append(shares.level * found.numbers, [0.0, 0.0])
    number = len(shares.heavy)
    prices = HeavyPrices(numbers[:number], *numbers[number : number + 2].tolist())
    return prices, -found.prices
