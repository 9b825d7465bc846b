"""The highest point of a concave function on the simplex, by gradients projected on it.

From a point x with the gradient g the way leads to the nearest distribution of x + a g, or a part
of it. Barzilai and Borwein (1988) take a = |s|^2 / -(s . c), s the last step and c the change of
the gradient, which is the inverse of the curvature along it. A step need not climb: it is enough to
be above the lowest of the last few values (Birgin, Martinez and Raydan 2000).

Where g . x = 1, as in a log-likelihood per report, nothing on the simplex is higher than x by more
than max_j g_j - 1: the gap, by which the point is judged however it was found.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Climbed = Callable[[np.ndarray], tuple[float, np.ndarray]]
"""The value and the gradient at a point."""

MOST_STEPS = 2000
"""Sets of a quarter of 3,000 truths need 4, k-ary response at epsilon 14 up to 400."""

MEMORY = 10
"""Values: beside the last one alone more ways are halved, and k-ary response at epsilon 14 takes
twice the time."""

RISE = 1e-4
"""Of what the gradient promises, at least."""

SHORTEST = 1e-10
"""Part of a way: below, the value no longer tells points apart."""

LONGER = 10.0
"""Where the way is straight."""


def projected_ascent(
    climbed: Climbed, start: np.ndarray, wanted: float
) -> tuple[np.ndarray, float]:
    """A point whose gap is as small as wanted, if one is reached, and its gap.

    >>> shares = np.array([0.6, 0.4])
    >>> likelihood = lambda x: (float(shares @ np.log(x)), shares / x)
    >>> projected_ascent(likelihood, np.array([0.5, 0.5]), 1e-9)[0].round(6).tolist()
    [0.6, 0.4]
    """
    point, (value, gradient) = start, climbed(start)
    values, length = [value], 1 / float(gradient @ gradient)
    for _ in range(MOST_STEPS):
        if gradient.max() - 1 <= wanted:
            break
        way = nearest_distribution(point + length * gradient) - point
        moved, found = _moved(climbed, point, way, min(values), float(gradient @ way))
        step, bend = moved - point, gradient - found[1]
        curvature = float(step @ bend)
        length = float(step @ step) / curvature if curvature > 0 else LONGER * length
        point, gradient = moved, found[1]
        values = [*values[1 - MEMORY :], found[0]]
    return point, float(gradient.max() - 1)


def _moved(
    climbed: Climbed, point: np.ndarray, way: np.ndarray, least: float, promised: float
) -> tuple[np.ndarray, tuple[float, np.ndarray]]:
    """The whole way, or half of it again and again until the value is high enough."""
    part = 1.0
    while True:
        moved = point + part * way
        found = climbed(moved)
        if found[0] >= least + RISE * part * promised or part < SHORTEST:
            return moved, found
        part /= 2


def nearest_distribution(shares: np.ndarray) -> np.ndarray:
    """In squared distance, of numbers that need not be shares.

    >>> nearest_distribution(np.array([0.75, 0.5, -0.25])).tolist()
    [0.625, 0.375, 0.0]
    """
    falling = np.sort(shares)[::-1]
    excess = (np.cumsum(falling) - 1) / np.arange(1, len(falling) + 1)
    kept = int(np.flatnonzero(falling > excess)[-1])
    nearest: np.ndarray = np.maximum(shares - excess[kept], 0)
    return nearest
