"""Averages of scores: their intervals and tests. Wald, Wilson, Clopper-Pearson, Chebyshev.

A functional is an average of scores in [lo, hi] with true mean theta and variance V(theta). Every
interval is a set of theta that the average does not contradict; none is clipped to [0, 1].

| method | the theta with | coverage |
|---|---|---|
| wald | (value - theta)^2 <= z^2 V(value) / n | asymptotic |
| wilson | (value - theta)^2 <= z^2 V(theta) / n | asymptotic, good for small n |
| clopper_pearson | both binomial tails above alpha / 2 | guaranteed; two scores only |
| chebyshev | (value - theta)^2 <= V(value) / (n alpha) | `holohan/eq-7b` with V estimated |
| guaranteed | (value - theta)^2 <= (theta - lo)(hi - theta) / (n alpha) | guaranteed, always |

V(theta) is the variance of the likeliest reports with that mean: of all distributions p of the
reports with `sum_i p_i s_i = theta` for the scores s it is

    p_i = y_i / (1 + t (s_i - theta)),   y the observed proportions,

with t such that the mean is theta; where no t does it, the mass that is left goes to the extreme
score, seen or not. So `V(theta)` is never zero for a theta strictly inside the range of the scores,
however few reports there are. For two scores it is `(theta - lo)(hi - theta)`, as the reports are
binomial, and wilson is Wilson's interval for the report's proportion, mapped to theta. The last row
is Chebyshev's inequality with the largest variance that scores in [lo, hi] can have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import nextafter, sqrt
from typing import Any

import numpy as np

from rropt.exact import InputError, one_of
from rropt.survey.line_search import DIGITS, crossing
from rropt.survey.quantiles import chebyshev_quantile, confidence_level, normal_quantile
from rropt.survey.quantities import (
    HypothesisTest,
    Interval,
    excluded,
    normal_test,
    tail_of,
    value_in_double,
)
from rropt.survey.results import SingleResult

MAX_BINOMIAL = 10**14
"""Reports of an exact binomial interval; of more the inverse of the beta function has no digits."""

TINIEST = 1e-300
"""How closely the ends of a binomial interval are found, however small they are."""


def interval(functional: Any, level: Any = "0.95", method: str = "wilson") -> Interval:
    """The confidence interval of a proportion or contrast; one of METHODS.

    >>> from rropt.survey import Functional
    >>> wilson = interval(Functional((0.0, 1.0), (90, 10)))
    >>> round(wilson.low, 4), round(wilson.high, 4)
    (0.0552, 0.1744)
    """
    limits, quantile = METHODS[one_of(method, METHODS, "method")]
    confidence = confidence_level(level)
    low, high = limits(functional, quantile(confidence))
    return Interval(low, high, confidence, method)


def clopper_pearson(functional: Functional, tail: float) -> tuple[float, float]:
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
    bottom, top = binomial_ends(hits, functional.n, tail)
    return low + (high - low) * bottom, low + (high - low) * top


def binomial_ends(hits: int, n: int, tail: float) -> tuple[float, float]:
    """The shares with P(X >= hits) = tail and P(X <= hits) = tail.

    Roots of the incomplete beta function: `scipy.special.betaincinv` is wrong by half of its
    result for some 1000 hits in 10^9.

    >>> binomial_ends(0, 1, 0.25)
    (0.0, 0.75)
    """
    share = hits / n

    def missed(x: float, side: int) -> float:
        return binomial_tails(hits, n, x)[side] - tail

    # With the chance hits / n the median is hits: both tails are at least 1/2, a bracket.
    bottom = crossing(lambda x: missed(x, 1), 0.0, share, TINIEST) if hits else 0.0
    top = crossing(lambda x: missed(x, 0), share, 1.0, TINIEST) if hits < n else 1.0
    return bottom, top


def symmetric_limits(functional: Any, z: float) -> tuple[float, float]:
    """value +- z stderr: by Chebyshev's quantile the margin of error of `holohan/eq-7b`."""
    margin = z * functional.stderr
    return functional.value - margin, functional.value + margin


@dataclass(frozen=True)
class Functional(SingleResult):
    """A number estimated by averaging a score: each report i counts `scores[i]`."""

    scores: tuple[float, ...]
    counts: tuple[int, ...]

    @property
    def n(self) -> int:
        """Number of reports."""
        return sum(self.counts)

    nobs = n

    def interval(self, level: Any = "0.95", method: str = "wilson") -> Interval:
        """The confidence interval by one of `METHODS`."""
        return interval(self, level, method)

    def test(self, value: Any = 0, alternative: str = "two-sided") -> HypothesisTest:
        """Is it equal to a value? `alternative`: "two-sided", "greater" or "less".

        Exact (a binomial count) for two scores, else the score test whose variance is that of the
        likeliest reports under the hypothesis.

        >>> round(Functional((0.0, 1.0), (5, 5)).test("1/2").p_value, 3)
        1.0
        """
        hypothesis = value_in_double(value)
        if self.binary:
            return _binomial(self, hypothesis, alternative)
        low, high = self.range
        if not low <= hypothesis <= high:
            return excluded(self.value - hypothesis, alternative)
        # Where all scores are alike the value is known, and rounding must not tell otherwise.
        distance = 0.0 if low == high else self.value - hypothesis
        return normal_test(distance, sqrt(variance_at(self, hypothesis) / self.n), alternative)

    @cached_property
    def seen(self) -> dict[float, int]:
        """The scores of the reports that were seen, and how many had each."""
        found: dict[float, int] = {}
        for score, count in zip(self.scores, self.counts, strict=True):
            if count:
                found[score] = found.get(score, 0) + int(count)
        return found

    @cached_property
    def value(self) -> float:
        """The average score, rounded once: unbiased."""
        total = sum((Fraction(score) * count for score, count in self.seen.items()), Fraction(0))
        return float(total / self.n)

    @property
    def stderr(self) -> float:
        """The standard deviation of the scores over the square root of n."""
        centred = np.subtract(self.scores, self.value) ** 2
        return float(np.sqrt(np.dot(centred, self.counts))) / self.n

    @property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest score."""
        return min(self.scores), max(self.scores)

    @property
    def binary(self) -> bool:
        """Whether the scores take two values, so that the sum is exactly binomial."""
        return len(set(self.scores)) == 2

    def score_limits(self, z: float) -> tuple[float, float]:
        """The ends of the theta with n (value - theta)^2 <= z^2 V(theta)."""
        if self.binary:
            return range_limits(self, z)
        low, high = self.range
        return _limit(self, z, low), _limit(self, z, high)


def binomial_tails(hits: int, n: int, share: float) -> tuple[float, float]:
    """P(X <= hits) and P(X >= hits) for a binomial X, exact in either tail.

    By the incomplete beta function: `scipy.special.bdtr` loses its digits from n = 10^7 on.

    >>> binomial_tails(0, 2, 0.5)
    (0.25, 1.0)
    """
    from scipy.special import betainc, betaincc

    share = min(max(share, 0.0), 1.0)
    at_most = float(betaincc(hits + 1, n - hits, share)) if hits < n else 1.0
    at_least = float(betainc(hits, n - hits + 1, share)) if hits else 1.0
    return at_most, at_least


def _binomial(functional: Functional, hypothesis: float, alternative: str) -> HypothesisTest:
    low, high = functional.range
    share = (hypothesis - low) / (high - low)
    cells = zip(functional.counts, functional.scores, strict=True)
    hits = sum(count for count, score in cells if score == high)
    if not 0 <= share <= 1:
        return excluded(functional.value - hypothesis, alternative)
    less, greater = binomial_tails(hits, functional.n, share)
    return HypothesisTest(hits, tail_of(alternative)(less, greater), "exact binomial")


CLOSEST = 1e-13
"""Limits nearer to the estimate than this part of the range are not told apart from it."""


def variance_at(functional: Functional, theta: float) -> float:
    """The variance of a score at the likeliest distribution of the reports with mean theta.

    >>> from rropt.survey import Functional
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
    # Of the scores of the reports that were seen.
    steps = np.array(list(functional.seen)) - theta
    shares = np.array(list(functional.seen.values()), dtype=float) / functional.n
    tilted = shares / (1 + _tilt(steps, shares, low - theta, high - theta) * steps)
    variance = float(tilted @ steps**2)
    mean = float(tilted @ steps)
    # The mass that is left goes to the extreme on the side that the mean lacks.
    end = (high if mean < 0 else low) - theta
    return variance + max(1 - float(tilted.sum()), 0.0) * end**2


def range_limits(functional: Functional, z: float) -> tuple[float, float]:
    """The same with V = (theta - lo)(hi - theta), the largest that scores in [lo, hi] can have."""
    low, high = functional.range
    value = functional.value
    # Rounding may put a mean just beyond an end.
    variance = np.maximum((value - low) * (high - value), 0.0)
    ends = score_ends(value, functional.n, z**2, variance, low + high - 2 * value)
    return float(ends[0]), float(ends[1])


def score_ends(
    value: Any,
    n: int,
    squared: float,
    variance: Any,
    slope: Any,
    skew: float = 0.0,
    reaches: tuple[Any, Any] = (0.0, 0.0),
) -> tuple[Any, Any]:
    """The farthest theta at distances d below and above a mean of n numbers, or an array of means:

        n d^2 <= squared V(theta) + skew d (reach + d),   V(theta) = variance +- slope d - d^2.

    >>> [round(float(end), 4) for end in score_ends(0.1, 100, 1.96**2, 0.09, 0.8)]
    [0.0552, 0.1744]
    """
    bend = n + squared - skew
    distances = []
    for side, reach in zip((-1, 1), reaches, strict=True):
        half = (side * squared * slope + skew * reach) / 2
        distances.append(
            (half + np.sqrt(np.maximum(half**2 + bend * squared * variance, 0))) / bend
        )
    return value - distances[0], value + distances[1]


def _limit(functional: Functional, z: float, end: float) -> float:
    """The limit between the estimate and one end of the range."""
    value = functional.value
    n = functional.n
    start = value + CLOSEST * (end - value)
    if start == value:
        start = nextafter(value, end)
    if start == end:
        return end

    def excess(theta: float) -> float:
        return n * (value - theta) ** 2 - z**2 * variance_at(functional, theta)

    if excess(start) >= 0:
        return start
    # At the end V is 0 and the excess positive, so that its sign changes in between.
    return crossing(excess, start, end, DIGITS * abs(end - value))


def _tilt(steps: np.ndarray, shares: np.ndarray, below: float, above: float) -> float:
    """The t with mean zero, or the last one that leaves no report a negative probability.

    No p_i exceeds one, so `1 + t (s_i - theta) >= y_i` brackets t.
    """

    def mean(t: float) -> float:
        with np.errstate(divide="ignore"):
            return float((shares / (1 + t * steps)) @ steps)

    first = -(1 - float(shares[steps == above].sum())) / above
    last = -(1 - float(shares[steps == below].sum())) / below
    # The mean falls with t: its derivative is -sum y s^2 / (1 + t s)^2.
    if mean(first) <= 0:
        return first
    if mean(last) >= 0:
        return last
    return crossing(mean, first, last, DIGITS / (above - below))


METHODS: dict[str, tuple[Callable[[Any, float], tuple[float, float]], Callable[[Any], float]]] = {
    "wald": (symmetric_limits, normal_quantile),
    "wilson": (lambda functional, z: functional.score_limits(z), normal_quantile),
    "clopper_pearson": (clopper_pearson, lambda level: float((1 - level) / 2)),
    "chebyshev": (symmetric_limits, chebyshev_quantile),
    "guaranteed": (range_limits, chebyshev_quantile),
}
"""The limits by a number of standard deviations, or by a tail, and what that is at a level."""
