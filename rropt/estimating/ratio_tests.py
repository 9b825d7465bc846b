"""Tests of nested linear equations, as equal groups, and of the fit of the reports to the design.

The fit is asked for without a reason in mind: refusal, cheating, a wrong device.
Whatever the truth is, the distribution of the reports is a mixture of the channel's columns, so
report i has a probability between `min_j C_ij` and `max_j C_ij`. Two questions are asked:

* each report by itself: an exact binomial test against the ends of its range, adjusted for the
  number of ends. A "no" that is always given to be safe shows up here;
* all together: `G^2 = 2 (log-likelihood of the observed proportions - its maximum over the
  simplex)`. Inside the simplex it is chi-square with (possible reports - rank) degrees of freedom.
  Where reports are few, or the best fit is at the boundary, it is enumerated or drawn at the best
  fit: a parametric bootstrap. Beyond everything drawn the chi-square tail of all free reports
  bounds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.stated_counts import report_counts
from rropt.estimating.identification import identified
from rropt.estimating.intervals import binomial_tails
from rropt.estimating.likelihood import MaximumLikelihood, maximum_likelihood
from rropt.estimating.quantiles import chi_square_tail
from rropt.estimating.quantities import HypothesisTest
from rropt.estimating.ratio_hypothesis import (
    DRAWS,
    FEW_DRAWS,
    MANY,
    Maximiser,
    RatioHypothesis,
)
from rropt.estimating.reference_drops import (
    SAME,
    Shares,
    drops_between,
    loose_maxima,
    maxima,
)
from rropt.estimating.sampled_likelihood import SampledLikelihood
from rropt.exact import InputError
from rropt.exact.convert import fmpq


def nested_test(
    model: SampledLikelihood, narrower: Equations, wider: Equations | None = None
) -> HypothesisTest:
    """Do the equations hold, if the `wider` ones (none by default) do?

    The equations are about the truths of all groups in a row; the narrower ones join the wider.
    """
    base = wider or Equations([], [])
    all_equations = base.joined(narrower)
    freedom = added_rank(model, base, all_equations)
    if freedom == 0:
        raise InputError("equations must restrict what was possible before, got none that does")
    null = all_equations.maximiser(model)
    full = base.maximiser(model)
    truth = null(model.shares)
    drop = max(float(model.drop(truth)[0] - model.drop(full(model.shares))[0]), 0.0)
    return RatioHypothesis(model, truth[0], drop, null, full).test(freedom)


@dataclass(frozen=True)
class Equations:
    """`sum_j rows_ij x_j = values_i` over the truths of all groups in a row.

    >>> both = Equations([[1, 0]], [Fraction(1, 2)]).joined(Equations([[0, 1]], [Fraction(1, 2)]))
    >>> both.rows
    [[1, 0], [0, 1]]
    """

    rows: Sequence[Sequence[Fraction]]
    values: Sequence[Fraction]

    def joined(self, other: Equations) -> Equations:
        """These equations and the other ones."""
        return Equations([*self.rows, *other.rows], [*self.values, *other.values])

    def maximiser(self, model: SampledLikelihood) -> Maximiser:
        """For shares of reports, the likeliest points at which the equations hold.

        Truths that the equations exclude stay at zero.
        """
        if not self.rows:
            return lambda shares: maxima(model, shares)
        rows = np.array(self.rows, dtype=float)
        values = np.array(self.values, dtype=float)
        start = _widest(model, rows, values)
        # A truth at zero in the widest point is zero wherever the equations hold.
        used = start > 0
        system = _independent(np.concatenate([model.groups, rows])[:, used])

        def found(shares: Shares) -> np.ndarray:
            points = np.zeros((len(shares), len(start)))
            points[:, used] = loose_maxima(model, shares, system, start[used], used)
            return points

        return found


def added_rank(model: SampledLikelihood, base: Equations, further: Equations) -> int:
    """How many of the further equations do not follow from the base and from the reports' sums."""
    return _rank(model, further) - _rank(model, base)


def _rank(model: SampledLikelihood, equations: Equations) -> int:
    import flint

    rows = [*model.groups.tolist(), *equations.rows]
    table = [[fmpq(Fraction(x)) for x in row] for row in rows]
    return int(flint.fmpq_mat(table).rank())


def _widest(model: SampledLikelihood, rows: np.ndarray, values: np.ndarray) -> np.ndarray:
    """A point where the equations hold, with no truth at zero that can be above it."""
    width = len(model.centre)
    # The centre is positive everywhere.
    if np.allclose(rows @ model.centre, values, rtol=0, atol=1e-12):
        return model.centre
    from scipy.optimize import linprog

    system = np.concatenate([model.groups, rows])
    right = np.concatenate([np.ones(len(model.groups)), values])
    total = np.zeros(width)
    count = 0
    for j in range(width):
        # Each truth in turn as large as the equations allow.
        found = linprog(-np.eye(width)[j], A_eq=system, b_eq=right, method="highs")
        if found.x is None:
            raise InputError(
                "equations must hold for some distribution, got none that satisfies them"
            )
        if found.x[j] > 1e-9:
            total += np.maximum(found.x, 0)
            count += 1
    # The mean of points that have each truth at its largest is zero only where all are.
    return total / count


def _independent(system: np.ndarray) -> np.ndarray:
    """Orthonormal rows with the same solutions: a system without repetition."""
    _, singular, right = np.linalg.svd(system, full_matrices=False)
    return right[singular > 1e-10 * singular[0]]


DRAWS_OF_MANY = 399
"""Outcomes drawn where fewer tell no large chance, of more than MANY truths: 57 took 2 s and 1,999
five times as much, more than all limits. The standard error of a chance of 0.05 is 0.011."""

SERIES_BELOW = Fraction(1, 100)


@dataclass(frozen=True)
class ReportRange:
    """A report's observed share beside the range that the channel allows."""

    report: str
    share: float
    low: Fraction
    high: Fraction
    p_value: float


@dataclass(frozen=True)
class GoodnessOfFit:
    """`p_value` is the probability of a fit as bad as this at the best fit.

    `ranges` holds every report with its own exact p-value, adjusted for the number of ends.
    """

    statistic: float
    p_value: float
    degrees_of_freedom: int
    ranges: tuple[ReportRange, ...]
    method: str

    @property
    def suspicious(self) -> tuple[ReportRange, ...]:
        """The reports whose share is outside its range, least plausible first.

        Shares and ends are rounded alike, so that a share at the end of its range is inside.
        """
        outside = [r for r in self.ranges if not float(r.low) <= r.share <= float(r.high)]
        return tuple(sorted(outside, key=lambda r: r.p_value))


def goodness_of_fit(channel: Channel, counts: Iterable[Any]) -> GoodnessOfFit:
    """Compare reports with everything that the channel can produce.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> goodness_of_fit(warner, [60, 40]).p_value
    1.0
    >>> goodness_of_fit(warner, [900, 100]).p_value < 1e-6
    True
    """
    numbers = report_counts(channel, counts)
    ranges = tuple(_range(channel, numbers, i) for i in range(len(numbers)))
    possible = sum(any(row) for row in channel.numerators)
    freedom = possible - identified(channel).rank
    if any(n and not any(row) for n, row in zip(numbers, channel.numerators, strict=True)):
        return GoodnessOfFit(inf, 0.0, freedom, ranges, "impossible report")
    best = maximum_likelihood(channel, numbers, "1e-6")
    statistic = _likelihood_ratio(channel, numbers, best)
    if len(numbers) == 2:
        p_value = min(r.p_value for r in ranges)
        method = "exact binomial"
    else:
        p_value, method = _p_value(channel, numbers, best, statistic, (freedom, possible - 1))
    return GoodnessOfFit(statistic, p_value, freedom, ranges, method)


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


def _range(channel: Channel, counts: tuple[int, ...], i: int) -> ReportRange:
    low, high = min(channel.rows[i]), max(channel.rows[i])
    n = sum(counts)
    share = Fraction(counts[i], sum(counts))
    tail = 1.0
    if share < low:
        tail = binomial_tails(counts[i], n, float(low))[0]
    elif share > high:
        tail = binomial_tails(counts[i], n, float(high))[1]
    # Of two reports the shares add up to one: an end of one is an end of the other.
    ends = 2 if len(counts) == 2 else 2 * len(counts)
    return ReportRange(channel.reports[i], float(share), low, high, min(1.0, ends * tail))


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
