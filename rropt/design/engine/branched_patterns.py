"""The patterns of {1, g}^k that prices cover least, by branch and bound.

What one quotient makes of a pattern is worth x'Mx / (q.r), x in {0, 1}^k its high truths, and as
q.r > 0 prices y with the charge y.x + c fall short of it by more than t where

    F_t(x) = x'Mx - (y.x + c + t) (q.r) > 0.

As x_j^2 = x_j, F_t is a constant, slopes l and couplings o of pairs of truths. Truths are fixed one
after the other, those of large shares first. With x_i x_j between 0 and (x_i + x_j) / 2 the largest
value that is left is at most

    constant + sum over the others j of max(0, l_j + sum over the others i of max(0, o_ij) / 2),

and where that is not positive no pattern is looked at. Only the constant and the slopes depend on
t: once as many patterns are known as are asked for, t is the shortfall of the last of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

LAST_TRUTHS = 8
"""The patterns of so many truths are written out where nothing is left out."""

TOGETHER = 1 << 10
"""Choices of fixed truths that are bounded at once: fewer take longer each, more know a smaller t
when they are looked at."""


@dataclass(frozen=True)
class Beginnings:
    """Patterns that begin alike, many beginnings at once: `fixed` truths of each are known."""

    fixed: int
    keys: Array
    constants: Array
    slopes: Array
    """One row a beginning, one column for each truth that is not fixed."""

    bottoms: Array
    """q.r of the fixed truths, the others low."""

    def take(self, kept: Array) -> Beginnings:
        """Some of the beginnings."""
        return Beginnings(
            self.fixed, self.keys[kept], self.constants[kept], self.slopes[kept], self.bottoms[kept]
        )


@dataclass(frozen=True)
class ShortfallForm:
    """F_0 and q.r of the high truths, in the order in which truths are fixed."""

    order: Array
    constant: float
    slopes: Array
    couplings: Array
    low: float
    shares: Array

    @staticmethod
    def of(top: Array, bottom: tuple[float, Array], charge: tuple[float, Array]) -> ShortfallForm:
        """x'Mx less the charge times q.r, each a constant and slopes."""
        low, shares = bottom
        paid, prices = charge
        order = np.argsort(-shares, kind="stable")
        crossed = np.outer(prices, shares)
        slopes = np.diagonal(top) - paid * shares - prices * low - np.diagonal(crossed)
        couplings = 2 * top - crossed - crossed.T
        np.fill_diagonal(couplings, 0.0)
        return ShortfallForm(
            order, -paid * low, slopes[order], couplings[np.ix_(order, order)], low, shares[order]
        )

    @cached_property
    def halves(self) -> list[Array]:
        """For each number of fixed truths, of each other one half of its positive couplings."""
        positive = np.maximum(self.couplings, 0.0) / 2
        return [positive[n:, n:].sum(axis=0) for n in range(len(self.slopes) + 1)]

    def worst(self, least: float, most: int, known: Array) -> tuple[Array, Array]:
        """Patterns, none of them known, that fall short by more than `least`, at most so many."""
        keys = np.zeros(0, dtype=np.int64)
        short = np.zeros(0)
        left = [self._root()]
        while left:
            branch = left.pop()
            branch = branch.take(self._bounds(branch, least) > 0)
            if not len(branch.keys):
                continue
            if len(self.slopes) - branch.fixed > LAST_TRUTHS:
                left += self._parted(self._longer(branch), least)
                continue
            fresh, values = self._written_out(branch, least)
            new = ~np.isin(fresh, known)
            keys = np.append(keys, fresh[new])
            short = np.append(short, values[new])
            if len(keys) > most:
                kept = np.argpartition(-short, most - 1)[:most]
                keys = keys[kept]
                short = short[kept]
                least = float(short.min())
        return keys, short

    def _root(self) -> Beginnings:
        return Beginnings(
            0,
            np.zeros(1, dtype=np.int64),
            np.array([self.constant]),
            self.slopes[None, :],
            np.array([self.low]),
        )

    def _bounds(self, branch: Beginnings, least: float) -> Array:
        """What F is at most, for `least`."""
        raised = self.halves[branch.fixed] - least * self.shares[branch.fixed :]
        rises = np.maximum(branch.slopes + raised, 0.0).sum(axis=1)
        bounds: Array = branch.constants - least * branch.bottoms + rises
        return bounds

    def _longer(self, branch: Beginnings) -> Beginnings:
        """With the next truth low, and with it high."""
        first = branch.slopes[:, 0]
        others = branch.slopes[:, 1:]
        coupled = self.couplings[branch.fixed, branch.fixed + 1 :]
        return Beginnings(
            branch.fixed + 1,
            np.append(branch.keys, branch.keys | 1 << int(self.order[branch.fixed])),
            np.append(branch.constants, branch.constants + first),
            np.concatenate([others, others + coupled]),
            np.append(branch.bottoms, branch.bottoms + self.shares[branch.fixed]),
        )

    def _parted(self, branch: Beginnings, least: float) -> list[Beginnings]:
        """In parts that are small enough, the one of the largest bounds last."""
        if len(branch.keys) <= TOGETHER:
            return [branch]
        order = np.argsort(self._bounds(branch, least), kind="stable")
        count = -(-len(order) // TOGETHER)
        return [branch.take(part) for part in np.array_split(order, count)]

    def _written_out(self, branch: Beginnings, least: float) -> tuple[Array, Array]:
        """All patterns that begin so and fall short by more, and by how much."""
        keys = branch.keys[:, None]
        values = branch.constants[:, None]
        bottoms = branch.bottoms[:, None]
        added = np.zeros((1, len(self.slopes) - branch.fixed))
        for n, truth in enumerate(range(branch.fixed, len(self.slopes))):
            rises = branch.slopes[:, n, None] + added[:, n]
            values = np.hstack([values, values + rises])
            bottoms = np.hstack([bottoms, bottoms + self.shares[truth]])
            keys = np.hstack([keys, keys | 1 << int(self.order[truth])])
            added = np.concatenate([added, added + self.couplings[truth, branch.fixed :]])
        short = values / bottoms
        told = short > least
        return keys[told], short[told]
