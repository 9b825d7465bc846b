"""A fit: the maximum of a likelihood, what is flat there, and covariances.

Covariances, with A the observed (or expected) information and s_i the weighted row scores:

| errors    | covariance                                                                        |
|-----------|-----------------------------------------------------------------------------------|
| observed  | A^-1                                                                              |
| expected  | the inverse of the expected information                                           |
| sandwich  | A^-1 (sum_g S_g S_g') A^-1, S_g the sum of the scores of a cluster (or of one row) |

The sums are centred within each stratum and multiplied by n_h / (n_h - 1) there, n_h its clusters
or rows; without strata all rows are one. Of a finite population they are less, and with clusters
the sandwich rests on few degrees of freedom (`estimating/sandwich.py`). Weights make the likelihood
a pseudo-likelihood, for which only the sandwich is a variance.

A likelihood that does not fall along a ray has its maximum at infinity: `level_cone` finds such
rays, so that a fit on the boundary is named, not printed as a huge number. A parameter that rays
move both ways, or that moves where the likelihood does not bend, is not identified.

A likelihood of few reports has more maxima than starts find. Most of them are at infinity, where
rows are cut into parts of one truth each, and a higher one cuts a few rows otherwise. Newton's
method never passes from one to the other, but where some rows do not count it does. So the highest
points known climb the likelihoods of random halves of the rows for a few steps, and from there that
of all rows, until several halves lead no higher. (Of trees in phylogenetics this search is the
ratchet, Nixon 1999.)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.exact import InputError, one_of
from rropt.survey.regression.level_cone import LevelCone, level_ways, moved, predictor_units
from rropt.survey.regression.links import Array
from rropt.survey.regression.newton import (
    ALONE,
    TINY_IS_ZERO,
    Evaluation,
    Likelihood,
    Maximum,
    Which,
    maximise,
)
from rropt.survey.sandwich import Sampling


def mixed(joint: Array) -> tuple[Array, Array]:
    """The logarithm of the sum of exponentials on the second axis, and the share of each in it.

    >>> values, shares = mixed(np.log([[1.0, 3.0]]))
    >>> np.exp(values).round(9).tolist(), shares.round(9).tolist()
    ([4.0], [[0.25, 0.75]])
    """
    with np.errstate(invalid="ignore"):  # a row of -oo has no shares, and no value
        top = joint.max(axis=1, keepdims=True)
        raised = np.exp(joint - top)
        total = raised.sum(axis=1, keepdims=True)
        return (top + np.log(total))[:, 0], raised / total


APART = 1e-4
"""Log-likelihoods that differ by more are those of different maxima."""

FAR_BELOW = 8.0
"""Maxima lower by more are forgotten. In a survey of 400 reports of three truths all lower ones
are, and a likelihood-ratio test from all starts would take 0.07 s in place of less than 0.005."""

POLISHED = 36
"""Of many starts, after a rough ascent, so many are followed to their maxima: the highest of those
that are not alike. Of 16 surveys of 50 reports of three truths the highest of all led to one
maximum only in five, where there are others."""

OUT = 1e3
"""In units of linear predictors: where there are rays a coefficient further out is at infinity
though no cone says so. A cut through a row to all digits, to which Newton's method came at 1e42,
has no level direction in doubles: of a hundred surveys of 100 reports of three truths one has."""

ERRORS = ("observed", "expected", "sandwich")


@dataclass(frozen=True)
class Together:
    """The sum of log-likelihoods of one survey, each of some of the parameters."""

    parts: tuple[tuple[slice, Likelihood], ...]

    def at(self, thetas: Array, surveys: Which) -> Evaluation:
        """Value, gradient and Hessian at several points."""
        found = Evaluation(
            np.zeros(len(thetas)),
            np.zeros(thetas.shape),
            np.zeros((*thetas.shape, thetas.shape[1])),
        )
        for places, part in self.parts:
            own = part.at(thetas[:, places], surveys)
            found.value[:] += own.value
            found.gradient[:, places] += own.gradient
            found.hessian[:, places, places] += own.hessian
        return found


@dataclass(frozen=True)
class Fitted:
    """The best of the maxima found from several starts, and the rays along which it is flat."""

    likelihood: Likelihood
    maximum: Maximum
    sampled: Sampling
    starts: Array
    """Steps that add up to the points from which the fit was sought: (points, steps, size)."""

    climbed: Array
    """Where many led, also by halves of the rows: the highest first, those that are alike once."""

    lower: tuple[tuple[float, Array], ...] = ()
    """Lower maxima, their values first; where there are none the likelihood has one maximum."""

    beside: tuple[Array, ...] = ()
    """Points from which held coefficients are sought too, where the fit may be a saddle of them."""

    @property
    def theta(self) -> Array:
        return self.maximum.theta

    @property
    def llf(self) -> float:
        return float(self.maximum.evaluation.value)

    @cached_property
    def scores(self) -> Array:
        """Of each row at the fit, weighted."""
        return self.likelihood.scores(self.theta[None], ALONE)[0]

    @cached_property
    def rays(self) -> list[Array]:
        """Directions in which the likelihood has no maximum: the fit is at infinity there."""
        return self._level[0]

    @property
    def ray_moves(self) -> NDArray[np.bool_]:
        """Which parameters some ray moves."""
        return self._moved_by(self.rays)

    def _moved_by(self, ways: list[Array]) -> NDArray[np.bool_]:
        units = predictor_units(self.likelihood, len(self.theta))
        signs = moved(np.reshape(ways, (-1, len(units))), units)
        told: NDArray[np.bool_] = np.any(signs, axis=0)
        return told

    @cached_property
    @TINY_IS_ZERO
    def _level(self) -> tuple[list[Array], list[Array]]:
        return level_ways(self.likelihood, self.maximum)

    @cached_property
    def _cone(self) -> LevelCone:
        """All level ways."""
        rays, straight = self._level
        # On a plateau no direction bends, and level ones are sums of any of these.
        return LevelCone(self.likelihood, self.maximum, [*rays, *straight])

    @cached_property
    @TINY_IS_ZERO
    def _moved(self) -> NDArray[np.bool_]:
        """Parameters that some level direction raises, and that some lowers."""
        if not self.rays:
            return np.zeros((2, len(self.theta)), bool)
        told = self._cone.sides()
        far = self.theta / predictor_units(self.likelihood, len(self.theta))
        return told | ~told.any(axis=0) & np.stack([far > OUT, far < -OUT])

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """Parameters that rays move both ways: all their values fit alike."""
        raised, lowered = self._moved
        return np.logical_and(raised, lowered)

    @cached_property
    def unidentified(self) -> NDArray[np.bool_]:
        """Parameters of which other values fit as well, so that none is told."""
        flat = self._moved_by(self._level[1])
        if self.rays:
            flat = flat | self._cone.flat_alone
        return self.free | (flat & ~self._moved.any(axis=0))

    @cached_property
    def at_infinity(self) -> Array:
        """For each parameter the sign of the infinity that it tends to, 0 where there is none."""
        raised, lowered = self._moved
        return np.subtract(raised, lowered, dtype=np.float64)

    def covariance(self, errors: str) -> Array:
        """The covariance of the parameters.

        It is nan for those at infinity, for those that are not identified, and for those of which
        no row tells in doubles, as on a plain far out.
        """
        bread = self._bread(one_of(errors, ERRORS, "errors"))
        found = bread
        if errors == "sandwich":
            found = bread @ self.sampled.variance(self.scores) @ bread
        unknown = (self.at_infinity != 0) | self.unidentified | ~(np.diag(bread) > 0)
        found = found.copy()
        found[unknown, :] = np.nan
        found[:, unknown] = np.nan
        return found

    def freedom(self, errors: str) -> float:
        """On how many degrees of freedom these errors rest: few for the sandwich of clusters."""
        return self.sampled.freedom if errors == "sandwich" else inf

    def _bread(self, errors: str) -> Array:
        """The inverse information on the directions that have a maximum."""
        if errors == "expected":
            information = self.likelihood.expected_information(self.theta)
        else:
            information = -self.maximum.evaluation.hessian
        level = [*self.rays, *self._level[1]]
        if not level:
            return inverse(information)
        kept = _complement(np.stack(level, axis=1))
        return kept @ inverse(kept.T @ information @ kept) @ kept.T


def fit_from(
    likelihood: Likelihood, starts: list[Array], sampled: Sampling, several: bool = False
) -> Fitted:
    """The highest of the maxima that Newton's method reaches from points, or sums of steps.

    Where there may be `several` higher ones are sought by halves of the rows.
    """
    most = max(len(np.atleast_2d(start)) for start in starts)
    begun = np.zeros((len(starts), most, likelihood.size))
    for steps, start in zip(begun, starts, strict=True):
        steps[: len(np.atleast_2d(start))] = start
    points = begun.sum(axis=1)
    ascended = by_halves(likelihood, points) if several else points
    reached = maximise(likelihood, ascended[:POLISHED])
    best = reached.highest
    if not np.isfinite(best.evaluation.value):
        raise InputError("the likelihood must be positive at a start: some report is impossible")
    found = zip(*highest(reached.theta, reached.evaluation.value, APART), strict=True)
    near = [(value, point) for point, value in found if value > best.evaluation.value - FAR_BELOW]
    return Fitted(likelihood, best, sampled, begun, ascended, tuple(near[1:]))


def inverse(matrix: Array) -> Array:
    """The inverse, taken in units in which the diagonal is one; of what no row tells about it has
    nothing."""
    diagonal = np.sqrt(np.abs(np.diag(matrix)))
    units = 1 / np.where(diagonal > 0, diagonal, 1.0)
    scaled = matrix * units[:, None] * units[None, :]
    try:
        found = np.linalg.inv(scaled)
    except np.linalg.LinAlgError:
        found = np.linalg.pinv(scaled, hermitian=True)
    return found * units[:, None] * units[None, :]


def _complement(directions: Array) -> Array:
    """An orthonormal basis of what is orthogonal to the directions."""
    # The columns behind those of the directions are orthogonal to them.
    basis, _ = np.linalg.qr(directions, mode="complete")
    return basis[:, directions.shape[1] :]


ROUGH = 1e-3
"""Of a first ascent from many starts: a step that promises so little of 1 + |value| ends it. By
1e-2 twelve of 48 held maxima of 50 reports of three truths were too low, by 1e-3 three."""

ALIKE = 1e-3
"""After a first ascent log-likelihoods that differ by less are on the way to one maximum. By 1e-2
two of 64 restricted maxima were too low that are found so."""

MOVED = 12
"""Of the highest points so many climb each half."""

HALVES = 10
"""So many are climbed together, and the search ends where they lead no higher. Where few maxima are
known they are fewer: a single one of 2,000 item counts was sought for 2.8 s in place of 0.1. Of 48
surveys of liars four fits from cuts alone were lower than with halves, by 0.01 to 1.0, of 48 of two
randomized predictors six, by 0.2 to 0.7; two of each are known to be too low still, by 0.2 to 0.6.
"""

MOST_ROUNDS = 4

AWAY = 8
"""Steps by a half of the rows, whose own maximum may be far out at infinity."""


def by_halves(survey: Any, starts: Array, free: NDArray[np.bool_] | None = None) -> Array:
    """Where rough ascents lead, also from halves of the rows: the highest first, alike ones once.

    The halves are always the same.

    The survey has `weights`, one a row, or of several surveys a row of them each.
    """
    random = np.random.default_rng(0)
    first = _led(survey, starts, free)
    points, values = first
    for _ in range(MOST_ROUNDS):
        count = min(HALVES, 1 + len(points))
        counted = 2.0 * random.integers(0, 2, (count, survey.count))
        halves = replace(survey, weights=survey.weights * counted)
        each = np.repeat(points[:MOVED], count, axis=0)
        names = np.resize(np.arange(count), len(each))
        away = maximise(halves, each, free, ROUGH, names, AWAY).theta
        others, of_others = _led(survey, away, free)
        known = values[0]
        points, values = highest(
            np.concatenate([points, others]), np.concatenate([values, of_others]), ALIKE
        )
        if values[0] <= known + ALIKE:
            break
    # Many that halves led to are on the way to one maximum: they leave room for the lower ones.
    points = np.concatenate([first[0], points[:MOVED]])
    return highest(points, np.concatenate([first[1], values[:MOVED]]), ALIKE)[0]


def _led(survey: Any, starts: Array, free: NDArray[np.bool_] | None) -> tuple[Array, Array]:
    """Where rough ascents end, and how high that is."""
    reached = maximise(survey, starts, free, ROUGH)
    return highest(reached.theta, reached.evaluation.value, ALIKE)


def highest(points: Array, values: Array, apart: float) -> tuple[Array, Array]:
    """The points, one a row, and their values: the highest first.

    Of those whose values differ by no more than `apart` from one to the next, the first.

    >>> points, values = np.array([[3.0], [1.0], [-1.0], [2.0]]), np.array([-9.0, -1.0, -1.0, -4.0])
    >>> highest(points, values, 0.5)[0].tolist()
    [[1.0], [2.0], [3.0]]
    """
    order = np.argsort(-values, kind="stable")
    with np.errstate(invalid="ignore"):  # of two points without a likelihood
        order = order[np.append(True, ~(-np.diff(values[order]) <= apart))]
    return points[order], values[order]
