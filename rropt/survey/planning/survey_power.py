"""A planned survey: variances, powers in the limit and of the tests themselves, margins.

Outcomes are enumerated where the likely ones can be listed, otherwise drawn; the decision on each
of them is that of the test of a contrast, or of `distribution_test`: the chi-square or normal
cutoff, and where reports are few also the enumerated or drawn distribution at the hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import expm1, log1p, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.exact import InputError, gamma_from_epsilon
from rropt.survey.identification import exact_left_inverse, left_inverse
from rropt.survey.likelihood_estimate import LikelihoodContrast
from rropt.survey.ratio_hypothesis import (
    RatioHypothesis,
    ValueTest,
    has_closed_forms,
    restricted_to,
    truth_held,
)
from rropt.survey.reference_drops import (
    drawn,
    likely_outcomes,
    maxima,
    outcomes_of_group,
)
from rropt.survey.sampled_likelihood import SampledLikelihood


def k_randomized_response(categories: int, epsilon: Any) -> Channel:
    """The k-ary randomized response at a rational gamma just below e^epsilon.

    >>> k_randomized_response(3, "ln(2)").rows[0]
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    """
    gamma = gamma_from_epsilon(epsilon).lo
    total = gamma + categories - 1
    span = range(categories)
    return Channel.from_rows([[(gamma if i == j else 1) / total for j in span] for i in span])


def proportion_variance(channel: Channel, share: Fraction) -> Fraction:
    """n times the variance of the efficient unbiased estimate of a share: `holohan/cor-1`."""
    require_two_truths(channel)
    return truth_variances(channel, (1 - share, share))[1]


def require_two_truths(channel: Channel) -> None:
    """A share is that of the second of two truths."""
    if channel.shape[1] != 2:
        raise InputError(
            f"channel must have two truths for a proportion, got {channel.shape[1]}; "
            "give a prior for each of them"
        )


def truth_variances(channel: Channel, planned: tuple[Fraction, ...]) -> list[Fraction]:
    """n times the variance of each proportion: `sum_i L_ji^2 P(report i) - pi_j^2`."""
    reference = _positive(planned)
    inverse = exact_left_inverse(channel, reference)
    # The coefficients of a large table are rounded, and their variance is exact.
    if inverse is None:
        rounded = left_inverse(channel, reference).tolist()
        inverse = tuple(tuple(map(Fraction, row)) for row in rounded)
    shares = channel.report_distribution(planned)
    moments = [sum(x * x * p for x, p in zip(row, shares, strict=True)) for row in inverse]
    return [Fraction(moment) - p**2 for moment, p in zip(moments, planned, strict=True)]


def root(variance: Fraction) -> float:
    """The square root in doubles; a design that tells next to nothing is refused."""
    try:
        return sqrt(variance)
    except OverflowError:
        raise InputError("epsilon must be larger: the variance is beyond every double") from None


def _positive(planned: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The planned truth, or uniform where it leaves a category empty: weights must be positive."""
    return planned if all(planned) else (Fraction(1, len(planned)),) * len(planned)


def normal_power(
    effect: float, spreads: tuple[float, float], n: int, alpha: Fraction, sides: int
) -> float:
    """P(|Z| beyond the critical value), which the spread under the hypothesis sets."""
    normal = NormalDist()
    # The spread under the hypothesis sets what is rejected, the planned one how often.
    critical = -normal.inv_cdf(float(alpha) / sides) * spreads[0]
    distance = abs(effect) * sqrt(n)
    if spreads[1] == 0:
        return float(distance > critical)
    near = normal.cdf((distance - critical) / spreads[1])
    return near + (normal.cdf((-distance - critical) / spreads[1]) if sides == 2 else 0.0)


FAR = 1e12
"""A shift of chi-square that every test notices."""


def chi_square_power(planned: np.ndarray, null: np.ndarray, n: int, alpha: Fraction) -> float:
    """Pearson's test on the reports: non-central chi-square.

    One report that the hypothesis excludes rejects it; without any, the others are tested.

    >>> round(chi_square_power(np.array([0.99, 0.01]), np.array([1.0, 0.0]), 2, Fraction(1, 20)), 6)
    0.0199
    """
    from scipy.special import chdtri, chndtr

    cells = null > 0
    excluded = min(1.0, float(planned[~cells].sum()))
    if excluded == 1:
        return 1.0
    # The chances of the others where no excluded report is seen.
    others = planned[cells] / (1 - excluded)
    with np.errstate(over="ignore"):
        shift = float(((others - null[cells]) ** 2 / null[cells]).sum())
    if shift == 0 and not excluded:
        raise InputError("null must give other report probabilities than the prior")
    freedom = int(cells.sum()) - 1
    power = 0.0
    if freedom:
        power = 1 - float(
            chndtr(float(chdtri(freedom, float(alpha))), freedom, min(n * shift, FAR))
        )
    # An excluded report is seen, or the others reject, counted as if they were all n.
    return 1 - (1 - seen_once(excluded, n)) * (1 - power)


def seen_once(chance: float, n: int) -> float:
    """The probability that what has this chance is seen at least once in n reports.

    >>> round(seen_once(0.1, 22), 4)
    0.9015
    """
    return -expm1(n * log1p(-chance)) if chance < 1 else 1.0


def excluded_share(channel: Channel, planned: Fraction, null: Fraction) -> float:
    """The share of reports, at the planned proportion, that the hypothesis excludes."""
    expected = channel.report_distribution((1 - planned, planned))
    excluded = channel.report_distribution((1 - null, null))
    return float(sum(p for p, q in zip(expected, excluded, strict=True) if not q))


MOST_QUICK, MOST_SLOW = 200_000, 10_000
"""Outcomes that are listed: with closed forms two groups of up to 3000 reports each or 400 reports
of three kinds, 0.1 s; without them 0.3 s."""

MOST_OF_A_GROUP = 1_000
"""Counts of each of two groups of two reports, some 8,000 reports each: 20 ms."""

DRAWS_IF_QUICK, DRAWS = 50_000, 10_000
"""Surveys drawn where outcomes are more: standard errors of 0.0018 and 0.004, in 0.2 s."""

LEAST_LISTED = 1e-11
"""Of a risk: so few outcomes that are not listed have less together."""

MOST_HELD, ROUNDING = 2_000, 1e-12
"""Outcomes of which a margin is enumerated: 2,000 reports of two kinds, 62 of three."""

JUMPS_OF_COUNTS, JUMPS_OF_SEVERAL = 8.0, 1.0
"""The jumps of Warner at 3900 span 1.2 square roots of n, those of two groups of 270 half of one:
odd and even numbers."""

SEED = 0
"""The same plan has the same power."""


@dataclass(frozen=True)
class Power:
    """The chance of rejecting, and two standard errors of it; 0 if it was enumerated.

    `jumps` says how far an enumerated one goes up and down with n, in square roots of n.
    """

    value: float
    error: float
    jumps: float = 0.0


@dataclass(frozen=True, eq=False)
class PlannedTest:
    """The survey as it is planned, the planned truth, and a test of its outcomes.

    `judged` says of each outcome the side of the hypothesis on which it is, by its sign, and its
    p-value, which a rejected one has at most at `risk`. `quick` says that it has closed forms.
    """

    model: SampledLikelihood
    truth: np.ndarray
    judged: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
    risk: float
    quick: bool = False

    def rejects(self, outcomes: np.ndarray) -> np.ndarray:
        """Which outcomes, one a row, are rejected."""
        return self._side(outcomes) != 0

    def _side(self, outcomes: np.ndarray) -> np.ndarray:
        """1 and -1 where an outcome is rejected as too high and as too low, 0 elsewhere."""
        signed, p_values = self.judged(outcomes)
        return np.where(p_values <= self.risk, np.sign(signed), 0)

    def power(self) -> Power:
        """The chance that the hypothesis is rejected."""
        if self.quick and len(self.model.sizes) == 2:
            value = self._of_two_counts()
            if value is not None:
                return Power(value, 0.0, JUMPS_OF_SEVERAL)
        listed = likely_outcomes(self.model, self.truth, MOST_QUICK if self.quick else MOST_SLOW)
        if listed is None:
            return self.drawn_power(DRAWS_IF_QUICK if self.quick else DRAWS, SEED)
        outcomes, chances = listed
        value = min(1.0, float(chances[self.rejects(outcomes)].sum()))
        alone = JUMPS_OF_COUNTS if outcomes.shape[1] == 2 else JUMPS_OF_SEVERAL
        return Power(value, 0.0, alone)

    def _of_two_counts(self) -> float | None:
        """Of two groups of two reports; None where they are too many, or weighted.

        With a count of one group fixed the root of R rises or falls all along the other's: as that
        count grows its own maximum passes the restricted one once, and R has its sign from there.
        So halving finds up to where counts are too low, and from where on too high.
        """
        parts = []
        of_reports = self.model.of_reports(self.model.rows @ self.truth)
        for size, chances in zip(self.model.sizes, of_reports, strict=True):
            whole_counts = size % 1 == 0 and len(chances) == 2
            part = outcomes_of_group(int(size), chances, MOST_OF_A_GROUP) if whole_counts else None
            if part is None:
                return None
            parts.append(part)
        (first, first_logs), (second, second_logs) = parts

        def side(places: np.ndarray) -> np.ndarray:
            return self._side(np.concatenate([first, second[places]], axis=1))

        last = len(second) - 1
        every = np.zeros(len(first), dtype=int)
        if side(every).sum() > side(every + last).sum():
            second, second_logs = second[::-1], second_logs[::-1]
        # The places before which outcomes are too low, and from which on they are too high.
        low = _first_place(lambda places: side(places) >= 0, every, last)
        high = _first_place(lambda places: side(places) > 0, every, last)
        summed = np.concatenate([[0.0], np.cumsum(np.exp(second_logs))])
        return min(1.0, float(np.exp(first_logs) @ (summed[low] + summed[-1] - summed[high])))

    def drawn_power(self, surveys: int, seed: int) -> Power:
        """The same by drawn surveys."""
        outcomes = drawn(self.model, self.truth, surveys, np.random.default_rng(seed))
        value = float(self.rejects(outcomes).mean())
        return Power(value, 2 * sqrt(value * (1 - value) / surveys))


def _first_place(
    holds: Callable[[np.ndarray], np.ndarray], every: np.ndarray, last: int
) -> np.ndarray:
    """For each row the place from which on it holds; last + 1 where it never does."""
    low = every
    high = every + last + 1
    while (low < high).any():
        middle = (low + high) // 2
        reached = holds(np.minimum(middle, last)) | (middle > last)
        low, high = np.where(reached, low, middle + 1), np.where(reached, middle, high)
        low = np.minimum(low, high)
    return low


def planned_model(
    channels: tuple[Channel, ...], sizes: tuple[int, ...], truth: np.ndarray
) -> SampledLikelihood:
    """The likelihood of surveys of these sizes whose reports are as expected at the truth."""
    parts = np.split(truth, np.cumsum([channel.shape[1] for channel in channels])[:-1])
    groups = zip(channels, sizes, parts, strict=True)
    counts = tuple(float(size) * (channel.to_numpy() @ part) for channel, size, part in groups)
    return SampledLikelihood(channels, counts, truth)


def value_decisions(
    model: SampledLikelihood,
    truth: np.ndarray,
    null: np.ndarray,
    contrast: np.ndarray,
    alpha: Fraction,
    sides: int,
) -> PlannedTest:
    """The test that a contrast has its value at `null`, one-sided on the side of `truth`."""
    value = float(contrast @ null)
    held = RatioHypothesis(model, null, 0.0, restricted_to(model, contrast, value))
    of_truth = 1 if contrast @ truth > value else -1
    test = ValueTest(held, contrast, value, of_truth if sides == 1 else 0)
    law = None if held.is_limit_near else held.reference()

    def judged(outcomes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        roots = test.roots(*held.drops_of(outcomes))
        p_values = test.limit(roots)
        return roots, p_values if law is None else np.maximum(p_values, test.tail(law, roots))

    return PlannedTest(model, truth, judged, float(alpha), has_closed_forms(model))


def distribution_decisions(
    model: SampledLikelihood, truth: np.ndarray, null: np.ndarray, freedom: int, alpha: Fraction
) -> PlannedTest:
    """The test that the distribution is `null`."""
    from scipy.special import chdtrc

    held = truth_held(model, null)
    law = None if held.is_regular else held.reference()

    def judged(outcomes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        drops, _ = held.drops_of(outcomes)
        return drops, chdtrc(freedom, drops) if law is None else law.at_least(drops)

    return PlannedTest(model, truth, judged, float(alpha))


def least_deviation(n: int, chance: float, level: float) -> float:
    """How far from n chance a binomial count is, but for the risk of the level.

    0 where there are too many counts to list, or the risk is that of what is not listed.

    >>> round(least_deviation(4, 0.5, 0.8), 6), round(least_deviation(4, 0.5, 0.9), 6)
    (1.0, 2.0)
    """
    listed = outcomes_of_group(n, np.array([chance, 1 - chance]), MOST_HELD)
    if listed is None or 1 - level < LEAST_LISTED:
        return 0.0
    outcomes, logarithms = listed
    return least_kept(abs(outcomes[None, :, 0] - n * chance), np.exp(logarithms), 1 - level)


def least_kept(away: np.ndarray, chances: np.ndarray, risk: float) -> float:
    """The least distance that outcomes with these chances keep, the largest of all rows.

    >>> round(least_kept(np.array([[0.0, 2.0, 1.0]]), np.array([0.5, 0.1, 0.4]), 0.1), 6)
    1.0
    """
    order = np.argsort(-away, axis=1)
    # From the farthest on: small chances are added up before larger ones.
    often = np.take_along_axis(np.broadcast_to(chances, away.shape), order, axis=1)
    beyond = (np.cumsum(often, axis=1) <= risk).sum(axis=1, keepdims=True)
    kept = np.take_along_axis(away, np.take_along_axis(order, beyond, axis=1), axis=1)
    return float(kept.max()) * (1 + ROUNDING)


@dataclass(frozen=True, eq=False)
class PlannedEstimates:
    """The survey as it is planned, the planned truth, and the contrasts, one a row."""

    model: SampledLikelihood
    truth: np.ndarray
    contrasts: np.ndarray

    def held_margins(
        self, margin: float, surveys: int, seed: int, simultaneous: bool = False
    ) -> float:
        """The part of drawn surveys in which the estimates are as near to the truth as this.

        All of them, or the one that is so least often.
        """
        outcomes = drawn(self.model, self.truth, surveys, np.random.default_rng(seed))
        return float((self._away(outcomes, simultaneous) <= margin).mean(axis=1).min())

    def least_held(self, level: float, simultaneous: bool = False) -> float:
        """The least margin that so many surveys hold; 0 where outcomes are too many to list."""
        listed = likely_outcomes(self.model, self.truth, MOST_HELD)
        if listed is None or 1 - level < LEAST_LISTED:
            return 0.0
        outcomes, chances = listed
        return least_kept(self._away(outcomes, simultaneous), chances, 1 - level)

    def _away(self, outcomes: np.ndarray, simultaneous: bool) -> np.ndarray:
        """How far each survey's estimates are from the truth: a row a number, or the farthest."""
        found = maxima(self.model, outcomes / self.model.total)
        away = np.abs(self.contrasts @ (found - self.truth).T)
        return away.max(axis=0, keepdims=True) if simultaneous else away

    def half_width(self, level: Fraction, method: str) -> float:
        """The widest of the intervals that `estimate` reports if the reports are as expected."""
        widths = []
        for row in self.contrasts:
            groups = row.reshape(len(self.model.channels), -1).tolist()
            coefficients = tuple(tuple(map(Fraction, group)) for group in groups)
            contrast = LikelihoodContrast(self.model, coefficients)
            widths.append(contrast.interval(level, method).width)
        return max(widths) / 2
