"""An exactly unbiased private table near one in doubles, without an exact solve.

Let weights w and numbers v miss the column sums and the mean of a contrast c by a little. Scaled by
1 - eta, they leave eta (1 + a_j) of each column and eta b_j of the mean, a_j near 0, b_j near c_j.
Two more reports with numbers +C and -C and the rows

    eta / 2 (1 + a_j +- b_j / C)

are exactly that; they are private for C large enough, and cost about eta C^2.

Weights that are solved for (`repair`) need no more, but a vertex of few: of hundreds of about 1e-9
it has no exact solution that is positive, or one too long for a certificate.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul

import numpy as np
from numpy.typing import NDArray

from rropt.design.engine.repair import UnbiasedTable
from rropt.exact.convert import dot
from rropt.patterns.extreme import Pattern
from rropt.utility.curved import Vector

Array = NDArray[np.float64]

GRID = Fraction(1, 2**64)
"""Weights and numbers are multiples of it."""

STRETCH = Fraction(3, 2)
"""C is this times the least that would do for a_j = 0 and b_j = c_j."""

ROOM = 16
"""eta is this times the error in doubles at first: from 4 on the rows were private at once."""

LARGEST = Fraction(1, 2)
"""Where more than half of the table were replaced nothing near it was found."""


def unbiased_table(
    patterns: Sequence[Pattern], masses: Array, values: Array, contrast: Vector, level: Fraction
) -> UnbiasedTable:
    """The exact table; `level` is the smallest ratio that privacy allows between two truths."""
    weights = [_rounded(w) for w in masses.tolist()]
    numbers = [_rounded(v) for v in values.tolist()]
    products = list(map(mul, weights, numbers))
    columns = list(zip(*patterns, strict=True))
    sums = [dot(weights, column) for column in columns]
    means = [dot(products, column) for column in columns]
    missed = [1 - s for s in sums] + [x - y for x, y in zip(contrast, means, strict=True)]
    far = _rounded(float(STRETCH * max(map(abs, contrast)) * (level + 1) / (level - 1)))
    eta = max(_rounded(float(ROOM * max(map(abs, missed)))), GRID * 2**16)
    while eta < LARGEST:
        rest = []
        for sign in (1, -1):
            left = zip(sums, contrast, means, strict=True)
            row = [1 - (1 - eta) * s + sign * (c - (1 - eta) * m) / far for s, c, m in left]
            rest.append(tuple(x / 2 for x in row))
        if all(0 < max(row) <= level * min(row) for row in rest):
            kept = [(1 - eta) * w for w in weights]
            every = [*kept, Fraction(1), Fraction(1)]
            return UnbiasedTable([*patterns, *rest], every, [[*numbers, far, -far]])
        eta *= 4
    raise ArithmeticError("no exact table near the one that was found")


def _rounded(value: float) -> Fraction:
    return Fraction(round(Fraction(value) / GRID)) * GRID
