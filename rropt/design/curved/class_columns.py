"""Types of patterns, a few at a time, where all of them are too many to be listed.

At the covariance J^-1 of a table of some types let X be that of A-optimality, J^-2, or of
D-optimality, J^-1. A type r makes the table better exactly where r'Xr / (q.r) is above the price
y.r that the types in use agree on. Types are climbed to by a few truths of a class that become high
or low; that no better one was passed by is shown by the certificate, not here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from rropt.design.curved.class_program import Barrier, ShareTypes, along_path
from rropt.design.curved.class_relaxation import Relaxed

MOST_ROUNDS = 12
NEAR = 1e-7
"""The share of the value by which a type that is left out may make a table better."""

USED = 1e-6
STEPS = 1, 3, 9
MOST_CLIMBS = 100
STARTS = 200
"""Random types from which the first are climbed to."""

AGAIN = 40
"""Of them, in later rounds."""


def good_types(classes: ShareTypes, criterion: str, relaxed: Relaxed) -> ShareTypes:
    """The classes with types that suffice: first those that relaxed prices hardly cover."""
    rng, sizes = np.random.default_rng(0), np.array(classes.sizes)
    starts = rng.binomial(sizes, 1 / (1 + float(classes.gamma)), size=(STARTS, len(sizes)))
    roots = np.sqrt(sizes)
    own = np.where(sizes > 1, relaxed.diagonal, 0.0)
    worth = Worth(classes, own, relaxed.form / np.outer(roots, roots), relaxed.prices)
    whole = np.diag(sizes)
    always = np.vstack([whole, sizes - whole, starts[: 10 * len(sizes)]])
    pool = worth.climbed(starts)
    for _ in range(MOST_ROUNDS):
        found = _with(classes, np.vstack([pool, always]))
        weights = along_path(found, Barrier(found, criterion))
        worth = Worth.beside(found, criterion, weights / found.lengths)
        used = found.types[weights > USED * weights.max()]
        climbed = worth.climbed(np.vstack([used, starts[:AGAIN]]))
        better = worth.above(climbed) > NEAR * relaxed.paid(sizes)
        if not better.any():
            break
        pool = np.vstack([used, climbed[better]])
    return found


def _with(classes: ShareTypes, pool: np.ndarray) -> ShareTypes:
    """Every type once, without the constant ones."""
    whole = {tuple(map(int, one)) for one in pool} - {classes.sizes}
    return replace(classes, given=tuple(sorted(one for one in whole if any(one))))


@dataclass(frozen=True)
class Worth:
    """r'Xr / (q.r) less the prices, X by its own and means."""

    classes: ShareTypes
    own: np.ndarray
    means: np.ndarray
    prices: np.ndarray

    @staticmethod
    def beside(classes: ShareTypes, criterion: str, weights: np.ndarray) -> Worth:
        """What types are worth beside a table of weighted ones: prices by least squares."""
        sizes = np.array(classes.sizes, dtype=float)
        plain = Worth(classes, sizes, np.outer(sizes, sizes), sizes)
        rows, masses, spreads = plain.parts(classes.types)
        heavy, roots = weights / masses, np.sqrt(sizes)
        own = np.where(sizes > 1, spreads.T @ heavy / np.maximum(sizes - 1, 1), 1.0)
        J = (rows / roots * heavy[:, None]).T @ (rows / roots)
        power = 2 if criterion == "a-optimal" else 1
        means = np.linalg.matrix_power(np.linalg.inv(J), power) / np.outer(roots, roots)
        own = np.where(sizes > 1, 1 / own**power, 0.0)
        worth = ((rows @ means * rows).sum(axis=1) + spreads @ own) / masses
        some = np.sqrt(weights)
        prices = np.linalg.lstsq(rows * some[:, None], worth * some, rcond=None)[0]
        return Worth(classes, own, means, prices)

    def above(self, types: np.ndarray) -> np.ndarray:
        """How far each type is above its price, a unit of q.r."""
        rows, masses, spreads = self.parts(types)
        worth = ((rows @ self.means * rows).sum(axis=1) + spreads @ self.own) / masses
        found: np.ndarray = (worth - rows @ self.prices) / masses
        return found

    def climbed(self, starts: np.ndarray) -> np.ndarray:
        """Where the steepest steps end."""
        sizes = np.array(self.classes.sizes)
        moves, types = _moves(len(sizes)), starts.copy()
        height, moving = self.above(types), np.arange(len(types))
        for _ in range(MOST_CLIMBS):
            near = types[moving][:, None] + moves
            inside = ((near >= 0) & (near <= sizes)).all(axis=2)
            reached = self.above(np.clip(near, 0, sizes).reshape(-1, len(sizes)))
            reached = np.where(inside, reached.reshape(inside.shape), -np.inf)
            best = reached.argmax(axis=1)
            top = reached[range(len(moving)), best]
            rises = top > height[moving] + 1e-3 * NEAR * abs(float(self.prices @ sizes))
            moving, best, top = moving[rises], best[rises], top[rises]
            if not len(moving):
                break
            types[moving] += moves[best]
            height[moving] = top
        found: np.ndarray = np.unique(types, axis=0)
        return found

    def parts(self, types: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Sums of the entries over classes, masses q.r, and sums of squares about the means."""
        sizes, rise = np.array(self.classes.sizes, dtype=float), float(self.classes.gamma - 1)
        shares = np.array([float(q) for q in self.classes.shares])
        rows = sizes + rise * types
        return rows, rows @ shares, rise**2 * types * (1 - types / sizes)


def _moves(classes: int) -> np.ndarray:
    """Some truths of a class more, or fewer, or some in place of some of another class."""
    one = np.eye(classes, dtype=int)
    single = [sign * step * row for row in one for step in STEPS for sign in (1, -1)]
    both = [
        step * one[a] - other * one[b]
        for a, b in permutations(range(classes), 2)
        for step in STEPS
        for other in STEPS
    ]
    return np.array(single + both)
