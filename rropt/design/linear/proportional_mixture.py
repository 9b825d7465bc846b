"""Mutual information on hundreds of truths: prices in proportion to the prior, and their table.

With c = g ln g / (g - 1) and T = q.r the utility of a pattern is u = c (T - 1) - T ln T, which is
at most (c - 1 - ln c) T, with equality at T = c. So prices (c - 1 - ln c) q_j cover every pattern,
by the one tangent at c (`price_tree`). A table is worth as much where its patterns all have
the mass T = c; a pattern that misses it by e loses e^2 / 2c of its weight. Of many truths many sets
have nearly the right mass, and some of them have weights with which each truth is high with the
same chance (`mixture_sets`).

Where a truth is heavier than that, the heavy truths have prices of their own, found by cuts, and a
tree branches on them; all others pay z q_j. The gap says what is lost to masses that no set has.

Fewer truths have sets too few for this: `columns` looks at all of them. Where the table could not
be written, truths answer alike: `many_truths`.

**A tree of sets** proves prices, or names the sets that pay too little. With T = q.r a pattern that
is high at the truths of S pays too little where

    f(S) = sum y + (g - 1) y(S) - g ln g q(S) + T ln T < 0,    T = 1 + (g - 1) q(S).

T ln T is at least its tangent at any t, T (ln t + 1) - t, so that of all sets that go on from one
of the first truths f is at least a constant and a sum of minima, a truth each. The largest such
bound over t says of a node that all of its sets pay, or the next truth is in or out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from rropt import lp
from rropt.design.linear.mixture_sets import mixture_sets
from rropt.design.problem import MOST_ENTRIES, Optimum, Problem
from rropt.exact import Gamma, log_bounds, weighted_sum
from rropt.exact.entries import entrywise
from rropt.lp.highs import SumsBetween, least_costs
from rropt.patterns.extreme import Pattern
from rropt.utility import MutualInformation

SHORT = 10**15
"""A tangent is rounded to this denominator, which costs the square of the error."""

MOST_NODES = 8_000
"""Of a tree, half a second. Where there are more, the sets found until then are known."""

TANGENTS = 80
"""Places t from 1 to g that are tried at every node."""


def tangent(mass: float) -> Fraction:
    return Fraction(round(mass * SHORT), SHORT)


@dataclass
class PriceTree:
    """All sets, the heaviest truths first: where prices are known to cover, and where they lack."""

    masses: np.ndarray
    prices: np.ndarray
    gamma: float
    allowed: float
    """What coverage may lack."""

    also: tuple[float, ...] = ()
    """Further places t that are tried."""

    nodes: list[int | float] = field(default_factory=list)
    """In preorder: a truth that is low in what follows, then high, or the tangent of a leaf."""

    lacking: list[tuple[float, tuple[int, ...]]] = field(default_factory=list)
    """Sets that pay too little, with f."""

    lack: float = 0.0
    is_cut: bool = False

    def walk(self) -> None:
        """The tree, until it is too large."""
        tangents = np.append(np.geomspace(1, self.gamma, TANGENTS), self.also)
        constants = float(self.prices.sum()) + np.log(tangents) + 1 - tangents
        added = np.array([self._added(t) for t in tangents])
        least = np.minimum(added, 0)
        below = np.zeros((len(tangents), len(self.masses) + 1))
        below[:, :-1] = np.cumsum(least[:, ::-1], axis=1)[:, ::-1]
        open_nodes: list[tuple[tuple[int, ...], np.ndarray]] = [((), constants)]
        while open_nodes:
            if len(self.nodes) > MOST_NODES:
                self.is_cut = True
                return
            fixed, fixed_sum = open_nodes.pop()
            depth = len(fixed)
            bounds = fixed_sum + below[:, depth]
            place = int(bounds.argmax())
            chosen = (*fixed, *(added[place, depth:] < 0).astype(int).tolist())
            mass = 1 + (self.gamma - 1) * float(self.masses @ chosen)
            bound = self._bound(fixed, mass)
            tangent_at = mass
            if bounds[place] > bound:
                bound = float(bounds[place])
                tangent_at = float(tangents[place])
            paid = self._bound(chosen, mass)
            if paid < -self.allowed:
                self.lacking.append((paid, chosen))
            if bound >= -self.allowed or depth == len(self.masses):
                self.nodes.append(tangent_at)
                self.lack = max(self.lack, -bound)
                continue
            self.nodes.append(depth)
            open_nodes.append(((*fixed, 1), fixed_sum + added[:, depth]))
            open_nodes.append(((*fixed, 0), fixed_sum))

    def proved(
        self, prior: Sequence[Fraction], order: Sequence[int]
    ) -> tuple[tuple[Fraction, ...], dict[str, Any]]:
        """Exact prices of all truths, and the tree as a certificate states it.

        Raised in proportion to the prior every pattern pays lack T more, and T is at least 1.
        """
        prices = [Fraction(self.lack) * q for q in prior]
        for truth, price in zip(order, self.prices.tolist(), strict=True):
            prices[truth] += Fraction(price)
        listed = [order[n] if isinstance(n, int) else tangent(n) for n in self.nodes]
        return tuple(prices), {"proof": "tree", "tree": listed}

    def _added(self, tangent_at: float) -> np.ndarray:
        """What each truth adds to f where it is high, by one tangent."""
        slope = (self.gamma - 1) * (np.log(tangent_at) + 1) - self.gamma * np.log(self.gamma)
        added: np.ndarray = (self.gamma - 1) * self.prices + slope * self.masses
        return added

    def _bound(self, fixed: tuple[int, ...], tangent_at: float) -> float:
        """Below f of all sets that begin so; of a whole set, at its own mass, f itself."""
        depth = len(fixed)
        added = self._added(tangent_at)
        constant = float(self.prices.sum()) + np.log(tangent_at) + 1 - tangent_at
        others = np.minimum(added[depth:], 0).sum()
        return float(constant + added[:depth] @ np.array(fixed, dtype=float) + others)


HEAVIEST = 12
"""Truths that have their own price where one of them is heavier than the best mass."""

MOST_ROUNDS = 60
CUTS = 60
"""That join in a round."""

CLOSE = 1e-10
"""Of the bound, what prices may lack before they are raised."""

FEASIBLE = 1e-10
"""The least tolerance of HiGHS, for prices as shares of their sum."""


def solve_mixture(problem: Problem, tree: PriceTree | None) -> Optimum | None:
    """The table at these prices, without a delta; None where no table is found, or written."""
    utility = problem.objective
    gamma = problem.gamma
    if utility.truths**2 > MOST_ENTRIES:
        return None
    masses, order = by_mass(utility)
    prices = float(_level(gamma.hi)) * masses
    if tree is not None:
        prices[order] = tree.prices
    sets = mixture_sets(masses, prices, gamma.lo, best_share(gamma.lo))
    found = exact_mixture(sets.astype(int).tolist(), gamma.lo)
    return None if found is None else covered(problem, *found, tree)


def by_mass(utility: MutualInformation) -> tuple[np.ndarray, list[int]]:
    """The shares in doubles, and the truths with the heaviest first."""
    masses = np.array([float(q) for q in utility.prior])
    return masses, np.argsort(-masses, kind="stable").tolist()


def best_share(gamma: Fraction) -> float:
    """A pattern has the best mass T = c where so much of the prior is high."""
    return float((_slope(gamma)[0] - 1) / (gamma - 1))


def covered(
    problem: Problem,
    patterns: Sequence[Pattern],
    weights: Sequence[Fraction],
    tree: PriceTree | None,
) -> Optimum:
    """The table with its worth, and prices in proportion to the prior, or those of a tree."""
    utility = problem.objective
    prior = utility.prior
    gamma = problem.gamma.hi
    if tree is None:
        prices = tuple(_level(gamma) * q for q in prior)
        cover = {"proof": "tree", "tree": [tangent(float(_slope(gamma)[1]))]}
    else:
        _, order = by_mass(utility)
        prices, cover = tree.proved(prior, order)
    lows, highs = zip(*map(utility.bounds, patterns), strict=True)
    value = weighted_sum(weights, lows), weighted_sum(weights, highs)
    return Optimum(tuple(patterns), tuple(weights), prices, value=value, cover=cover)


def tree_of_prices(utility: MutualInformation, gamma: Gamma) -> PriceTree | None:
    """Prices of heavy truths apart; None where those in proportion to the prior are best, or where
    the tree grows too large.
    """
    masses, order = by_mass(utility)
    heavy_first = masses[order]
    if heavy_first[0] <= best_share(gamma.lo):
        return None
    relaxed = relaxed_prices(heavy_first[:HEAVIEST], float(gamma))
    prices = relaxed.light * heavy_first
    prices[: len(relaxed.heavy)] = relaxed.heavy
    allowed = relaxed.lack + CLOSE * float(prices.sum())
    tree = PriceTree(heavy_first, prices, float(gamma), allowed, (relaxed.mass,))
    tree.walk()
    return None if tree.is_cut else tree


@dataclass(frozen=True)
class RelaxedPrices:
    """Prices y_j of heavy truths and z q_j of the others, which are taken as a continuum.

    They are covered most narrowly at the mass T, and lack so much at most.
    """

    heavy: np.ndarray
    light: float
    mass: float
    lack: float


def relaxed_prices(heavy: np.ndarray, gamma: float) -> RelaxedPrices:
    """The least prices, in doubles, by cuts: coverage is linear in them for each set and T.

    The others pay z q.r, least against u where ln T = c - 1 - z, or at an end of what they reach.
    """
    c = gamma * np.log(gamma) / (gamma - 1)
    rest = 1 - heavy.sum()
    rows = 1 + (gamma - 1) * (np.arange(2 ** len(heavy))[:, None] >> np.arange(len(heavy)) & 1)
    low = rows @ heavy + rest
    high = rows @ heavy + gamma * rest
    # In proportion to the prior, and the cuts of sets one by one.
    level = c - 1 - np.log(c)
    prices = level * np.append(heavy, 1.0)
    wanted = np.append(np.ones(len(heavy)), rest)
    cuts = np.zeros((0, len(prices)))
    worths = np.zeros(0)
    for _ in range(MOST_ROUNDS):
        # Convex in T: where the stationary T is out of reach, the nearer end is covered least.
        mass = float(np.exp(c - 1 - prices[-1]))
        masses = np.clip(mass, low, high)
        table = np.column_stack([rows, masses - rows @ heavy])
        worth = c * (masses - 1) - masses * np.log(masses)
        slack = table @ prices - worth
        lacking = np.argsort(slack)[:CUTS]
        if len(cuts):
            lacking = lacking[slack[lacking] < -CLOSE * prices @ wanted]
        else:  # by these two, weights balance: the program has an end
            lacking = np.union1d(lacking, [0, len(rows) - 1])
        if not len(lacking):
            break
        cuts = np.vstack([cuts, table[lacking]])
        worths = np.append(worths, worth[lacking])
        # Columns are equations: prices have no sign.
        found = least_costs(
            wanted,
            [SumsBetween.at_most(-cuts, -worths / level)],
            (-np.inf, np.inf),
            FEASIBLE,
        )
        if found is None:  # what those of the round before lack is known
            break
        prices = level * found.numbers
    return RelaxedPrices(prices[:-1], float(prices[-1]), mass, max(0.0, -float(slack.min())))


def _slope(gamma: Fraction) -> tuple[Fraction, Fraction]:
    """Both ends of c = g ln g / (g - 1)."""
    low, high = log_bounds(gamma)
    factor = gamma / (gamma - 1)
    return factor * low, factor * high


def _level(gamma: Fraction) -> Fraction:
    """c - 1 - ln c from above: c at its upper end, ln c at its lower one."""
    least, most = _slope(gamma)
    return most - 1 - log_bounds(least)[0]


Mixture = tuple[Sequence[Pattern], Sequence[Fraction]]
"""Patterns and their weights in a table."""


def exact_mixture(sets: Sequence[Sequence[int]], gamma: Fraction) -> Mixture | None:
    """The patterns that are high at these sets, with weights for a table; None without any.

    >>> patterns, weights = exact_mixture([[1, 0], [0, 1]], Fraction(3))
    >>> patterns[0], weights[0]
    ((Fraction(3, 1), Fraction(1, 1)), Fraction(1, 4))
    """
    if not sets:
        return None
    # Doubles chose the sets; rationals find chances by which every truth is high as often.
    balance = [[*column, -1] for column in zip(*sets, strict=True)]
    found = lp.minimize(
        [0] * (len(sets) + 1),
        [*balance, [1] * len(sets) + [0]],
        [0] * len(balance) + [1],
        start=range(len(sets) + 1),
    )
    if not found.is_optimal:
        return None
    *chances, often = found.x
    # What every column adds up to.
    total = 1 + (gamma - 1) * often
    one = Fraction(1)
    patterns = entrywise(lambda high: gamma if high else one, sets)
    return patterns, [chance / total for chance in chances]
