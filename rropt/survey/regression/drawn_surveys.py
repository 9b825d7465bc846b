"""Surveys that are drawn from a model, and searched together: what ratios are likely at values.

The surveys have the covariates and tables of the data. They are drawn where the likelihood and a
little direct knowledge are largest together, as if one more respondent of each truth had been asked
openly: a fit at infinity, or far out, would draw surveys in which nobody has the trait, and their
likelihood ratios are small. `calibration.py` says where they are wanted.

By surveys drawn at the value the test of a true slope rejected of 100 reports 0.053 (300 surveys, a
lie detector), 0.062 (260, cheaters), 0.064 and 0.032 (500, the two slopes of three truths), of 164
surveys of 50, 100 and 301 reports of three truths (kept with probability 0.6, slopes of 1 and 1/2)
0.061, 0.055 and 0.061 of the first slopes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from rropt.exact import InputError
from rropt.survey.regression.fitted import Fitted, Together
from rropt.survey.regression.links import Array
from rropt.survey.regression.newton import (
    ROWS_AT_ONCE,
    Free,
    Likelihood,
    Maximum,
    Model,
    Surveys,
    Which,
    among,
    maximise,
    uphill,
)
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood
from rropt.survey.regression.restricted import free_beside, held_at

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


@runtime_checkable
class Drawable(Likelihood, Protocol):
    """A likelihood whose model says how its data come about."""

    @property
    def weights(self) -> Array:
        """Of the rows."""

    @property
    def uncertain(self) -> float:
        """The standard error of log-odds up to which chi-square is near enough."""

    def drawn(self, models: Sequence[Model], count: int) -> Likelihood:
        """Those of so many surveys of other data from each of some models."""

    def openly(self) -> tuple[tuple[slice, OutcomeLikelihood], ...]:
        """That of direct answers about whatever is hidden, each with the places that it is about.

        There is one answer of each category, spread over all rows.
        """


def drawable_of(fitted: Fitted) -> Drawable:
    if not isinstance(fitted.likelihood, Drawable):
        raise InputError("method must not be calibrated here: no surveys can be drawn")
    return fitted.likelihood


def drawn_chances(
    fitted: Fitted,
    hypotheses: Sequence[dict[int, float]],
    effects: Array,
    risk: float | None = None,
) -> Array:
    """The p-value of each of some values: of a ratio as large as the observed one in surveys that
    are drawn there.

    Observed ratios are larger by their effects than those of independent rows, which are drawn.
    With a `risk` the draws end as soon as they tell on which side of it the p-value is.
    """
    # Where values are impossible: no drawn survey is as unlikely.
    chances = np.full(len(hypotheses), 1 / (MOST_DRAWS + 1))
    if not len(chances):
        return chances
    truths = plausible(fitted, hypotheses)
    free = np.array([free_beside(fitted, fixed) for fixed in hypotheses])
    # One search for all: where the many starts of a fit found the observed ratio and one start the
    # drawn ones, whose higher maxima it missed, true slopes of three truths were rejected in 0.081.
    own = SomeSurveys(drawable_of(fitted), truths, np.zeros(len(truths), int))
    tops = own.tops()
    ratios = own.ratios(tops, free) / effects
    randoms = [numbers(fitted) for _ in hypotheses]
    larger = np.zeros(len(chances), int)
    left = np.flatnonzero(np.isfinite(tops.evaluation.value))
    drawn = 0
    for size in _sizes(fitted, MOST_DRAWS):
        if not len(left):
            break
        each = np.repeat(left, size)
        some = some_drawn(fitted, truths[left], [randoms[i] for i in left], size)
        exceeding = some.exceed(some.tops(), free[each], ratios[each] - ALIKE)
        sums = larger[left, None] + exceeding.reshape(-1, size).cumsum(axis=1)
        counts = np.arange(drawn + 1, drawn + size + 1)
        # The observed survey is counted with the drawn ones: no p-value is zero.
        known = (sums + 1) / (counts + 1)
        told = np.zeros(known.shape, bool)
        if risk is not None:
            apart = np.abs(known - risk) > 2 * np.sqrt(risk * (1 - risk) / counts)
            told = apart & (counts >= FEW_DRAWS)
        last = np.where(told.any(axis=1), told.argmax(axis=1), size - 1)
        chances[left] = known[np.arange(len(left)), last]
        larger[left] = sums[:, -1]
        left = left[~told.any(axis=1)]
        drawn += size
    return chances


def numbers(fitted: Fitted) -> np.random.Generator:
    """Always the same ones; other data have others, so that no luck is shared by all surveys."""
    return np.random.default_rng(abs(round(fitted.llf * SEEDS)))


def _sizes(fitted: Fitted, count: int) -> list[int]:
    """How many of so many surveys of one truth are searched together."""
    together = max(1, min(FEW_DRAWS, ROWS_AT_ONCE // fitted.likelihood.count))
    return [min(together, count - start) for start in range(0, count, together)]


def some_drawn(
    fitted: Fitted, truths: Array, randoms: Sequence[np.random.Generator], size: int
) -> SomeSurveys:
    """So many surveys of each truth."""
    models = list(zip(truths, randoms, strict=True))
    each = np.repeat(truths, size, axis=0)
    return SomeSurveys(drawable_of(fitted).drawn(models, size), each, np.arange(len(each)))


def drawn_surveys(fitted: Fitted, truth: Array, count: int) -> Iterator[SomeSurveys]:
    """Surveys of one truth."""
    random = numbers(fitted)
    for size in _sizes(fitted, count):
        yield some_drawn(fitted, truth[None], [random], size)


@dataclass(frozen=True)
class SomeSurveys:
    """Drawn surveys that are searched together, each with the coefficients it is drawn from."""

    surveys: Likelihood
    truths: Array
    names: Which

    def __getitem__(self, which: Which) -> SomeSurveys:
        """Some of them."""
        return SomeSurveys(self.surveys, self.truths[which], self.names[which])

    def tops(self) -> Maximum:
        """The likeliest coefficients of each."""
        # One start: of 100 reports of three truths 0.3 of the surveys have a higher maximum than it
        # leads to, but few of those that decide: what 0.05 pass by 28 starts 0.044 pass by it.
        return maximise(self.surveys, self.truths, enough=ROUGHLY, names=self.names)

    def ratios(self, tops: Maximum, free: Free) -> Array:
        """The likelihood ratio of the true values of what is not free, from the maximum of each."""
        led = _along_profiles(tops.theta, -tops.evaluation.hessian, self.truths, free)
        # A quadratic may lead to where reports are impossible; at the truth none is.
        higher = self.surveys.at(led, self.names).value > tops.began
        starts = np.where(higher[:, None], led, self.truths)
        bound = maximise(self.surveys, starts, free, ROUGHLY, self.names)
        with np.errstate(invalid="ignore"):  # of a survey without any likelihood there is no ratio
            return np.asarray(2 * (tops.evaluation.value - bound.evaluation.value))

    def exceed(self, tops: Maximum, free: Free, ratios: Array) -> NDArray[np.bool_]:
        """Where it is as large as given; the ratio of all coefficients is no smaller."""
        with np.errstate(invalid="ignore"):
            found = 2 * (tops.evaluation.value - tops.began) >= ratios
        which = np.flatnonzero(found)
        if len(which):
            found[which] = self[which].ratios(tops[which], free[which]) >= ratios[which]
        return found


def _along_profiles(tops: Array, curvatures: Array, held: Array, free: Free) -> Array:
    """Where the quadratic at each top is largest with what is not free as it is held."""
    across = np.einsum("spq,sq->sp", curvatures, np.where(free, 0, held - tops)) * free
    return np.where(free, tops - uphill(among(curvatures, free), across), held)


def with_open_answers(fitted: Fitted) -> Together:
    """The log-likelihood of the data and of one open answer of each truth."""
    likelihood = drawable_of(fitted)
    return Together(((slice(None), likelihood), *likelihood.openly()))


def plausible(fitted: Fitted, hypotheses: Sequence[dict[int, float]]) -> Array:
    """The coefficients, some of them fixed, at which the data and one open answer each fit best.

    Of each hypothesis one row. Where no shares between zero and one have the fixed values, as a
    linear probability may have none, the data alone.
    """
    likelihood = drawable_of(fitted)
    middle = fitted.theta.copy()
    for places, part in likelihood.openly():
        middle[places] = part.constant(np.full(part.tables.truths, 1 / part.tables.truths))
    free = np.array([free_beside(fitted, fixed) for fixed in hypotheses])
    held = np.stack([held_at(fitted.theta[None], fixed)[0] for fixed in hypotheses])
    starts = [np.where(free, middle, held)]
    if not fitted.rays:
        # To put a value in may leave no chance to some report: its quadratic leads past it.
        tops = np.tile(fitted.theta, (len(held), 1))
        curvatures = np.tile(-fitted.maximum.evaluation.hessian, (len(held), 1, 1))
        starts.append(_along_profiles(tops, curvatures, held, free))
    values, best = _best_of(with_open_answers(fitted), starts, free)
    if not np.isfinite(values).all():
        alone = _best_of(likelihood, starts, free)[1]
        best = np.where(np.isfinite(values)[:, None], best, alone)
    return best


def _best_of(survey: Surveys, starts: Sequence[Array], free: Free) -> tuple[Array, Array]:
    """The values, and the points, of the highest maxima that starts of each row lead to."""
    led = maximise(survey, np.concatenate(starts), np.tile(free, (len(starts), 1)))
    values = led.evaluation.value.reshape(len(starts), -1)
    highest = values.argmax(axis=0), np.arange(len(free))
    return values[highest], led.theta.reshape(len(starts), *free.shape)[highest]
