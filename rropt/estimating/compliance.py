"""Do the reports come from this design, and its people follow the table? Fit, and cheaters.

Cheaters are one more truth, whose column is the safe report for sure. One table with as many
reports as truths cannot tell them from the others; two tables with different safe reports, or more
reports, can (Clark and Desharnais 1998). Where they are not identified, the estimate is a range:
every distribution that gives the likeliest reports.

Whether reports are compatible with the design at all is asked without a reason in mind: refusal,
cheating, a wrong device. Whatever the truth is, their distribution is a mixture of the channel's
columns, so report i has a probability between `min_j C_ij` and `max_j C_ij`.
Two questions are asked:

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
from rropt.estimating.calibrated_limits import regular
from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.identification import identified
from rropt.estimating.intervals import Interval, binomial_tails
from rropt.estimating.likelihood_contrast import LikelihoodContrast, ratio_test
from rropt.estimating.likelihood_estimate import LikelihoodEstimate, likelihood_estimate
from rropt.estimating.pooled_designs import pooled_design
from rropt.estimating.quantiles import chi_square_tail
from rropt.estimating.reference_drops import SAME, fit_reference
from rropt.estimating.unbiased_linear import report_counts
from rropt.exact import InputError, exact_vector, probability

CHEATER = "cheater"


def with_cheaters(channel: Channel, safe: Any) -> Channel:
    """The table with one more truth, `cheater`, that always gives the report labelled `safe`.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> [[str(x) for x in row] for row in with_cheaters(warner, "no").rows]
    [['3/4', '1/4', '1'], ['1/4', '3/4', '0']]
    """
    place = report_place(channel, safe)
    rows = [[*row, Fraction(int(i == place))] for i, row in enumerate(channel.rows)]
    return Channel.from_rows(rows, channel.reports, [*channel.truths, CHEATER])


def with_stated_cheaters(channel: Channel, safe: Any, share: Any) -> Channel:
    """The table of a population in which this share cheats: the truths are those of the others.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> [[str(x) for x in row] for row in with_stated_cheaters(warner, "no", "1/5").rows]
    [['4/5', '2/5'], ['1/5', '3/5']]
    """
    place, cheating = report_place(channel, safe), probability(share, "share")
    if cheating == 1:
        raise InputError("share must be below 1: somebody must follow the table")
    rows = [
        [(1 - cheating) * x + cheating * int(i == place) for x in row]
        for i, row in enumerate(channel.rows)
    ]
    return Channel.from_rows(rows, channel.reports, channel.truths)


def cheating_estimate(
    channels: Sequence[Channel], counts: Sequence[Iterable[Any]], safe: Sequence[Any]
) -> LikelihoodEstimate:
    """The likeliest truths and share of cheaters, from one sample a table; `safe` is one a table.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> other = Channel.from_rows([["1/4", "3/4"], ["3/4", "1/4"]], ["no", "yes"])
    >>> found = cheating_estimate([warner, other], [[680, 320], [440, 560]], ["no", "no"])
    >>> found.value.round(6).tolist()
    [0.68, 0.2, 0.12]
    """
    if len(safe) != len(channels):
        raise InputError(f"safe must be one a channel, got {len(safe)} for {len(channels)}")
    extended = [with_cheaters(c, label) for c, label in zip(channels, safe, strict=True)]
    return likelihood_estimate(*pooled_design(extended, counts))


def compliance_test(answer: LikelihoodEstimate) -> HypothesisTest:
    """Does nobody cheat? `answer` comes from `cheating_estimate`, where cheaters are identified.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> other = Channel.from_rows([["1/4", "3/4"], ["3/4", "1/4"]], ["no", "yes"])
    >>> found = cheating_estimate([warner, other], [[680, 320], [440, 560]], ["no", "no"])
    >>> compliance_test(found).p_value < 0.01
    True
    """
    return ratio_test(answer.contrast([int(t == CHEATER) for t in answer.channel.truths]), 0)


@dataclass(frozen=True)
class IdentifiedRange:
    """The values that the likeliest reports allow, and an interval that covers them."""

    low: float
    high: float
    interval: Interval


def identified_range(
    answer: LikelihoodEstimate, contrast: Iterable[Any], level: Any = "0.95"
) -> IdentifiedRange:
    """What is known of a contrast that need not be identified.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> found = cheating_estimate([warner], [[600, 400]], ["no"])
    >>> known = identified_range(found, [0, 1, 0])
    >>> round(known.low, 4), round(known.high, 4), known.interval.low < known.low
    (0.3, 0.5333, True)
    """
    from scipy.optimize import linprog

    coefficients = exact_vector(contrast, "contrast")
    if len(coefficients) != answer.channel.shape[1]:
        raise InputError(f"contrast must have {answer.channel.shape[1]} entries")
    model = answer.model
    system = np.concatenate([model.rows, model.groups])
    right = np.append(model.rows @ model.maximum, 1.0)
    objective = np.array([float(c) for c in coefficients])
    ends = [
        sign * linprog(sign * objective, A_eq=system, b_eq=right, method="highs").fun
        for sign in (1, -1)
    ]
    interval = LikelihoodContrast(model, (coefficients,)).interval(level, "profile")
    low, high = min(ends), max(ends)
    return IdentifiedRange(low, high, interval)


@dataclass(frozen=True)
class StatedShare:
    """What an estimate becomes if this share cheats."""

    share: Fraction
    value: float
    interval: Interval
    fits: float


def cheating_sensitivity(
    channel: Channel,
    counts: Iterable[Any],
    safe: Any,
    shares: Iterable[Any],
    contrast: Iterable[Any],
    level: Any = "0.95",
) -> tuple[StatedShare, ...]:
    """The contrast among those who follow the table, for each stated share of cheaters.

    `fits` is the p-value of the fit: a share that the reports contradict is seen there.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> found = cheating_sensitivity(warner, [600, 400], "no", [0, "1/10"], [0, 1])
    >>> [round(each.value, 4) for each in found]
    [0.3, 0.3889]
    """
    coefficients, numbers = exact_vector(contrast, "contrast"), tuple(counts)
    found = []
    for share in exact_vector(shares, "shares"):
        table = with_stated_cheaters(channel, safe, share)
        answer = likelihood_estimate(table, numbers).contrast(coefficients)
        fits = goodness_of_fit(table, numbers).p_value
        found.append(StatedShare(share, answer.value, answer.interval(level), fits))
    return tuple(found)


def report_place(channel: Channel, safe: Any) -> int:
    """The place among the reports of the one that cheaters give."""
    label = str(safe)
    if label not in channel.reports:
        raise InputError(
            f"noncompliance must be one of {', '.join(channel.reports)}, got {label!r}"
        )
    return channel.reports.index(label)


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
    best = likelihood_estimate(channel, numbers)
    statistic = _likelihood_ratio(best)
    if len(numbers) == 2:
        p_value, method = min(r.p_value for r in ranges), "exact binomial"
    else:
        p_value, method = _reference(best, statistic, freedom, possible - 1)
    return GoodnessOfFit(statistic, p_value, freedom, ranges, method)


def _reference(
    best: LikelihoodEstimate, statistic: float, freedom: int, free_reports: int
) -> tuple[float, str]:
    """The p-value of G^2 and how it was found."""
    point = best.maximum.value
    if statistic <= SAME:
        return 1.0, "perfect fit"
    if regular(best.model, point):
        tail = chi_square_tail(statistic, freedom if point.min() > 0 else free_reports)
        return tail, "chi-square"
    drawn = fit_reference(best.model, point)
    p_value = drawn.at_least(statistic)
    if not drawn.exact and statistic > drawn.drops[-1]:
        p_value = min(p_value, chi_square_tail(statistic, free_reports))
    return min(1.0, p_value), "exact" if drawn.exact else f"{len(drawn.drops)} drawn surveys"


def _range(channel: Channel, counts: tuple[int, ...], i: int) -> ReportRange:
    low, high = min(channel.rows[i]), max(channel.rows[i])
    n, share = sum(counts), Fraction(counts[i], sum(counts))
    tail = 1.0
    if share < low:
        tail = binomial_tails(counts[i], n, float(low))[0]
    elif share > high:
        tail = binomial_tails(counts[i], n, float(high))[1]
    ends = 2 if len(counts) == 2 else 2 * len(counts)
    return ReportRange(channel.reports[i], float(share), low, high, min(1.0, ends * tail))


def _likelihood_ratio(best: LikelihoodEstimate) -> float:
    """G^2, with the maximum replaced by the proved bound `log-likelihood + gap`.

    As shares and probabilities q both add up to one, it is `2 n sum_i q_i h(share_i / q_i - 1)`
    with h(t) = (1 + t) log(1 + t) - t >= 0: nothing cancels, however many reports there are.
    """
    found, total = best.maximum, best.n
    expected = best.channel.report_distribution(found.distribution)
    cells = zip(best.counts, expected, strict=True)
    apart = sum(_divergence(Fraction(n, total), Fraction(q)) for n, q in cells if q)
    return max(0.0, 2 * (total * apart - float(found.gap)))


def _divergence(share: Fraction, q: Fraction) -> float:
    """share log(share / q) - share + q, by the series of (1 + t) log(1 + t) - t near 0.

    >>> _divergence(Fraction(1, 4), Fraction(1, 4)), _divergence(Fraction(0), Fraction(1, 4))
    (0.0, 0.25)
    """
    t = share / q - 1
    if abs(t) < SERIES_BELOW:
        return float(q) * sum(float(-t) ** k / (k * (k - 1)) for k in range(2, 12))
    logarithm = log((1 + t).numerator) - log((1 + t).denominator) if share else 0.0
    return float(share) * logarithm + float(q - share)
