"""Tests of what linear estimates say: about a contrast, or about two groups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

from rropt.channel.display import html_facts
from rropt.estimating.intervals import normal_cdf
from rropt.estimating.results import finite
from rropt.estimating.score_tests import variance_at
from rropt.exact import InputError, exact

if TYPE_CHECKING:
    from rropt.estimating.group_difference import Combination
    from rropt.estimating.unbiased_linear import Functional

MAX_Z = 1e9
"""A value that is not within so many standard deviations is out of reach of the limits."""


@dataclass(frozen=True)
class HypothesisTest:
    """A statistic, the probability of one as extreme under the hypothesis, and the method."""

    statistic: float
    p_value: float
    method: str
    degrees: int | None = None
    """Of the chi-square distribution that the statistic is compared with, where it is."""

    def summary(self) -> str:
        """One line.

        >>> HypothesisTest(3.84, 0.05, "lr", 1).summary()
        'lr: chi2(1) = 3.8400, p = 0.05'
        """
        word = "statistic" if self.degrees is None else f"chi2({self.degrees})"
        return f"{self.method}: {word} = {self.statistic:.4f}, p = {self.p_value:.4g}"

    def to_json(self) -> dict[str, Any]:
        """Plain data; null for an infinite statistic."""
        found = {"statistic": finite(self.statistic), "p_value": finite(self.p_value)}
        return {**found, "method": self.method, "degrees": self.degrees}

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        facts = [("p", f"{self.p_value:.4g}"), ("statistic", f"{self.statistic:.6g}")]
        return html_facts(f"Test: {self.method}", facts)


def contrast_test(
    functional: Functional, value: Any, alternative: str = "two-sided"
) -> HypothesisTest:
    """Is the proportion or contrast equal to `value`?

    Exact (a binomial count) for two scores, else the score test whose variance is that of the
    likeliest reports under the hypothesis. `alternative`: "two-sided", "greater" or "less".

    >>> from rropt.estimating import Functional
    >>> round(contrast_test(Functional((0.0, 1.0), (5, 5)), "1/2").p_value, 3)
    1.0
    """
    hypothesis = value_in_double(value)
    if functional.binary:
        return _binomial(functional, hypothesis, alternative)
    low, high = functional.range
    if not low <= hypothesis <= high:
        return impossible_value(functional.value - hypothesis, alternative)
    distance = 0.0 if low == high else functional.value - hypothesis
    stderr = sqrt(variance_at(functional, hypothesis) / functional.n)
    return normal_test(distance, stderr, alternative)


def difference_test(
    combination: Combination, value: Any = 0, alternative: str = "two-sided"
) -> HypothesisTest:
    """Is a difference of groups (or any weighted sum) equal to `value`?

    The statistic is the z whose limits, added by squares, reach the value: the test rejects what
    the wilson interval leaves out. Of very few reports some values that are possible are left out
    at every level, as the parts' limits end where their scores do; the method then says so.

    >>> from rropt.estimating import Combination, Functional
    >>> same = Functional((0.0, 1.0), (5, 5))
    >>> difference_test(Combination((1.0, -1.0), (same, same))).p_value
    1.0
    """
    hypothesis = value_in_double(value)
    distance = combination.value - hypothesis
    side = 0 if distance > 0 else 1

    def short(z: float) -> float:
        """How far the limit stays short of the value."""
        return abs(distance) - abs(combination.value - combination.score_limits(z)[side])

    if short(0.0) <= 0:
        return normal_test(0.0, 1.0, alternative)
    low, high = combination.range
    if not low <= hypothesis <= high:
        return impossible_value(distance, alternative)
    far = 1.0
    while short(far) > 0:
        far *= 2
        if far > MAX_Z:
            return _excluded(distance, alternative, "the value is beyond the limits of every level")
    z = _root(short, 0.0, far)
    return normal_test(z if distance > 0 else -z, 1.0, alternative)


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


def value_in_double(value: Any) -> float:
    """The value of a hypothesis, which must not overflow."""
    try:
        return float(exact(value, "value"))
    except OverflowError:
        raise InputError("value must be small enough for a double, got more than 1e308") from None


def _binomial(functional: Functional, hypothesis: float, alternative: str) -> HypothesisTest:
    low, high = functional.range
    share = (hypothesis - low) / (high - low)
    cells = zip(functional.counts, functional.scores, strict=True)
    hits = sum(count for count, score in cells if score == high)
    if not 0 <= share <= 1:
        return impossible_value(functional.value - hypothesis, alternative)
    less, greater = binomial_tails(hits, functional.n, share)
    return HypothesisTest(hits, tail_of(alternative)(less, greater), "exact binomial")


def impossible_value(distance: float, alternative: str) -> HypothesisTest:
    """The hypothesis is a value that no truth has."""
    return _excluded(distance, alternative, "the value is impossible under this channel")


def _excluded(distance: float, alternative: str, method: str) -> HypothesisTest:
    """All tail, on the side where the hypothesis lies."""
    tail = tail_of(alternative)
    statistic = inf if distance > 0 else -inf
    p_value = tail(1.0, 0.0) if distance > 0 else tail(0.0, 1.0)
    return HypothesisTest(statistic, p_value, method)


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    from scipy.optimize import brentq

    return float(brentq(function, low, high))


def normal_test(distance: float, stderr: float, alternative: str) -> HypothesisTest:
    """Of a number at so many standard errors from its hypothesis."""
    tail = tail_of(alternative)
    if stderr == 0:
        z = 0.0 if distance == 0 else inf if distance > 0 else -inf
    else:
        z = distance / stderr
    return HypothesisTest(z, tail(normal_cdf(z), normal_cdf(-z)), "normal")


def tail_of(alternative: str) -> Callable[[float, float], float]:
    """The p-value of an alternative from the chances of less and of more."""
    if alternative not in _ALTERNATIVES:
        raise InputError(
            f"alternative must be one of {', '.join(_ALTERNATIVES)}, got {alternative!r}"
        )
    return _ALTERNATIVES[alternative]


_ALTERNATIVES: dict[str, Callable[[float, float], float]] = {
    "two-sided": lambda less, greater: min(1.0, 2 * min(less, greater)),
    "less": lambda less, greater: less,
    "greater": lambda less, greater: greater,
}
