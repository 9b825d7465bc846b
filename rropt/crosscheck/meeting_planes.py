"""The rays of a matrix of levels, or of conditions, as meetings of planes, in doubles.

Every extreme pattern lies on k - 1 of the planes r_a = g_ab r_b and r_j = 0 (of conditions: of the
planes of their levels). All choices of k - 1 planes are met, none is walked to.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from rropt.privacy.conditions import Conditions
from rropt.privacy.float_limits import FloatLimit, float_limits

if TYPE_CHECKING:
    import numpy as np

MOST_MEETINGS = 60_000
"""The choices of 5 among the 36 planes of a matrix on six truths are more: 377,000."""

FLAT = 1e-9
"""Planes that meet in more than a ray have a singular value below this; so near is on a plane."""


def meeting_rays(levels: Any) -> np.ndarray | None:
    """The extreme patterns, largest entry one; None where the planes are too many.

    >>> from rropt.privacy import Privacy
    >>> meeting_rays(Privacy([[1, 4], ["oo", 1]]).levels).round(6).tolist()
    [[0.0, 1.0], [1.0, 0.25]]
    """
    import numpy as np

    limits, k = float_limits(levels), levels.truths
    if isinstance(levels, Conditions) and levels.has_orders:
        return None
    planes = [row / np.linalg.norm(row) for row in _all_planes(limits, k)]
    if comb(len(planes), k - 1) > MOST_MEETINGS:
        return None
    chosen = np.array(list(combinations(planes, k - 1)))
    _, sizes, vectors = np.linalg.svd(chosen)
    rays = vectors[sizes[:, -1] > FLAT, -1]
    rays = rays * np.sign(rays.sum(axis=1, keepdims=True))
    rays = rays[(rays > -FLAT).all(axis=1)].clip(0.0)
    for limit in limits:
        if not limit.most:
            kept = [rays @ np.array(form) < FLAT for _, form in limit.forms]
            rays = rays[np.all(kept, axis=0)]
    rays = np.vstack([rays, np.eye(k)[list(levels.singles)]])
    scaled = rays / rays.max(axis=1, keepdims=True)
    return scaled[np.unique(scaled.round(9), axis=0, return_index=True)[1]]


def _all_planes(limits: Sequence[FloatLimit], truths: int) -> list[Any]:
    import numpy as np

    forms = [np.array(form) for limit in limits for _, form in limit.forms]
    return [*np.eye(truths), *forms]


def spent(table: np.ndarray, limit: FloatLimit) -> np.ndarray:
    """What each row adds to a limit."""
    import numpy as np

    parts = [c * np.maximum(table @ np.array(form), 0.0) for c, form in limit.forms]
    return np.sum(parts, axis=0)


def keeps(levels: Any, table: np.ndarray, slack: float = 1e-13) -> bool:
    """Whether a table of doubles keeps every level; reports of a truth told alone are free."""
    import numpy as np

    alone = (table > 0).sum(axis=1) == 1
    free = alone & np.isin(table.argmax(axis=1), list(levels.singles))
    total = ((spent(table[~free], limit).sum(), limit.most) for limit in float_limits(levels))
    return all(float(used) <= most + slack for used, most in total)
