"""A linear function of the distributions of one or several groups: its interval and its test.

The interval holds the values whose likelihood is not too far below the maximum, the test compares
R = 2 (max l - max l with the value) with its distribution: chi-square with one degree of freedom,
at an end of the range the mixture of both halves; where reports are few or the truth is near the
boundary otherwise it is enumerated or drawn at the likeliest truth, and the larger of both p-values
is given, so that neither the limit nor the draw rejects alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import nan, sqrt
from typing import Any

import numpy as np

from rropt.estimating.calibrated_limits import calibrated_limits
from rropt.estimating.hypotheses import HypothesisTest, impossible_value, tail_of, value_in_double
from rropt.estimating.intervals import Interval
from rropt.estimating.quantiles import confidence_level, normal_cdf, normal_quantile
from rropt.estimating.ratio_hypothesis import draws_for, value_held
from rropt.estimating.reference_drops import SAME, signed_roots
from rropt.estimating.results import SingleResult
from rropt.estimating.sampled_likelihood import SampledLikelihood, profile_limits
from rropt.exact import InputError, exact

PROFILE, CALIBRATED = "profile likelihood", "calibrated profile likelihood"

Coefficients = tuple[Fraction, ...]


@dataclass(frozen=True, eq=False)
class LikelihoodContrast(SingleResult):
    """A linear function of the distributions of one or several groups."""

    model: SampledLikelihood
    coefficients: tuple[Coefficients, ...]

    @property
    def nobs(self) -> int:
        """Number of reports in all groups."""
        return round(self.model.total)

    @cached_property
    def vector(self) -> np.ndarray:
        """The coefficients of all groups, the largest of them 1 in size."""
        together = [c / self.scale for group in self.coefficients for c in group]
        return np.array([float(c) for c in together])

    @cached_property
    def scale(self) -> Fraction:
        """The size of the largest coefficient."""
        return max(abs(c) for group in self.coefficients for c in group) or Fraction(1)

    @property
    def constant(self) -> bool:
        """Whether all distributions have the same value."""
        return all(len(set(group)) == 1 for group in self.coefficients)

    @property
    def value(self) -> float:
        """The value at the likeliest distributions."""
        if self.constant:
            return float(sum(group[0] for group in self.coefficients))
        return float(self.scale) * float(self.vector @ self.model.maximum)

    @property
    def exact_range(self) -> tuple[Fraction, Fraction]:
        """The smallest and the largest value of any distributions, exactly."""
        low = sum((min(group) for group in self.coefficients), Fraction(0))
        high = sum((max(group) for group in self.coefficients), Fraction(0))
        return low, high

    @property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest value of any distributions."""
        low, high = self.exact_range
        return float(low), float(high)

    def scaled(self, value: Fraction) -> float:
        """A value in the units of the vector; an extreme one exactly as the model has it."""
        low, high = self.model.extremes(self.vector)
        ends = dict(zip(self.exact_range, (low, high), strict=True))
        return ends.get(value, float(value / self.scale))

    @property
    def stderr(self) -> float:
        """By the observed information; nan where the reports that were seen do not tell."""
        pairs = zip(self.coefficients, self.model.unseen, strict=True)
        if any(_hidden(group, directions) for group, directions in pairs):
            return nan
        return self._error(self.model.observed_covariance)

    @property
    def expected_stderr(self) -> float:
        """By the expected information at the estimate."""
        return self._error(self.model.expected_covariance(self.model.maximum))

    def interval(self, level: Any = "0.95", method: str = "likelihood") -> Interval:
        """The values whose likelihood is not too far below the maximum.

        `method` is "profile" for the chi-square cutoff, or "likelihood": the cutoff is moved where
        the chi-square distribution misses. What was done is the method of the interval.

        >>> from rropt.channel import Channel
        >>> from rropt.estimating import likelihood_estimate
        >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
        >>> found = likelihood_estimate(warner, [600, 400]).of(1).interval()
        >>> round(found.low, 4), round(found.high, 4), found.method
        (0.2398, 0.3612, 'profile likelihood')
        """
        confidence = confidence_level(level)
        if method not in ("likelihood", "profile"):
            raise InputError(f"method must be one of likelihood, profile, got {method!r}")
        if self.constant:
            return Interval(self.value, self.value, confidence, PROFILE)
        cutoff, vectors = normal_quantile(confidence) ** 2, self.vector[None]
        if method == "profile":
            lows, highs = profile_limits(self.model, vectors, cutoff)
            moved = np.array([False])
        else:
            risk = float(1 - confidence)
            lows, highs, moved = calibrated_limits(self.model, vectors, cutoff, risk)
        name = CALIBRATED if moved[0] else PROFILE
        scale = float(self.scale)
        return Interval(scale * float(lows[0]), scale * float(highs[0]), confidence, name)

    def test(self, value: Any = 0, alternative: str = "two-sided") -> HypothesisTest:
        """Is it equal to a value? By the likelihood ratio."""
        return ratio_test(self, value, alternative)

    def _error(self, covariance: np.ndarray) -> float:
        return float(self.scale) * sqrt(max(float(self.vector @ covariance @ self.vector), 0.0))


def _hidden(contrast: Coefficients, directions: tuple[Coefficients, ...]) -> bool:
    return any(sum(c * x for c, x in zip(contrast, d, strict=True)) for d in directions)


def ratio_test(
    contrast: LikelihoodContrast, value: Any, alternative: str = "two-sided"
) -> HypothesisTest:
    """Is the contrast equal to `value`? `alternative`: "two-sided", "greater" or "less".

    >>> from rropt.channel import Channel
    >>> from rropt.estimating import likelihood_estimate
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> found = ratio_test(likelihood_estimate(warner, [600, 400]).of(1), "1/5")
    >>> round(found.p_value, 4), found.method
    (0.001, 'likelihood ratio')
    """
    tail_of(alternative)
    value_in_double(value)
    hypothesis = exact(value, "value")
    low, high = contrast.exact_range
    if not low <= hypothesis <= high:
        side = 1.0 if hypothesis < low else -1.0
        return impossible_value(side, alternative)
    if contrast.constant:
        return HypothesisTest(0.0, 1.0, "the value is known")
    scaled = contrast.scaled(hypothesis)
    held = value_held(contrast.model, contrast.vector, scaled)
    plain = _limit(contrast, hypothesis, held.drop, alternative)
    if held.is_limit_near:
        return plain
    model, vector = contrast.model, contrast.vector
    if alternative == "two-sided":
        return held.guarded(plain, draws_for(model))
    sign = 1 if alternative == "greater" else -1
    root = sign * signed_roots(held.drop, model.maximum, vector, scaled)
    return held.guarded(
        plain,
        draws_for(model),
        lambda reference: reference.signed(vector, scaled, sign).at_least(root),
    )


def _limit(
    contrast: LikelihoodContrast, hypothesis: Fraction, drop: float, alternative: str
) -> HypothesisTest:
    """The p-value of large numbers of reports."""
    low, high = contrast.exact_range
    root = sqrt(drop) if contrast.value > hypothesis else -sqrt(drop)
    less, greater = normal_cdf(root), normal_cdf(-root)
    if hypothesis not in (low, high):
        return HypothesisTest(drop, tail_of(alternative)(less, greater), "likelihood ratio")
    outwards = alternative == ("less" if hypothesis == low else "greater")
    p_value = 1.0 if outwards or drop <= SAME else normal_cdf(-sqrt(drop))
    return HypothesisTest(drop, p_value, "likelihood ratio, mixture at the boundary")
