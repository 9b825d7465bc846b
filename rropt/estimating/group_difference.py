"""Two groups, and stratified samples: weighted sums of independent estimates.

`theta = sum_h w_h theta_h` with each theta_h estimated from its own reports, through its own
channel if need be. Variances add up as `w_h^2 V_h`; Wilson-type limits add up by squares (each
part's own distance from its estimate to its limit), which is the part's interval for one part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from typing import Any

from rropt.estimating.hypotheses import (
    HypothesisTest,
    excluded,
    impossible_value,
    normal_test,
    value_in_double,
)
from rropt.estimating.intervals import Functional, Interval, score_limits
from rropt.estimating.line_search import bracket_beyond, crossing
from rropt.estimating.quantiles import chebyshev_quantile, confidence_level, normal_quantile
from rropt.estimating.results import SingleResult
from rropt.estimating.unbiased_linear import Estimate
from rropt.exact import InputError, share_vector

CLOSE = 2e-12
"""Of the z of a test."""

MAX_Z = 1e9
"""A value that is not within so many standard deviations is out of reach of the limits."""


@dataclass(frozen=True)
class Combination(SingleResult):
    """A weighted sum of independently estimated numbers."""

    weights: tuple[float, ...]
    parts: tuple[Functional, ...]

    @property
    def nobs(self) -> int:
        """Number of reports in all parts."""
        return sum(part.n for part in self.parts)

    @property
    def value(self) -> float:
        """The unbiased estimate of the sum."""
        return sum(w * part.value for w, part in self._terms())

    @property
    def stderr(self) -> float:
        """Its estimated standard error."""
        return sqrt(sum((w * part.stderr) ** 2 for w, part in self._terms()))

    @property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest value that any reports give."""
        ends = [sorted(w * x for x in part.range) for w, part in self._terms()]
        return sum(low for low, _ in ends), sum(high for _, high in ends)

    def interval(self, level: Any = "0.95", method: str = "wilson") -> Interval:
        """A confidence interval: wald, wilson (limits added by squares) or chebyshev."""
        confidence = confidence_level(level)
        if method == "wilson":
            low, high = self.score_limits(normal_quantile(confidence))
            return Interval(low, high, confidence, method)
        if method not in _QUANTILES:
            raise InputError(
                f"method for several groups must be one of wilson, {', '.join(_QUANTILES)}, "
                f"got {method!r}"
            )
        margin = _QUANTILES[method](confidence) * self.stderr
        return Interval(self.value - margin, self.value + margin, confidence, method)

    def test(self, value: Any = 0, alternative: str = "two-sided") -> HypothesisTest:
        """Is it equal to a value? The test rejects what the wilson interval leaves out."""
        return difference_test(self, value, alternative)

    def score_limits(self, z: float) -> tuple[float, float]:
        """Each part's distances to its limits of the score test, added up by squares."""
        down, up = 0.0, 0.0
        for weight, part in self._terms():
            low, high = score_limits(part, z)
            below, above = part.value - low, high - part.value
            if weight < 0:
                below, above = above, below
            down += (weight * below) ** 2
            up += (weight * above) ** 2
        return self.value - sqrt(down), self.value + sqrt(up)

    def _terms(self) -> Iterator[tuple[float, Functional]]:
        return zip(self.weights, self.parts, strict=True)


_QUANTILES: dict[str, Callable[[Fraction], float]] = {
    "wald": normal_quantile,
    "chebyshev": chebyshev_quantile,
}


def difference(first: Estimate, second: Estimate, contrast: Iterable[Any]) -> Combination:
    """The first group's contrast minus the second's; the channels may differ.

    >>> from rropt.channel import Channel
    >>> from rropt.estimating import unbiased_estimate
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> treated = unbiased_estimate(warner, [500, 500])
    >>> control = unbiased_estimate(warner, [600, 400])
    >>> round(difference(treated, control, [0, 1]).value, 12)
    0.2
    """
    coefficients = first.checked_contrast(contrast)
    return Combination((1.0, -1.0), (first.contrast(coefficients), second.contrast(coefficients)))


def stratified(
    strata: Iterable[Estimate], weights: Iterable[Any], contrast: Iterable[Any]
) -> Combination:
    """A population's contrast from its strata; `weights` are the strata's population shares.

    >>> from rropt.channel import Channel
    >>> from rropt.estimating import unbiased_estimate
    >>> truth = Channel.identity(2)
    >>> town, land = unbiased_estimate(truth, [80, 20]), unbiased_estimate(truth, [30, 70])
    >>> round(stratified([town, land], ["3/4", "1/4"], [0, 1]).value, 12)
    0.325
    """
    groups, shares = tuple(strata), share_vector(weights, "weights")
    if len(shares) != len(groups):
        raise InputError(f"weights must be {len(groups)}, one a stratum, got {len(shares)}")
    coefficients = groups[0].checked_contrast(contrast)
    parts = tuple(stratum.contrast(coefficients) for stratum in groups)
    return Combination(tuple(float(share) for share in shares), parts)


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
    near, far = bracket_beyond(lambda z: short(z) > 0, 0.0, 1.0, MAX_Z)
    if far == inf:
        return excluded(distance, alternative, "the value is beyond the limits of every level")
    z = crossing(short, near, far, CLOSE)
    return normal_test(z if distance > 0 else -z, 1.0, alternative)
