"""What a relaxation finds in exact numbers, and its cover: the proof `cells`.

V is of short numbers, X = V^2 or V, D is raised a little, and the numbers of the ends are rounded:
prices are raised for all of this, until the checker accepts them. Truths of classes that are apart
are covered by pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log2
from typing import Any

import numpy as np

from rropt.design.curved.class_relaxation import Relaxed
from rropt.exact.block_form import BlockForm, dot
from rropt.exact.bounds import step_of

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
