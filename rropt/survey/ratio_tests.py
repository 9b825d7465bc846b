"""Tests of equal groups, and of the fit of the reports to the design.

The fit is asked for without a reason in mind: refusal, cheating, a wrong device.
Whatever the truth is, the distribution of the reports is a mixture of the channel's columns. Of two
reports one has a probability between `min_j C_0j` and `max_j C_0j`, which an exact binomial test
asks. Of more it is `G^2 = 2 (log-likelihood of the observed proportions - its maximum over the
simplex)`. Inside the simplex it is chi-square with (possible reports - rank) degrees of freedom.
Where reports are few, or the best fit is at the boundary, it is enumerated or drawn at the best
fit: a parametric bootstrap. Beyond everything drawn the chi-square tail of all free reports bounds
it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import inf, log
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.stated_counts import report_counts
from rropt.exact.linear_algebra import rational_matrix
from rropt.survey.group_maxima import SAME, Shares, group_maxima, loose_maxima
from rropt.survey.identification import identified
from rropt.survey.intervals import binomial_tails
from rropt.survey.likelihood import MaximumLikelihood, maximum_likelihood
from rropt.survey.quantiles import chi_square_tail
from rropt.survey.quantities import HypothesisTest
from rropt.survey.ratio_hypothesis import (
    DRAWS,
    FEW_DRAWS,
    MANY,
    RatioHypothesis,
    held_to,
)
from rropt.survey.reference_drops import drops_between, maxima
from rropt.survey.sampled_likelihood import SampledLikelihood


@dataclass(frozen=True, eq=False)
class EqualGroups:
    """That all groups have the same distribution, or the same value of a contrast."""

    model: SampledLikelihood
    contrast: np.ndarray | None = None

    def test(self) -> HypothesisTest:
        """By the likelihood ratio."""
        return held_to(self.model, self.maxima, composite=True).test(self.freedom)

    @property
    def freedom(self) -> int:
        """In how many directions more than those of equal groups the reports of all move."""
        channels = self.model.channels
        if self.contrast is not None:
            return len(channels) - 1
        rows = chain.from_iterable(channel.rows for channel in dict.fromkeys(channels))
        each = sum(identified(channel).rank - 1 for channel in channels)
        return each - (rational_matrix(rows).rank() - 1)

    @cached_property
    def table(self) -> tuple[np.ndarray, np.ndarray]:
        """One row for all reports of all groups that have it, and the place of each report.

        Each is weighted by the groups' sizes: a pooled survey's table, whose columns add up to one.
        """
        model = self.model
        of_one = model.rows.reshape(len(model.rows), len(model.channels), -1).sum(axis=1)
        rows, places = np.unique(of_one, axis=0, return_inverse=True)
        sizes = np.repeat(model.sizes / model.total, model.heights)
        return rows * (sizes @ np.eye(len(rows))[places.ravel()])[:, None], places.ravel()

    def maxima(self, shares: Shares) -> np.ndarray:
        """For shares of reports, one outcome a row, the likeliest points of such groups."""
        rows, places = self.table
        model = self.model
        groups = len(model.channels)
        if self.contrast is None:
            pooled = shares @ np.eye(len(rows))[places]
            return np.tile(group_maxima(rows, pooled, model.total), groups)
        of_group = np.repeat(np.arange(groups), model.heights)
        own = np.zeros((len(shares), groups * len(rows)))
        np.add.at(own.T, of_group * len(rows) + places, shares.T)
        width = rows.shape[1]
        start = np.full(width, 1 / width)
        # The contrast less the extreme to which the groups are nearer.
        mean = np.mean([part.maximum for part in model.parts], axis=0)
        moved = model.parts[0].from_end(self.contrast, float(self.contrast @ mean))
        equations = np.stack([np.ones(width), moved])
        each = own.reshape(-1, len(rows))
        points = loose_maxima(rows, each, equations, start, model.total, groups)
        return points.reshape(len(shares), -1)


DRAWS_OF_MANY = 399
"""Outcomes drawn where fewer tell no large chance, of more than MANY truths: 57 took 2 s and 1,999
five times as much, more than all limits. The standard error of a chance of 0.05 is 0.011."""

SERIES_BELOW = Fraction(1, 100)


def goodness_of_fit(channel: Channel, counts: Iterable[Any]) -> HypothesisTest:
    """Compare reports with everything that the channel can produce: a fit as bad at the best one.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> goodness_of_fit(warner, [60, 40]).p_value
    1.0
    >>> goodness_of_fit(warner, [900, 100]).p_value < 1e-6
    True
    """
    numbers = report_counts(channel, counts)
    possible = sum(any(row) for row in channel.numerators)
    freedom = possible - identified(channel).rank
    if any(n and not any(row) for n, row in zip(numbers, channel.numerators, strict=True)):
        return HypothesisTest(inf, 0.0, "impossible report", freedom)
    best = maximum_likelihood(channel, numbers)
    statistic = _likelihood_ratio(channel, numbers, best)
    if len(numbers) == 2:
        return HypothesisTest(statistic, _of_two(channel, numbers), "exact binomial", freedom)
    p_value, method = _p_value(channel, numbers, best, statistic, (freedom, possible - 1))
    return HypothesisTest(statistic, p_value, method, freedom)


class FitHypothesis(RatioHypothesis):
    """That the reports are those of the design, where any shares of reports are wider."""

    @property
    def draws(self) -> tuple[int, ...]:
        return (FEW_DRAWS, DRAWS_OF_MANY) if len(self.model.centre) > MANY else (DRAWS,)

    def drops_of(self, outcomes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        shares = outcomes / self.model.total
        tops = self.restricted(shares)
        return drops_between(outcomes, shares, tops @ self.model.rows.T), tops


def _p_value(
    channel: Channel,
    counts: tuple[int, ...],
    best: MaximumLikelihood,
    statistic: float,
    freedoms: tuple[int, int],
) -> tuple[float, str]:
    """The p-value of G^2 and how it was found, by degrees of freedom inside and at the boundary."""
    model = SampledLikelihood((channel,), (np.array(counts, dtype=float),), best.value)
    inside, at_boundary = freedoms
    if statistic <= SAME:
        return 1.0, "perfect fit"
    held = FitHypothesis(model, best.value, statistic, lambda shares: maxima(model, shares))
    if held.is_regular:
        # At the boundary G^2 is a mixture of chi-squares, which the largest freedom bounds.
        freedom = inside if best.value.min() > 0 else at_boundary
        return chi_square_tail(statistic, freedom), "chi-square"
    return held.by_reference(freedom=at_boundary)


def _of_two(channel: Channel, counts: tuple[int, ...]) -> float:
    """The p-value of two reports: shares add up to one, so that the first says all."""
    low, high = min(channel.rows[0]), max(channel.rows[0])
    n = sum(counts)
    tail = 1.0
    if counts[0] < low * n:
        tail = binomial_tails(counts[0], n, float(low))[0]
    elif counts[0] > high * n:
        tail = binomial_tails(counts[0], n, float(high))[1]
    # Either end may be missed.
    return min(1.0, 2 * tail)


def _likelihood_ratio(channel: Channel, counts: tuple[int, ...], best: MaximumLikelihood) -> float:
    """G^2, with the maximum replaced by the proved bound `log-likelihood + gap`.

    As shares and probabilities q both add up to one, it is `2 n sum_i q_i h(share_i / q_i - 1)`
    with h(t) = (1 + t) log(1 + t) - t >= 0: nothing cancels, however many reports there are.
    """
    total = sum(counts)
    expected = channel.report_distribution(best.distribution)
    apart = sum(
        _divergence(Fraction(n, total), Fraction(q))
        for n, q in zip(counts, expected, strict=True)
        if q
    )
    return max(0.0, 2 * (total * apart - float(best.gap)))


def _divergence(share: Fraction, q: Fraction) -> float:
    """share log(share / q) - share + q, by the series of (1 + t) log(1 + t) - t near 0.

    >>> _divergence(Fraction(1, 4), Fraction(1, 4)), _divergence(Fraction(0), Fraction(1, 4))
    (0.0, 0.25)
    """
    t = share / q - 1
    if abs(t) < SERIES_BELOW:
        # What the ten terms leave out is less than 1e-20 of the first.
        return float(q) * sum(float(-t) ** k / (k * (k - 1)) for k in range(2, 12))
    logarithm = log((1 + t).numerator) - log((1 + t).denominator) if share else 0.0
    return float(share) * logarithm + float(q - share)
