"""Intervals for a proportion or a contrast: Wald, Wilson, Clopper-Pearson, Chebyshev.

A functional is an average of scores in [lo, hi] with true mean theta and variance V(theta). Every
interval is a set of theta that the average does not contradict; none is clipped to [0, 1].

| method | the theta with | coverage |
|---|---|---|
| wald | (value - theta)^2 <= z^2 V(value) / n | asymptotic |
| wilson | (value - theta)^2 <= z^2 V(theta) / n | asymptotic, good for small n |
| clopper_pearson | both binomial tails above alpha / 2 | guaranteed; two scores only |
| chebyshev | (value - theta)^2 <= V(value) / (n alpha) | `holohan/eq-7b` with V estimated |
| guaranteed | (value - theta)^2 <= (theta - lo)(hi - theta) / (n alpha) | guaranteed, always |

For two scores `V(theta) = (theta - lo)(hi - theta)` exactly (the reports are binomial) and wilson
is Wilson's interval for the report's proportion, mapped to theta. Otherwise V is that of the
likeliest reports with mean theta: `score.py`. The last row is Chebyshev's inequality with the
largest variance that scores in [lo, hi] can have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from rropt.channel.display import html_text
from rropt.estimating.score_tests import range_limits, score_limits
from rropt.exact import InputError, exact

if TYPE_CHECKING:
    from rropt.estimating.unbiased_linear import Functional

MAX_BINOMIAL = 10**14
"""Reports of an exact binomial interval; of more the inverse of the beta function has no digits."""

TINIEST, ROUNDING = 1e-300, 1e-15
"""How closely the ends of a binomial interval are found, absolutely and relatively."""

LEAST_RISK = Fraction(1, 10**200)
"""The smallest 1 - level of an interval: its quantiles are still doubles."""


@dataclass(frozen=True)
class Interval:
    """A confidence interval; its ends may lie outside [0, 1]."""

    low: float
    high: float
    level: Fraction
    method: str

    def __iter__(self) -> Iterator[float]:
        """The two ends: `low, high = interval`."""
        return iter((self.low, self.high))

    def __contains__(self, theta: float) -> bool:
        return self.low <= theta <= self.high

    def __str__(self) -> str:
        return f"[{self.low:.6f}, {self.high:.6f}] ({float(self.level):.6g}, {self.method})"

    def _repr_html_(self) -> str:
        return html_text(str(self))

    @property
    def width(self) -> float:
        """high - low."""
        return self.high - self.low


def interval(functional: Functional, level: Any = "0.95", method: str = "wilson") -> Interval:
    """The confidence interval of a proportion or contrast; one of METHODS.

    >>> from rropt.estimating import Functional
    >>> wilson = interval(Functional((0.0, 1.0), (90, 10)))
    >>> round(wilson.low, 4), round(wilson.high, 4)
    (0.0552, 0.1744)
    """
    if method not in METHODS:
        raise InputError(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    confidence = confidence_level(level)
    low, high = METHODS[method](functional, confidence)
    return Interval(low, high, confidence, method)


def confidence_level(level: Any) -> Fraction:
    """An exact confidence level strictly between 0 and 1."""
    confidence = exact(level, "level")
    if not 0 < confidence < 1:
        raise InputError(f"level must lie strictly between 0 and 1, got {confidence}")
    if 1 - confidence < LEAST_RISK:
        raise InputError("level must be at most 1 - 1e-200, got one still closer to 1")
    return confidence


def normal_quantile(level: Fraction) -> float:
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


def chebyshev_quantile(level: Fraction) -> float:
    """The z with P(|X - EX| <= z sd) >= level for every X: 1 / sqrt(alpha), 4.47 for 95%."""
    return sqrt(1 / (1 - level))


def wald(functional: Functional, level: Fraction) -> tuple[float, float]:
    """value +- z stderr."""
    return _symmetric(functional, normal_quantile(level))


def chebyshev(functional: Functional, level: Fraction) -> tuple[float, float]:
    """value +- stderr / sqrt(alpha): the margin of error of `holohan/eq-7b`."""
    return _symmetric(functional, chebyshev_quantile(level))


def wilson(functional: Functional, level: Fraction) -> tuple[float, float]:
    """The theta that a score test does not reject."""
    return score_limits(functional, normal_quantile(level))


def guaranteed(functional: Functional, level: Fraction) -> tuple[float, float]:
    """The theta that Chebyshev's inequality does not exclude: coverage at least `level`."""
    return range_limits(functional, chebyshev_quantile(level))


def clopper_pearson(functional: Functional, level: Fraction) -> tuple[float, float]:
    """Exact binomial tails for the report that scores high, mapped to theta."""
    if not functional.binary:
        raise InputError(
            "clopper_pearson must have exactly two scores (a binomial count), "
            f"got {len(set(functional.scores))}; use guaranteed for guaranteed coverage"
        )
    if functional.n > MAX_BINOMIAL:
        raise InputError(f"clopper_pearson must be of at most {MAX_BINOMIAL} reports; use wilson")
    low, high = functional.range
    hits = sum(c for c, s in zip(functional.counts, functional.scores, strict=True) if s == high)
    bottom, top = _binomial_ends(hits, functional.n, float((1 - level) / 2))
    return low + (high - low) * bottom, low + (high - low) * top


def _binomial_ends(hits: int, n: int, tail: float) -> tuple[float, float]:
    """The shares with P(X >= hits) = tail and P(X <= hits) = tail.

    Roots of the incomplete beta function: `scipy.special.betaincinv` is wrong by half of its
    result for some 1000 hits in 10^9.

    >>> _binomial_ends(0, 1, 0.25)
    (0.0, 0.75)
    """
    from scipy.special import betainc, betaincc

    def root(excess: Callable[[float], float], start: float, end: float) -> float:
        from scipy.optimize import brentq

        return float(brentq(excess, start, end, xtol=TINIEST, rtol=ROUNDING, maxiter=10_000))

    misses, share = n - hits, hits / n
    bottom = root(lambda x: betainc(hits, misses + 1, x) - tail, 0.0, share) if hits else 0.0
    top = root(lambda x: betaincc(hits + 1, misses, x) - tail, share, 1.0) if misses else 1.0
    return bottom, top


METHODS: dict[str, Callable[[Functional, Fraction], tuple[float, float]]] = {
    "wald": wald,
    "wilson": wilson,
    "clopper_pearson": clopper_pearson,
    "chebyshev": chebyshev,
    "guaranteed": guaranteed,
}


def _symmetric(functional: Functional, z: float) -> tuple[float, float]:
    margin = z * functional.stderr
    return functional.value - margin, functional.value + margin
