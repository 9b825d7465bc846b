"""Newton's method with a globally safe fallback, for log-likelihoods that need not be concave.

The step solves M d = g with M = -Hessian where that is positive definite, else the sum of the
outer products of the row scores, which always is one of ascent; it is halved until the likelihood
rises. A likelihood that does not fall along a ray has its maximum at infinity: `recession` finds
such rays, so that a fit on the boundary is named and not printed as a huge number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MOST_STEPS = 200
MOST_HALVINGS = 60

ENOUGH = 1e-13
"""Stop when a Newton step promises less than this part of 1 + |value|: doubles end there."""

FAR = 10.0
"""How far a ray is followed, in units of the largest linear predictor: e^-10 of a share is left."""

LEVEL = 1e-5
"""A ray is one of recession if the log-likelihood falls by less than this along it. A bounded
maximum of the same flatness has a standard error above 2,000 on its linear predictor."""


@dataclass(frozen=True)
class Evaluation:
    """A log-likelihood at one point: value, weighted scores (a row a record), Hessian."""

    value: float
    scores: Array
    hessian: Array

    @classmethod
    def impossible(cls, size: int) -> Evaluation:
        return cls(-math.inf, np.zeros((0, size)), np.zeros((size, size)))

    @property
    def gradient(self) -> Array:
        return self.scores.sum(axis=0)


def mixed(joint: Array) -> tuple[Array, Array]:
    """The logarithm of the sum of exponentials in each row, and the share of each in its sum.

    >>> values, shares = mixed(np.log([[1.0, 3.0]]))
    >>> np.exp(values).round(9).tolist(), shares.round(9).tolist()
    ([4.0], [[0.25, 0.75]])
    """
    with np.errstate(invalid="ignore"):  # a row of -oo has no shares, and no value
        top = joint.max(axis=1, keepdims=True)
        raised = np.exp(joint - top)
        total = raised.sum(axis=1, keepdims=True)
        return (top + np.log(total))[:, 0], raised / total


@dataclass(frozen=True)
class Maximum:
    """Where the method stopped, what is there, and whether the score vanishes."""

    theta: Array
    evaluation: Evaluation
    converged: bool


def maximise(
    at: Callable[[Array], Evaluation], start: Array, free: NDArray[np.bool_] | None = None
) -> Maximum:
    """A stationary point of the log-likelihood that is no lower than the start.

    >>> def at(x):
    ...     return Evaluation(-float(x @ x), -2 * x[None, :], -2 * np.eye(2))
    >>> maximise(at, np.array([3.0, 4.0])).theta.round(9)
    array([0., 0.])
    """
    moving = np.ones(len(start), bool) if free is None else free
    with np.errstate(all="ignore"):  # a step too far is refused by its value
        return _maximise(at, start.astype(float), moving)


def _maximise(
    at: Callable[[Array], Evaluation], theta: Array, moving: NDArray[np.bool_]
) -> Maximum:
    here = at(theta)
    for _ in range(MOST_STEPS):
        gradient = here.gradient[moving]
        if not moving.any():
            return Maximum(theta, here, True)
        step = np.zeros(len(theta))
        step[moving] = _ascent(here, moving, gradient)
        promise = float(gradient @ step[moving])
        if promise <= ENOUGH * (1 + abs(here.value)):
            return _last_step(at, theta, step, here)
        found = _halved(at, theta, step, here, promise)
        if found is None:
            return Maximum(theta, here, False)
        theta, here = found
    return Maximum(theta, here, False)


def _ascent(here: Evaluation, moving: NDArray[np.bool_], gradient: Array) -> Array:
    step = _positive_definite_solve(-here.hessian[np.ix_(moving, moving)], gradient)
    if step is not None:
        return step
    scores = here.scores[:, moving]
    products = scores.T @ scores
    step = _positive_definite_solve(products, gradient)
    if step is not None:
        return step
    return np.asarray(np.linalg.lstsq(products, gradient, rcond=None)[0], np.float64)


def _positive_definite_solve(matrix: Array, right: Array) -> Array | None:
    """The solution in units in which the diagonal is one; None where the matrix is not definite."""
    diagonal = np.diag(matrix)
    if not (diagonal > 0).all():
        return None
    units = 1 / np.sqrt(diagonal)
    try:
        factor = np.linalg.cholesky(matrix * units[:, None] * units[None, :])
    except np.linalg.LinAlgError:
        return None
    half = np.linalg.solve(factor, right * units)
    step = np.asarray(np.linalg.solve(factor.T, half) * units, np.float64)
    return step if np.isfinite(step).all() else None


def _last_step(
    at: Callable[[Array], Evaluation], theta: Array, step: Array, here: Evaluation
) -> Maximum:
    """One more step, where the value no longer tells: the smaller score wins."""
    there = at(theta + step)
    better = np.abs(there.gradient).max(initial=0) < np.abs(here.gradient).max(initial=0)
    if math.isfinite(there.value) and better:
        return Maximum(theta + step, there, True)
    return Maximum(theta, here, True)


def _halved(
    at: Callable[[Array], Evaluation],
    theta: Array,
    step: Array,
    here: Evaluation,
    promise: float,
) -> tuple[Array, Evaluation] | None:
    share = 1.0
    for _ in range(MOST_HALVINGS):
        there = at(theta + share * step)
        if there.value >= here.value + 1e-4 * share * promise:
            return theta + share * step, there
        share /= 2
    return None


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
