"""Levels, and quantiles: of the normal and chi-square distributions, of the largest deviation.

Intervals hold together at the quantile of the largest deviation.
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
from itertools import count, islice
from math import erfc, exp, inf, isnan, isqrt, lgamma, log, pi, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from rropt.exact import InputError, exact, share
from rropt.survey.line_search import bisected, bracket_beyond


def chi_square_tail(statistic: float, freedom: int) -> float:
    """P(chi-square >= statistic), by its finite sum: scipy's costs half a second of imports.

    With x = statistic / 2 it is `sum_i e^-x x^i / Gamma(i + 1)` over the i = freedom / 2 - 1,
    freedom / 2 - 2, ... that are not negative, and P(|N(0, 1)| >= sqrt(statistic)) if they are
    halves.

    >>> round(chi_square_tail(3.841458820694124, 1), 12), round(chi_square_tail(5.991464547, 2), 9)
    (0.05, 0.05)
    """
    if isnan(statistic):
        return statistic
    if statistic == inf:
        return 0.0
    if freedom <= 0 or statistic <= 0:
        return 1.0
    half = statistic / 2
    powers = np.arange(freedom / 2 - 1, -0.5, -1)
    terms = [exp(power * log(half) - half - lgamma(power + 1)) for power in powers.tolist()]
    halves = 2 * normal_cdf(-sqrt(statistic)) if freedom % 2 else 0.0
    return min(1.0, halves + sum(terms))


def chi_square_quantile(level: float, freedom: int) -> float:
    """The number that a chi-square is below with this chance.

    >>> round(chi_square_quantile(0.95, 1), 6), round(chi_square_quantile(0.95, 2), 6)
    (3.841459, 5.991465)
    """
    if freedom == 1:
        return normal_quantile(level) ** 2
    from scipy.special import chdtri

    return float(chdtri(freedom, 1 - level))


LEAST_RISK = Fraction(1, 10**200)
"""The smallest 1 - level of an interval: its quantiles are still doubles."""


def confidence_level(level: Any) -> Fraction:
    """An exact confidence level strictly between 0 and 1."""
    confidence = share(level, "level")
    if not 0 < confidence < 1:
        said = "level must lie strictly between 0 and 1, such as 0.95 or 95%"
        raise InputError(f"{said}, got {confidence}")
    # Other libraries ask for the risk, conf_int(0.05): an interval of 5% is nobody's wish.
    if confidence < Fraction(1, 2):
        raise InputError(f"level must be at least 1/2, such as 0.95, got {float(confidence):g}")
    if 1 - confidence < LEAST_RISK:
        raise InputError("level must be at most 1 - 1e-200, got one still closer to 1")
    return confidence


def percent(level: Any) -> str:
    """A level in percent; one that rounds to 100 by its risk.

    >>> percent(0.95), percent("0.999999999")
    ('95%', '1 - 1e-09')
    """
    inside = exact(level, "level")
    said = f"{100 * float(inside):g}%"
    return f"1 - {float(1 - inside):g}" if said == "100%" else said


def normal_quantile(level: Fraction | float) -> float:
    """The z with P(|N(0, 1)| <= z) = level.

    >>> round(normal_quantile(Fraction(95, 100)), 4)
    1.96
    """
    # Asked of the lower tail, as 1 less a small tail would lose its digits.
    return -NormalDist().inv_cdf(float((1 - level) / 2))


TOLD = 3
"""Draws beyond a quantile that they tell. No ratio is rarer than 1 in 300 among 299 draws: ends at
a level of 0.997, of coefficients, were all infinite, and those of shares too near."""


NEVER = 1e-300
"""In place of a risk of nothing, as of Student's quantile of one degree of freedom."""


def told_risk(risk: float, draws: int) -> tuple[float, float]:
    """The least risk, from the given one on, whose quantile so many draws tell, and how much larger
    the square of the normal quantile is at the given one: as much larger a drawn quantile of a
    ratio is taken to be.

    >>> told_risk(0.05, 299), [round(number, 3) for number in told_risk(0.001, 299)]
    ((0.05, 1.0), [0.01, 1.632])
    """
    least = TOLD / (draws + 1)
    if risk >= least:
        return risk, 1.0
    normal = NormalDist()
    return least, (normal.inv_cdf(max(risk, NEVER) / 2) / normal.inv_cdf(least / 2)) ** 2


def normal_cdf(z: float) -> float:
    """P(N(0, 1) <= z), with all its digits in the lower tail.

    >>> f"{normal_cdf(-10):.4e}"
    '7.6199e-24'
    """
    return erfc(-z / sqrt(2)) / 2


def chebyshev_quantile(level: Fraction) -> float:
    """The z with P(|X - EX| <= z sd) >= level for every X: 1 / sqrt(alpha), 4.47 for 95%."""
    return sqrt(1 / (1 - level))


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
    # Deviations in their own standard errors: only correlations are left.
    scaled = covariance[np.ix_(varies, varies)] / np.outer(lengths[varies], lengths[varies])
    values, vectors = np.linalg.eigh(scaled)
    kept = values > RANK * values[-1]
    # All deviate together, so that they hold together or not at all.
    if kept.sum() == 1:
        return level
    factor = vectors[:, kept] * np.sqrt(values[kept])
    largest = np.abs(_directions(int(kept.sum())) @ factor.T).max(axis=1)
    quantile = _quantile(largest, int(kept.sum()), level)
    return Fraction(1 - 2 * normal_cdf(-quantile))


def _quantile(largest: np.ndarray, freedom: int, level: Fraction) -> float:
    """The z at which the deviations hold together at the level; Bonferroni's is not below it."""
    from scipy.special import chdtrc

    alone = normal_quantile(level)
    miss = float(1 - level)

    def misses(z: float) -> bool:
        """Whether some deviation is too often larger than z of its standard errors."""
        return float(chdtrc(freedom, (z / largest) ** 2).mean()) > miss

    # Together they miss no less often than one alone: z is not below its quantile.
    low, high = bracket_beyond(misses, alone, alone, inf) if misses(alone) else (alone, alone)
    return bisected(misses, low, high, CLOSE * high)[1]


@lru_cache(maxsize=8)
def _directions(size: int) -> np.ndarray:
    """Unit vectors, one a row; opposite ones are alike, so that a half circle is enough."""
    if size == 2:
        angles = pi * np.arange(ANGLES) / ANGLES
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)
    from scipy.special import ndtri

    # Multiples of roots of primes modulo one fill a cube evenly; ndtri makes directions.
    steps = np.sqrt(_primes(size))
    points = ndtri((np.outer(np.arange(1, POINTS + 1), steps) + 0.5) % 1)
    directions: np.ndarray = points / np.linalg.norm(points, axis=1, keepdims=True)
    return directions


def _primes(size: int) -> list[int]:
    every = (n for n in count(2) if all(n % d for d in range(2, isqrt(n) + 1)))
    return list(islice(every, size))
