"""The best pattern at each value of a scalar, for prices that are quadratic in it.

With f_j(v) = q_j v^2 - 2 p_j v + y_j, the least charge of a pattern in {1, g}^k at the value v is

    phi(v) = sum_j min(f_j(v), g f_j(v)),

reached by the pattern with g where f_j(v) < 0. The signs change at most 2k times along the line;
between two changes phi is one parabola, whose lowest point is found at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LinePrices:
    """The coefficients of the f_j: q of the squares, p of the slopes, y of the constants."""

    squares: Array
    slopes: Array
    constants: Array


@dataclass(frozen=True)
class LowestPoints:
    """The lowest point of each piece of phi: where, the pattern there, and the charge."""

    values: Array
    patterns: Array
    charges: Array
    inside: NDArray[np.bool_]
    """Whether it is the bottom of its parabola: the others are lower on the next piece."""

    @property
    def relative(self) -> Array:
        """The charges for patterns that add up to one: what a common raise of y must mend."""
        return self.charges / self.patterns.sum(axis=1)


def lowest_points(prices: LinePrices, gamma: float) -> LowestPoints:
    """The lowest point of every piece.

    >>> found = lowest_points(LinePrices(np.array([1.0, 1]), np.array([2.0, -2]), np.ones(2)), 3.0)
    >>> float(found.charges.min()), float(found.values[found.charges.argmin()])
    (0.0, -1.0)
    """
    ends = np.concatenate([[-np.inf], _changes(prices), [np.inf]])
    inside = _between(ends)
    f = (
        prices.squares * inside[:, None] ** 2
        - 2 * prices.slopes * inside[:, None]
        + prices.constants
    )
    patterns = np.where(f < 0, gamma, 1.0)
    squares = patterns @ prices.squares
    slopes = patterns @ prices.slopes
    constants = patterns @ prices.constants
    with np.errstate(divide="ignore", invalid="ignore"):
        bottom = np.where(squares > 0, slopes / squares, inside)
    values = np.clip(bottom, ends[:-1], ends[1:])
    charges = squares * values**2 - 2 * slopes * values + constants
    return LowestPoints(values, patterns, charges, values == bottom)


def _changes(prices: LinePrices) -> Array:
    """The points at which some f_j changes its sign, in order."""
    curved = prices.squares > 0
    discriminant = prices.slopes**2 - prices.squares * prices.constants
    crossing = curved & (discriminant > 0)
    root = np.sqrt(discriminant[crossing])
    centre = prices.slopes[crossing]
    scale = prices.squares[crossing]
    straight = ~curved & (prices.slopes != 0)
    lines = prices.constants[straight] / (2 * prices.slopes[straight])
    return np.sort(np.concatenate([(centre - root) / scale, (centre + root) / scale, lines]))


def _between(ends: Array) -> Array:
    """A point inside each piece."""
    inner = ends[1:-1]
    if not len(inner):
        return np.zeros(1)
    middles = (inner[1:] + inner[:-1]) / 2
    return np.concatenate([[inner[0] - 1], middles, [inner[-1] + 1]])
