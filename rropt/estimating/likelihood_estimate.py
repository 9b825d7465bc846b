"""The maximum likelihood estimate with its information, of one group or of several together.

The point is proved to be within a gap of the maximum (`likelihood.py`). Its covariance is the
inverse of the observed information `sum_i n_i c_i c_i' / p_i^2` on the simplex; `expected_stderr`
takes the expected one, `n sum_i c_i c_i' / p_i`. It needs no prior, and reaches the bound of
Cramer and Rao wherever the truth is. At the boundary of the simplex a standard error says little:
the intervals, which come from the likelihood itself, stay on the simplex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import inf, lcm, nan
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.stated_counts import report_counts, weighted_counts
from rropt.estimating.estimate_record import EstimatedDistribution
from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.intervals import Interval
from rropt.estimating.likelihood import MaximumLikelihood, maximum_likelihood
from rropt.estimating.likelihood_contrast import LikelihoodContrast
from rropt.estimating.quantiles import confidence_level, simultaneous_level
from rropt.estimating.ratio_hypothesis import truth_held
from rropt.estimating.ratio_tests import Equations, nested_test
from rropt.estimating.results import finite
from rropt.estimating.sampled_likelihood import SampledLikelihood
from rropt.estimating.unbiased_linear import efficient_prior, unbiased_estimate
from rropt.exact import InputError, Number, exact_vector, share_vector, text


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
        scale = float(self.records) / float(self.n)
        counts = np.array([float(n) * scale for n in self.counts])
        return SampledLikelihood((self.channel,), (counts,), self.maximum.value)


@dataclass(frozen=True, eq=False, repr=False)
class LikelihoodEstimate(LikeliestDistribution):
    """The likeliest distribution of truths with its uncertainty."""

    prior: tuple[Fraction, ...] | None = field(default=None, kw_only=True)
    """Where the linear estimate from these reports would have least variance."""

    method = "likelihood"

    @property
    def own_record(self) -> dict[str, Any]:
        """The standard errors by the expected information, and where a linear one is efficient."""
        told: dict[str, Any] = {"stderr_expected": list(map(finite, self.expected_stderr.tolist()))}
        return told if self.prior is None else told | {"prior": list(map(text, self.prior))}

    def level_of_each(self, level: Number) -> Fraction:
        """The level of each interval with which those of all shares hold together."""
        return simultaneous_level(self.expected_covariance, confidence_level(level))

    @property
    def llf(self) -> float:
        """The largest log-likelihood, without the multinomial constant."""
        return self.maximum.log_likelihood

    @cached_property
    def covariance(self) -> np.ndarray:
        """The inverse of the observed information; nan where the seen reports do not tell."""
        covariance = self.marked_square(self.model.observed_covariance)
        for direction in self.model.unseen[0]:
            hidden = [j for j, x in enumerate(direction) if x]
            covariance[hidden], covariance[:, hidden] = nan, nan
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
        shared = self.level_of_each(level)
        return tuple(
            self.of(j).interval(shared, method) if seen else None for j, seen in enumerate(known)
        )


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
    planned = channel.checked_prior(prior)
    expected = channel.report_distribution(planned)
    observed = report_counts(channel, counts)
    if any(n and not p for n, p in zip(observed, expected, strict=True)):
        return HypothesisTest(inf, 0.0, "impossible report")
    answer = likelihood_estimate(channel, observed)
    truth = np.array([float(p) for p in planned])
    return truth_held(answer.model, truth).test(answer.identified.rank - 1)


def together(estimates: Sequence[Any]) -> SampledLikelihood:
    """The likelihood of all groups; each keeps its own maximum."""
    return SampledLikelihood(
        tuple(answer.channel for answer in estimates),
        tuple(answer.model.counts[0] for answer in estimates),
        np.concatenate([answer.maximum.value for answer in estimates]),
    )


def weighted_sum(
    estimates: Iterable[Any], weights: Iterable[Any], contrast: Iterable[Any]
) -> LikelihoodContrast:
    """`sum_g w_g c . pi_g`: weights (1, -1) are a difference, shares of a population its strata.

    >>> from rropt.channel import Channel
    >>> from rropt.estimating import likelihood_estimate
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> groups = [likelihood_estimate(warner, c) for c in ([500, 500], [600, 400])]
    >>> found = weighted_sum(groups, [1, -1], [0, 1])
    >>> round(found.value, 9), [round(x, 4) for x in (found.interval().low, found.interval().high)]
    (0.2, [0.113, 0.2865])
    """
    groups, factors = tuple(estimates), exact_vector(weights, "weights")
    if len(factors) != len(groups):
        raise InputError(f"weights must be {len(groups)}, one for each group, got {len(factors)}")
    if not any(factors):
        raise InputError("weights must not all be zero")
    coefficients = groups[0].checked_contrast(contrast)
    parts = [answer.checked_contrast(coefficients) for answer in groups]
    scaled = tuple(tuple(w * c for c in part) for w, part in zip(factors, parts, strict=True))
    return LikelihoodContrast(together(groups), scaled)


def likelihood_difference(
    first: LikelihoodEstimate, second: LikelihoodEstimate, contrast: Iterable[Any]
) -> LikelihoodContrast:
    """The first group's contrast minus the second's; the channels may differ."""
    return weighted_sum((first, second), (1, -1), contrast)


def likelihood_strata(
    strata: Iterable[LikelihoodEstimate], weights: Iterable[Any], contrast: Iterable[Any]
) -> LikelihoodContrast:
    """A population's contrast from its strata; `weights` are the strata's population shares."""
    return weighted_sum(strata, share_vector(weights, "weights"), contrast)


def groups_test(
    estimates: Sequence[LikelihoodEstimate], contrast: Iterable[Any] | None = None
) -> HypothesisTest:
    """Do all groups have the same distribution, or the same value of a contrast?

    >>> from rropt.channel import Channel
    >>> from rropt.estimating import likelihood_estimate
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
    identity = [[Fraction(int(i == j)) for j in range(width)] for i in range(width - 1)]
    rows = identity if contrast is None else [list(estimates[0].checked_contrast(contrast))]
    equations = [
        _difference(row, g, len(estimates)) for g in range(1, len(estimates)) for row in rows
    ]
    return nested_test(together(estimates), Equations(equations, [Fraction(0)] * len(equations)))


def _difference(row: Sequence[Fraction], group: int, groups: int) -> list[Fraction]:
    """The row at the first group minus the row at another."""
    nothing = [Fraction(0)] * len(row)
    parts = [list(row), *[nothing] * (groups - 1)]
    parts[group] = [-x for x in row]
    return [x for part in parts for x in part]


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
    if method not in ESTIMATES:
        raise InputError(f"method must be one of {', '.join(ESTIMATES)}, got {method!r}")
    if method == "linear":
        return unbiased_estimate(channel, counts, prior)
    return replace(likelihood_estimate(channel, counts), prior=efficient_prior(channel, prior))
