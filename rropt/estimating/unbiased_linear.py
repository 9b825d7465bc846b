"""The unbiased linear estimate: `estimate = L y / n` with `L C = I`, never clipped.

With as many reports as truths L is the inverse of the channel. With more reports there are many
unbiased L; the one used is efficient at a reference prior u (uniform unless given):

    L = (C^T W C)^-1 C^T W,   W = diag(1 / (C u)).

It does not depend on the data, so the estimate is exactly unbiased for every true distribution.
The covariance is the plug-in `(L diag(p) L^T - estimate estimate^T) / n`, p the observed
proportions (`vinterbo/eq/cov-hat`; for two answers it is `holohan/cor-1` at the estimate).

Where the channel's columns are linearly dependent only some contrasts are identified; L then
estimates those, and the others are refused, or shown as nan. `identification.py` has L.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.stated_counts import report_counts
from rropt.estimating.estimate_record import EstimatedDistribution
from rropt.estimating.identification import exact_left_inverse, in_double, left_inverse
from rropt.estimating.intervals import Functional
from rropt.estimating.likelihood import MaximumLikelihood, maximum_likelihood
from rropt.estimating.quantiles import confidence_level
from rropt.estimating.quantities import Interval
from rropt.exact import InputError, text, whole


@dataclass(frozen=True, eq=False, repr=False)
class Estimate(EstimatedDistribution):
    """The unbiased linear estimate, efficient where the distribution is `prior`."""

    counts: tuple[int, ...]
    prior: tuple[Fraction, ...]

    method = "linear"
    default_interval = "wilson"

    @property
    def own_record(self) -> dict[str, Any]:
        """Where it is efficient."""
        return {"prior": list(map(text, self.prior))}

    @cached_property
    def likeliest(self) -> MaximumLikelihood:
        """The most likely distribution, on the simplex."""
        return maximum_likelihood(self.channel, self.counts)

    @cached_property
    def left_inverse(self) -> np.ndarray:
        """The matrix L, truths by reports."""
        return left_inverse(self.channel, self.prior)

    @cached_property
    def value(self) -> np.ndarray:
        """The unbiased estimate: may lie below 0 or above 1."""
        return self.marked(self.left_inverse @ self.proportions)

    @cached_property
    def covariance(self) -> np.ndarray:
        """Estimated covariance matrix of the estimate."""
        known = self.marked(self.left_inverse)
        centre = known @ self.proportions
        return ((known * self.proportions) @ known.T - np.outer(centre, centre)) / self.n

    def contrast(self, coefficients: Iterable[Any]) -> Functional:
        """The linear combination `sum_j c_j pi_j`; refused where it is not identified."""
        weights = self.checked_contrast(coefficients)
        return Functional(self._of_possible(self._scores(weights)), self.counts)

    def _scores(self, weights: tuple[Fraction, ...]) -> tuple[float, ...]:
        """c^T L, each entry rounded once where L is known exactly."""
        # Shares add up to one: such a contrast is the same for all distributions.
        if len(set(weights)) == 1:
            return (float(weights[0]),) * len(self.counts)
        rows = exact_left_inverse(self.channel, self.prior)
        if rows is None:
            return tuple((np.array([float(c) for c in weights]) @ self.left_inverse).tolist())
        used = [(c, row) for c, row in zip(weights, rows, strict=True) if c]
        return tuple(
            in_double(sum((c * row[i] for c, row in used), Fraction(0)))
            for i in range(len(self.counts))
        )

    def _of_possible(self, scores: tuple[float, ...]) -> tuple[float, ...]:
        """A report that is never given takes the score of one that is: it is no third value."""
        given = [any(row) for row in self.channel.numerators]
        other = scores[given.index(True)]
        cells = zip(scores, given, self.counts, strict=True)
        return tuple(score if used or count else other for score, used, count in cells)


def unbiased_estimate(channel: Channel, counts: Iterable[Any], prior: Any = None) -> Estimate:
    """The unbiased estimate of the distribution of truths from the counts of the reports.

    `prior` is the distribution at which the estimate is efficient if there are more reports than
    truths; uniform by default, and without effect for a square table.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> answer = unbiased_estimate(warner, [600, 400])
    >>> answer
    Linear estimate from 1000 reports (0: 0.7 +- 0.031, 1: 0.3 +- 0.031)
    >>> answer.value.round(12).tolist(), answer.stderr.round(4).tolist()
    ([0.7, 0.3], [0.031, 0.031])
    """
    return Estimate(channel, report_counts(channel, counts), efficient_prior(channel, prior))


def efficient_prior(channel: Channel, prior: Any = None) -> tuple[Fraction, ...]:
    """The shares at which a linear estimate has least variance: a prior, or else equal ones.

    >>> efficient_prior(Channel.identity(2))
    (Fraction(1, 2), Fraction(1, 2))
    """
    width = channel.shape[1]
    reference = [Fraction(1, width)] * width if prior is None else prior
    return channel.checked_prior(reference, positive=True)


BLOCK_CELLS = 1 << 22
"""Resampled counts held at a time."""

MAX_RESAMPLED = 2**63 - 1


def bootstrap(
    estimate: Estimate,
    contrast: Iterable[Any],
    level: Any = "0.95",
    repetitions: int = 2000,
    seed: int = 0,
    method: str = "percentile",
) -> Interval:
    """A bootstrap interval for a contrast; `method` is "percentile" or "basic".

    The seed makes it repeatable: the same arguments give the same interval.

    >>> from rropt.channel import Channel
    >>> from rropt.estimating import unbiased_estimate
    >>> answer = unbiased_estimate(Channel.identity(2), [50, 50])
    >>> 0.5 in bootstrap(answer, [0, 1]), bootstrap(answer, [0, 1]) == bootstrap(answer, [0, 1])
    (True, True)
    """
    if method not in ("percentile", "basic"):
        raise InputError(f"method must be 'percentile' or 'basic', got {method!r}")
    confidence = confidence_level(level)
    if estimate.n > MAX_RESAMPLED:
        raise InputError(f"a bootstrap must be of at most {MAX_RESAMPLED} reports")
    functional = estimate.contrast(contrast)
    times = whole(repetitions, "repetitions", 1)
    draws = _resampled(estimate, functional.scores, times, whole(seed, "seed"))
    tail = float((1 - confidence) / 2)
    low, high = (float(q) for q in np.quantile(draws, [tail, 1 - tail]))
    if method == "basic":
        # The distances of the draws from the estimate, reflected at it.
        low, high = 2 * functional.value - high, 2 * functional.value - low
    return Interval(low, high, confidence, f"bootstrap {method}")


def _resampled(
    estimate: Estimate, scores: tuple[float, ...], repetitions: int, seed: int
) -> np.ndarray:
    rng = np.random.default_rng(seed)
    n = estimate.n
    step = max(1, BLOCK_CELLS // len(scores))
    sizes = [min(step, repetitions - start) for start in range(0, repetitions, step)]
    blocks = [rng.multinomial(n, estimate.proportions, size) @ np.array(scores) for size in sizes]
    return np.concatenate(blocks) / n
