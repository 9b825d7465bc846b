"""Newton's method for log-likelihoods that need not be concave: one survey, or many at once.

The step solves M d = g with M = -Hessian, its negative eigenvalues turned positive in units in
which its diagonal is one: it always is one of ascent, and is halved until the likelihood rises. By
outer products of row scores, where M is not definite, a fit of 50 reports of three truths took nine
times as long from the same starts: maxima at infinity were 200 steps away, and are 40.

Surveys have each their own point and step. They are evaluated together, as an evaluation of few
rows costs what its calls cost: of a hundred surveys of fifty reports a tenth of one by one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rropt.survey.regression.links import Array

Which: TypeAlias = NDArray[np.intp]

Free: TypeAlias = NDArray[np.bool_]
"""Which parameters may move: of all points, or of each one a row."""

Model: TypeAlias = tuple[Array, np.random.Generator]
"""Parameters from which surveys are drawn, and by which numbers."""

Places: TypeAlias = int | Which | NDArray[np.bool_]

TINY_IS_ZERO = np.errstate(under="ignore")
"""Chances far out are zero, also where numpy is told to raise."""

MOST_STEPS = 200

ENOUGH = 1e-13
"""Stop when a Newton step promises less than this part of 1 + |value|: doubles end there."""

ROUNDING = 1e-13
"""An eigenvalue of a matrix with a diagonal of ones that is a rounding error."""

NOTHING = 1e-10
"""A part of a step that promises so little of 1 + |value| is none. By doubles alone surveys whose
maxima are at infinity were halved 53 times in each of 200 steps; by what ends a rough search it
was too low to lead to the highest maximum."""

RISE = 1e-4
"""A step is taken that rises by this part of what it promises."""

ALONE = np.zeros(1, int)
"""The name of one survey, at one point."""

ROWS_AT_ONCE = 20_000
"""Rows of one survey that are evaluated together: more of them fit in no cache."""

NUMBERS_AT_ONCE = 24_000
"""The same of the largest array of several surveys. From 30,000 to 60,000 on, as the heap happens
to be, a survey takes 1.7 to 2.5 times as long; half as many take 1.3 to 1.6 times as long."""


@dataclass(frozen=True)
class Evaluation:
    """Log-likelihoods of surveys, each at its own point; the first axis is that of surveys."""

    value: Any
    gradient: Array
    hessian: Array

    @classmethod
    def possible(cls, value: Array, gradient: Array, hessian: Array) -> Evaluation:
        """With -oo and no derivatives where a value is no number."""
        wrong = ~np.isfinite(value)
        value[wrong] = -math.inf
        gradient[wrong] = 0
        hessian[wrong] = 0
        return cls(value, gradient, hessian)

    @classmethod
    def summed(cls, parts: Sequence[Evaluation]) -> Evaluation:
        """Of all records, from those of some and of the others."""
        return cls.possible(
            np.sum([part.value for part in parts], axis=0),
            np.sum([part.gradient for part in parts], axis=0),
            np.sum([part.hessian for part in parts], axis=0),
        )

    @classmethod
    def joined(cls, parts: Sequence[Evaluation]) -> Evaluation:
        """Of all surveys, from those of some and of the others."""
        return cls(
            np.concatenate([part.value for part in parts]),
            np.concatenate([part.gradient for part in parts]),
            np.concatenate([part.hessian for part in parts]),
        )

    def __getitem__(self, which: Places) -> Evaluation:
        """That of one survey, or those of some."""
        return Evaluation(self.value[which], self.gradient[which], self.hessian[which])


class Surveys(Protocol):
    """Log-likelihoods of surveys of the same rows, or of one that is asked at several points."""

    def at(self, thetas: Array, surveys: Which) -> Evaluation:
        """Of some of the surveys, each at its own point: one a row."""


class Likelihood(Surveys, Protocol):
    """A log-likelihood of named parameters."""

    @property
    def size(self) -> int:
        """Number of parameters."""

    @property
    def count(self) -> int:
        """Number of rows, or of groups of rows, that are independent."""

    def at(self, thetas: Array, surveys: Which | None = None) -> Evaluation:
        """Of the one survey at several points, or of some, each at its own."""

    def scores(self, thetas: Array, surveys: Which) -> Array:
        """Of their records, weighted: shape (surveys, records, parameters)."""

    def expected_information(self, theta: Array) -> Array:
        """The information that is expected at the parameters."""

    def reach(self, direction: Array) -> float:
        """The largest change of a linear predictor along a direction."""


def of_surveys(numbers: Array, surveys: Which) -> Array:
    """What some surveys have, one a row; of the only one as often as it is asked.

    >>> of_surveys(np.array([1, 2]), np.zeros(2, int)).tolist()
    [[1, 2], [1, 2]]
    """
    each = np.atleast_2d(numbers)
    if len(each) == 1:
        return np.broadcast_to(each, (len(surveys), *each.shape[1:]))
    return each[surveys]


Evaluated = Callable[[Array, Which], Evaluation]


def at_once(at: Evaluated, thetas: Array, surveys: Which | None, numbers: int) -> Evaluation:
    """Surveys by `at`: as many together as fit in a cache with so many numbers each.

    Without names of surveys there is one, at all points.

    >>> def at(x, surveys):
    ...     return Evaluation(-(x**2).sum(axis=1), -2 * x, np.full((len(x), 1, 1), -2.0))
    >>> at_once(at, np.array([[1.0], [2.0], [3.0]]), None, numbers=20_000).value.tolist()
    [-1.0, -4.0, -9.0]
    """
    named = np.zeros(len(thetas), int) if surveys is None else surveys
    size = max(1, NUMBERS_AT_ONCE // numbers)
    parts = [slice(begin, begin + size) for begin in range(0, len(thetas), size)]
    return Evaluation.joined([at(thetas[part], named[part]) for part in parts])


@dataclass(frozen=True)
class Maximum:
    """Where the method stopped, what is there, whether the score vanishes, the value at the start.

    Of several surveys all of them have a first axis of surveys.
    """

    theta: Array
    evaluation: Evaluation
    converged: Any
    began: Any

    def __getitem__(self, which: Places) -> Maximum:
        """That of one of several surveys, or those of some."""
        at_start = self.began[which]
        return Maximum(self.theta[which], self.evaluation[which], self.converged[which], at_start)

    @property
    def highest(self) -> Maximum:
        """Of several points of one survey."""
        return self[self.evaluation.value.argmax()]


def maximise(
    surveys: Surveys,
    starts: Array,
    free: Free | None = None,
    enough: float = ENOUGH,
    names: Which | None = None,
    most: int = MOST_STEPS,
) -> Maximum:
    """Stationary points that are no lower than the starts: of surveys by their `names`, or of one.

    `enough` is the part of 1 + |value| that a further step may promise, `most` how many steps are
    taken.

    >>> class Hill:
    ...     def at(self, x, surveys):
    ...         bend = np.tile(-2 * np.eye(2), (len(x), 1, 1))
    ...         return Evaluation(-(x**2).sum(axis=1), -2 * x, bend)
    >>> maximise(Hill(), np.array([[3.0, 4.0]])).theta.round(9)
    array([[0., 0.]])
    """
    moving = np.broadcast_to(True if free is None else free, starts.shape)
    named = np.zeros(len(starts), int) if names is None else names
    with np.errstate(all="ignore"):  # a step too far is refused by its value
        return _Ascent(surveys, named, starts.astype(float), moving).followed(enough, most)


class _Ascent:
    """Where each survey stands, by its place among those that are followed."""

    def __init__(
        self,
        surveys: Surveys,
        names: Which,
        thetas: Array,
        moving: Free,
    ) -> None:
        self.surveys = surveys
        self.names = names
        self.thetas = thetas
        self.moving = moving
        self.here = surveys.at(thetas, names)
        self.began = self.here.value.copy()
        self.converged = np.zeros(len(thetas), bool)

    def followed(self, enough: float, most: int) -> Maximum:
        """To where no survey rises further."""
        rising = np.arange(len(self.thetas))
        for _ in range(most):
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
        return Maximum(self.thetas, self.here, self.converged, self.began)

    def _steps(self, rising: Which) -> Array:
        """Newton's, zero where nothing may move."""
        moving = self.moving[rising]
        matrices = among(-self.here.hessian[rising], moving)
        # Where two eigenvalues are alike rounding mixes what moves with what does not.
        return np.where(moving, uphill(matrices, self.here.gradient[rising] * moving), 0.0)

    def _end(self, near: Which, steps: Array) -> None:
        """One more step, where the value no longer tells: the smaller score wins."""
        self.converged[near] = True
        if not len(near):
            return
        points = self.thetas[near] + steps
        there = self.surveys.at(points, self.names[near])
        scores = np.abs(self.here.gradient[near] * self.moving[near])
        others = np.abs(there.gradient * self.moving[near])
        better = (others.max(axis=1) < scores.max(axis=1)) & np.isfinite(there.value)
        self._move(near[better], points[better], there[better])

    def _risen(
        self, rising: Which, steps: Array, promises: Array, enough: float
    ) -> NDArray[np.bool_]:
        """Which of them found a point along their step that is higher; they stand there now.

        Of a step that is halved to nothing nobody rises, and the search ends there.
        """
        # The share of a step below which its promise is nothing.
        least = min(NOTHING, enough) * (1 + np.abs(self.here.value[rising])) / promises
        risen = np.zeros(len(rising), bool)
        halved = 0
        while True:
            left = np.flatnonzero(~risen & (least < 0.5**halved))
            if not len(left):
                return risen
            # As many shares at once as were tried before: the steps of a few were halved sixty
            # times, and nine in ten calls were for less than eight points.
            shares = 0.5 ** np.arange(halved, 2 * halved or 1)[:, None]
            shares = shares[shares[:, 0] > least[left].min()]
            halved += len(shares)
            wanted = np.where(shares > least[left], RISE * shares * promises[left], np.inf)
            risen[left] = self._first_higher(rising[left], shares[..., None] * steps[left], wanted)

    def _first_higher(self, places: Which, steps: Array, wanted: Array) -> NDArray[np.bool_]:
        """Which have a step, one a row of theirs, that rises as wanted; the first one is taken."""
        points = (self.thetas[places] + steps).reshape(-1, steps.shape[-1])
        there = self.surveys.at(points, np.tile(self.names[places], len(steps)))
        higher = there.value.reshape(wanted.shape) >= self.here.value[places] + wanted
        risen = higher.any(axis=0)
        first = np.ravel_multi_index((higher.argmax(axis=0), np.arange(len(places))), higher.shape)
        self._move(places[risen], points[first[risen]], there[first[risen]])
        return np.asarray(risen)

    def _move(self, places: Which, points: Array, there: Evaluation) -> None:
        self.thetas[places] = points
        self.here.value[places] = there.value
        self.here.gradient[places] = there.gradient
        self.here.hessian[places] = there.hessian


def uphill(matrices: Array, gradients: Array) -> Array:
    """Solutions of M d = g with the absolute values of eigenvalues; no numbers where M has none.

    >>> two = np.array([[[4.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, -2.0]]])
    >>> uphill(two, np.ones((2, 2))).tolist()
    [[0.25, 1.0], [1.0, 0.5]]
    """
    diagonals = np.abs(np.diagonal(matrices, axis1=1, axis2=2))
    # With ones on the diagonal an eigenvalue means the same in all units.
    units = 1 / np.sqrt(np.where(diagonals > 0, diagonals, 1.0))
    scaled = matrices * units[:, :, None] * units[:, None, :]
    found = np.full(gradients.shape, np.nan)
    known = np.isfinite(scaled).all(axis=(1, 2))
    lengths, axes = np.linalg.eigh(scaled[known])
    along = np.einsum("sij,si->sj", axes, (gradients * units)[known])
    along /= np.maximum(np.abs(lengths), ROUNDING)
    found[known] = np.einsum("sij,sj->si", axes, along) * units[known]
    return found


def among(matrices: Array, free: Free) -> Array:
    """The matrices with rows and columns of the unit matrix where parameters are not free.

    >>> among(np.array([[[4.0, 3.0], [3.0, 5.0]]]), np.array([[True, False]])).tolist()
    [[[4.0, 0.0], [0.0, 1.0]]]
    """
    return np.where(free[:, :, None] & free[:, None, :], matrices, np.eye(free.shape[1]))


def nearly_solved(matrix: Array, wanted: Array) -> Array:
    """Least squares by the normal equations: to half of the digits, as a start needs.

    >>> covariates = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    >>> nearly_solved(covariates, np.array([[3.0], [5.0], [7.0]])).round(6).tolist()
    [[3.0], [2.0]]
    """
    units, products = products_in_units(matrix)
    rights = (matrix.T @ wanted) * units[:, None]
    solved: Array = np.linalg.lstsq(products, rights, rcond=None)[0] * units[:, None]
    return solved


def products_in_units(matrix: Array) -> tuple[Array, Array]:
    """Units in which each column has the length one, and the products of columns in these.

    >>> units, products = products_in_units(np.array([[3.0, 1.0], [4.0, 0.0]]))
    >>> units.tolist(), products.round(9).tolist()
    ([0.2, 1.0], [[1.0, 0.6], [0.6, 1.0]])
    """
    lengths = np.sqrt(np.einsum("np,np->p", matrix, matrix))
    units = 1 / np.where(lengths > 0, lengths, 1.0)
    return units, (matrix.T @ matrix) * np.outer(units, units)


def weighted_squares(left: Array, right: Array, weights: Array) -> Array:
    """left W right' of each survey, W diagonal: the weights are in a row for each.

    >>> covariates = np.array([[1.0, 1.0], [1.0, 2.0]])
    >>> weighted_squares(covariates, covariates, np.array([[1.0, 3.0]])).tolist()
    [[[4.0, 7.0], [7.0, 13.0]]]
    """
    if len(weights) == 1:
        return np.asarray(left * weights @ right.T)[None]
    products = (left[:, None] * right).reshape(-1, weights.shape[1])
    return np.asarray(weights @ products.T).reshape(-1, len(left), len(right))
