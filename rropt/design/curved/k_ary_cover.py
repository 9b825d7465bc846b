"""Where k-ary response is the best table, and what shows it: the proof `pairs`.

With s_i = 1 + (g - 1) q_i and N = g + k - 1, the sum of all s, the inverse information V has

    (g - 1)^2 V_ij = N s_i [i = j] - s_i s_j + (g - 1)^2 q_i q_j.

Prices that leave nothing of its rows, which have one truth at g, are k linear equations. Of rows
with two truths at g they leave enough exactly if it is so of the two least shares:

    trace         2 (s_i - 1) (s_j - 1) + 2 (s_i^2 + s_j^2) / N >= 1 + |s|^2 / N^2,
    determinant   (g^2 - 1) (q_i + q_j) >= k - 3.

There it is best, and nowhere else: prices of a best table leave nothing of its rows. The trace of V
is the same at all shares. For it the first truth may have the share 1 - (k - 1) m and all others m,
the least of all, which majorises the shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from rropt.design.curved.class_cover import raised_along
from rropt.exact.block_form import BlockForm
from rropt.exact.convert import dot


def is_k_ary_best(
    sizes: Sequence[int], shares: Sequence[Fraction], gamma: Fraction, power: int
) -> bool:
    """Whether it is, of classes of so many truths with these shares, for a trace (2) or a
    determinant (1).

    >>> [is_k_ary_best([12], [Fraction(1, 12)], Fraction(g), 2) for g in (7, 8)]  # g^2 >= 55
    [False, True]
    """
    pairs = sorted(zip(shares, sizes, strict=True))
    least, other = [q for q, n in pairs for _ in range(min(n, 2))][:2]
    k, rise = sum(sizes), gamma - 1
    if power == 1:
        return (gamma**2 - 1) * (least + other) >= k - 3
    low, high = 1 + rise * least, 1 + rise * other
    whole = k + rise
    squares = dot(sizes, [(1 + rise * q) ** 2 for q in shares])
    both = 2 * (low - 1) * (high - 1) + 2 * (low**2 + high**2) / whole
    return both >= 1 + squares / whole**2


RAISES = 0.0, 1e-12
"""Shares by which prices are raised, if none does not do as the level is an interval."""


@dataclass(frozen=True)
class KAryCover:
    """Tangents and prices at a prior with one share a class."""

    sizes: tuple[int, ...]
    shares: Sequence[Fraction]
    gamma: Fraction
    power: int

    @cached_property
    def tangents(self) -> BlockForm:
        """V."""
        rise, q = self.gamma - 1, self.shares
        unit = (sum(self.sizes) + rise) / rise**2
        own = [unit * (1 + rise * share) for share in q]
        means = [[-(1 + rise * (p + share)) / rise**2 for share in q] for p in q]
        for c, n in enumerate(self.sizes):
            means[c][c] += own[c] / n
        alone = [x if n > 1 else Fraction(0) for x, n in zip(own, self.sizes, strict=True)]
        return BlockForm(self.sizes, alone, means)

    @cached_property
    def prices(self) -> list[Fraction]:
        """They pay at a row with one truth at g for what it is worth, and no more."""
        V, k, rise = self.tangents, sum(self.sizes), self.gamma - 1
        X = V if self.power == 1 else V.times(V)
        along = X.along([Fraction(1)] * len(self.sizes))
        whole = dot(self.sizes, along)
        charges = []
        for c, n in enumerate(self.sizes):
            entry = X.means[c][c] + X.own[c] * (n - 1) / n
            worth = whole + 2 * rise * along[c] + rise**2 * entry
            charges.append(worth / (1 + rise * self.shares[c]))
        paid = dot(self.sizes, charges) / (k + rise)
        return [(charge - paid) / rise for charge in charges]

    @property
    def raises(self) -> Sequence[float]:
        """Shares by which prices are raised, one after the other."""
        return RAISES

    def raised(self, share: float) -> list[Fraction]:
        """So much more of s^2 is left."""
        return raised_along(self.sizes, self.prices, self.shares, share)

    @property
    def record(self) -> dict[str, Any]:
        """The field `cover`."""
        return {"proof": "pairs"}
