"""Profile-likelihood limits: the values of a contrast that are not much less likely than the best.

    limits = { t : R(t) <= cutoff },   R(t) = 2 (max l - max { l(x) : c . x = t }).

R is convex with its minimum 0 at the estimate. Each end is found by Newton steps on sqrt(R), which
is nearly a straight line, with R' from the price of the equation c . x = t; ends at which R stays
below the cutoff are the smallest or largest value that the contrast can have. All ends of all
contrasts are found together.
"""

from __future__ import annotations

from math import inf

import numpy as np

from rropt.estimating.sampled_likelihood import SampledLikelihood

CLOSE = 1e-12
"""An end is found to this part of the range of its contrast."""

MOST_ROUNDS = 80
"""Bisection alone needs 40 for CLOSE; Newton steps rarely need more than six."""


def profile_limits(
    model: SampledLikelihood, contrasts: np.ndarray, cutoff: float
) -> tuple[np.ndarray, np.ndarray]:
    """The lower and the upper limits of contrasts, none of them constant on a whole group's truths.

    >>> from rropt.channel import Channel
    >>> counts = np.array([90, 10])
    >>> model = SampledLikelihood((Channel.identity(2),), (counts,), counts / 100)
    >>> [end.round(4).tolist() for end in profile_limits(model, np.array([[0.0, 1.0]]), 3.8415)]
    [[0.0514], [0.1688]]
    """
    return _ends(model, contrasts, cutoff, -1), _ends(model, contrasts, cutoff, 1)


def drop_at(model: SampledLikelihood, contrast: np.ndarray, value: float) -> float:
    """R at one value, which may be an extreme one; infinite where no distribution has it."""
    low, high = model.extremes(contrast)
    if not low <= value <= high:
        return inf
    if low == high:
        return 0.0
    if value in (low, high):
        return _drop_on_face(model, contrast, 1 if value == high else -1)
    points, _ = model.profile(contrast[None], np.array([value]))
    return float(model.drop(points)[0])


def likeliest_at(model: SampledLikelihood, contrast: np.ndarray, value: float) -> np.ndarray:
    """The likeliest point at which a contrast has a possible value."""
    low, high = model.extremes(contrast)
    if value in (low, high):
        face = model.face(contrast, 1 if value == high else -1)
        return model.largest_on(face, model.observed[None] / model.total)[0]
    return model.profile(contrast[None], np.array([value]))[0][0]


def _drop_on_face(model: SampledLikelihood, contrast: np.ndarray, sign: int) -> float:
    face = model.face(contrast, sign)
    if model.observed[model.rows[:, face].max(axis=1) == 0].any():
        return inf
    points = model.largest_on(face, model.observed[None] / model.total)
    return float(model.drop(points)[0])


def _ends(model: SampledLikelihood, contrasts: np.ndarray, cutoff: float, sign: int) -> np.ndarray:
    furthest = np.array([model.extremes(c)[(sign + 1) // 2] for c in contrasts])
    farthest_drops = np.array([_drop_on_face(model, c, sign) for c in contrasts])
    ends = furthest.copy()
    inner = np.flatnonzero(farthest_drops > cutoff)
    if len(inner):
        ends[inner] = _inner_ends(model, contrasts[inner], cutoff, furthest[inner])
    return ends


def _inner_ends(
    model: SampledLikelihood, contrasts: np.ndarray, cutoff: float, outside: np.ndarray
) -> np.ndarray:
    """The values between the estimate and `outside` at which R is the cutoff."""
    inside = contrasts @ model.maximum
    close = CLOSE * np.array([np.ptp(model.extremes(c)) for c in contrasts])
    values = (inside + outside) / 2
    for _ in range(MOST_ROUNDS):
        points, slopes = model.profile(contrasts, values)
        drops = model.drop(points)
        beyond = drops > cutoff
        outside = np.where(beyond, values, outside)
        inside = np.where(beyond, inside, values)
        with np.errstate(divide="ignore", invalid="ignore"):
            steps = 2 * np.sqrt(drops) * (np.sqrt(cutoff) - np.sqrt(drops)) / slopes
        if np.all((np.abs(steps) <= close) | (np.abs(outside - inside) <= close)):
            break
        moved = values + steps
        low, high = np.minimum(inside, outside), np.maximum(inside, outside)
        values = np.where((low < moved) & (moved < high), moved, (inside + outside) / 2)
    return values
