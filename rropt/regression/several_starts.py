"""One log-likelihood from many starts: a rough ascent from all, the highest to their maxima."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rropt.regression.links import Array
from rropt.regression.newton import Evaluation, Maximum, OneSurvey, maximise_together

ROUGH = 1e-2
"""Of a first ascent from many starts: a step that promises so little of 1 + |value| ends it."""

ALIKE = 1e-3
"""After a first ascent log-likelihoods that differ by less are on the way to one maximum. By 1e-2
two of 64 restricted maxima were too low that are found so."""

FEW_STARTS = 4
"""So many are followed to their maxima without a first ascent."""


def maxima_from(
    at_all: Callable[[Array], Evaluation],
    starts: Array,
    free: NDArray[np.bool_] | None = None,
) -> list[Maximum]:
    """The stationary points of one log-likelihood that several starts lead to."""
    found = maximise_together(OneSurvey(at_all), starts, free)
    return [found[start] for start in range(len(starts))]


def climbed(
    at_all: Callable[[Array], Evaluation],
    starts: Array,
    free: NDArray[np.bool_] | None = None,
) -> Array:
    """Where a rough ascent of many starts leads, the highest first; few starts as they are."""
    if len(starts) <= FEW_STARTS:
        return starts
    reached = maximise_together(OneSurvey(at_all), starts, free, ROUGH)
    return highest(at_all, reached.theta, ALIKE)


def highest(at_all: Callable[[Array], Evaluation], points: Array, apart: float = 0.0) -> Array:
    """The points, one a row, by their likelihood: the highest first.

    Of those whose log-likelihoods differ by no more than `apart` from one to the next, the first.

    >>> def at_all(points):
    ...     return Evaluation.of(-(points**2).sum(axis=1), points, points)
    >>> points = np.array([[3.0], [1.0], [-1.0], [2.0]])
    >>> highest(at_all, points).tolist()
    [[1.0], [-1.0], [2.0], [3.0]]
    >>> highest(at_all, points, 0.5).tolist()
    [[1.0], [2.0], [3.0]]
    """
    if not len(points):
        return points
    with np.errstate(all="ignore"):  # a point too far has no finite value
        values = at_all(points).value
        order = np.argsort(-values, kind="stable")
        alike = np.append(False, -np.diff(values[order]) <= apart)
    return points[order] if not apart else points[order[~alike]]
