"""What covers the types of a table of classes, in exact numbers.

**The proof `cells`** is what a relaxation finds. V is of short numbers, X = V^2 or V, D is raised a
little, and the numbers of the ends are rounded: prices are raised for all of this, until the
checker accepts them. Truths of classes that are apart are covered by pairs.

**The proof `pairs`** shows that k-ary response is the best table. With s_i = 1 + (g - 1) q_i and N
= g + k - 1, the sum of all s, the inverse information V has

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
from math import ceil, floor, log2
from typing import Any

import numpy as np

from rropt.design.curved.class_relaxation import Relaxed
from rropt.exact.block_form import BlockForm
from rropt.exact.bounds import step_of
from rropt.exact.convert import dot

LARGER = Fraction(1, 2**33)
"""The share by which D is raised, lest rounding leave P indefinite; a power of two, since another
denominator makes all numbers of a certificate longer."""

PRICE_BITS = 44
"""Of raised prices: exact ones made the numbers of a certificate half as long again, and fewer ends
of cells could be checked."""

RELAXED = (1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
"""Shares by which the prices of a relaxation are raised."""

MOST_EXACT = 8
"""Classes whose forms a checker takes as they are; of more they are rounded down."""

END_BITS = 32
"""Behind the point of the numbers of an end, as shares of the way from one to gamma; more where D
takes more of a row than all prices."""


@dataclass(frozen=True)
class ClassCover:
    """Tangents, D, prices, e, the ends of cells with mu, u and numbers of counts, N, counts, a
    weight and classes each, the price of many truths at g of each end, where rows with few are
    looked at by themselves, and the classes that are apart."""

    shares: Sequence[Fraction]
    tangents: BlockForm
    diagonal: list[Fraction]
    prices: list[Fraction]
    slopes: list[Fraction]
    ends: list[list[Any]]
    products: list[list[Fraction]]
    counts: list[list[Any]]
    several: list[Fraction]
    few: int
    apart: Sequence[int]

    @staticmethod
    def of(
        relaxed: Relaxed,
        gamma: Fraction,
        shares: Sequence[Fraction],
        sizes: tuple[int, ...],
        power: int,
    ) -> ClassCover:
        """What a relaxation found.

        >>> from rropt.design.curved.class_relaxation import Relaxation
        >>> found = Relaxation((2,), [0.5], 3.0, 2).best()
        >>> cover = ClassCover.of(found, Fraction(3), [Fraction(1, 2)], (2,), 2)
        >>> round(float(cover.tangents.own[0]), 3)
        1.5
        """
        roots = np.sqrt(np.array(sizes, dtype=float))
        means = relaxed.tangents / np.outer(roots, roots)
        pairs = zip(sizes, relaxed.diagonal, strict=True)
        own = [float(d) ** (1 / power) if n > 1 else 0.0 for n, d in pairs]
        rows = [_exact(row) for row in (means + means.T) / 2]
        taken = relaxed.diagonal.max() * float(gamma - 1) ** 2
        steep = max(1.0, taken / relaxed.paid(np.array(sizes)))
        bits = END_BITS + max(0, -floor(log2(gamma - 1))) + ceil(log2(steep))
        pairs = zip(sizes, shares, strict=True)
        rest = [n * q for c, (n, q) in enumerate(pairs) if c not in relaxed.apart]
        top = 1 + (gamma - 1) * sum(rest)
        places = [Fraction(1), *(_near(s, bits) for s, _, _ in relaxed.ends[1:-1]), top]
        middle = zip(places, relaxed.ends, strict=True)
        return ClassCover(
            shares=shares,
            tangents=BlockForm(sizes, _exact(own), rows),
            diagonal=[d * (1 + LARGER) for d in _exact(relaxed.diagonal)],
            prices=_exact(relaxed.prices),
            slopes=_exact(relaxed.slopes),
            ends=_with_turns(
                [[s, _near(mu, bits), [_near(x, bits) for x in u]] for s, (_, mu, u) in middle],
                relaxed,
            ),
            products=[_exact(row) for row in relaxed.products],
            counts=[
                [weight, np.flatnonzero(classes).tolist()]
                for weight, classes in zip(_exact(relaxed.weights), relaxed.sets, strict=True)
            ],
            several=[_near(nu, bits) for nu in relaxed.several],
            few=relaxed.few,
            apart=relaxed.apart,
        )

    def raised(self, share: float) -> list[Fraction]:
        """y + share (sum y) q: so much more of s^2 is left. Rounded up, which leaves no less."""
        raised = raised_along(self.tangents.sizes, self.prices, self.shares, share)
        step = step_of(max(raised), PRICE_BITS)
        return [ceil(y / step) * step for y in raised]

    @property
    def raises(self) -> Sequence[float]:
        """Shares by which prices are raised, one after the other."""
        return RELAXED

    @property
    def record(self) -> dict[str, Any]:
        """The cover of prices that are raised or not."""
        found: dict[str, Any] = {
            "proof": "cells",
            "diagonal": self.diagonal,
            "slopes": self.slopes,
            "ends": self.ends,
        }
        found |= {"products": self.products} if any(map(any, self.products)) else {}
        if any(self.several):
            found |= {"several": self.several, "few": self.few}
        if self.apart:
            found["pairs"] = list(self.apart)
        if len(self.diagonal) > MOST_EXACT:
            found["rounded"] = "down"
        return found | ({"counts": self.counts} if self.counts else {})


def raised_along(
    sizes: Sequence[int], prices: Sequence[Fraction], shares: Sequence[Fraction], share: float
) -> list[Fraction]:
    """Prices with this share of their sum more, in proportion to the shares of truths.

    >>> raised_along([1, 2], [Fraction(2), Fraction(1)], [Fraction(1, 2), Fraction(1, 4)], 0.5)
    [Fraction(3, 1), Fraction(3, 2)]
    """
    more = Fraction(share) * dot(sizes, prices)
    return [y + more * q for y, q in zip(prices, shares, strict=True)]


def _with_turns(ends: list[list[Any]], relaxed: Relaxed) -> list[list[Any]]:
    """With the numbers of counts, where there are any."""
    if not len(relaxed.weights):
        return ends
    return [[*end, _exact(turns)] for end, turns in zip(ends, relaxed.turns, strict=True)]


def _exact(numbers: Any) -> list[Fraction]:
    return [Fraction(float(x)) for x in numbers]


def _near(x: float, bits: int) -> Fraction:
    """Of so many digits behind the point."""
    return Fraction(round(float(x) * 2**bits), 2**bits)


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
