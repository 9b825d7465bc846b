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

from rropt.estimating.line_search import newton_roots
from rropt.estimating.sampled_likelihood import SampledLikelihood

CLOSE = 1e-10
"""An end is found to this part of its distance from the estimate, however small that is."""

FLAT = 1e-6
"""Of the cutoff: where R is smaller it has no slope to follow, as between values that fit alike."""


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
    both = np.concatenate([contrasts, contrasts])
    signs = np.repeat([-1, 1], len(contrasts))
    ends = _ends(model, both, np.full(len(both), cutoff), signs)
    return ends[: len(contrasts)], ends[len(contrasts) :]


def one_sided_limits(
    model: SampledLikelihood, contrast: np.ndarray, sign: int, cutoffs: np.ndarray
) -> np.ndarray:
    """The lower (sign -1) or upper (1) limits of one contrast, one for each cutoff.

    >>> from rropt.channel import Channel
    >>> counts = np.array([90, 10])
    >>> model = SampledLikelihood((Channel.identity(2),), (counts,), counts / 100)
    >>> one_sided_limits(model, np.array([0.0, 1.0]), 1, np.array([1.0, 3.8415])).round(4).tolist()
    [0.1326, 0.1688]
    """
    contrasts = np.tile(contrast, (len(cutoffs), 1))
    return _ends(model, contrasts, cutoffs, np.full(len(cutoffs), sign))


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


def _ends(
    model: SampledLikelihood, contrasts: np.ndarray, cutoffs: np.ndarray, signs: np.ndarray
) -> np.ndarray:
    pairs = list(zip(contrasts, signs.tolist(), strict=True))
    ends = np.array([model.extremes(c)[(sign + 1) // 2] for c, sign in pairs])
    drops = np.array([_drop_on_face(model, c, sign) for c, sign in pairs])
    inner = np.flatnonzero(drops > cutoffs)
    if len(inner):
        ends[inner] = _inner_ends(model, contrasts[inner], cutoffs[inner], ends[inner])
    return ends


def _first_values(
    model: SampledLikelihood, contrasts: np.ndarray, cutoffs: np.ndarray, outside: np.ndarray
) -> np.ndarray:
    """As far from the estimate as its standard error says, or half of the way."""
    inside = contrasts @ model.maximum
    spreads = np.einsum("cj,jk,ck->c", contrasts, model.observed_covariance, contrasts)
    reach = np.sqrt(np.maximum(cutoffs * spreads, 0))
    far = np.abs(outside - inside)
    return inside + np.sign(outside - inside) * np.where(reach < far / 2, reach, far / 2)


def _inner_ends(
    model: SampledLikelihood, contrasts: np.ndarray, cutoffs: np.ndarray, outside: np.ndarray
) -> np.ndarray:
    """The values between the estimate and `outside` at which R is the cutoff."""

    def tried(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        points, slopes = model.profile(contrasts, values)
        drops = model.drop(points)
        with np.errstate(divide="ignore", invalid="ignore"):
            steps = 2 * np.sqrt(drops) * (np.sqrt(cutoffs) - np.sqrt(drops)) / slopes
        steps[drops < FLAT * cutoffs] = np.nan
        return drops > cutoffs, steps

    start = _first_values(model, contrasts, cutoffs, outside)
    return newton_roots(tried, contrasts @ model.maximum, outside, start, CLOSE)
