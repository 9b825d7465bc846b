"""Types of patterns, a few at a time, where all of them are too many to be listed.

At the covariance J^-1 of a table of some types let X be that of A-optimality, J^-2, or of
D-optimality, J^-1. A type r makes the table better exactly where r'Xr / (q.r) is above the price
y.r that the types in use agree on. Types are met on walks, along which a few truths of two classes
become high or low; that no better one was passed by is shown by the certificate, not here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rropt.design.curved.class_program import Barrier, ShareTypes, along_path
from rropt.design.curved.class_relaxation import Relaxed

MOST_ROUNDS = 20
NEAR = 1e-6
"""The share of the value by which a type that is left out may make a table better."""

USED = 1e-6
STEPS = 1, 3, 9

STARTS, AGAIN = 200, 40
"""Random types from which walks begin; of them, in later rounds."""

WARM = (3e-4, 1e-3, 3e-3)
"""Temperatures of first walks, as shares of all prices: colder ones end at few types, far from what
a table needs; warmer ones stay away from the best."""

COOL = (0.0, 1e-4, 1e-3)
FIRST_STEPS, STEPS_AGAIN, KEPT = 15, 6, 3

MOST_NEW = 400
"""Types that join in a round."""

TOGETHER = 40
"""Types that walk at once: of 12 classes they have 200,000 moves."""


def good_types(classes: ShareTypes, criterion: str, relaxed: Relaxed) -> ShareTypes:
    """The classes with types that suffice: first those that relaxed prices hardly cover."""
    rng, sizes = np.random.default_rng(0), np.array(classes.sizes)
    starts = rng.binomial(sizes, 1 / (1 + float(classes.gamma)), size=(STARTS, len(sizes)))
    roots = np.sqrt(sizes)
    own = np.where(sizes > 1, relaxed.diagonal, 0.0)
    worth = Worth(classes, own, relaxed.form / np.outer(roots, roots), relaxed.prices)
    whole = np.diag(sizes)
    always = np.vstack([whole, sizes - whole, starts[: 10 * len(sizes)]])
    pool = np.vstack([worth.walked(starts, FIRST_STEPS, t, rng) for t in WARM])
    for _ in range(MOST_ROUNDS):
        found = _with(classes, np.vstack([pool, always]))
        weights = along_path(found, Barrier(found, criterion))
        worth = Worth.beside(found, criterion, weights / found.lengths)
        used = weights > USED * weights.max()
        chances = weights[used] / weights[used].sum()
        heavy = found.types[used][rng.choice(used.sum(), STARTS, p=chances)]
        begin = np.vstack([heavy, starts[:AGAIN]])
        walked = np.vstack([worth.walked(begin, STEPS_AGAIN, t, rng) for t in COOL])
        rise = worth.above(walked) / relaxed.paid(sizes)
        better = np.argsort(-rise)[:MOST_NEW]
        if rise[better[0]] <= NEAR:
            break
        pool = np.vstack([found.types[used], walked[better[rise[better] > 0]]])
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

    def walked(
        self, starts: np.ndarray, steps: int, share: float, rng: np.random.Generator
    ) -> np.ndarray:
        """Where walks are in their last steps: each step is the best with noise, of this share of
        all prices, added to what all are worth."""
        noise = share * abs(float(self.prices @ np.array(self.classes.sizes)))
        seen = []
        for first in range(0, len(starts), TOGETHER):
            types = starts[first : first + TOGETHER]
            for step in range(steps):
                types = self._moved(types, noise, rng)
                if step >= steps - KEPT:
                    seen.append(types)
        found: np.ndarray = np.unique(np.vstack(seen), axis=0)
        return found

    def _moved(self, types: np.ndarray, noise: float, rng: np.random.Generator) -> np.ndarray:
        """One step of each: two classes have some truths more or fewer, or one, or none."""
        classes, steps = self._moves
        heights = self._heights(types)
        if noise:
            heights += noise * rng.gumbel(size=heights.shape)
        best = heights.reshape(len(types), -1).argmax(axis=1)
        moved, every = types.copy(), np.arange(len(types))
        for move in np.divmod(best, len(steps)):
            moved[every, classes[move]] += steps[move]
        return moved

    @cached_property
    def _moves(self) -> tuple[np.ndarray, np.ndarray]:
        """The class, and how many truths more; the first move is none."""
        steps = [sign * step for step in STEPS for sign in (1, -1)]
        count = len(self.classes.sizes)
        places = np.repeat(np.arange(count), len(steps))
        return np.concatenate([[0], places]), np.concatenate([[0], np.tile(steps, count)])

    def _heights(self, types: np.ndarray) -> np.ndarray:
        """`above` after each pair of moves in different classes, -oo where there are no truths."""
        sizes, rise = np.array(self.classes.sizes), float(self.classes.gamma - 1)
        shares = np.array([float(q) for q in self.classes.shares])
        classes, steps = self._moves
        rows, masses, spreads = self.parts(types)
        images = rows @ self.means
        reached = types[:, classes] + steps
        n = sizes[classes]
        spread = rise**2 * reached * (1 - reached / n) - spreads[:, classes]
        more = self.own[classes] * spread + 2 * rise * steps * images[:, classes]
        more += rise**2 * steps**2 * np.diag(self.means)[classes]
        both = 2 * rise**2 * np.outer(steps, steps) * self.means[np.ix_(classes, classes)]
        tops = (images * rows).sum(axis=1) + spreads @ self.own
        found = tops[:, None, None] + more[:, :, None] + more[:, None, :] + both
        mass = _pairs(masses, rise * steps * shares[classes])
        mass = np.where(mass > 0, mass, 1.0)
        paid = _pairs(rows @ self.prices, rise * steps * self.prices[classes])
        found = (found / mass - paid) / mass
        outside = (reached < 0) | (reached > n)
        same = classes[:, None] == classes
        same[0], same[:, 0] = False, False
        banned = same | outside[:, :, None] | outside[:, None, :]
        return np.where(banned, -np.inf, found)

    def parts(self, types: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Sums of the entries over classes, masses q.r, and sums of squares about the means."""
        sizes, rise = np.array(self.classes.sizes, dtype=float), float(self.classes.gamma - 1)
        shares = np.array([float(q) for q in self.classes.shares])
        rows = sizes + rise * types
        return rows, rows @ shares, rise**2 * types * (1 - types / sizes)


def _pairs(start: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """A sum for each type and two moves."""
    found: np.ndarray = start[:, None, None] + moves[:, None] + moves
    return found
