"""The half-width of the interval that `estimate` reports if the reports are those expected."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.estimating.likelihood_estimate import LikelihoodEstimate, likelihood_estimate
from rropt.estimating.likelihood_groups import weighted_sum

DIGITS = 10**9
"""Expected counts are rounded to so many parts of a report: long fractions cost time only."""


def expected_estimate(channel: Channel, truth: Sequence[Fraction], n: Any) -> LikelihoodEstimate:
    """The estimate from the expected counts of n reports.

    >>> half = Fraction(1, 2)
    >>> expected_estimate(Channel.identity(2), (half, half), 5).counts
    (Fraction(5, 2), Fraction(5, 2))
    """
    expected = channel.report_distribution(tuple(truth))
    return likelihood_estimate(channel, [Fraction(round(n * p * DIGITS), DIGITS) for p in expected])


def share_half_width(
    channel: Channel, truth: Sequence[Fraction], n: Any, level: Fraction, method: str
) -> float:
    """The widest of the intervals of all truths; of two truths they are alike."""
    answer = expected_estimate(channel, truth, n)
    width = channel.shape[1]
    truths = [1] if width == 2 else range(width)
    return max(answer.of(j).interval(level, method).width for j in truths) / 2


def sum_half_width(
    channel: Channel,
    truths: Sequence[Sequence[Fraction]],
    sizes: Sequence[Any],
    weights: Sequence[Fraction],
    level: Fraction,
    method: str,
) -> float:
    """Of the interval of a weighted sum of groups' shares of the second truth."""
    groups = [expected_estimate(channel, t, n) for t, n in zip(truths, sizes, strict=True)]
    return weighted_sum(groups, weights, [0, 1]).interval(level, method).width / 2
