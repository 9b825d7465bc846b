"""Many log-likelihoods maximised at once, by a primal-dual interior point method.

    maximise  sum_i y_i log (a_i . x)   over  x >= 0 with E x = e.

All problems share the rows a; each has its own shares y, equations E and right sides e. With
slacks s of `x >= 0` and prices v of the equations the point follows `x_j s_j = mu`,
`g - E'v + s = 0` while mu goes to zero; the Newton step is taken in the scale of x, where its
matrix stays well-conditioned.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

GAP = 1e-14
"""The mean of x_j s_j at which a problem is solved to the rounding of a double."""

CENTRING = 0.1
"""Each step aims at this part of mu; 0.01 needs as many steps and stalls on tables with zeros."""

STAY = 0.99
"""The part of the way to the boundary that a step may take."""

MOST_STEPS = 100

BLOCK = 4096
"""Problems solved together: their matrices stay in the cache."""


@dataclass(frozen=True)
class Maxima:
    """The maximising points, one a row, and the price of each equation: d maximum / d e."""

    points: np.ndarray
    prices: np.ndarray


def interior_maximum(
    rows: np.ndarray,
    shares: np.ndarray,
    equations: np.ndarray,
    start: np.ndarray,
    gap: float = GAP,
) -> Maxima:
    """The maxima for `shares` (problems x rows); e is what the positive point `start` gives.

    `equations` is (p x k), or (problems x p x k) where they differ. The likelihood a report is
    within k `gap` of its maximum.

    >>> rows, ones = np.array([[0.75, 0.25], [0.25, 0.75]]), np.ones((1, 2))
    >>> found = interior_maximum(rows, np.array([[0.6, 0.4]]), ones, np.array([[0.5, 0.5]]))
    >>> found.points.round(9).tolist()
    [[0.7, 0.3]]
    """
    count, width = start.shape
    systems = np.broadcast_to(equations, (count, *equations.shape[-2:]))
    points = np.empty((count, width))
    prices = np.empty((count, systems.shape[1]))
    for first in range(0, count, BLOCK):
        part = slice(first, first + BLOCK)
        found = _block(rows, shares[part], systems[part], start[part], gap)
        points[part], prices[part] = found
    return Maxima(points, prices)


def _block(
    rows: np.ndarray,
    shares: np.ndarray,
    systems: np.ndarray,
    start: np.ndarray,
    wanted_gap: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Each problem is left as soon as it is solved.

    Where the likelihood is flat only mu keeps the matrix regular, and further steps would not.
    """
    points = start.copy()
    slacks = 1 / (start * start.shape[1])
    prices = np.empty(systems.shape[:2])
    wanted = np.einsum("bpk,bk->bp", systems, start)
    left = np.arange(len(start))
    for _ in range(MOST_STEPS):
        point, slack = points[left], slacks[left]
        gap = (point * slack).mean(axis=1)
        step, slack_step, prices[left] = _newton(
            rows, shares[left], systems[left], wanted[left], point, slack, gap
        )
        points[left] = point + _length(step, point)[:, None] * step
        slacks[left] = slack + _length(slack_step, slack)[:, None] * slack_step
        left = left[gap > wanted_gap]
        if not len(left):
            break
    return points, prices


def _newton(
    rows: np.ndarray,
    shares: np.ndarray,
    systems: np.ndarray,
    wanted: np.ndarray,
    point: np.ndarray,
    slack: np.ndarray,
    gap: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The steps of the point and of the slacks, and the prices."""
    count, width = point.shape
    reported = point @ rows.T
    ratios = shares / reported
    products = (rows[:, :, None] * rows[:, None, :]).reshape(len(rows), -1)
    curvature = ((ratios / reported) @ products).reshape(count, width, width)
    weighted = systems * point[:, None, :]
    lengths = np.sqrt(np.einsum("bpk,bpk->bp", weighted, weighted))
    weighted = weighted / lengths[:, :, None]
    size = width + systems.shape[1]
    matrix = np.zeros((count, size, size))
    matrix[:, :width, :width] = curvature * point[:, :, None] * point[:, None, :]
    diagonal = np.arange(width)
    matrix[:, diagonal, diagonal] += point * slack
    matrix[:, :width, width:] = np.swapaxes(weighted, 1, 2)
    matrix[:, width:, :width] = weighted
    aim = CENTRING * gap[:, None]
    missing = wanted / lengths - np.einsum("bpk->bp", weighted)
    right = np.concatenate([point * (ratios @ rows) + aim, missing], axis=1)
    solution = np.linalg.solve(matrix, right[:, :, None])[:, :, 0]
    relative = solution[:, :width]
    prices = solution[:, width:] / lengths
    return point * relative, aim / point - slack * (1 + relative), prices


def _length(step: np.ndarray, value: np.ndarray) -> np.ndarray:
    """The part of the step that keeps every value positive."""
    fastest = np.max(-step / value, axis=1)
    return np.minimum(1.0, STAY / np.maximum(fastest, STAY))
