"""Units of which shares are whole multiples, or nearly: sets of truths have masses in steps then.

The counts of truths are their shares in units, to the nearest whole number. Of sets with one count
the lightest and the heaviest take truths in the order of what shares are beside multiples, for
a unit of count; the last of them in part.
"""

from __future__ import annotations

from math import inf, isfinite

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Whole = NDArray[np.int64]

MOST_STEPS = 1 << 13
"""Units of a prior: at that many the masses of sets cost no more than 1e-9 of the bound."""

APART = 0.5
"""Of a unit: how far the masses of two counts are from each other. With less 25 shares that were
drawn had a unit by chance, and prices at which no table was found."""

SAME = 1e-9
"""Of a unit: multiples that are printed as such."""


def unit_of(shares: Array, mass: float) -> float:
    """The largest of which shares are so nearly multiples that those of sets of nearly this mass
    are told apart; infinite without one.

    >>> round(unit_of(np.array([0.4, 0.3, 0.2, 0.1]), 0.45), 9)
    0.1
    >>> roots = np.sqrt(np.arange(1, 20))
    >>> unit_of(roots / roots.sum(), 0.4)
    inf
    """
    positive = shares[shares > 0]
    if mass >= positive.sum():
        return inf
    middle = float(np.sort(positive)[len(positive) // 2])
    for parts in range(1, 1 + int(MOST_STEPS * middle)):
        whole = counts_of(positive, middle / parts).sum()
        unit = float(positive.sum()) / max(int(whole), 1)
        beside = np.floor(mass / unit) + np.arange(2)
        least, most = reached(positive, unit, beside)
        if least[1] - most[0] > APART * unit:
            return unit
    return inf


def are_multiples(shares: Array, unit: float) -> bool:
    """Whether these are whole multiples but for rounding, or there is no unit."""
    parts = shares / unit
    return bool(np.allclose(parts, np.rint(parts), rtol=0, atol=SAME))


def counts_of(shares: Array, unit: float) -> Whole:
    """The nearest whole numbers of units."""
    found: Whole = np.rint(shares / unit).astype(int)
    return found


def nearest(shares: Array, unit: float) -> Array:
    """Multiples of the unit; zeros without one."""
    found = np.zeros(len(shares))
    if isfinite(unit):
        found += unit * counts_of(shares, unit)
    return found


def reached(shares: Array, unit: float, counts: Array) -> tuple[Array, Array]:
    """The least and the largest mass of truths whose counts add up to these."""
    each = counts_of(shares, unit)
    beside = shares - unit * each
    some = each > 0
    order = np.flatnonzero(some)[np.argsort(beside[some] / each[some])]
    least, most = (
        unit * counts
        + np.interp(counts, np.append(0, each[n].cumsum()), np.append(0, beside[n].cumsum()))
        for n in (order, order[::-1])
    )
    return least, most + beside[~some].sum()
