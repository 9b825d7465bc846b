"""An exactly unbiased private table near one in doubles, without an exact solve.

Let weights w and numbers v miss the column sums and the means of a contrast c by a little. Scaled
by 1 - eta, they leave eta (1 + a_j) of each column and eta b_j of each mean, a_j near 0, b_j near
c_j. Two more reports for each of the n contrasts, with numbers +C and -C for it and 0 for others,
and the rows

    eta / 2n (1 + a_j +- n b_j / C),

are exactly that; they are private for C large enough, and cost about eta n C^2.

Weights that are solved for (`repair`) need no more, but a vertex of few: of hundreds of about 1e-9
it has no exact solution that is positive, or one too long for a certificate.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

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
    patterns: Sequence[Pattern], masses: Array, values: Array, contrasts: Sequence[Vector],
    level: Fraction,
) -> UnbiasedTable:  # fmt: skip
    """The exact table; `level` is the smallest ratio that privacy allows between two truths."""
    weights = [_rounded(w) for w in masses.tolist()]
    numbers = [list(map(_rounded, row)) for row in values.tolist()]
    columns = list(zip(*patterns, strict=True))
    sums = [dot(weights, column) for column in columns]
    means = []
    for row in numbers:
        products = [w * v for w, v in zip(weights, row, strict=True)]
        means.append([dot(products, column) for column in columns])
    error = max(abs(1 - s) for s in sums)
    for c, mean in zip(contrasts, means, strict=True):
        error = max(error, *(abs(x - y) for x, y in zip(c, mean, strict=True)))
    eta = max(_rounded(float(ROOM * error)), GRID * 2**16)
    while eta < LARGEST:
        rest = _rest(eta, sums, means, contrasts, level)
        if rest is not None:
            more, extra = rest
            kept = [(1 - eta) * w for w in weights]
            whole = [[*row, *new] for row, new in zip(numbers, extra, strict=True)]
            ones = [Fraction(1)] * len(more)
            return UnbiasedTable([*patterns, *more], [*kept, *ones], whole)
        eta *= 4
    raise ArithmeticError("no exact table near the one that was found")


def _rest(
    eta: Fraction,
    sums: Sequence[Fraction],
    means: Sequence[Sequence[Fraction]],
    contrasts: Sequence[Vector],
    level: Fraction,
) -> tuple[list[Pattern], list[list[Fraction]]] | None:
    """The rows that make up what is missing, and their numbers; None where one is not private."""
    number = len(contrasts)
    most = max(abs(x) for x in chain.from_iterable(contrasts))
    far = _rounded(float(STRETCH * most * number * (level + 1) / (level - 1)))
    column = [(1 - (1 - eta) * s) / (2 * number) for s in sums]
    patterns: list[Pattern] = []
    numbers = [[Fraction(0)] * (2 * number) for _ in contrasts]
    for i, (c, mean) in enumerate(zip(contrasts, means, strict=True)):
        shift = [(x - (1 - eta) * y) / (2 * far) for x, y in zip(c, mean, strict=True)]
        for sign in (1, -1):
            numbers[i][len(patterns)] = sign * far
            row = tuple(a + sign * b for a, b in zip(column, shift, strict=True))
            if min(row) <= 0 or max(row) > level * min(row):
                return None
            patterns.append(row)
    return patterns, numbers


def _rounded(value: float) -> Fraction:
    return Fraction(round(Fraction(value) / GRID)) * GRID
