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

from rropt.design.engine.pool import NONE, Array, Charges, CubePool, Keys, Quotient, worst_of


@dataclass(frozen=True)
class WindowPool(CubePool):
    """Runs of neighbours among truths in ascending order of a contrast.

    A run from a to b - 1 has the number a (k + 1) + b.
    """

    @cached_property
    def useless(self) -> Keys:
        """Numbers of no run, and of that of all truths."""
        ends = np.arange(self.truths + 1)
        empty = np.flatnonzero(ends <= ends[:, None])
        return np.append(empty, self.truths)

    def start(self) -> tuple[Keys, Array]:
        """All runs, as often."""
        keys = np.setdiff1d(np.arange((self.truths + 1) ** 2), self.useless)
        first, last = np.divmod(keys, self.truths + 1)
        means = float(1 / self.gamma) + self.unit * (last - first) / self.truths
        return keys, np.full(len(keys), 1 / means.sum())

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
        return worst_of(shortfalls, least, most, known)

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
    """p with pp' = M."""
    at = int(np.diagonal(form).argmax())
    p: Array = form[at] / np.sqrt(form[at, at])
    return p


def _sums(values: Array) -> Array:
    """Over all runs, by their numbers."""
    ends = np.append(0.0, np.cumsum(values))
    found: Array = (ends - ends[:, None]).ravel()
    return found
