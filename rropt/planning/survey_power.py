"""The power of the test that `estimate` runs: its rejections, counted over what the plan expects.

Outcomes are enumerated where they are few, otherwise drawn; the decision on each of them is that of
`ratio_test` or `distribution_test`: the chi-square or normal cutoff, and where reports are few also
the enumerated or drawn distribution at the hypothesis.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from rropt.channel import Channel
from rropt.estimating.calibrated_limits import ENOUGH, regular, restricted_to
from rropt.estimating.chi_square import chi_square_tail
from rropt.estimating.intervals import normal_quantile
from rropt.estimating.reference_drops import (
    SAME,
    ReferenceDrops,
    Shares,
    drops_between,
    maxima,
    outcomes_at,
    reference_drops,
)
from rropt.estimating.sampled_likelihood import SampledLikelihood

DRAWS_OF_TWO, DRAWS = 20_000, 5000
"""Surveys drawn for a power, of two truths and of more: standard errors of 0.0035 and 0.007."""

NULL_DRAWS = 9999
"""As many as the test of two truths draws."""


@dataclass(frozen=True)
class Power:
    """The chance of rejecting, and two standard errors of it; 0 if it was enumerated."""

    value: float
    error: float


def planned_model(
    channels: tuple[Channel, ...], sizes: tuple[int, ...], truth: np.ndarray
) -> SampledLikelihood:
    """The likelihood of surveys of these sizes, before there are reports."""
    counts = []
    for channel, size in zip(channels, sizes, strict=True):
        reports = np.zeros(channel.shape[0])
        reports[next(i for i, row in enumerate(channel.numerators) if any(row))] = size
        counts.append(reports)
    return SampledLikelihood(channels, tuple(counts), truth)


def value_power(
    model: SampledLikelihood,
    truth: np.ndarray,
    null: np.ndarray,
    contrast: np.ndarray,
    alpha: Fraction,
    sides: int,
) -> Power:
    """Of the test that a contrast has its value at `null`, if `truth` is true."""
    value = float(contrast @ null)
    restricted = restricted_to(model, contrast, value)
    sign = 1.0 if contrast @ truth > value else -1.0

    def signed_roots(drops: np.ndarray, tops: np.ndarray) -> np.ndarray:
        """Of a two-sided test the size of the root, of a one-sided one with its side."""
        side = sign * np.sign(tops @ contrast - value) if sides == 1 else 1.0
        return np.sqrt(drops) * side

    one_sided = sides == 1 or value in model.extremes(contrast)
    cutoff = normal_quantile(1 - (2 * alpha if one_sided else alpha))
    outcomes, chances, exact = outcomes_at(model, truth, _draws(model))
    shares = outcomes / model.total
    tops = maxima(model, shares)
    roots = signed_roots(drops_between(model, outcomes, tops, restricted(shares)), tops)
    rejected = roots >= cutoff
    if float((model.total * model.expected_shares(null)).min()) < ENOUGH:
        reference = reference_drops(model, null, restricted, NULL_DRAWS)
        null_roots = signed_roots(reference.drops, reference.tops)
        rejected &= _tails(reference, null_roots, roots) <= float(alpha)
    return _power(rejected, chances, exact)


def distribution_power(
    model: SampledLikelihood, truth: np.ndarray, null: np.ndarray, freedom: int, alpha: Fraction
) -> Power:
    """Of the test that the distribution is `null`."""

    def restricted(shares: Shares) -> np.ndarray:
        return np.broadcast_to(null, (len(shares), len(null)))

    outcomes, chances, exact = outcomes_at(model, truth, _draws(model))
    drops = drops_between(model, outcomes, maxima(model, outcomes / model.total), null[None])
    if regular(model, null):
        p_values = np.array([chi_square_tail(drop, freedom) for drop in drops.tolist()])
        return _power(p_values <= float(alpha), chances, exact)
    reference = reference_drops(model, null, restricted, NULL_DRAWS)
    return _power(_tails(reference, reference.drops, drops) <= float(alpha), chances, exact)


def _draws(model: SampledLikelihood) -> int:
    two = all(channel.shape[1] == 2 for channel in model.channels)
    return DRAWS_OF_TWO if two else DRAWS


def _tails(reference: ReferenceDrops, null: np.ndarray, found: np.ndarray) -> np.ndarray:
    """For each statistic the chance of one as large under the hypothesis."""
    order = np.argsort(null)
    above = np.append(np.cumsum(reference.chances[order][::-1])[::-1], 0.0)
    tails = above[np.searchsorted(null[order], found - SAME)]
    if reference.exact:
        return tails
    count = len(null)
    return (tails * count + 1) / (count + 1)


def _power(rejected: np.ndarray, chances: np.ndarray, exact: bool) -> Power:
    value = min(1.0, float(chances[rejected].sum()))
    return Power(value, 0.0 if exact else 2 * sqrt(value * (1 - value) / len(chances)))
