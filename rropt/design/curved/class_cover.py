"""What `class_relaxation` finds in exact numbers, and its cover: one cell of the proof `cells`.

V and y are short numbers, X = V^2 or V, D is raised a little and the slopes are e = -y. Then
s y.r - r'Xr = f(r) for all patterns, whatever s = q.r is, and with the r = u at which f is least
f(r) is at least g sum D - u'Pu + sum_j min(h_j, g h_j), h = 2 Pu - (g + 1) D.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.design.curved.class_relaxation import Relaxed
from rropt.exact.block_form import BlockForm, dot

LARGER = Fraction(1, 10**10)
"""The share by which D is raised, lest rounding leave P indefinite."""


@dataclass(frozen=True)
class ConvexCover:
    """Tangents, D, prices and u."""

    shares: Sequence[Fraction]
    gamma: Fraction
    tangents: BlockForm
    diagonal: list[Fraction]
    prices: list[Fraction]
    lowest: list[Fraction]

    @staticmethod
    def of(
        relaxed: Relaxed,
        gamma: Fraction,
        shares: Sequence[Fraction],
        sizes: tuple[int, ...],
        power: int,
    ) -> ConvexCover:
        """What a relaxation found.

        >>> from rropt.design.curved.class_relaxation import Relaxation
        >>> found = Relaxation((2,), [0.5], 3.0, 2).best()
        >>> cover = ConvexCover.of(found, Fraction(3), [Fraction(1, 2)], (2,), 2)
        >>> round(float(cover.tangents.own[0]), 3)
        1.5
        """
        values, vectors = np.linalg.eigh(relaxed.form)
        roots = np.sqrt(np.array(sizes, dtype=float))
        means = (vectors * values ** (1 / power)) @ vectors.T / np.outer(roots, roots)
        pairs = zip(sizes, relaxed.diagonal, strict=True)
        own = [float(d) ** (1 / power) if n > 1 else 0.0 for n, d in pairs]
        rows = [_exact(row) for row in (means + means.T) / 2]
        diagonal = [d * (1 + LARGER) for d in _exact(relaxed.diagonal)]
        return ConvexCover(
            shares=shares,
            gamma=gamma,
            tangents=BlockForm(sizes, _exact(own), rows),
            diagonal=diagonal,
            prices=_exact(relaxed.prices),
            lowest=_exact(relaxed.lowest),
        )

    def raised(self, share: float) -> list[Fraction]:
        """y + share (sum y) q: so much more of s^2 is left."""
        more = Fraction(share) * dot(self.tangents.sizes, self.prices)
        return [y + more * q for y, q in zip(self.prices, self.shares, strict=True)]

    def record(self, prices: Sequence[Fraction]) -> dict[str, Any]:
        """The cover of these prices."""
        return {
            "proof": "cells",
            "diagonal": self.diagonal,
            "slopes": [-y for y in prices],
            "cells": [[self.gamma, Fraction(0), self.lowest]],
        }


def _exact(numbers: Any) -> list[Fraction]:
    return [Fraction(float(x)) for x in numbers]
