"""Intervals and tests of coefficients by the law of drawn surveys, where chi-square misses it.

Where reports tell little, 2 (max l - max l with the coefficient at its true value) is larger than
chi-square says: of 200 reports through a table that keeps three truths with probability 0.6, its
95% quantile is 5.1 and not 3.84, and intervals by chi-square cover 90%. The quantile in surveys
drawn near the fit follows it.

Few reports of a rare kind are another matter: their number jumps, and surveys near the fit do not
tell what is likely at another value. Of 20 and 200 reports that reveal a trait chi-square covers
the difference of the groups' log-odds in 0.906 to 0.95, the quantile near the fit in 0.908. There
an end moves outwards to the first value at which the ratio is among the largest of surveys that are
drawn from the model that has the value and is likeliest otherwise. No end moves inwards.

What decides is the information: the standard error of the log-odds that the fit gives to its rows,
and how unevenly the rows make up a coefficient. It decides of fits with sandwich errors too, whose
intervals are Wald's where reports tell enough: their surveys are drawn with the weights, ratios are
taken over the design effect of clusters, and quantiles are as much larger as Student's. Of 150
surveys of 50 reports with weights of 1 and 3 through Warner's 3/4, half of them with infinite
coefficients, the test of both rejected the truth in 0.040, where Wald's of finite fits and the
ratio by the quantile near the fit of others did in 0.121, and Wald's intervals of finite fits
missed the intercept of a share of a fifth on one side in 0.103, these in 0.015. Of ten clusters of
five that do not differ, whose effect may be overstated and is never taken below one, intervals of
150 surveys held 0.985 and 0.993, and no test of both rejected the truth; of twenty clusters with a
correlation of 0.3 300 surveys missed the share in 0.023 and 0.027. With two covariates 500 surveys
of 301 reports without weights (a share of an eighth) held each coefficient in 0.946 to
0.952, by chi-square in 0.868 to 0.882; 400 of 1,000 reports in 0.945 to 0.960.

A test of one coefficient is that of its interval: by the same surveys, or by those drawn at the
value, and never below the p-value of chi-square. Of 164 surveys of 50, 100 and 301 reports of three
truths default intervals of the first slopes covered 0.945, 0.951 and 0.945, where chi-square
covered 0.738, 0.817 and 0.914.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, isinf, sqrt
from typing import TypeAlias

import numpy as np

from rropt.survey.quantiles import chi_square_tail, normal_quantile, told_risk
from rropt.survey.quantities import HypothesisTest
from rropt.survey.regression.drawn_surveys import (
    FEW_DRAWS,
    MOST_DRAWS,
    Drawable,
    SomeSurveys,
    drawable_of,
    drawn_chances,
    drawn_surveys,
    plausible,
    with_open_answers,
)
from rropt.survey.regression.fitted import Fitted, inverse
from rropt.survey.regression.links import Array
from rropt.survey.regression.newton import ALONE, Free, Maximum, Which
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood, by_parameter
from rropt.survey.regression.restricted import (
    SIDES,
    free_beside,
    profile_end,
    profile_limits,
    ratio_of,
    unit,
)
from rropt.survey.sandwich import tail_of_clusters, wald_quantile

LEAST_DRAWS, DRAWS = 199, 999
"""Surveys: their ordered ratios cut probability into 200 or 1,000 parts. By 199 a 95% quantile of
4.1 was drawn from 3.7 to 5.1 in one survey, and an end moved by a fifth of the interval."""

DRAWN_ROWS = 300_000
"""Of all surveys, where they are more than the least: a second."""

UNEVEN = 0.22
"""That of twenty reports of a rare kind. Up to an unevenness of 0.3 of the true model chi-square
covers 0.935 or more of the difference of two groups' log-odds (enumerated: 10 to 1,000 reports
each, six tables, all shares), up to 0.5 only 0.906; where a fit has 0.22 the truth can have it."""

ROWS_EACH, ROWS_TESTED = 5, 3
"""Rows a coefficient below which no surveys are drawn for intervals, and for tests. All intervals
of 50 rows and eleven coefficients of two randomized predictors take minutes. A test takes a second;
that of a covariate without effect, told openly beside them, rejects it in 0.05 of 150 surveys of 40
rows, chi-square in 0.33, its standard error in 0.63; of 270 of 60 rows in 0.04, 0.15 and 0.36."""

ROUNDING = 1e-9
"""The part of a variance by the information that is none of independent rows."""

MOST_DRAWN = 20
"""Coefficients beyond which none are drawn: the intervals of 18 took a minute, of 38 many."""

STEP, FARTHEST = 1 / 4, 2.0
"""Of a root of the ratio, about: the least step to where surveys are drawn, and how far out they
are. There it is 15.7, which no survey reaches: what is accepted is a profile that levels off."""

Held: TypeAlias = tuple[int, ...]
"""The places of coefficients that are held together."""


@dataclass(frozen=True)
class Calibration:
    """Whether chi-square is near enough for a fit, and its intervals by surveys where it is not."""

    fitted: Fitted
    errors: str = "observed"

    @property
    def wanted(self) -> bool:
        """Whether surveys are drawn for intervals."""
        return self._feasible(ROWS_EACH) and self.tells_little

    @property
    def wanted_for_tests(self) -> bool:
        """Whether they are for tests."""
        return self._feasible(ROWS_TESTED) and self.tells_little

    def _feasible(self, rows_each: int) -> bool:
        likelihood, size = self.fitted.likelihood, len(self.fitted.theta)
        few = size <= MOST_DRAWN and likelihood.count >= rows_each * size
        return few and isinstance(likelihood, Drawable)

    @cached_property
    def tells_little(self) -> bool:
        """Whether reports tell so little that neither errors nor chi-square are near enough."""
        likelihood = self.fitted.likelihood
        if not isinstance(likelihood, Drawable):
            return bool(self.fitted.at_infinity.any())
        # An error that is no number is not small.
        told = log_odds_error(self.fitted, self.errors) <= likelihood.uncertain
        return not told or self._uneven

    @cached_property
    def _uneven(self) -> bool:
        """Whether few rows make up a coefficient: then surveys are drawn at each end."""
        return unevenness(self.fitted) > UNEVEN

    @cached_property
    def _freedom(self) -> float:
        return self.fitted.freedom(self.errors)

    def limits(self, places: Sequence[int], level: float) -> list[tuple[float, float]]:
        """The intervals of coefficients: draws widen the profile's, and narrow none."""
        drawable_of(self.fitted)
        effects = cluster_effects(self.fitted, [(place,) for place in places])
        # The effect of a few clusters is uncertain: Student's quantile in place of the normal one.
        effects *= (wald_quantile(level, self._freedom) / normal_quantile(level)) ** 2
        if self._uneven:
            sought = [(place, side) for place in places for side in SIDES]
            ends = calibrated_ends(self.fitted, sought, np.repeat(effects, len(SIDES)), level)
            return list(zip(ends[::2], ends[1::2], strict=True))
        wanted = self.quantiles(places, effects, level)
        return [profile_limits(self.fitted, *each) for each in zip(places, wanted, strict=True)]

    def quantiles(self, places: Sequence[int], effects: Array, level: float) -> list[float]:
        """Of the likelihood ratios of coefficients, so much larger than those of independent rows:
        by those in surveys near the fit, and by chi-square at least."""
        ratios = self._ratios([(place,) for place in places])
        told, larger = told_risk(1 - level, self._count)
        # Weibull's rule, k / (n + 1), is exact for one more survey of the same law.
        seen = np.quantile(ratios, 1 - told, axis=1, method="weibull")
        drawn = effects * larger * seen + 2 * self._missed
        found: list[float] = np.maximum(drawn, effects * normal_quantile(level) ** 2).tolist()
        return found

    def tests(self, hypotheses: Sequence[dict[int, float]]) -> list[HypothesisTest]:
        """The likelihood-ratio tests of some values each, with the larger p-value of chi-square and
        drawn surveys; of one coefficient by those of its interval, so that both answer alike."""
        drawable_of(self.fitted)
        groups = [tuple(fixed) for fixed in hypotheses]
        effects = cluster_effects(self.fitted, groups)
        ratios = np.array([max(0.0, ratio_of(self.fitted, fixed)) for fixed in hypotheses])
        if self._uneven or len(groups[0]) > 1:
            chances, count = drawn_chances(self.fitted, hypotheses, effects), MOST_DRAWS
        else:
            count = self._count
            least = (ratios - 2 * self._missed) / effects
            # Halfway between two orders, at which quantiles are.
            above = (self._ratios(groups) >= least[:, None]).sum(axis=1)
            chances = (above + 1 / 2) / (count + 1)
        said = f"likelihood ratio, {count} drawn surveys" + (", F" if self._freedom < inf else "")
        found = []
        for group, ratio, chance in zip(groups, (ratios / effects).tolist(), chances, strict=True):
            p_value = max(chi_square_tail(ratio, len(group)), float(chance))
            p_value = tail_of_clusters(p_value, len(group), self._freedom)
            found.append(HypothesisTest(ratio, p_value, said, len(group)))
        return found

    def _ratios(self, groups: Sequence[Held]) -> Array:
        """Likelihood ratios for coefficients in drawn surveys, a plausible model being true: of
        each group one row."""
        new = [group for group in groups if group not in self._known]
        if new:
            free = np.array([free_beside(self.fitted, group) for group in new])
            parts = [_each_held(some, tops, free) for some, tops in self._searched]
            self._known.update(zip(new, np.concatenate(parts, axis=1), strict=True))
        return np.stack([self._known[group] for group in groups])

    @cached_property
    def _known(self) -> dict[Held, Array]:
        """Ratios of coefficients that were asked about."""
        return {}

    @cached_property
    def _truth(self) -> Array:
        """The coefficients from which the surveys are drawn that all intervals have."""
        (truth,) = plausible(self.fitted, [{}])
        return truth

    @cached_property
    def _missed(self) -> float:
        """By how much the fit is above the maximum that one start leads to, as in drawn surveys.

        Ratios are measured from that one, of the data as of drawn surveys.
        """
        there = SomeSurveys(drawable_of(self.fitted), self._truth[None], ALONE).tops()
        return self.fitted.llf - float(there.evaluation.value[0])

    @property
    def _count(self) -> int:
        return min(max(DRAWN_ROWS // self.fitted.likelihood.count, LEAST_DRAWS), DRAWS)

    @cached_property
    def _searched(self) -> list[tuple[SomeSurveys, Maximum]]:
        """The surveys, and the likeliest coefficients of each."""
        surveys = drawn_surveys(self.fitted, self._truth, self._count)
        return [(some, some.tops()) for some in surveys]


def design_effects(fitted: Fitted, groups: Sequence[Held]) -> Array:
    """About how much larger likelihood ratios are than chi-square, of weights and clusters.

    That of weights is Kish's, whatever a coefficient (1965).
    """
    if not isinstance(fitted.likelihood, Drawable):
        return np.ones(len(groups))
    # Weights have a mean of one.
    return cluster_effects(fitted, groups) * float((fitted.likelihood.weights**2).mean())


def cluster_effects(fitted: Fitted, groups: Sequence[Held]) -> Array:
    """How much larger the variances of coefficients are than of independent rows, one at least.

    Surveys are drawn with the weights, and with rows of a cluster as independent of each other as
    any: how much more clusters vary is the design effect of their scores (Rao and Scott 1984). Of
    several coefficients it is the mean of their effects in all directions. Scores are those at a
    plausible model, as a fit at infinity leaves none.
    """
    if fitted.sampled.clusters is None:
        return np.ones(len(groups))
    (truth,) = plausible(fitted, [{}])
    bread = inverse(-with_open_answers(fitted).at(truth[None], ALONE).hessian[0])
    scores = fitted.likelihood.scores(truth[None], ALONE)[0]
    alone = replace(fitted.sampled, clusters=None)
    clustered, independent = (
        bread @ sampled.variance(scores) @ bread for sampled in (fitted.sampled, alone)
    )
    found = []
    for group in groups:
        block = np.ix_(group, group)
        # Scores that are all alike have a variance of zero, but for rounding.
        narrow = independent[block] + ROUNDING * bread[block]
        effects = np.linalg.solve(narrow, clustered[block])
        found.append(max(float(np.trace(effects)) / len(group), 1.0))
    return np.array(found)


def log_odds_error(fitted: Fitted, errors: str = "observed") -> float:
    """The largest standard error of log-odds against a first category, root mean square of rows.

    By the information or the errors, whichever is larger. Infinite where a coefficient is, or a
    share leaves the simplex.
    """
    if fitted.at_infinity.any() or fitted.unidentified.any():
        return inf
    # Scores of few rows vary by chance: where information left 0.51 the sandwich said 0.48.
    covariances = np.stack([fitted.covariance(each) for each in ("observed", errors)])
    found = [
        _error(part, fitted.theta[places], covariances[:, places, places])
        for places, part in drawable_of(fitted).openly()
    ]
    return max(found)


def _error(part: OutcomeLikelihood, theta: Array, covariances: Array) -> float:
    told = part.log_rows(theta[None], ALONE)
    if not np.isfinite(told.value).all():
        return inf
    # How the logarithm of the share of each truth moves with the parameters, row by row.
    (slope,) = by_parameter(part.designs, told.slope)
    moved = slope.reshape(part.size, part.tables.truths, -1)
    count = moved.shape[2]
    squares = [rows @ rows.T / count for rows in np.moveaxis(moved[:, 1:] - moved[:, :1], 1, 0)]
    return sqrt(np.einsum("bpq,cpq->bc", squares, covariances).max(initial=0.0))


def unevenness(fitted: Fitted) -> float:
    """Lyapunov's ratio `sum |a_i|^3 / (sum a_i^2)^(3/2)` of rows' parts in a coefficient.

    The largest of all. It is 1 / sqrt(n) of n equal parts, and bounds how far a sum is from normal.
    Of a fit at infinity it is that of surveys drawn from a plausible model.
    """
    if not (fitted.at_infinity.any() or fitted.unidentified.any()):
        return _lyapunov([fitted.scores[None]], fitted.covariance("observed"))
    (truth,) = plausible(fitted, [{}])
    surveys = drawn_surveys(fitted, truth, FEW_DRAWS)
    there = with_open_answers(fitted).at(truth[None], ALONE)
    scores = (some.surveys.scores(some.truths, some.names) for some in surveys)
    return _lyapunov(scores, inverse(-there.hessian[0]))


def _lyapunov(scores: Iterable[Array], covariance: Array) -> float:
    """From the scores of surveys, some at a time: the ratio of their mean sums."""
    sums = []
    for each in scores:
        # To first order row i moves the estimates by the inverse information times its score.
        parts = np.abs(covariance @ np.swapaxes(each, 1, 2))
        squares = parts * parts
        sums.append([squares.sum(axis=-1), (squares * parts).sum(axis=-1)])
    squares, cubes = np.mean(np.concatenate(sums, axis=1), axis=1)
    moved = squares > 0
    return float((cubes[moved] / squares[moved] ** 1.5).max(initial=0.0))


def calibrated_ends(
    fitted: Fitted, sought: Sequence[tuple[int, float]], effects: Array, level: float
) -> list[float]:
    """Outwards from ends by chi-square, where surveys that are drawn there begin to reject.

    Sought are coefficients, each with a side. Surveys of all ends are searched together. The root
    of the ratio over its effect is taken as normal with a spread of its own: a chance tells it, and
    where the root has the wanted quantile. So it is beyond the level that the surveys tell.
    """
    risk, larger = told_risk(1 - level, MOST_DRAWS)
    top = normal_quantile(1 - risk)
    pairs = zip(sought, effects.tolist(), strict=True)
    ends = np.array([profile_end(fitted, j, top**2 * more, side) for (j, side), more in pairs])
    places = [place for place, _ in sought]
    # About so far the root of the ratio rises by one.
    away = np.abs(ends - fitted.theta[places]) / top
    units = [unit(fitted, place) for place in places]
    away = np.where(fitted.at_infinity[places] != 0, units, away) * [side for _, side in sought]

    def quantiles(which: Which) -> Array:
        """Of a normal variable, those of the chances at some ends."""
        fixed = [{places[i]: float(ends[i])} for i in which]
        chances = drawn_chances(fitted, fixed, effects[which], risk)
        return np.abs([normal_quantile(1 - chance) for chance in chances.tolist()])

    roots = np.full(len(ends), top)
    left = np.flatnonzero(np.isfinite(ends))
    here = quantiles(left)
    while True:
        left, here = left[here < top], here[here < top]
        far = roots[left] >= top + FARTHEST
        ends[left[far]] = inf * away[left[far]]
        left, here = left[~far], here[~far]
        if not len(left):
            found: list[float] = ends.tolist()
            pairs = zip(sought, found, strict=True)
            return [_farther(fitted, *each, larger) for each in pairs] if larger > 1 else found
        with np.errstate(divide="ignore"):  # as likely as can be: as far as is looked
            wanted = roots[left] * top / here
        steps = np.clip(wanted, roots[left] + STEP, top + FARTHEST) - roots[left]
        roots[left] += steps
        ends[left] += steps * away[left]
        further = quantiles(left)
        over = further >= top
        behind = (further[over] - top) / (further[over] - here[over])
        ends[left[over]] -= behind * steps[over] * away[left[over]]
        here = further


def _farther(fitted: Fitted, sought: tuple[int, float], end: float, larger: float) -> float:
    """Beyond an end, where the ratio is so much larger."""
    place, side = sought
    if isinf(end):
        return end
    return profile_end(fitted, place, larger * ratio_of(fitted, {place: end}), side)


def _each_held(some: SomeSurveys, tops: Maximum, free: Free) -> Array:
    """The ratios of surveys by what is free: one row for each row of that."""
    count = len(some.names)
    each = np.tile(np.arange(count), len(free))
    found = some[each].ratios(tops[each], np.repeat(free, count, axis=0))
    return found.reshape(len(free), count)
