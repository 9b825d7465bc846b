"""The score test of a mean: the variance is that of the likeliest reports with that mean.

Of all distributions p of the reports with `sum_i p_i s_i = theta` for the scores s, the likeliest
one is

    p_i = y_i / (1 + t (s_i - theta)),   y the observed proportions,

with t such that the mean is theta; where no t does it, the mass that is left goes to the extreme
score, seen or not. So `V(theta)` is never zero for a theta strictly inside the range of the scores,
however few reports there are. For two scores it is `(theta - lo)(hi - theta)`: Wilson's interval.
"""

from __future__ import annotations

from math import nextafter, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from rropt.estimating.unbiased_linear import Functional

CLOSEST = 1e-13
"""Limits nearer to the estimate than this part of the range are not told apart from it."""

DIGITS = 1e-15
"""How closely a root is found, as a part of what it can be."""


def variance_at(functional: Functional, theta: float) -> float:
    """The variance of a score at the likeliest distribution of the reports with mean theta.

    >>> from rropt.estimating import Functional
    >>> variance_at(Functional((0.0, 1.0), (3, 0)), 0.5)
    0.25
    >>> round(variance_at(Functional((0.0, 0.5, 1.0), (0, 3, 0)), 0.75), 12)
    0.0625
    """
    low, high = functional.range
    if not low < theta < high:
        return 0.0
    if functional.binary:
        return (theta - low) * (high - theta)
    steps, shares = _seen(functional)
    steps = steps - theta
    tilted = shares / (1 + _tilt(steps, shares, low - theta, high - theta) * steps)
    variance, mean = float(tilted @ steps**2), float(tilted @ steps)
    end = (high if mean < 0 else low) - theta
    return variance + max(1 - float(tilted.sum()), 0.0) * end**2


def score_limits(functional: Functional, z: float) -> tuple[float, float]:
    """The ends of the theta with n (value - theta)^2 <= z^2 V(theta)."""
    if functional.binary:
        return range_limits(functional, z)
    low, high = functional.range
    return _limit(functional, z, low), _limit(functional, z, high)


def range_limits(functional: Functional, z: float) -> tuple[float, float]:
    """The same with V = (theta - lo)(hi - theta), the largest that scores in [lo, hi] can have.

    With theta = value + x it is (n + z^2) x^2 - z^2 (lo + hi - 2 value) x - z^2 V(value) <= 0.
    """
    low, high = functional.range
    value, n = functional.value, functional.n
    variance = max((value - low) * (high - value), 0.0)
    middle = z**2 * (low + high - 2 * value) / (2 * (n + z**2))
    reach = sqrt(middle**2 + z**2 * variance / (n + z**2))
    return value + middle - reach, value + middle + reach


def _limit(functional: Functional, z: float, end: float) -> float:
    """The limit between the estimate and one end of the range."""
    from scipy.optimize import brentq

    value, n = functional.value, functional.n
    start = value + CLOSEST * (end - value)
    if start == value:
        start = nextafter(value, end)
    if start == end:
        return end

    def excess(theta: float) -> float:
        return n * (value - theta) ** 2 - z**2 * variance_at(functional, theta)

    if excess(start) >= 0:
        return start
    return float(brentq(excess, start, end, xtol=DIGITS * abs(end - value), maxiter=500))


def _seen(functional: Functional) -> tuple[np.ndarray, np.ndarray]:
    """The scores of the reports that were seen, and their proportions."""
    counts = np.array(list(functional.seen.values()), dtype=float)
    return np.array(list(functional.seen)), counts / functional.n


def _tilt(steps: np.ndarray, shares: np.ndarray, below: float, above: float) -> float:
    """The t with mean zero, or the last one that leaves no report a negative probability.

    No p_i exceeds one, so `1 + t (s_i - theta) >= y_i` brackets t.
    """
    from scipy.optimize import brentq

    def mean(t: float) -> float:
        with np.errstate(divide="ignore"):
            return float((shares / (1 + t * steps)) @ steps)

    first = -(1 - float(shares[steps == above].sum())) / above
    last = -(1 - float(shares[steps == below].sum())) / below
    if mean(first) <= 0:
        return first
    if mean(last) >= 0:
        return last
    return float(brentq(mean, first, last, xtol=DIGITS / (above - below), maxiter=500))
