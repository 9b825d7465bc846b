"""A fit: the maximum of a likelihood, what is flat there, covariances and tests.

Covariances, with A the observed (or expected) information and s_i the weighted row scores:

| errors    | covariance                                                                        |
|-----------|-----------------------------------------------------------------------------------|
| observed  | A^-1                                                                              |
| expected  | the inverse of the expected information                                           |
| sandwich  | A^-1 (sum_g S_g S_g') A^-1, S_g the sum of the scores of a cluster (or of one row) |

The sums are centred within each stratum and multiplied by n_h / (n_h - 1) there, n_h its clusters
or rows; without strata all rows are one. Of a finite population they are less
(`estimating/sandwich.py`). Weights make the likelihood a pseudo-likelihood, for which only the
sandwich is a variance.

A likelihood that does not fall along a ray has its maximum at infinity: `recession` finds such
rays, so that a fit on the boundary is named, not printed as a huge number.

Coefficients are tested to have given values by

| method | statistic                                           | needs                           |
|--------|-----------------------------------------------------|---------------------------------|
| lr     | 2 (l(fit) - l(fit with the values held))            | a second fit                    |
| wald   | d' V^-1 d, d = estimate - value                      | the covariance V of the fit     |
| score  | U' A^-1 U at the restricted fit, A expected          | the restricted fit only         |

Each is compared with chi squared on as many degrees of freedom as there are values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np

from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.sandwich import of_finite_population, stratum_variances
from rropt.exact import InputError
from rropt.regression.links import Array
from rropt.regression.newton import Evaluation, Maximum, climbed, highest, maxima_from

FAR = 10.0
"""How far a ray is followed, in units of the largest linear predictor: e^-10 of a share is left."""

LEVEL = 1e-5
"""A ray is one of recession if the log-likelihood falls by less than this along it. A bounded
maximum of the same flatness has a standard error above 2,000 on its linear predictor."""


def mixed(joint: Array) -> tuple[Array, Array]:
    """The logarithm of the sum of exponentials on the last axis, and the share of each in it.

    >>> values, shares = mixed(np.log([[1.0, 3.0]]))
    >>> np.exp(values).round(9).tolist(), shares.round(9).tolist()
    ([4.0], [[0.25, 0.75]])
    """
    with np.errstate(invalid="ignore"):  # a row of -oo has no shares, and no value
        top = joint.max(axis=-1, keepdims=True)
        raised = np.exp(joint - top)
        total = raised.sum(axis=-1, keepdims=True)
        return (top + np.log(total))[..., 0], raised / total


def recession(
    at: Callable[[Array], Evaluation], found: Maximum, reach: Callable[[Array], float]
) -> list[Array]:
    """Rays along which the likelihood does not fall, flattest first.

    `reach` is the largest change of a linear predictor along a direction.
    """
    size = len(found.theta)
    units = np.array([1 / (reach(column) or 1.0) for column in np.eye(size)])
    curvature = -found.evaluation.hessian * units[:, None] * units[None, :]
    _, vectors = np.linalg.eigh(curvature)
    rays: list[Array] = []
    for column in vectors.T:
        direction = column * units
        direction = direction / (reach(direction) or 1.0)
        outwards = 1.0 if float((direction / units) @ (found.theta / units)) >= 0 else -1.0
        sides = [side * direction for side in (outwards, -outwards)]
        level = [side for side in sides if _level_along(at, found, side)]
        if not level:
            break
        rays.append(level[0])
    return rays


def _level_along(at: Callable[[Array], Evaluation], found: Maximum, direction: Array) -> bool:
    there = at(found.theta + FAR * direction)
    return there.value >= found.evaluation.value - LEVEL


APART = 1e-4
"""Log-likelihoods that differ by more are those of different maxima."""

FAR_BELOW = 8.0
"""Maxima lower by more are forgotten. In a survey of 400 reports of three truths all lower ones
are, and a likelihood-ratio test from all starts would take 0.07 s in place of less than 0.005."""

POLISHED = 24
"""Of many starts, after a rough ascent, so many are followed to their maxima: the highest."""

ERRORS = ("observed", "expected", "sandwich")


class Likelihood(Protocol):
    """A log-likelihood of named parameters."""

    @property
    def size(self) -> int:
        """Number of parameters."""

    def at(self, theta: Array) -> Evaluation:
        """Value, row scores and Hessian."""

    def at_all(self, thetas: Array) -> Evaluation:
        """The same at several points, one a row."""

    def expected_information(self, theta: Array) -> Array:
        """The information that is expected at the parameters."""

    def reach(self, direction: Array) -> float:
        """The largest change of a linear predictor along a direction."""


@dataclass(frozen=True)
class Groups:
    """Clusters and strata of the rows, as whole numbers; None where there are none."""

    clusters: np.ndarray | None = None
    strata: np.ndarray | None = None
    parts: Mapping[int, float] = field(default_factory=dict)
    """Of each stratum the part of a finite population that was asked."""

    drawn: Array | None = None
    """What the table draws of the scores of this part, where the population is finite."""

    def stratum_of(self, rows: int) -> np.ndarray:
        """Of each of so many rows: one for all where there are no strata."""
        return np.zeros(rows, int) if self.strata is None else self.strata


@dataclass(frozen=True)
class Fitted:
    """The best of the maxima found from several starts, and the rays along which it is flat."""

    likelihood: Likelihood
    maximum: Maximum
    groups: Groups
    starts: Array
    """Points from which the fit was sought, one a row."""

    lower: tuple[tuple[float, Array], ...] = ()
    """Lower maxima, their values first: with a parameter held one of them may be the highest."""

    @property
    def theta(self) -> Array:
        return self.maximum.theta

    @property
    def llf(self) -> float:
        return float(self.maximum.evaluation.value)

    @cached_property
    def rays(self) -> list[Array]:
        """Directions in which the likelihood has no maximum: the fit is at infinity there."""
        return recession(self.likelihood.at, self.maximum, self.likelihood.reach)

    @cached_property
    def at_infinity(self) -> Array:
        """For each parameter the sign of the infinity that it tends to, 0 where it is finite."""
        signs = np.zeros(len(self.theta))
        for ray in self.rays:
            part = ray / np.abs(ray).max()
            moving = (np.abs(part) > 1e-6) & (signs == 0)
            signs[moving] = np.sign(part[moving])
        return signs

    def covariance(self, errors: str) -> Array:
        """The covariance of the parameters; nan for those at infinity."""
        if errors not in ERRORS:
            raise InputError(f"errors must be one of {', '.join(ERRORS)}, got {errors!r}")
        bread = self._bread(errors)
        found = bread
        if errors == "sandwich":
            found = bread @ middle(self.maximum.evaluation.scores, self.groups) @ bread
        infinite = self.at_infinity != 0
        found = found.copy()
        found[infinite, :] = np.nan
        found[:, infinite] = np.nan
        return found

    def _bread(self, errors: str) -> Array:
        """The inverse information on the directions that have a maximum."""
        if errors == "expected":
            information = self.likelihood.expected_information(self.theta)
        else:
            information = -self.maximum.evaluation.hessian
        if not self.rays:
            return inverse(information)
        kept = _complement(np.stack(self.rays, axis=1))
        return kept @ inverse(kept.T @ information @ kept) @ kept.T


def fit_from(likelihood: Likelihood, starts: list[Array], groups: Groups) -> Fitted:
    """The highest of the maxima that Newton's method reaches from the starts."""
    begun = climbed(likelihood.at_all, np.stack(starts))
    reached = maxima_from(likelihood.at_all, begun[:POLISHED])
    finite = [found for found in reached if np.isfinite(found.evaluation.value)]
    if not finite:
        raise InputError("the likelihood must be positive at a start: some report is impossible")
    best, *others = sorted(finite, key=lambda found: -found.evaluation.value)
    lower = []
    least = best.evaluation.value
    for found in others:
        if best.evaluation.value - FAR_BELOW < found.evaluation.value < least - APART:
            lower.append((found.evaluation.value, found.theta))
            least = found.evaluation.value
    return Fitted(likelihood, best, groups, begun, tuple(lower))


def restricted_maximum(fitted: Fitted, fixed: dict[int, float]) -> Maximum:
    """The highest maximum with some parameters held at given values.

    It is sought from the fit and from zero, and where there are lower maxima from these and from
    the highest of all points from which the fit was sought.
    """
    free = np.ones(len(fitted.theta), bool)
    free[list(fixed)] = False

    def held(points: Array) -> Array:
        return np.where(free, points, [fixed.get(place, 0.0) for place in range(len(free))])

    starts = held(np.stack([fitted.theta, np.zeros_like(fitted.theta)]))
    if fitted.lower:
        lower = held(np.stack([theta for _, theta in fitted.lower]))
        begun = highest(fitted.likelihood.at_all, held(fitted.starts))[:POLISHED]
        starts = np.concatenate([starts, lower, begun])
    found = maxima_from(fitted.likelihood.at_all, starts, free)
    return max(found, key=lambda each: each.evaluation.value)


def ratio_of(fitted: Fitted, fixed: dict[int, float]) -> float:
    """2 (l(fit) - l(fit with some parameters held at given values))."""
    return 2 * (fitted.llf - restricted_maximum(fitted, fixed).evaluation.value)


def middle(scores: Array, groups: Groups) -> Array:
    """The variance of the sum of the scores of clusters, or of rows.

    >>> middle(np.array([[1.0], [2.0]]), Groups())
    array([[1.]])
    """
    strata = groups.stratum_of(len(scores))
    if groups.clusters is not None:
        pairs = set(zip(groups.clusters.tolist(), strata.tolist(), strict=True))
        if len(pairs) > len(np.unique(groups.clusters)):
            raise InputError("clusters must each lie in one stratum, got some in several")
    spreads = stratum_variances(scores, strata, groups.clusters)
    found: Array = of_finite_population(spreads, groups.parts)
    return found if groups.drawn is None else found + groups.drawn


def inverse(matrix: Array) -> Array:
    """The inverse, taken in units in which the diagonal is one."""
    diagonal = np.sqrt(np.abs(np.diag(matrix)))
    units = 1 / np.where(diagonal > 0, diagonal, 1.0)
    scaled = matrix * units[:, None] * units[None, :]
    return np.linalg.inv(scaled) * units[:, None] * units[None, :]


def _complement(directions: Array) -> Array:
    """An orthonormal basis of what is orthogonal to the directions."""
    basis, _ = np.linalg.qr(directions, mode="complete")
    return basis[:, directions.shape[1] :]


METHODS = ("lr", "wald", "score")


def coefficient_test(
    fitted: Fitted, fixed: dict[int, float], method: str, covariance: Array, errors: str
) -> HypothesisTest:
    """The test that the parameters in `fixed` have these values."""
    from scipy.special import chdtrc

    if method not in METHODS:
        raise InputError(f"method must be one of calibrated, {', '.join(METHODS)}, got {method!r}")
    if errors == "sandwich" and method != "wald":
        raise InputError(f"method must be wald for sandwich errors, got {method}")
    statistic = {"lr": _ratio, "wald": _wald, "score": _score}[method](fitted, fixed, covariance)
    p_value = float(chdtrc(len(fixed), statistic))
    return HypothesisTest(statistic, p_value, method, len(fixed))


def _ratio(fitted: Fitted, fixed: dict[int, float], _: Array) -> float:
    return max(0.0, ratio_of(fitted, fixed))


def _wald(fitted: Fitted, fixed: dict[int, float], covariance: Array) -> float:
    places = list(fixed)
    away = fitted.theta[places] - np.array(list(fixed.values()))
    block = covariance[np.ix_(places, places)]
    if not np.isfinite(block).all():
        return math.nan
    return float(away @ np.linalg.solve(block, away))


def _score(fitted: Fitted, fixed: dict[int, float], _: Array) -> float:
    restricted = restricted_maximum(fitted, fixed)
    gradient = restricted.evaluation.gradient
    information = fitted.likelihood.expected_information(restricted.theta)
    return float(gradient @ np.linalg.solve(information, gradient))
