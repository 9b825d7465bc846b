"""The maximum likelihood estimate with its information, of one group or of several together.

The point is proved to be within a gap of the maximum (`likelihood.py`). Its covariance is the
inverse of the observed information `sum_i n_i c_i c_i' / p_i^2` on the simplex; `expected_stderr`
takes the expected one, `n sum_i c_i c_i' / p_i`. It needs no prior, and reaches the bound of
Cramer and Rao wherever the truth is. At the boundary of the simplex a standard error says little:
the intervals, which come from the likelihood itself, stay on the simplex.

The test of a value of a linear function compares R = 2 (max l - max l with the value) with its
distribution: chi-square with one degree of freedom, at an end of the range the mixture of both
halves; where reports are few or the truth is near the boundary it is enumerated or drawn, and the
larger of both p-values is given, so that neither the limit nor the draw rejects alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import inf, lcm, nan, sqrt
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.stated_counts import report_counts, weighted_counts
from rropt.exact import InputError, Number, exact, one_of, text
from rropt.survey.calibrated_limits import PROFILE, ProfiledNumber
from rropt.survey.estimated import EstimatedDistribution
from rropt.survey.likelihood import MaximumLikelihood, maximum_likelihood
from rropt.survey.quantiles import confidence_level, simultaneous_level
from rropt.survey.quantities import (
    HypothesisTest,
    Interval,
    excluded,
    tail_of,
    value_in_double,
)
from rropt.survey.ratio_hypothesis import (
    SIDES,
    RatioHypothesis,
    ValueTest,
    mixture_is_near,
    truth_held,
    value_held,
)
from rropt.survey.ratio_tests import EqualGroups
from rropt.survey.results import finite
from rropt.survey.sampled_likelihood import SampledLikelihood, limits_at, together
from rropt.survey.unbiased_linear import efficient_prior, unbiased_estimate


@dataclass(frozen=True, eq=False, repr=False)
class LikeliestDistribution(EstimatedDistribution):
    """An estimate that is itself the most likely distribution."""

    maximum: MaximumLikelihood

    @property
    def likeliest(self) -> MaximumLikelihood:
        """The estimate itself."""
        return self.maximum

    @cached_property
    def value(self) -> np.ndarray:
        """The likeliest distribution of truths, on the simplex."""
        return self.marked(self.maximum.value)

    @cached_property
    def model(self) -> SampledLikelihood:
        """The likelihood in doubles; that of weights is scaled to the number of records."""
        # Weights have no unit: they tell as much as there are records.
        scale = float(self.records) / float(self.n)
        counts = np.array([float(n) * scale for n in self.counts])
        return SampledLikelihood((self.channel,), (counts,), self.maximum.value)


@dataclass(frozen=True, eq=False, repr=False)
class LikelihoodEstimate(LikeliestDistribution):
    """The likeliest distribution of truths with its uncertainty."""

    prior: tuple[Fraction, ...] | None = field(default=None, kw_only=True)
    """Where the linear estimate from these reports would have least variance."""

    apart: float = field(default=0.0, kw_only=True)
    """What in the logarithm is of no truth: who answered by which of several tables, and orders."""

    method = "likelihood"

    @property
    def own_record(self) -> dict[str, Any]:
        """The standard errors by the expected information, and where a linear one is efficient."""
        told: dict[str, Any] = {"stderr_expected": list(map(finite, self.expected_stderr.tolist()))}
        return told if self.prior is None else told | {"prior": list(map(text, self.prior))}

    def level_of_each(self, level: Number) -> Fraction:
        return simultaneous_level(self.expected_covariance, confidence_level(level))

    @property
    def llf(self) -> float:
        """The largest log-likelihood, that of a person's own reports by the person's own table."""
        return self.maximum.log_likelihood - self.apart

    @cached_property
    def covariance(self) -> np.ndarray:
        """The inverse of the observed information; nan where the seen reports do not tell."""
        covariance = self.marked_square(self.model.observed_covariance)
        for direction in self.model.unseen[0]:
            hidden = [j for j, x in enumerate(direction) if x]
            covariance[hidden] = nan
            covariance[:, hidden] = nan
        return covariance

    @cached_property
    def expected_covariance(self) -> np.ndarray:
        """The inverse of the expected information at the estimate."""
        return self.marked_square(self.model.expected_covariance(self.maximum.value))

    @property
    def expected_stderr(self) -> np.ndarray:
        """The standard errors by the expected information."""
        return np.sqrt(np.maximum(np.diag(self.expected_covariance), 0))

    def contrast(self, coefficients: Iterable[Any]) -> LikelihoodContrast:
        return LikelihoodContrast(self.model, (self.checked_contrast(coefficients),))

    def simultaneous(
        self, level: Any = "0.95", method: str = "likelihood"
    ) -> tuple[Interval | None, ...]:
        """Intervals of all truths that hold together; None if not identified.

        >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
        >>> likelihood_estimate(warner, [600, 400]).simultaneous("0.9")[0].level
        Fraction(9, 10)
        """
        return self.intervals(self.level_of_each(level), method)


def likelihood_estimate(channel: Channel, counts: Iterable[Any]) -> LikelihoodEstimate:
    """The maximum likelihood estimate; counts need not be whole: weights may have been added up.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> likelihood_estimate(warner, [600, 400])
    Likelihood estimate from 1000 reports (0: 0.7 +- 0.031, 1: 0.3 +- 0.031)
    """
    numbers = weighted_counts(channel, counts)
    # Whole counts keep the gap exact: the maximum is the same, and its value is divided.
    scale = lcm(*(n.denominator for n in numbers))
    found = maximum_likelihood(channel, [n * scale for n in numbers])
    if scale == 1:
        return LikelihoodEstimate(channel, tuple(int(n) for n in numbers), found)
    return LikelihoodEstimate(channel, numbers, found.divided(scale))


def distribution_test(channel: Channel, counts: Iterable[Any], prior: Any) -> HypothesisTest:
    """Is the whole distribution of truths equal to `prior`?

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> distribution_test(warner, [60, 40], ["7/10", "3/10"]).p_value
    1.0
    """
    planned = channel.checked_prior(prior)
    expected = channel.report_distribution(planned)
    observed = report_counts(channel, counts)
    if any(n and not p for n, p in zip(observed, expected, strict=True)):
        return HypothesisTest(inf, 0.0, "impossible report")
    answer = likelihood_estimate(channel, observed)
    truth = np.array([float(p) for p in planned])
    # The reports' distribution moves in rank - 1 directions, as its sum stays one.
    return truth_held(answer.model, truth).test(answer.identified.rank - 1)


def groups_test(
    estimates: Sequence[LikelihoodEstimate], contrast: Iterable[Any] | None = None
) -> HypothesisTest:
    """Do all groups have the same distribution, or the same value of a contrast?

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> groups = [likelihood_estimate(warner, c) for c in ([600, 400], [640, 360], [550, 450])]
    >>> round(groups_test(groups).p_value, 6)
    0.000214
    """
    width = estimates[0].channel.shape[1]
    if any(answer.channel.shape[1] != width for answer in estimates):
        raise InputError("groups must have the same truths")
    if len(estimates) < 2:
        raise InputError(f"groups must be at least 2, got {len(estimates)}")
    model = together(answer.model for answer in estimates)
    if contrast is None:
        return EqualGroups(model).test()
    value = estimates[0].contrast(contrast)
    if value.constant:
        return HypothesisTest(0.0, 1.0, KNOWN)
    # Two truths have one distribution where they have one value.
    return EqualGroups(model, None if width == 2 else value.vector).test()


KNOWN = "the value is known"
"""Of a contrast that all distributions have in common."""

ESTIMATES = ("likelihood", "linear")


def estimate(
    channel: Channel, counts: Iterable[Any], prior: Any = None, method: str = "likelihood"
) -> EstimatedDistribution:
    """The estimated distribution of truths; `method` is "likelihood" or "linear".

    `prior` is where the linear estimate is efficient if there are more reports than truths; the
    likelihood needs none.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> estimate(warner, [800, 200])
    Likelihood estimate from 1000 reports (0: 1 +- 0.029, 1: 0 +- 0.029)
    >>> estimate(warner, [800, 200], method="linear")
    Linear estimate from 1000 reports (0: 1.1 +- 0.025, 1: -0.1 +- 0.025)
    """
    if one_of(method, ESTIMATES, "method") == "linear":
        return unbiased_estimate(channel, counts, prior)
    return replace(likelihood_estimate(channel, counts), prior=efficient_prior(channel, prior))


Coefficients = tuple[Fraction, ...]


@dataclass(frozen=True, eq=False)
class LikelihoodContrast(ProfiledNumber):
    """A linear function of the distributions of one or several groups."""

    model: SampledLikelihood
    coefficients: tuple[Coefficients, ...]

    @cached_property
    def vector(self) -> np.ndarray:
        """The coefficients of all groups, the largest of them 1 in size."""
        return np.array([float(c / self.scale) for c in chain.from_iterable(self.coefficients)])

    @cached_property
    def scale(self) -> Fraction:
        """The size of the largest coefficient."""
        return max(map(abs, chain.from_iterable(self.coefficients))) or Fraction(1)

    def multiple(self, factor: Fraction) -> Iterator[Coefficients]:
        """The coefficients of each group, so many times."""
        for group in self.coefficients:
            yield tuple(factor * c for c in group)

    @property
    def constant(self) -> bool:
        """Whether all distributions have the same value."""
        return all(len(set(group)) == 1 for group in self.coefficients)

    @property
    def value(self) -> float:
        """The value at the likeliest distributions."""
        if self.constant:
            # Each group's shares add up to one.
            return float(sum(group[0] for group in self.coefficients))
        return float(self.scale) * self.likeliest

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
        # The model adds extremes up in doubles: another rounding would lie beyond its range.
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

    def interval(self, level: Any = "0.95", method: str = "likelihood") -> Interval:
        """The values whose likelihood is not too far below the maximum; methods as of any number.

        >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
        >>> found = likelihood_estimate(warner, [600, 400]).of(1).interval()
        >>> round(found.low, 4), round(found.high, 4), found.method
        (0.2398, 0.3612, 'profile likelihood')
        """
        if self.constant:
            return Interval(self.value, self.value, confidence_level(level), PROFILE)
        return super().interval(level, method)

    @property
    def likeliest(self) -> float:
        """The value in the units of the vector."""
        return float(self.vector @ self.model.maximum)

    def held(self, value: float) -> RatioHypothesis:
        """The hypothesis of a value in the units of the vector."""
        return value_held(self.model, self.vector, value)

    def profiled(self, signs: np.ndarray, roots: np.ndarray) -> Iterable[float]:
        """All of them are found together."""
        ends: list[float] = limits_at(self.model, self.vector, signs, roots**2).tolist()
        return ends

    def between(self, ends: tuple[float, float], level: Fraction, method: str) -> Interval:
        """The interval whose ends are these in the units of the vector."""
        low, high = ends
        return Interval(float(self.scale) * low, float(self.scale) * high, level, method)

    def test(self, value: Any = 0, alternative: str = "two-sided") -> HypothesisTest:
        """Is it equal to a value? `alternative`: "two-sided", "greater" or "less".

        >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
        >>> found = likelihood_estimate(warner, [600, 400]).of(1).test("1/5")
        >>> round(found.p_value, 4), found.method
        (0.001, 'likelihood ratio')
        """
        tail_of(alternative)
        value_in_double(value)
        hypothesis = exact(value, "value")
        low, high = self.exact_range
        if not low <= hypothesis <= high:
            side = 1.0 if hypothesis < low else -1.0
            return excluded(side, alternative)
        if self.constant:
            return HypothesisTest(0.0, 1.0, KNOWN)
        scaled = self.scaled(hypothesis)
        held = self.held(scaled)
        test = ValueTest(held, self.vector, scaled, SIDES[alternative])
        roots = test.roots(np.array([held.drop]), self.model.maximum[None])
        mixture = ", mixture at the boundary" if hypothesis in (low, high) else ""
        plain = HypothesisTest(held.drop, test.limit(roots).item(), f"likelihood ratio{mixture}")
        if mixture_is_near(held, self.vector, scaled):
            return plain
        return held.guarded(plain, lambda reference: test.tail(reference, roots).item())

    def _error(self, covariance: np.ndarray) -> float:
        return float(self.scale) * sqrt(max(float(self.vector @ covariance @ self.vector), 0.0))


def _hidden(contrast: Coefficients, directions: tuple[Coefficients, ...]) -> bool:
    return any(sum(c * x for c, x in zip(contrast, d, strict=True)) for d in directions)


def sum_of_contrasts(
    factors: Sequence[Fraction], parts: Sequence[LikelihoodContrast]
) -> LikelihoodContrast:
    """`sum_g w_g c_g . pi_g` by the likelihood of all groups."""
    groups = [part.multiple(factor) for factor, part in zip(factors, parts, strict=True)]
    model = together(part.model for part in parts)
    return LikelihoodContrast(model, tuple(chain.from_iterable(groups)))
