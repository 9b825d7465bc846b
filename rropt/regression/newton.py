"""Newton's method for log-likelihoods that need not be concave: one survey, or many at once.

The step solves M d = g with M = -Hessian where that is positive definite, else the sum of the outer
products of the row scores, which always is one of ascent; it is halved until the likelihood rises.
Surveys have each their own point and step. They are evaluated together, as an evaluation of few
rows costs what its calls cost: of a hundred surveys of fifty reports a tenth of one by one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rropt.regression.links import Array

Places: TypeAlias = int | NDArray[np.intp] | NDArray[np.bool_]

MOST_STEPS = 200

ENOUGH = 1e-13
"""Stop when a Newton step promises less than this part of 1 + |value|: doubles end there."""

DEFINITE = 1e-13
"""A least eigenvalue of a matrix with a diagonal of ones that is no rounding error."""

NOTHING = 1e-10
"""A part of a step that promises so little of 1 + |value| is none. By doubles alone surveys whose
maxima are at infinity were halved 53 times in each of 200 steps; by what ends a rough search it
was too low to lead to the highest maximum."""

RISE = 1e-4
"""A step is taken that rises by this part of what it promises."""

NARROW = 6
"""Columns up to which a product of matrices is faster column by column: of three in half of the
time, of twelve in 1.3 times it. Of many surveys it always is, as their rows are not copied."""

ROWS_AT_ONCE = 20_000
"""Rows of surveys that are evaluated together: more of them fit in no cache."""


@dataclass(frozen=True)
class Evaluation:
    """A log-likelihood at one point: value, gradient, Hessian, weighted scores (a row a record).

    Of several surveys, each at its own point, all of them have a first axis of surveys.
    """

    value: Any
    gradient: Array
    hessian: Array
    rows: Callable[[], Array]
    """The scores, which few ask for: those of a million records take as long as all the rest."""

    @classmethod
    def of(cls, value: Any, scores: Array, hessian: Array) -> Evaluation:
        """Where the scores are known."""
        return cls(value, scores.sum(axis=-2), hessian, partial(np.asarray, scores))

    @classmethod
    def impossible(cls, size: int) -> Evaluation:
        return cls.of(-math.inf, np.zeros((0, size)), np.zeros((size, size)))

    @classmethod
    def together(cls, each: Sequence[Evaluation]) -> Evaluation:
        """Of several surveys, from one of each: of the same records or impossible."""
        return cls(
            np.array([one.value for one in each]),
            np.stack([one.gradient for one in each]),
            np.stack([one.hessian for one in each]),
            partial(_stacked_scores, each),
        )

    @classmethod
    def of_parts(cls, parts: Sequence[Evaluation]) -> Evaluation:
        """Of one survey, from those of some of its records each at the same point."""
        value = sum(part.value for part in parts)
        if not math.isfinite(value):
            return cls.impossible(len(parts[0].hessian))
        return cls(
            value,
            np.sum([part.gradient for part in parts], axis=0),
            np.sum([part.hessian for part in parts], axis=0),
            partial(_joined_scores, parts),
        )

    @classmethod
    def apart(cls, at: Callable[[Array], Evaluation], thetas: Array) -> Evaluation:
        """Of one survey at several points, one after the other."""
        return cls.together([at(theta) for theta in thetas])

    @classmethod
    def joined(cls, parts: Sequence[Evaluation]) -> Evaluation:
        """Of all surveys, from those of some and of the others; of one part as it is."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([part.value for part in parts]),
            np.concatenate([part.gradient for part in parts]),
            np.concatenate([part.hessian for part in parts]),
            partial(_joined_scores, parts),
        )

    @classmethod
    def possible(cls, value: Array, scores: Array, hessian: Array) -> Evaluation:
        """Of several surveys, with -oo and no derivatives where a value is no number."""
        wrong = ~np.isfinite(value)
        value[wrong] = -math.inf
        scores[wrong] = 0
        hessian[wrong] = 0
        return cls.of(value, scores, hessian)

    @cached_property
    def scores(self) -> Array:
        """Of each record, weighted."""
        return self.rows()

    def __getitem__(self, which: Places) -> Evaluation:
        """That of one of several surveys, or those of some."""
        rows = partial(_some_scores, self, which)
        return Evaluation(self.value[which], self.gradient[which], self.hessian[which], rows)

    def with_some(self, which: NDArray[np.intp], others: Evaluation) -> Evaluation:
        """Some of several replaced."""
        if len(which) == len(self.value):
            return others
        value, scores, hessian = self.value.copy(), self.scores.copy(), self.hessian.copy()
        value[which] = others.value
        scores[which] = others.scores
        hessian[which] = others.hessian
        return Evaluation.of(value, scores, hessian)


def _stacked_scores(each: Sequence[Evaluation]) -> Array:
    """Of several surveys: zero of an impossible one, which has no records."""
    records = max(len(one.scores) for one in each)
    nothing = np.zeros((records, len(each[0].hessian)))
    return np.stack([one.scores if len(one.scores) == records else nothing for one in each])


def _joined_scores(parts: Sequence[Evaluation]) -> Array:
    return np.concatenate([part.scores for part in parts])


def _some_scores(several: Evaluation, which: Places) -> Array:
    return np.asarray(several.scores[which], np.float64)


class Surveys(Protocol):
    """Log-likelihoods of several surveys, which can be evaluated together."""

    def at(self, thetas: Array, surveys: NDArray[np.intp]) -> Evaluation:
        """Of some of the surveys, each at its own point: one a row."""


@dataclass(frozen=True)
class OneSurvey:
    """One in the place of many: each of several starts has its own point of it."""

    at_all: Callable[[Array], Evaluation]

    def at(self, thetas: Array, surveys: NDArray[np.intp]) -> Evaluation:
        """At the points of some of the starts."""
        return self.at_all(thetas)


def at_several(
    at: Callable[[Array], Evaluation], alone: Surveys, thetas: Array, rows: int
) -> Evaluation:
    """One survey of so many rows at several points: as many together as fit in a cache.

    `at` evaluates it at one point, `alone` at several.

    >>> def at(x):
    ...     return Evaluation.of(-float(x @ x), -2 * x[None, :], -2 * np.eye(1))
    >>> alone = OneSurvey(lambda some: Evaluation.apart(at, some))
    >>> at_several(at, alone, np.array([[1.0], [2.0], [3.0]]), rows=9000).value.tolist()
    [-1.0, -4.0, -9.0]
    """
    at_once = ROWS_AT_ONCE // rows
    if at_once < 2 or len(thetas) == 1:
        return Evaluation.apart(at, thetas)
    parts = [thetas[begin : begin + at_once] for begin in range(0, len(thetas), at_once)]
    return Evaluation.joined([alone.at(part, np.zeros(len(part), int)) for part in parts])


@dataclass(frozen=True)
class Maximum:
    """Where the method stopped, what is there, and whether the score vanishes.

    Of several surveys all of them have a first axis of surveys.
    """

    theta: Array
    evaluation: Evaluation
    converged: Any

    def __getitem__(self, which: Places) -> Maximum:
        """That of one of several surveys, or those of some."""
        return Maximum(self.theta[which], self.evaluation[which], self.converged[which])

    def without_scores(self) -> Maximum:
        """Of several, without those of single records, which take the most room."""
        surveys, size = self.theta.shape
        nothing = partial(np.zeros, (surveys, 0, size))
        return replace(self, evaluation=replace(self.evaluation, rows=nothing))


def maximise(
    at: Callable[[Array], Evaluation],
    start: Array,
    free: NDArray[np.bool_] | None = None,
    enough: float = ENOUGH,
) -> Maximum:
    """A stationary point of the log-likelihood that is no lower than the start.

    `enough` is the part of 1 + |value| that a further step may promise.

    >>> def at(x):
    ...     return Evaluation.of(-float(x @ x), -2 * x[None, :], -2 * np.eye(2))
    >>> maximise(at, np.array([3.0, 4.0])).theta.round(9)
    array([0., 0.])
    """
    alone = OneSurvey(lambda thetas: Evaluation.apart(at, thetas))
    return maximise_together(alone, start[None, :], free, enough)[0]


def maximise_together(
    surveys: Surveys,
    starts: Array,
    free: NDArray[np.bool_] | None = None,
    enough: float = ENOUGH,
) -> Maximum:
    """The same of many surveys, each from its own start."""
    moving = np.ones(starts.shape[1], bool) if free is None else free
    with np.errstate(all="ignore"):  # a step too far is refused by its value
        return _Ascent(surveys, starts.astype(float), moving).followed(enough)


class _Ascent:
    """Where each survey stands."""

    def __init__(self, surveys: Surveys, thetas: Array, moving: NDArray[np.bool_]) -> None:
        self.surveys = surveys
        self.thetas = thetas
        self.moving = moving
        self.here = surveys.at(thetas, np.arange(len(thetas)))
        self.converged = np.zeros(len(thetas), bool)

    def followed(self, enough: float) -> Maximum:
        """To where no survey rises further."""
        rising = np.arange(len(self.thetas))
        for _ in range(MOST_STEPS):
            steps = self._steps(rising)
            # g . d = d'Md is twice what the quadratic promises.
            promises = (self.here.gradient[rising] * steps).sum(axis=1)
            near = promises <= enough * (1 + np.abs(self.here.value[rising]))
            self._end(rising[near], steps[near])
            left = ~near & np.isfinite(promises)
            rising, steps, promises = rising[left], steps[left], promises[left]
            rising = rising[self._risen(rising, steps, promises, enough)]
            if not len(rising):
                break
        return Maximum(self.thetas, self.here, self.converged)

    def _steps(self, rising: NDArray[np.intp]) -> Array:
        """Newton's, zero where nothing may move."""
        places = np.ix_(rising, self.moving, self.moving)
        gradients = self.here.gradient[rising][:, self.moving]
        found, solved = definite_solutions(-self.here.hessian[places], gradients)
        for place in np.flatnonzero(~solved):
            scores = self.here.scores[rising[place]][:, self.moving]
            found[place] = _by_scores(scores, gradients[place])
        steps = np.zeros((len(rising), len(self.moving)))
        steps[:, self.moving] = found
        return steps

    def _end(self, near: NDArray[np.intp], steps: Array) -> None:
        """One more step, where the value no longer tells: the smaller score wins."""
        self.converged[near] = True
        if not (len(near) and self.moving.any()):
            return
        there = self.surveys.at(self.thetas[near] + steps, near)
        scores, others = np.abs(self.here.gradient[near]), np.abs(there.gradient)
        better = others.max(axis=1) < scores.max(axis=1)
        self._move(near, steps, there, better & np.isfinite(there.value))

    def _risen(
        self, rising: NDArray[np.intp], steps: Array, promises: Array, enough: float
    ) -> NDArray[np.bool_]:
        """Which of them found a point along their step that is higher; they stand there now.

        Of a step that is halved to nothing nobody rises, and the search ends there.
        """
        # The share of a step below which its promise is nothing.
        least = min(NOTHING, enough) * (1 + np.abs(self.here.value[rising])) / promises
        risen = np.zeros(len(rising), bool)
        share = 1.0
        while True:
            left = np.flatnonzero(~risen & (least < share))
            if not len(left):
                break
            surveys = rising[left]
            there = self.surveys.at(self.thetas[surveys] + share * steps[left], surveys)
            higher = there.value >= self.here.value[surveys] + RISE * share * promises[left]
            self._move(surveys, share * steps[left], there, higher)
            risen[left[higher]] = True
            share /= 2
        return risen

    def _move(
        self,
        surveys: NDArray[np.intp],
        steps: Array,
        there: Evaluation,
        chosen: NDArray[np.bool_],
    ) -> None:
        if not chosen.any():
            return
        moved = surveys[chosen]
        self.thetas[moved] += steps[chosen]
        reached = there if chosen.all() else there[chosen]
        self.here = self.here.with_some(moved, reached)


def definite_solutions(matrices: Array, rights: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Solutions in units in which diagonals are one, and which matrices are positive definite.

    >>> two = np.array([[[4.0, 0.0], [0.0, 1.0]], [[1.0, 2.0], [2.0, 1.0]]])
    >>> found, definite = definite_solutions(two, np.ones((2, 2)))
    >>> found[0].tolist(), definite.tolist()
    ([0.25, 1.0], [True, False])
    """
    size = matrices.shape[1]
    found = np.zeros(rights.shape)
    diagonals = matrices[:, np.arange(size), np.arange(size)]
    definite = np.asarray((diagonals > 0).all(axis=1) & np.isfinite(matrices).all(axis=(1, 2)))
    # With ones on the diagonal the least eigenvalue means the same in all units.
    units = 1 / np.sqrt(diagonals[definite])
    scaled = matrices[definite] * units[:, :, None] * units[:, None, :]
    if size:
        positive = np.linalg.eigvalsh(scaled)[:, 0] > DEFINITE
        definite[definite] = positive
        scaled, units = scaled[positive], units[positive]
    solved = np.linalg.solve(scaled, (rights[definite] * units)[:, :, None])[:, :, 0] * units
    found[definite] = solved
    definite[definite] = np.isfinite(solved).all(axis=1)
    return found, definite


def nearly_solved(matrix: Array, wanted: Array) -> Array:
    """Least squares by the normal equations: to half of the digits, as a start needs.

    >>> covariates = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    >>> nearly_solved(covariates, np.array([[3.0], [5.0], [7.0]])).round(6).tolist()
    [[3.0], [2.0]]
    """
    lengths = np.sqrt(np.einsum("np,np->p", matrix, matrix))
    units = 1 / np.where(lengths > 0, lengths, 1.0)
    squares = (matrix.T @ matrix) * np.outer(units, units)
    rights = (matrix.T @ wanted) * units[:, None]
    solved: Array = np.linalg.lstsq(squares, rights, rcond=None)[0] * units[:, None]
    return solved


def weighted_squares(left: Array, right: Array, weights: Array) -> Array:
    """left' W right, W diagonal, of weights in one row or in a row for each survey.

    >>> columns = np.array([[1.0, 1.0], [1.0, 2.0]])
    >>> weighted_squares(columns, columns, np.array([1.0, 3.0])).tolist()
    [[4.0, 7.0], [7.0, 13.0]]
    """
    if weights.ndim == 1 and right.shape[1] > NARROW:
        return np.asarray(left.T @ (right * weights[:, None]), np.float64)
    return np.stack([(weights * column) @ left for column in right.T], axis=-1)


def _by_scores(scores: Array, gradient: Array) -> Array:
    """The step by the sum of the outer products of the scores; none where these are no numbers."""
    products = scores.T @ scores
    if not np.isfinite(products).all():
        return np.full(len(gradient), np.nan)
    found, definite = definite_solutions(products[None], gradient[None])
    if definite[0]:
        return found[0]
    return np.asarray(np.linalg.lstsq(products, gradient, rcond=None)[0], np.float64)
