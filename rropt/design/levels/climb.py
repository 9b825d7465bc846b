"""Steps in log-ratios to the patterns that prices cover least."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MOST_CLIMBS = 300
"""Steps of a climb: most end after 50; 8,000 small ones along a ridge took 6 s a round."""

LEAST_STEP = 1e-5
"""Of a climb, as a share of its first step."""

FARTHEST = 30.0
"""Log-ratios of a pattern: its powers stay within doubles."""


def climbed(starts: Array, surplus: Callable[[Array], Array], first: float) -> Array:
    """The patterns near these whose surplus is least, by steps that are halved from the first.

    - surplus: of each row, by how much its charge exceeds what it is worth, per mass
    - first: the first step, a log-ratio
    """
    truths = starts.shape[1]
    logs = np.log(np.maximum(starts, np.exp(-2 * FARTHEST)))
    ways = steps_each_way(truths)
    steps = np.full(len(logs), first)
    for _ in range(MOST_CLIMBS):
        if steps.max() <= LEAST_STEP * first:
            break
        tried = logs[:, None] + steps[:, None, None] * ways
        found = surplus(from_logs(tried.reshape(-1, truths)))
        best = found.reshape(len(logs), -1).argmin(axis=1)
        logs = tried[np.arange(len(logs)), best]
        # The first way is no change: where it is best the step is too long.
        steps = np.where(best == 0, steps / 2, steps)
    return from_logs(logs)


def steps_each_way(truths: int) -> Array:
    """No change, and one up or down of any of the log-ratios to the last truth."""
    ways = sorted(product((0.0, -1.0, 1.0), repeat=truths - 1), key=any)
    return np.column_stack([np.array(ways), np.zeros(len(ways))])


def from_logs(logs: Array) -> Array:
    """Patterns with a largest entry of 1.

    >>> from_logs(np.array([[5.0, 5.0]])).tolist()
    [[1.0, 1.0]]
    """
    return np.exp(np.maximum(logs - logs.max(axis=1, keepdims=True), -FARTHEST))
