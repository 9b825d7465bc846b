"""A tree of sets that proves prices of mutual information, or names the sets that pay too little.

With T = q.r a pattern that is high at the truths of S pays too little where

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
