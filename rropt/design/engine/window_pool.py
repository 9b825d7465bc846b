"""The patterns of one contrast at one prior and one number g: runs of neighbours are high.

Whatever the numbers x_r of the reports of a table and the weights w_r of its low chances, truth j
has the chances w_r (1 + (g - 1) h_j(r)), h_j between zero and one, with

    sum_r w_r h_j(r)   the same for all truths,     sum_r w_r x_r h_j(r)   growing with c_j,

and its variance is least where h_j is one on an interval of numbers and zero beside it. Intervals
of the same mass lie further right where their mean is larger: in the order of the contrast, the
truths that are high at a number are neighbours. So of the 2^k patterns k (k + 1) / 2 are enough,
and those of a best table are a path: along the numbers one truth after the other becomes high, and
one after the other low.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from rropt.design.engine.path import RatioFound
from rropt.design.engine.pool import NONE, Array, Charges, CubePool, Keys, Quotient, worst_of

FRESH = 2
"""So many patterns a truth join at once: the worst ones are alike."""


@dataclass(frozen=True)
class WindowPool(CubePool):
    """Runs of neighbours among truths in ascending order of a contrast.

    A run from a to b - 1 has the number a (k + 1) + b.
    """

    path: tuple[int, ...]
    """Runs near those of the best table."""

    @staticmethod
    def along(gamma: Fraction, first: Array, last: Array) -> WindowPool:
        """With the path of truths that are high from `first` to `last` on a line.

        >>> WindowPool.along(Fraction(3), np.array([0, 1, 2]), np.array([1.5, 2.5, 3.5])).path
        (1, 2, 6, 7, 11)
        """
        k = len(first)
        events = np.concatenate([np.maximum.accumulate(first), np.maximum.accumulate(last)])
        # Where a truth is high at one number only it begins before it ends.
        begins = np.argsort(events, kind="stable") < k
        runs = np.cumsum(~begins) * (k + 1) + np.cumsum(begins)
        pool = WindowPool(k, gamma, ())
        return WindowPool(k, gamma, tuple(np.setdiff1d(runs, pool.useless).tolist()))

    @staticmethod
    def even(truths: int, gamma: Fraction) -> WindowPool:
        """With a path of runs of the size that is best at equal shares."""
        places = np.arange(truths)
        size = CubePool(truths, gamma).best_size
        return WindowPool.along(gamma, places, places + size - 0.5)

    @cached_property
    def useless(self) -> Keys:
        """Numbers of no run, and of that of all truths."""
        ends = np.arange(self.truths + 1)
        empty = np.flatnonzero(ends <= ends[:, None])
        return np.append(empty, self.truths)

    def start(self) -> tuple[Keys, Array]:
        """The path and the runs that begin or end one truth from it."""
        first, last = np.divmod(np.array(self.path), self.truths + 1)
        found = [self.path]
        for before, after in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            begin = np.clip(first + before, 0, self.truths)
            found.append(begin * (self.truths + 1) + np.clip(last + after, 0, self.truths))
        keys = np.setdiff1d(np.concatenate(found), self.useless)
        return keys, np.full(len(keys), 1 / self.features(keys).means.sum())

    def spans(self, found: RatioFound) -> tuple[Array, Array]:
        """Between which numbers each truth is high by these prices, in order."""
        (part,) = found.at.quotients
        _, slopes = self._paid(found.point.charges)
        p = _direction(part.top)
        q = self.unit * part.bottom
        # At the number v a high truth adds slope - 2 v p + v^2 q to what is charged.
        half = np.sqrt(np.maximum(p**2 - q * slopes, 0))
        return (p - half) / q, (p + half) / q

    def worst(
        self,
        quotients: Sequence[Quotient],
        charges: Charges,
        least: float,
        most: int,
        known: Keys = NONE,
    ) -> tuple[Keys, Array]:
        known = np.append(known, self.useless)
        shortfalls = self._shortfalls(quotients, charges)
        return worst_of(shortfalls, least, min(most, FRESH * self.truths), known)

    def _shortfalls(self, quotients: Sequence[Quotient], charges: Charges) -> Array:
        """Of all runs, by their numbers."""
        (part,) = quotients
        paid, slopes = self._paid(charges)
        means = float(1 / self.gamma) * part.bottom.sum() + _sums(self.unit * part.bottom)
        means[self.useless] = 1.0
        return _sums(_direction(part.top)) ** 2 / means - paid - _sums(slopes)

    def parts(self, key: int) -> tuple[Fraction, ...]:
        first, last = divmod(int(key), self.truths + 1)
        return tuple(Fraction(int(first <= j < last)) for j in range(self.truths))

    def _bits(self, keys: Keys) -> Array:
        first, last = np.divmod(np.asarray(keys)[:, None], self.truths + 1)
        places = np.arange(self.truths)
        return ((first <= places) & (places < last)).astype(float)


def _direction(form: Array) -> Array:
    """p with pp' = M, growing along the truths."""
    at = int(np.diagonal(form).argmax())
    p: Array = form[at] / np.sqrt(form[at, at])
    return p if p[-1] > p[0] else -p


def _sums(values: Array) -> Array:
    """Over all runs, by their numbers."""
    ends = np.append(0.0, np.cumsum(values))
    found: Array = (ends - ends[:, None]).ravel()
    return found
