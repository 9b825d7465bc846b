"""Surveys that are drawn from a model: the law of a likelihood ratio where chi-square misses.

Where reports tell little, 2 (max l - max l with the coefficient at its true value) is larger than
chi-square says: of 200 reports through a table that keeps three truths with probability 0.6, its
95% quantile is 5.1 and not 3.84, and intervals by chi-square cover 90%. The quantile in surveys
drawn near the fit, with the same covariates and tables, follows it.

Few reports of a rare kind are another matter: their number jumps, and surveys near the fit do not
tell what is likely at another value. Of 20 and 200 reports that reveal a trait chi-square covers
the difference of the groups' log-odds in 0.906 to 0.95, the quantile near the fit in 0.908. There
an end moves outwards to the first value at which the ratio is among the largest of surveys that are
drawn from the model that has the value and is likeliest otherwise. No end moves inwards.

What decides is the information: the standard error of the log-odds that the fit gives to its rows,
and how unevenly the rows make up a coefficient. The surveys are drawn where the likelihood and a
little direct knowledge are largest together, as if one more respondent of each truth had been asked
openly: a fit at infinity, or far out, would draw surveys in which nobody has the trait, and their
ratios are small.

A test of one coefficient is that of its interval: by the same surveys, or by those drawn at the
value, and never below the p-value of chi-square.

By surveys drawn at the value the test of a true slope rejected of 100 reports 0.053 (300 surveys, a
lie detector), 0.062 (260, cheaters), 0.064 and 0.032 (500, the two slopes of three truths), of 164
surveys of 50, 100 and 301 reports of three truths (kept with probability 0.6, slopes of 1 and 1/2)
0.061, 0.055 and 0.061 of the first slopes; default intervals covered 0.945, 0.951 and 0.945, where
chi-square covered 0.738, 0.817 and 0.914.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite, log, sqrt
from typing import Protocol, TypeGuard, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from rropt.exact import InputError
from rropt.survey.quantiles import chi_square_tail, normal_quantile
from rropt.survey.quantities import HypothesisTest
from rropt.survey.regression.fitted import Fitted, Together, inverse
from rropt.survey.regression.links import Array
from rropt.survey.regression.newton import (
    ALONE,
    ROWS_AT_ONCE,
    Likelihood,
    Maximum,
    Surveys,
    Which,
    highest_of,
    maxima_from,
    maximise,
    uphill,
)
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood
from rropt.survey.regression.restricted import (
    SIDES,
    free_beside,
    held_at,
    profile_end,
    profile_limits,
    ratio_of,
    unit,
)

LEAST_DRAWS, DRAWS = 199, 999
"""Surveys: their ordered ratios cut probability into 200 or 1,000 parts. By 199 a 95% quantile of
4.1 was drawn from 3.7 to 5.1 in one survey, and an end moved by a fifth of the interval."""

DRAWN_ROWS = 300_000
"""Of all surveys, where they are more than the least: a second."""

FEW_DRAWS, MOST_DRAWS = 99, 299
"""Surveys at an end: it stays at the few if they tell on which side of the risk the chance is, by
two standard errors. At the few one value in ten that has 0.09 would be rejected."""

ROUGHLY = 1e-7
"""Where searches in drawn surveys end: a step that promises so little of the log-likelihood moves
no ratio by a thousandth."""

SEEDS = 1e6
"""Of these parts of the log-likelihood, as far as all machines agree, each has its own draws. With
the same ones for all data the chance 0.087 of one value was drawn as 0.050, for whoever asked."""

ALIKE = 0.01
"""Ratios that differ by less are those of alike surveys."""

UNEVEN = 0.22
"""That of twenty reports of a rare kind. Up to an unevenness of 0.3 of the true model chi-square
covers 0.935 or more of the difference of two groups' log-odds (enumerated: 10 to 1,000 reports
each, six tables, all shares), up to 0.5 only 0.906; where a fit has 0.22 the truth can have it."""

ROWS_EACH, ROWS_TESTED = 5, 3
"""Rows a coefficient below which no surveys are drawn for intervals, and for tests. All intervals
of 50 rows and eleven coefficients of two randomized predictors take minutes. A test takes a second;
that of a covariate without effect, told openly beside them, rejects it in 0.05 of 150 surveys of 40
rows, chi-square in 0.33, its standard error in 0.63; of 270 of 60 rows in 0.04, 0.15 and 0.36."""

MOST_DRAWN = 20
"""Coefficients beyond which none are drawn: the intervals of 18 took a minute, of 38 many."""

STEP, MOST_STEPS = 1 / 4, 8
"""Between roots of the ratio, about, at which surveys are drawn. Two further out it is 15.7, which
no survey reaches: what is accepted there is a profile that has levelled off."""


@runtime_checkable
class Drawable(Likelihood, Protocol):
    """A likelihood whose model says how its data come about."""

    @property
    def drawable(self) -> bool:
        """Whether it says so of these data: each report counts once."""

    @property
    def uncertain(self) -> float:
        """The standard error of log-odds up to which chi-square is near enough."""

    def drawn(self, theta: Array, random: np.random.Generator, count: int) -> Surveys:
        """Those of so many surveys of other data, drawn from the model at the parameters."""

    def openly(self) -> tuple[tuple[slice, OutcomeLikelihood], ...]:
        """That of direct answers about whatever is hidden, each with the places that it is about.

        There is one answer of each category, spread over all rows.
        """


@dataclass(frozen=True)
class Calibration:
    """Whether chi-square is near enough for a fit, and its intervals by surveys where it is not."""

    fitted: Fitted

    @cached_property
    def wanted(self) -> bool:
        """Whether surveys are drawn for intervals."""
        return self._feasible(ROWS_EACH) and self._tells_little

    @cached_property
    def wanted_for_tests(self) -> bool:
        """Whether they are for tests."""
        return self._feasible(ROWS_TESTED) and self._tells_little

    @property
    def missed(self) -> bool:
        """Whether chi-square stands in for surveys that are too many to draw."""
        return self._tells_little and not self._feasible(ROWS_EACH)

    def _feasible(self, rows_each: int) -> bool:
        size = len(self.fitted.theta)
        return size <= MOST_DRAWN and self.fitted.likelihood.count >= rows_each * size

    @cached_property
    def _tells_little(self) -> bool:
        """Whether reports tell so little that chi-square is not near enough."""
        likelihood = self.fitted.likelihood
        if not is_drawable(likelihood):
            return False
        return log_odds_error(self.fitted) > likelihood.uncertain or self._uneven

    @cached_property
    def _uneven(self) -> bool:
        """Whether few rows make up a coefficient: then surveys are drawn at each end."""
        return unevenness(self.fitted) > UNEVEN

    def limits(self, place: int, level: float) -> tuple[float, float]:
        """The interval of a coefficient: draws widen the profile's, and narrow none."""
        _drawable(self.fitted)
        if self._uneven:
            low, high = (calibrated_end(self.fitted, place, level, side) for side in SIDES)
            return low, high
        # Weibull's rule, k / (n + 1), is exact for one more survey of the same law.
        drawn = float(np.quantile(self._ratios(place), level, method="weibull")) + 2 * self._missed
        return profile_limits(self.fitted, place, max(normal_quantile(level) ** 2, drawn))

    def test(self, fixed: dict[int, float]) -> HypothesisTest:
        """The likelihood-ratio test of some values, with the larger p-value of chi-square and drawn
        surveys; of one coefficient by those of its interval, so that both answer alike."""
        _drawable(self.fitted)
        ratio = max(0.0, ratio_of(self.fitted, fixed))
        if self._uneven or len(fixed) > 1:
            drawn, count = drawn_chance(self.fitted, fixed), MOST_DRAWS
        else:
            (place,) = fixed
            ratios = self._ratios(place)
            count = len(ratios)
            larger = int((ratios >= ratio - 2 * self._missed).sum())
            # Halfway between two orders, at which quantiles are.
            drawn = (larger + 1 / 2) / (count + 1)
        p_value = max(chi_square_tail(ratio, len(fixed)), drawn)
        said = f"likelihood ratio, {count} drawn surveys"
        return HypothesisTest(ratio, p_value, said, len(fixed))

    def _ratios(self, place: int) -> Array:
        """Likelihood ratios for one coefficient in drawn surveys, a plausible model being true."""
        if place not in self._known:
            surveys = drawn_surveys(self.fitted, self._truth, self._count)
            pairs = zip(surveys, self._tops, strict=True)
            ratios = [some.ratios(tops, [place], self._truth) for some, tops in pairs]
            self._known[place] = np.concatenate(ratios)
        return self._known[place]

    @cached_property
    def _known(self) -> dict[int, Array]:
        """Ratios of coefficients that were asked about."""
        return {}

    @cached_property
    def _truth(self) -> Array:
        """The coefficients from which the surveys are drawn that all intervals have."""
        return plausible(self.fitted, {})

    @cached_property
    def _missed(self) -> float:
        """By how much the fit is above the maximum that one start leads to, as in drawn surveys.

        Ratios are measured from that one, of the data as of drawn surveys.
        """
        there = SomeSurveys(_drawable(self.fitted), 1).tops(self._truth)
        return self.fitted.llf - float(there.evaluation.value[0])

    @property
    def _count(self) -> int:
        return min(max(DRAWN_ROWS // self.fitted.likelihood.count, LEAST_DRAWS), DRAWS)

    @cached_property
    def _tops(self) -> list[Maximum]:
        """The likeliest coefficients of each."""
        surveys = drawn_surveys(self.fitted, self._truth, self._count)
        return [some.tops(self._truth) for some in surveys]


def is_drawable(likelihood: Likelihood) -> TypeGuard[Drawable]:
    """Whether its model says how its data come about, and each report counts once."""
    return isinstance(likelihood, Drawable) and likelihood.drawable


def log_odds_error(fitted: Fitted) -> float:
    """The largest standard error of log-odds against a first category, root mean square of rows.

    Infinite where a coefficient is, or a share leaves the simplex.
    """
    if fitted.at_infinity.any() or fitted.unidentified.any():
        return inf
    covariance = fitted.covariance("observed")
    errors = [
        _error(part, fitted.theta[places], covariance[places, places])
        for places, part in _drawable(fitted).openly()
    ]
    return max(errors)


def _error(part: OutcomeLikelihood, theta: Array, covariance: Array) -> float:
    told = part.log_rows(theta[None], ALONE)
    if not np.isfinite(told.value).all():
        return inf
    # How the logarithm of the share of each truth moves with the parameters, row by row.
    (slope,) = part.by_parameter(told.slope)
    moved = slope.reshape(part.size, part.tables.truths, -1)
    count = moved.shape[2]
    squares = [rows @ rows.T / count for rows in np.moveaxis(moved[:, 1:] - moved[:, :1], 1, 0)]
    return sqrt(max(*(float((square * covariance).sum()) for square in squares), 0.0))


def unevenness(fitted: Fitted) -> float:
    """Lyapunov's ratio `sum |a_i|^3 / (sum a_i^2)^(3/2)` of rows' parts in a coefficient.

    The largest of all. It is 1 / sqrt(n) of n equal parts, and bounds how far a sum is from normal.
    Of a fit at infinity it is that of surveys drawn from a plausible model.
    """
    if not (fitted.at_infinity.any() or fitted.unidentified.any()):
        return _lyapunov([fitted.scores[None]], fitted.covariance("observed"))
    truth = plausible(fitted, {})
    surveys = drawn_surveys(fitted, truth, FEW_DRAWS)
    there = _with_open_answers(fitted).at(truth[None], ALONE)
    scores = (some.surveys.scores(some.points(truth), some.names) for some in surveys)
    return _lyapunov(scores, inverse(-there.hessian[0]))


def _lyapunov(scores: Iterable[Array], covariance: Array) -> float:
    """From the scores of surveys, some at a time: the ratio of their mean sums."""
    sums = []
    for each in scores:
        # To first order row i moves the estimates by the inverse information times its score.
        parts = np.abs(each @ covariance)
        sums.append([(parts**2).sum(axis=-2), (parts**3).sum(axis=-2)])
    squares, cubes = np.mean(np.concatenate(sums, axis=1), axis=1)
    moved = squares > 0
    return float((cubes[moved] / squares[moved] ** 1.5).max(initial=0.0))


def calibrated_end(fitted: Fitted, place: int, level: float, side: float) -> float:
    """Outwards from the end by chi-square, where surveys that are drawn there begin to reject."""
    wanted = normal_quantile(level) ** 2
    end = profile_end(fitted, place, wanted, side)
    if not isfinite(end):
        return end
    # About so far the root of the ratio rises by one.
    away = abs(end - fitted.theta[place]) / sqrt(wanted)
    step = side * STEP * float(unit(fitted, place) if fitted.at_infinity[place] else away)
    risk = 1 - level
    chance = drawn_chance(fitted, {place: end}, risk)
    for _ in range(MOST_STEPS):
        if chance <= risk:
            return end
        further = drawn_chance(fitted, {place: end + step}, risk)
        if further <= risk:
            # Between two values the logarithm of the chance is taken as straight.
            return end + step * log(chance / risk) / log(chance / further)
        end += step
        chance = further
    return side * inf


def drawn_chance(fitted: Fitted, fixed: dict[int, float], risk: float | None = None) -> float:
    """The p-value of some values: of a ratio as large as the observed one in surveys drawn there.

    With a `risk` the draws end as soon as they tell on which side of it the p-value is.
    """
    truth = plausible(fitted, fixed)
    # One search for all: where the many starts of a fit found the observed ratio and one start the
    # drawn ones, whose higher maxima it missed, true slopes of three truths were rejected in 0.081.
    own = SomeSurveys(_drawable(fitted), 1)
    tops = own.tops(truth)
    if not isfinite(tops.evaluation.value[0]):
        return 1 / (MOST_DRAWS + 1)  # the values are impossible: no drawn survey is as unlikely
    (ratio,) = own.ratios(tops, list(fixed), truth)
    larger = drawn = 0
    for some in drawn_surveys(fitted, truth, MOST_DRAWS):
        for exceeds in some.exceed(some.tops(truth), list(fixed), truth, ratio - ALIKE):
            larger += exceeds
            drawn += 1
            # The observed survey is counted with the drawn ones: no p-value is zero.
            chance = (larger + 1) / (drawn + 1)
            if risk is None or drawn < FEW_DRAWS:
                continue
            if abs(chance - risk) > 2 * sqrt(risk * (1 - risk) / drawn):
                return chance
    return chance


def drawn_surveys(fitted: Fitted, truth: Array, count: int) -> Iterator[SomeSurveys]:
    """Always the same ones; other data have others, so that no luck is shared by all surveys."""
    random = np.random.default_rng(abs(round(fitted.llf * SEEDS)))
    likelihood = _drawable(fitted)
    together = max(1, min(FEW_DRAWS, ROWS_AT_ONCE // likelihood.count))
    for start in range(0, count, together):
        size = min(together, count - start)
        yield SomeSurveys(likelihood.drawn(truth, random, size), size)


@dataclass(frozen=True)
class SomeSurveys:
    """Drawn surveys that are searched together."""

    surveys: Surveys
    size: int

    @property
    def names(self) -> Which:
        """Of all surveys."""
        return np.arange(self.size)

    def points(self, theta: Array) -> Array:
        """One point for all of them."""
        return np.tile(theta, (self.size, 1))

    def tops(self, truth: Array) -> Maximum:
        """The likeliest coefficients of each."""
        # One start: of 100 reports of three truths 0.3 of the surveys have a higher maximum than it
        # leads to, but few of those that decide: what 0.05 pass by 28 starts 0.044 pass by it.
        starts = self.points(truth)
        return maximise(self.surveys, starts, enough=ROUGHLY, names=self.names)

    def ratios(self, tops: Maximum, places: list[int], truth: Array) -> Array:
        """The likelihood ratio of some coefficients in each, from its own maximum."""
        return self._ratios(self.names, tops, places, truth)

    def exceed(
        self, tops: Maximum, places: list[int], truth: Array, ratio: float
    ) -> NDArray[np.bool_]:
        """Where it is as large as this one; the ratio for all coefficients is no smaller."""
        with np.errstate(invalid="ignore"):  # of a survey without any likelihood there is no ratio
            there = self.surveys.at(self.points(truth), self.names)
            together = 2 * (tops.evaluation.value - there.value)
        found = together >= ratio
        which = np.flatnonzero(found)
        if len(which):
            found[which] = self._ratios(which, tops[which], places, truth) >= ratio
        return found

    def _ratios(self, which: Which, tops: Maximum, places: list[int], truth: Array) -> Array:
        free = ~np.isin(np.arange(len(truth)), places)
        points = np.tile(truth, (len(which), 1))
        led = _along_profiles(tops.theta, -tops.evaluation.hessian, places, truth)
        # A quadratic may lead to where reports are impossible; at the truth none is.
        higher = self.surveys.at(led, which).value > self.surveys.at(points, which).value
        starts = np.where(higher[:, None], led, points)
        bound = maximise(self.surveys, starts, free, ROUGHLY, which)
        return 2 * (tops.evaluation.value - bound.evaluation.value)


def _along_profiles(tops: Array, curvatures: Array, places: list[int], truth: Array) -> Array:
    """Where the quadratic at each top is largest with some coefficients at their true values."""
    others = ~np.isin(np.arange(len(truth)), places)
    away = truth[places] - tops[:, places]
    across = np.einsum("sop,sp->so", curvatures[:, others][:, :, places], away)
    led = np.tile(truth, (len(tops), 1))
    led[:, others] = tops[:, others] - uphill(curvatures[:, others][:, :, others], across)
    return led


def _with_open_answers(fitted: Fitted) -> Together:
    """The log-likelihood of the data and of one open answer of each truth."""
    likelihood = _drawable(fitted)
    return Together(((slice(None), likelihood), *likelihood.openly()))


def plausible(fitted: Fitted, fixed: dict[int, float]) -> Array:
    """The coefficients, some of them fixed, at which the data and one open answer each fit best.

    Where no shares between zero and one have the fixed values, as a linear probability may have
    none, the data alone.
    """
    likelihood = _drawable(fitted)
    middle = fitted.theta.copy()
    for places, part in likelihood.openly():
        middle[places] = part.constant(np.full(part.tables.truths, 1 / part.tables.truths))
    held = held_at(np.stack([middle, fitted.theta]), fixed)
    if fitted.rays:
        held = held[:1]
    elif fixed:
        # To put a value in may leave no chance to some report: its quadratic leads past it.
        curvature = -fitted.maximum.evaluation.hessian
        held[1:] = _along_profiles(fitted.theta[None], curvature[None], list(fixed), held[1])
    free = free_beside(fitted, fixed)
    best = highest_of(maxima_from(_with_open_answers(fitted), held, free))
    if not isfinite(best.evaluation.value):
        best = highest_of(maxima_from(likelihood, held, free))
    return best.theta


def _drawable(fitted: Fitted) -> Drawable:
    if not is_drawable(fitted.likelihood):
        raise InputError("method must not be calibrated here: it is for rows that count once")
    return fitted.likelihood
