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
from rropt.exact import text
from rropt.survey.estimated import EstimatedDistribution
from rropt.survey.identification import exact_left_inverse, in_double, left_inverse
from rropt.survey.intervals import Functional
from rropt.survey.likelihood import MaximumLikelihood, maximum_likelihood


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
