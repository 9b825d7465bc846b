"""Types of patterns, a few at a time, where all of them are too many to be listed.

At the covariance J^-1 of a table of some types let X be that of A-optimality, J^-2, or of
D-optimality, J^-1. A type r makes the table better exactly where r'Xr / (q.r) is above the price
y.r that the types in use agree on. Types are met on walks of Metropolis, on which a few truths of
one class or of two become high or low; that no better one was passed by is shown by the
certificate, not here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rropt.design.curved.class_program import TypePath
from rropt.design.curved.share_types import ShareTypes
from rropt.design.engine.path import RatioFound

MOST_ROUNDS = 12
NEAR, NEAR_IN_CLASSES = 1e-6, 1e-3
"""The share of all prices by which a type that is left out may make a table better, and where
unlike shares are in classes: there 1e-3 is 2e-5 of the value, and the classes cost 1e-4 or more."""

ROUGH, CLOSER = 1e-5, 0.1
"""Weights are within this share of the best of their types, then within a part of what the last
types made better: exact ones of each round took three times as long, and were no use."""

USED = 1e-4
CHAINS, STEPS, SEEN_EVERY = 4000, 50, 5
COLD = 1e-4
"""A walk goes down by about this share of all prices."""

MOST_NEW = 600
"""Types that join in a round: a round of 26 classes takes two seconds."""


def good_types(
    classes: ShareTypes, criterion: str, starts: np.ndarray, least: float = NEAR
) -> ShareTypes:
    """The classes with types that suffice, from some to start with: no other one that was met makes
    the table better by more than this share."""
    rng, sizes = np.random.default_rng(0), np.array(classes.sizes)
    one = np.eye(len(sizes), dtype=int)
    always = np.vstack([sizes * one, sizes - sizes * one, one, sizes - one])
    pool, last = starts, ROUGH
    for _ in range(MOST_ROUNDS):
        found = _with(classes, np.vstack([pool, always]))
        path = TypePath(found, criterion)
        near = path.near(last)
        weights = near.point.weights * path.shares
        worth = Worth.at(path, near)
        used = weights > USED * weights.max()
        kept = found.types[used]
        walked, rises = worth.walked(_begin(kept, weights[used], starts, rng), rng)
        if rises.max() <= least:
            break
        last = min(last, CLOSER * rises.max())
        better = np.argsort(-rises)[:MOST_NEW]
        pool = np.vstack([kept, walked[better[rises[better] > 0]]])
    return _with(classes, np.vstack([kept, always]))


def random_types(classes: ShareTypes, number: int) -> np.ndarray:
    """Each truth is high with the chance 1 / (1 + gamma)."""
    chance = 1 / (1 + float(classes.gamma))
    size = (number, len(classes.sizes))
    return np.random.default_rng(0).binomial(np.array(classes.sizes), chance, size=size)


def _with(classes: ShareTypes, pool: np.ndarray) -> ShareTypes:
    """Every type once, without the constant ones."""
    whole = {tuple(map(int, one)) for one in pool} - {classes.sizes}
    return replace(classes, given=tuple(sorted(one for one in whole if any(one))))


def _begin(
    kept: np.ndarray, weights: np.ndarray, starts: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Types in use, a part of one of them with the rest of another, and first ones."""
    quarter = CHAINS // 4
    heavy = kept[rng.choice(len(kept), 3 * quarter, p=weights / weights.sum())]
    others = kept[rng.integers(len(kept), size=2 * quarter)]
    share = rng.random((2 * quarter, 1))
    crossed = np.where(rng.random(others.shape) < share, heavy[quarter:], others)
    return np.vstack([heavy[:quarter], crossed, starts[rng.integers(len(starts), size=quarter)]])


@dataclass(frozen=True)
class Worth:
    """x'Xx / s less the price of x, X by its own and means, where s = 1 + (gamma - 1) q.x.

    Patterns are 1 + (gamma - 1) x, and X that of a covariance times (gamma - 1)^2: nothing cancels
    where gamma is near one.
    """

    classes: ShareTypes
    own: np.ndarray
    means: np.ndarray
    prices: np.ndarray
    """Of the length, the mean entry, then b in the basis of the classes."""

    @staticmethod
    def at(path: TypePath, near: RatioFound) -> Worth:
        """What types are worth beside a table on the path, and what they are charged there."""
        classes = path.classes
        terms, apart = path.told(near.features, near.point.weights)
        own = np.zeros(len(classes.sizes))
        own[np.array(classes.sizes) > 1] = 1 / apart**path.power
        means = classes.basis @ terms.form @ classes.basis.T
        *flat, mean = path.unit * near.point.charges.balance
        prices = np.array([mean, *(x / path.flat_unit for x in flat)])
        return Worth(classes, own, means, prices)

    def quotients(self, types: np.ndarray) -> np.ndarray:
        """x'Xx / s of each type."""
        masses, spreads = self.parts(types)
        found: np.ndarray = ((types @ self.means * types).sum(axis=1) + spreads @ self.own) / masses
        return found

    def above(self, types: np.ndarray) -> np.ndarray:
        """How far each type is above its price, a unit of s, as a share of all prices."""
        masses, _ = self.parts(types)
        lengths = 1 + float(self.classes.gamma - 1) * types.sum(axis=1) / sum(self.classes.sizes)
        charged = np.column_stack([lengths, types @ self.classes.basis]) @ self.prices
        found: np.ndarray = (self.quotients(types) - charged) / masses
        return found / float(self.prices[0])

    def walked(self, types: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Types that walks meet, and how far they are above their prices."""
        heights = self.above(types)
        seen, rises = [types], [heights]
        for step in range(1, STEPS + 1):
            moved = self._moved(types, rng)
            reached = self.above(moved)
            goes = reached > heights - COLD * rng.exponential(size=len(types))
            types = np.where(goes[:, None], moved, types)
            heights = np.where(goes, reached, heights)
            if step % SEEN_EVERY == 0:
                seen.append(types)
                rises.append(heights)
        found, first = np.unique(np.vstack(seen), axis=0, return_index=True)
        return found, np.concatenate(rises)[first]

    def _moved(self, types: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """A few truths of one class or of two become high or low."""
        sizes, every = np.array(self.classes.sizes), np.arange(len(types))
        found = types.copy()
        for _ in range(rng.integers(1, 3)):
            places = rng.integers(len(sizes), size=len(types))
            steps = np.rint(rng.standard_normal(len(types)) * np.sqrt(sizes[places]) / 3)
            signs = rng.choice([-1, 1], len(types))
            found[every, places] += np.where(steps, steps, signs).astype(int)
        return np.clip(found, 0, sizes)

    def parts(self, types: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The masses s, and sums of squares of x about the means."""
        rise = float(self.classes.gamma - 1)
        shares = np.array([float(q) for q in self.classes.shares])
        return 1 + rise * types @ shares, types * (1 - types / np.array(self.classes.sizes))
