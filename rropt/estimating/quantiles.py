"""Levels, and the quantiles and tails of normal and chi-square distributions."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, inf, lgamma, log, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from rropt.exact import InputError, exact


def chi_square_tail(statistic: float, freedom: int) -> float:
    """P(chi-square >= statistic), by its finite sum: scipy's costs half a second of imports.

    With x = statistic / 2 it is `sum_i e^-x x^i / Gamma(i + 1)` over the i = freedom / 2 - 1,
    freedom / 2 - 2, ... that are not negative, and P(|N(0, 1)| >= sqrt(statistic)) if they are
    halves.

    >>> round(chi_square_tail(3.841458820694124, 1), 12), round(chi_square_tail(5.991464547, 2), 9)
    (0.05, 0.05)
    """
    if statistic == inf:
        return 0.0
    if freedom <= 0 or statistic <= 0:
        return 1.0
    half = statistic / 2
    powers = np.arange(freedom / 2 - 1, -0.5, -1)
    terms = [exp(power * log(half) - half - lgamma(power + 1)) for power in powers.tolist()]
    halves = 2 * normal_cdf(-sqrt(statistic)) if freedom % 2 else 0.0
    return min(1.0, halves + sum(terms))


LEAST_RISK = Fraction(1, 10**200)
"""The smallest 1 - level of an interval: its quantiles are still doubles."""


def confidence_level(level: Any) -> Fraction:
    """An exact confidence level strictly between 0 and 1."""
    confidence = exact(level, "level")
    if not 0 < confidence < 1:
        raise InputError(f"level must lie strictly between 0 and 1, such as 0.95, got {confidence}")
    if 1 - confidence < LEAST_RISK:
        raise InputError("level must be at most 1 - 1e-200, got one still closer to 1")
    return confidence


def normal_quantile(level: Fraction | float) -> float:
    """The z with P(|N(0, 1)| <= z) = level.

    >>> round(normal_quantile(Fraction(95, 100)), 4)
    1.96
    """
    return -NormalDist().inv_cdf(float((1 - level) / 2))


def normal_cdf(z: float) -> float:
    """P(N(0, 1) <= z), with all its digits in the lower tail.

    >>> f"{normal_cdf(-10):.4e}"
    '7.6199e-24'
    """
    return erfc(-z / sqrt(2)) / 2


def two_sided_tail(z: float) -> float:
    """P(|N(0, 1)| >= |z|).

    >>> round(two_sided_tail(-1.959963984540054), 12)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def chebyshev_quantile(level: Fraction) -> float:
    """The z with P(|X - EX| <= z sd) >= level for every X: 1 / sqrt(alpha), 4.47 for 95%."""
    return sqrt(1 / (1 - level))
