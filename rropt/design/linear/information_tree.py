"""Mutual information where the best mass has few truths: sets and prices by cuts, a tree of them.

With T = q.r a pattern that is high at the truths of S pays too little where

    f(S) = sum y + (g - 1) y(S) - g ln g q(S) + T ln T < 0,    T = 1 + (g - 1) q(S).

T ln T is at least its tangent at any t, T (ln t + 1) - t, so that of all sets that go on from one
of the first truths f is at least a constant and a sum of minima, a truth each. The largest such
bound over t says of a node that all of its sets pay, or the next truth is in or out. Sets that lack
are found on the way and join the program; a tree without any is the proof of its prices.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog

from rropt.design.linear.proportional_mixture import by_mass, exact_mixture, tangent
from rropt.design.problem import MOST_ENTRIES, Optimum, Problem
from rropt.exact import weighted_sum

LACK = 3e-4
"""Of the bound, what coverage may lack before prices are raised: 100 random shares at epsilon 8
have a tree of 400 leaves then. Where k-ary response is best, little is lacking and nothing lost."""

MOST_NODES = 8_000
"""Of a tree, half a second. In a round where there are more, the sets found until then join."""

MOST_ROUNDS = 30
"""Of 100 random shares at epsilon 8 there are ten, of 30 at epsilon 4 too many."""

JOINING = 2
"""Sets a truth that join in a round."""

TANGENTS = 80
"""Places t from 1 to g that are tried at every node."""


def solve_branched(problem: Problem) -> Optimum | None:
    """The table and the prices of cuts; None where a tree grows too large."""
    utility = problem.objective
    truths = utility.truths
    if truths**2 > MOST_ENTRIES:
        return None
    masses, order = by_mass(utility)
    heavy_first = masses[order]
    gamma = float(problem.gamma)
    sets = np.eye(truths)
    for _ in range(MOST_ROUNDS):
        paid, weights = _least_prices(sets, heavy_first, gamma)
        tree = PriceTree(heavy_first, paid, gamma, LACK * float(paid.sum()))
        tree.walk()
        if not tree.lacking:
            break
        new = sorted(tree.lacking)[: JOINING * truths]
        sets = np.unique(np.vstack([sets, [high for _, high in new]]), axis=0)
    if tree.lacking or tree.is_cut:
        return None
    return _exactly(problem, order, sets[weights > 0], tree)


def _exactly(
    problem: Problem, order: list[int], sets: np.ndarray, tree: PriceTree
) -> Optimum | None:
    """Rationals find the weights of the sets in use; prices rise by what the tree lacks."""
    utility = problem.objective
    rows = np.zeros(sets.shape, dtype=int)
    rows[:, order] = sets
    found = exact_mixture(rows.tolist(), problem.gamma.lo)
    if found is None:
        return None
    patterns, weights = found
    raised = Fraction(tree.lack)
    prices = [raised * q for q in utility.prior]
    for j, price in zip(order, tree.prices.tolist(), strict=True):
        prices[j] += Fraction(price)
    listed = [order[n] if isinstance(n, int) else tangent(n) for n in tree.nodes]
    lows, highs = zip(*map(utility.bounds, patterns), strict=True)
    return Optimum(
        tuple(patterns),
        tuple(weights),
        tuple(prices),
        cover={"proof": "tree", "tree": listed},
        value=(weighted_sum(weights, lows), weighted_sum(weights, highs)),
    )


def _least_prices(
    sets: np.ndarray, masses: np.ndarray, gamma: float
) -> tuple[np.ndarray, np.ndarray]:
    """The least prices that these sets pay, in doubles, and the weight of each set in a table."""
    highs = sets @ masses
    means = 1 + (gamma - 1) * highs
    gains = gamma * np.log(gamma) * highs - means * np.log(means)
    found = linprog(
        np.ones(len(masses)),
        A_ub=-(1 + (gamma - 1) * sets),
        b_ub=-gains,
        bounds=(None, None),
        method="highs-ds",
    )
    if found.x is None:
        raise ArithmeticError("the linear program of prices was not solved")
    return found.x, -found.ineqlin.marginals


@dataclass
class PriceTree:
    """All sets, the heaviest truths first: where prices are known to cover, and where they lack."""

    masses: np.ndarray
    prices: np.ndarray
    gamma: float
    allowed: float
    """What coverage may lack."""

    nodes: list[int | float] = field(default_factory=list)
    """In preorder: a truth that is low in what follows, then high, or the tangent of a leaf."""

    lacking: list[tuple[float, tuple[int, ...]]] = field(default_factory=list)
    """Sets that pay too little, with f."""

    lack: float = 0.0
    is_cut: bool = False

    def walk(self) -> None:
        """The tree, until it is too large."""
        tangents = np.geomspace(1, self.gamma, TANGENTS)
        constants = float(self.prices.sum()) + np.log(tangents) + 1 - tangents
        added = np.array([self._added(t) for t in tangents])
        least = np.minimum(added, 0)
        below = np.zeros((TANGENTS, len(self.masses) + 1))
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
