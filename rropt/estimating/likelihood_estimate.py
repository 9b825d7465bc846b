"""The maximum likelihood estimate with its information, and contrasts of it.

The point is proved to be within a gap of the maximum (`likelihood.py`). Its covariance is the
inverse of the observed information `sum_i n_i c_i c_i' / p_i^2` on the simplex; `expected_stderr`
takes the expected one, `n sum_i c_i c_i' / p_i`. It needs no prior, and reaches the bound of
Cramer and Rao wherever the truth is. At the boundary of the simplex a standard error says little:
the intervals, which come from the likelihood itself, stay on the simplex.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, lcm, nan, sqrt
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimating.calibrated_limits import calibrated_limits
from rropt.estimating.estimated import EstimatedDistribution
from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.intervals import Interval, confidence_level, normal_quantile
from rropt.estimating.largest_deviation import simultaneous_level
from rropt.estimating.likelihood import MaximumLikelihood, maximum_likelihood
from rropt.estimating.profile_limits import profile_limits
from rropt.estimating.ratio_tests import point_test, ratio_test
from rropt.estimating.results import SingleResult
from rropt.estimating.sampled_likelihood import SampledLikelihood
from rropt.estimating.unbiased_linear import report_counts, weighted_counts
from rropt.exact import InputError, prior_vector

PROFILE, CALIBRATED = "profile likelihood", "calibrated profile likelihood"

Coefficients = tuple[Fraction, ...]


@dataclass(frozen=True, eq=False, repr=False)
class LikelihoodEstimate(EstimatedDistribution):
    """The likeliest distribution of truths with its uncertainty."""

    maximum: MaximumLikelihood

    @property
    def method(self) -> str:
        """How it was computed."""
        return "likelihood"

    @property
    def llf(self) -> float:
        """The largest log-likelihood, without the multinomial constant."""
        return self.maximum.log_likelihood

    @cached_property
    def model(self) -> SampledLikelihood:
        """The likelihood in doubles."""
        counts = np.array([float(n) for n in self.counts])
        return SampledLikelihood((self.channel,), (counts,), self.maximum.value)

    @cached_property
    def value(self) -> np.ndarray:
        """The maximum likelihood estimate, on the simplex."""
        return self.marked(self.maximum.value)

    @cached_property
    def covariance(self) -> np.ndarray:
        """The inverse of the observed information; nan where the seen reports do not tell."""
        covariance = self._marked_square(self.model.observed_covariance)
        for direction in self.model.unseen[0]:
            hidden = [j for j, x in enumerate(direction) if x]
            covariance[hidden], covariance[:, hidden] = nan, nan
        return covariance

    @cached_property
    def expected_covariance(self) -> np.ndarray:
        """The inverse of the expected information at the estimate."""
        return self._marked_square(self.model.expected_covariance(self.maximum.value))

    @property
    def expected_stderr(self) -> np.ndarray:
        """The standard errors by the expected information."""
        return np.sqrt(np.maximum(np.diag(self.expected_covariance), 0))

    def contrast(self, coefficients: Iterable[Any]) -> LikelihoodContrast:
        """The linear combination `sum_j c_j pi_j`; refused where it is not identified."""
        return LikelihoodContrast(self.model, (self.checked_contrast(coefficients),))

    def simultaneous(
        self, level: Any = "0.95", method: str = "likelihood"
    ) -> tuple[Interval | None, ...]:
        """Intervals of all truths that hold together; None if not identified.

        >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
        >>> likelihood_estimate(warner, [600, 400]).simultaneous("0.9")[0].level
        Fraction(9, 10)
        """
        known = self.identified.truths
        shared = simultaneous_level(self.expected_covariance, confidence_level(level))
        return tuple(
            self.of(j).interval(shared, method) if seen else None for j, seen in enumerate(known)
        )

    def _marked_square(self, covariance: np.ndarray) -> np.ndarray:
        return self.marked(self.marked(covariance).T).T.copy()


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


def likelihood_estimate(
    channel: Channel, counts: Iterable[Any], gap: Any = "1e-6"
) -> LikelihoodEstimate:
    """The maximum likelihood estimate; counts need not be whole: weights may have been added up.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> likelihood_estimate(warner, [600, 400])
    Likelihood estimate from 1000 reports (0: 0.7 +- 0.031, 1: 0.3 +- 0.031)
    """
    numbers = weighted_counts(channel, counts)
    scale = lcm(*(n.denominator for n in numbers))
    found = maximum_likelihood(channel, [n * scale for n in numbers], gap)
    if scale == 1:
        return LikelihoodEstimate(channel, tuple(int(n) for n in numbers), found)
    return LikelihoodEstimate(channel, numbers, found.divided(scale))


def distribution_test(channel: Channel, counts: Iterable[Any], prior: Any) -> HypothesisTest:
    """Is the whole distribution of truths equal to `prior`?

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> distribution_test(warner, [60, 40], ["7/10", "3/10"]).p_value
    1.0
    """
    planned = prior_vector(prior, "prior")
    expected = channel.report_distribution(planned)
    observed = report_counts(channel, counts)
    if any(n and not p for n, p in zip(observed, expected, strict=True)):
        return HypothesisTest(inf, 0.0, "impossible report")
    answer = likelihood_estimate(channel, observed)
    truth = np.array([float(p) for p in planned])
    return point_test(answer.model, truth, answer.identified.rank - 1)


def _hidden(contrast: Coefficients, directions: tuple[Coefficients, ...]) -> bool:
    return any(sum(c * x for c, x in zip(contrast, d, strict=True)) for d in directions)
