"""Intervals that hold together: the level of each from the quantile of the largest deviation.

Deviations that are normal with covariance S hold together at z if none of them is larger than z of
its standard errors. With S = A A' and a standard normal vector of r entries, which has the length
R in the direction u,

    P(max_j |a_j . u| R / s_j <= z) = E_u [ P(chi^2_r <= z^2 / max_j (a_j . u / s_j)^2) ].

One number needs no average, two directions are an angle, more are points spread evenly on a sphere.
Bonferroni's inequality would be a bound only: of three equal shares it holds 0.957 for 0.95.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import inf, pi

import numpy as np

from rropt.estimating.line_search import bracket_beyond, just_rejected
from rropt.estimating.quantiles import normal_cdf, normal_quantile

ANGLES, POINTS = 2000, 1 << 13
"""On a half circle (the chance is known to all digits) and on a sphere (to 1e-4)."""

RANK = 1e-9
"""Of the largest eigenvalue: below it a direction does not vary."""

CLOSE = 1e-9
"""Of z: where the bisection ends."""


def simultaneous_level(covariance: np.ndarray, level: Fraction) -> Fraction:
    """The level of each interval with which all of them hold at `level`.

    Numbers that do not vary always hold. Two shares that add up to one deviate together:

    >>> simultaneous_level(np.array([[1.0, -1.0], [-1.0, 1.0]]), Fraction(19, 20))
    Fraction(19, 20)
    """
    lengths = np.sqrt(np.diag(covariance))
    varies = np.isfinite(lengths) & (lengths > 0)
    if not varies.any():
        return level
    scaled = covariance[np.ix_(varies, varies)] / np.outer(lengths[varies], lengths[varies])
    values, vectors = np.linalg.eigh(scaled)
    kept = values > RANK * values[-1]
    if kept.sum() == 1:
        return level
    factor = vectors[:, kept] * np.sqrt(values[kept])
    largest = np.abs(_directions(int(kept.sum())) @ factor.T).max(axis=1)
    quantile = _quantile(largest, int(kept.sum()), level)
    return Fraction(1 - 2 * normal_cdf(-quantile))


def _quantile(largest: np.ndarray, freedom: int, level: Fraction) -> float:
    """The z at which the deviations hold together at the level; Bonferroni's is not below it."""
    alone = normal_quantile(level)
    miss = float(1 - level)

    def misses(z: float) -> bool:
        return _missed(z, largest, freedom) > miss

    low, high = bracket_beyond(misses, alone, alone, inf) if misses(alone) else (alone, alone)
    return just_rejected(misses, low, high, CLOSE * high)


def _missed(z: float, largest: np.ndarray, freedom: int) -> float:
    """The chance that some deviation is larger than z of its standard errors."""
    from scipy.special import chdtrc

    return float(chdtrc(freedom, (z / largest) ** 2).mean())


@lru_cache(maxsize=8)
def _directions(size: int) -> np.ndarray:
    """Unit vectors, one a row; opposite ones are alike, so that a half circle is enough."""
    if size == 2:
        angles = pi * np.arange(ANGLES) / ANGLES
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)
    from scipy.special import ndtri

    steps = np.sqrt(_primes(size))
    points = ndtri((np.outer(np.arange(1, POINTS + 1), steps) + 0.5) % 1)
    directions: np.ndarray = points / np.linalg.norm(points, axis=1, keepdims=True)
    return directions


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found
