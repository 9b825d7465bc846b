"""A hypothesis about the truths of sampled groups, and the likelihood ratio by which it is judged.

    R = 2 (max l - max l under the hypothesis)

is chi-square with as many degrees of freedom as it has equations. Where reports are few or the
truth is near the boundary, R is enumerated or drawn at the likeliest truth under the hypothesis (a
parametric bootstrap). What decides is the information at that truth: the reports expected of each
kind, the distance from the boundary in standard errors.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import exp, inf, log

import numpy as np

from rropt.exact import several
from rropt.survey.group_maxima import SAME, Shares, line_maxima, loose_maxima
from rropt.survey.quantiles import chi_square_tail, normal_cdf
from rropt.survey.quantities import HypothesisTest
from rropt.survey.reference_drops import (
    ReferenceDrops,
    drops_between,
    in_order,
    maxima,
    outcomes_at,
    signed_roots,
    two_each,
)
from rropt.survey.sampled_likelihood import SampledLikelihood

ENOUGH = 20
"""Expected reports of every kind from which the chi-square cutoff keeps 0.93 to 0.97 (measured for
binomial and Poisson counts: 0.930 to 0.963 from 10, 0.939 to 0.961 from 20)."""

MOST_DRAWN = 1e15
"""Beyond so many reports a double does not hold their number."""

CLEAR = 3.0
"""Standard errors from the boundary at which the chi-square cutoff does not notice it."""

DRAWS, DRAWS_OF_TWO = 1999, 9999
"""Outcomes drawn for a p-value or a limit, the second with closed forms: 20 ms of two truths, 40 of
five, where 0.95 has a standard error of 0.005; with 1000 one in twenty limits would be beyond 0.936
to 0.964."""

MANY, ONCE = 8, 1.0
"""Truths and expected reports of every kind beyond which that nobody is of one truth is judged by
its limit: it rejected 0.011 to 0.057 at 0.05 (9, 12 and 50 truths, even, falling and absent shares,
100 to 5000 reports), a Poisson count at most 0.07. To draw took 2 s for 50 truths. Where reports
are rarer, of a count of 0.1, it would reject 0.1."""

FEW_DRAWS, LARGE = 199, 0.2
"""Of more than MANY truths so few outcomes are drawn, and more if they tell no larger chance: its
standard error is 0.03. Of 50 truths they take 0.4 s in place of 4."""

TINY = 1e-12
"""Below it an entry of a direction of length one is the rounding of zero."""

Maximiser = Callable[[Shares], np.ndarray]
"""For shares of reports, one outcome a row, the likeliest points under a hypothesis."""


@dataclass(frozen=True, eq=False)
class RatioHypothesis:
    """What the truths are restricted to, and how far the reports are from it.

    `truth` is the likeliest one under the hypothesis, `drop` is R; it is `composite` where it is
    not one truth or one value.
    """

    model: SampledLikelihood
    truth: np.ndarray
    drop: float
    restricted: Maximiser
    composite: bool = False

    @cached_property
    def is_regular(self) -> bool:
        """Whether R is chi-square, nearly."""
        return regular(self.model, self.truth)

    @property
    def is_limit_near(self) -> bool:
        """Whether the limit of a value's test needs no guard: two truths have their mixture at a
        boundary."""
        if len(self.model.centre) > 2 or self.model.total > MOST_DRAWN:
            return self.is_regular
        return float((self.model.total * self.model.expected_shares(self.truth)).min()) >= ENOUGH

    @property
    def draws(self) -> tuple[int, ...]:
        """Outcomes that are drawn: of many truths first a few, and more if they tell no chance."""
        # The maxima of equal groups have no closed form: 9,999 draws of twenty took a minute.
        own = DRAWS if self.composite or not has_closed_forms(self.model) else DRAWS_OF_TWO
        return (FEW_DRAWS, own) if len(self.model.centre) > MANY else (own,)

    def reference(self, repetitions: int | None = None) -> ReferenceDrops:
        """How R is distributed at the likeliest truth, by so many draws where it is not listed."""
        count = self.draws[-1] if repetitions is None else repetitions
        outcomes, chances, exact = outcomes_at(self.model, self.truth, count)
        drops, tops = self.drops_of(outcomes)
        return in_order(drops, chances, exact, tops)

    def drops_of(self, outcomes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """R of each outcome, one a row, and its likeliest point."""
        shares = outcomes / outcomes.sum(axis=1, keepdims=True)
        tops = maxima(self.model, shares)
        points = self.restricted(shares)
        rows = self.model.rows.T
        return drops_between(outcomes, tops @ rows, points @ rows), tops

    def test(self, freedom: int) -> HypothesisTest:
        """By chi-square with so many degrees of freedom, or else by the reference."""
        if self.is_regular:
            method = f"likelihood ratio, {several(freedom, 'degree')} of freedom"
            return HypothesisTest(self.drop, chi_square_tail(self.drop, freedom), method)
        p_value, known = self.by_reference(freedom=freedom if self.composite else None)
        return HypothesisTest(self.drop, p_value, f"likelihood ratio, {known}")

    def guarded(
        self, plain: HypothesisTest, tail: Callable[[ReferenceDrops], float] | None = None
    ) -> HypothesisTest:
        """The test of the limit, or the reference's where that has the larger p-value.

        So neither the limit nor the draw rejects alone. `tail` is the chance of what is as extreme
        as the reports, by default of as large a drop.
        """
        if self.is_limit_near or plain.p_value >= 1:
            return plain
        p_value, known = self.by_reference(tail)
        if p_value <= plain.p_value:
            return plain
        return HypothesisTest(self.drop, p_value, f"likelihood ratio, {known}")

    def by_reference(
        self,
        tail: Callable[[ReferenceDrops], float] | None = None,
        freedom: int | None = None,
    ) -> tuple[float, str]:
        """The p-value, and how it is known; `freedom` is that of a chi-square that bounds it."""
        for draws in self.draws:
            reference = self.reference(draws)
            chance = float(reference.at_least(self.drop) if tail is None else tail(reference))
            # No draw is as extreme: drawn chances end at 1 / (draws + 1), a bound may be less.
            if not reference.exact and self.drop > reference.drops[-1] + SAME:
                chance = min(chance, self._tail_bound(freedom))
            if chance > LARGE:
                break
        known = "exact" if reference.exact else f"{len(reference.drops)} drawn surveys"
        return min(1.0, chance), known

    def _tail_bound(self, freedom: int | None) -> float:
        """Of the p-value, where no drawn outcome is as extreme.

        Under one truth P(R >= r) <= e^-x (e x / d)^d for x = r / 2 > d, d the reports that are free
        (Agrawal 2020). Of a composite one it is the chi-square tail that bounds mixtures.
        """
        if freedom is not None:
            return chi_square_tail(self.drop, freedom)
        half = self.drop / 2
        # The counts of a group add up to its size.
        free = sum(int(used.sum()) - 1 for used in self.model.given)
        if half == inf:
            return 0.0
        return exp(free * (1 + log(half / free)) - half) if half > free else inf


def regular(model: SampledLikelihood, point: np.ndarray) -> bool:
    """Whether every report is expected often and every truth is clear of zero at a point."""
    if model.total > MOST_DRAWN:
        return True
    expected = model.total * model.expected_shares(point)
    if expected.min() < ENOUGH:
        return False
    errors = np.sqrt(np.maximum(np.diag(model.expected_covariance(point)), 0))
    return bool(np.all(point > CLEAR * errors))


def mixture_is_near(held: RatioHypothesis, contrast: np.ndarray, value: float) -> bool:
    """Whether the value says that nobody is of one truth of many, whose test has its limit.

    >>> from rropt.channel import Channel
    >>> counts = np.full(9, 2.0)
    >>> model = SampledLikelihood((Channel.identity(9),), (counts,), counts / 18)
    >>> last = np.eye(9)[-1]
    >>> mixture_is_near(value_held(model, last, 0.0), last, 0.0)
    False
    """
    model = held.model
    if len(model.channels) > 1 or len(contrast) <= MANY:
        return False
    low, high = model.extremes(contrast)
    possible = model.face(contrast, 1 if value == high else -1).sum()
    # All truths but one remain possible at the value: it says that the share of one is 0.
    if value not in (low, high) or possible < len(contrast) - 1:
        return False
    return bool((model.total * model.expected_shares(held.truth)).min() >= ONCE)


SIDES = {"two-sided": 0, "greater": 1, "less": -1}
"""Where values are that speak for an alternative."""


@dataclass(frozen=True, eq=False)
class ValueTest:
    """Whether a contrast has the value that is held, by the root of R.

    The root has the sign of how far the likeliest value is above; `side` is where an alternative
    is, 0 on both sides.
    """

    held: RatioHypothesis
    contrast: np.ndarray
    value: float
    side: int

    def roots(self, drops: np.ndarray, tops: np.ndarray) -> np.ndarray:
        """Of the likeliest points of outcomes, one a row."""
        return np.asarray(signed_roots(drops, tops, self.contrast, self.value))

    @np.errstate(under="ignore")  # far out they are zero, whatever numpy is told to do
    def limit(self, roots: np.ndarray) -> np.ndarray:
        """The p-values of large numbers of reports: the root is a standard normal variable."""
        tails = np.vectorize(normal_cdf, otypes=[float])
        low, high = self.held.model.extremes(self.contrast)
        if self.value in (low, high):
            # At an end R is 0 with the chance 1/2: the p-value is half of the chi-square tail.
            outwards = self.side == (-1 if self.value == low else 1)
            away = np.zeros(len(roots)) if outwards else np.abs(roots)
            return np.where(away**2 <= SAME, 1.0, tails(-away))
        return np.asarray(tails(-self.side * roots) if self.side else 2 * tails(-np.abs(roots)))

    def tail(self, reference: ReferenceDrops, roots: np.ndarray) -> np.ndarray:
        """The p-values where R is distributed like this."""
        if not self.side:
            return np.asarray(reference.at_least(roots**2))
        signed = reference.signed(self.contrast, self.value, self.side)
        return np.asarray(signed.at_least(self.side * roots))


def truth_held(model: SampledLikelihood, truth: np.ndarray) -> RatioHypothesis:
    """The hypothesis that the whole distribution is this one."""
    return held_to(model, lambda shares: np.broadcast_to(truth, (len(shares), len(truth))))


def value_held(model: SampledLikelihood, contrast: np.ndarray, value: float) -> RatioHypothesis:
    """The hypothesis that a contrast has this value, one of those that it can have.

    >>> from rropt.channel import Channel
    >>> model = SampledLikelihood((Channel.identity(2),), (np.array([3, 1]),), np.array([3, 1]) / 4)
    >>> half = value_held(model, np.array([0.0, 1.0]), 0.5)
    >>> half.truth.tolist(), round(half.drop, 4), value_held(model, np.array([0.0, 1.0]), 0.0).drop
    ([0.5, 0.5], 1.0465, inf)
    """
    restricted = restricted_to(model, contrast, value)
    low, high = model.extremes(contrast)
    if not low < value < high:
        return held_to(model, restricted)
    # Found to all digits: an end of an interval is where its drop is a cutoff.
    truth, _ = model.profile(contrast[None], np.array([value]))
    return RatioHypothesis(model, truth[0], float(model.drop(truth)[0]), restricted)


def held_to(
    model: SampledLikelihood, restricted: Maximiser, composite: bool = False
) -> RatioHypothesis:
    """The hypothesis under which these are the likeliest points for shares of reports."""
    truth = restricted(model.shares)
    return RatioHypothesis(model, truth[0], float(model.drop(truth)[0]), restricted, composite)


def restricted_to(model: SampledLikelihood, contrast: np.ndarray, value: float) -> Maximiser:
    """For shares of reports, the likeliest points where the contrast has the value."""
    low, high = model.extremes(contrast)
    if value in (low, high):
        # An extreme value is reached by the truths of a face alone.
        face = model.face(contrast, 1 if value == high else -1)
        return lambda shares: model.largest_on(face, shares)
    start = model.inside(contrast, value)
    # Of two truths one point alone has the value.
    if len(start) == 2:
        return lambda shares: np.broadcast_to(start, (len(shares), 2))
    equations = np.concatenate([model.groups, model.from_end(contrast, value)[None]])
    if one_is_free(model):
        first, last = _line_through(start, equations)
        return lambda shares: line_maxima(model.rows, shares, first, last)
    return lambda shares: loose_maxima(model.rows, shares, equations, start, model.total)


def one_is_free(model: SampledLikelihood) -> bool:
    """Whether a value of a contrast leaves one unknown: three truths, or two groups of two."""
    return len(model.centre) - len(model.groups) == 2


def has_closed_forms(model: SampledLikelihood) -> bool:
    """Whether a value leaves at most one unknown, and groups have two truths each."""
    return two_each(model) and (len(model.centre) == 2 or one_is_free(model))


def _line_through(point: np.ndarray, equations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The ends of the line on which the equations hold as they do at a positive point."""
    # The last right singular vector spans what the equations leave free.
    direction = np.linalg.svd(equations)[2][-1]
    moving = np.abs(direction) > TINY
    steps = -point[moving] / direction[moving]
    first = point + steps[steps < 0].max() * direction
    last = point + steps[steps > 0].min() * direction
    return np.maximum(first, 0), np.maximum(last, 0)
