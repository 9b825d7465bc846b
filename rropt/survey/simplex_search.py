"""Searches for the highest point on a simplex: projected gradients, Newton, an interior point.

One log-likelihood is climbed by projected gradients, which find the face of the maximum, and by
Newton steps on it. This only proposes a point; the duality gap, in `likelihood.py`, judges it.
Many are maximised at once by a primal-dual interior point method,

    maximise  sum_i y_i log (a_i . x)   over  x >= 0 with E x = e.

All problems share the rows a; each has its own shares y, equations E and right sides e. With
slacks s of `x >= 0` and prices v of the equations the point follows `x_j s_j = mu`,
`g - E'v + s = 0` while mu goes to zero; the Newton step is taken in the scale of x, where its
matrix stays well-conditioned.

Gradients alone do where truths are thousands. From a point x with the gradient g the way leads to
the nearest distribution of x + a g, or a part of it. Barzilai and Borwein (1988) take
a = |s|^2 / -(s . c), s the last step and c the change of the gradient, which is the inverse of the
curvature along it. A step need not climb: it is enough to be above the lowest of the last few
values (Birgin, Martinez and Raydan 2000).

Where g . x = 1, as in a log-likelihood per report, nothing on the simplex is higher than x by more
than max_j g_j - 1: the gap, by which the point is judged however it was found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

ROUGH, FINER, MOST_TURNS = 1e-3, 1e-2, 12
"""The gap at which gradients give way to Newton's steps, its part in the next turn, and turns. Of
600 tables with up to 10^9 reports, weak ones among them, all reached 1e-6 in the log-likelihood."""

RCOND = 1e-13
"""Singular values below this part of the largest are the rounding of a double."""


def ascend(table: np.ndarray, counts: np.ndarray, gap: float) -> np.ndarray:
    """A distribution with a duality gap below `gap`, or the best that was found."""
    seen = counts > 0
    climb = _TableClimb(table[seen], counts[seen] / counts.sum())
    point = np.full(table.shape[1], 1 / table.shape[1])
    # A report's part of the gap, and half of it: the point is still rounded to rationals.
    wanted = gap / counts.sum() / 2
    for turn in range(MOST_TURNS):
        point, missing = projected_ascent(climb.at, point, max(wanted, ROUGH * FINER**turn))
        if missing <= wanted:
            break
        point = climb.polished(point, wanted)
        if climb.at(point)[1].max() - 1 <= wanted:
            break
    return point


@dataclass(frozen=True, eq=False)
class _TableClimb:
    """The log-likelihood per report for proportions y of the reports that were seen, by their rows
    of a table."""

    table: np.ndarray
    y: np.ndarray

    def at(self, point: np.ndarray) -> tuple[float, np.ndarray]:
        """The value, less a constant, and the gradient; -oo where a report is impossible."""
        reported = self.table @ point
        if reported.min() <= 0:
            return -np.inf, np.zeros(len(point))
        return float(self.y @ np.log(reported)), (self.y / reported) @ self.table

    def gain(self, point: np.ndarray, moved: np.ndarray) -> float:
        """value(moved) - value(point), without the cancellation."""
        growth = self.table @ (moved - point) / (self.table @ point)
        if growth.min() <= -1:
            return -np.inf
        return float(self.y @ np.log1p(growth))

    def polished(self, point: np.ndarray, wanted: float) -> np.ndarray:
        """Newton steps on the face, coordinates leaving it at zero and returning by gradient."""
        for _ in range(2 * len(point) + 20):
            _, gradient = self.at(point)
            if gradient.max() - 1 <= wanted:
                break
            better = self._newton(point, gradient)
            if better is None:
                break
            point = better
        return point

    def _newton(self, point: np.ndarray, gradient: np.ndarray) -> np.ndarray | None:
        direction = self._direction(point, gradient)
        falling = direction < 0
        reach = np.min(-point[falling] / direction[falling], initial=np.inf)
        length = min(1.0, reach)
        while length > 1e-12:
            moved = np.maximum(point + length * direction, 0)
            # What the longest step brings to zero must be zero, not its rounding.
            if length == reach:
                moved[falling & (point <= -reach * direction * (1 + 1e-12))] = 0
            moved /= moved.sum()
            if self.gain(point, moved) > 0:
                return moved
            length /= 2
        return None

    def _direction(self, point: np.ndarray, gradient: np.ndarray) -> np.ndarray:
        """The Newton direction on the face, which no zero coordinate leaves downwards."""
        # As g . x = 1, a zero coordinate with a gradient above 1 raises the likelihood.
        free = (point > 0) | (gradient > 1)
        root = np.sqrt(self.y)
        scaled = self.table * (root / (self.table @ point))[:, None]
        while True:
            direction = np.zeros(len(point))
            direction[free] = _equality_newton(scaled[:, free], root)
            blocked = free & (point == 0) & (direction < 0)
            if not blocked.any():
                return direction
            free &= ~blocked


def _equality_newton(scaled: np.ndarray, root: np.ndarray) -> np.ndarray:
    """Maximise g.d - |A d|^2 / 2 over directions with sum zero.

    As g = A^T r for r the roots of the proportions, it is the least squares fit of A d to r:
    columns that are nearly alike are then no worse than they are, and equal ones move alike.
    """
    # A (d - mean of d) = (A - means of its rows) d: the sum zero goes into the matrix.
    centred = scaled - scaled.mean(axis=1, keepdims=True)
    direction = np.linalg.lstsq(centred, root, rcond=RCOND)[0]
    return direction - direction.mean()


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
    alike: int = 1,
) -> Maxima:
    """The maxima for `shares` (problems x rows); e is what the positive point `start` gives.

    `equations` is (p x k), or (problems x p x k) where they differ. The likelihood a report is
    within k `gap` of its maximum. Each `alike` problems in a row are one, of groups whose last
    equations have the same right side, whatever it is.

    >>> rows, ones = np.array([[0.75, 0.25], [0.25, 0.75]]), np.ones((1, 2))
    >>> found = interior_maximum(rows, np.array([[0.6, 0.4]]), ones, np.array([[0.5, 0.5]]))
    >>> found.points.round(9).tolist()
    [[0.7, 0.3]]
    """
    count, width = start.shape
    systems = np.broadcast_to(equations, (count, *equations.shape[-2:]))
    points = np.empty((count, width))
    prices = np.empty((count, systems.shape[1]))
    block = alike * max(1, BLOCK // alike)
    for first in range(0, count, block):
        part = slice(first, first + block)
        found = _block(rows, shares[part], systems[part], start[part], gap, alike)
        points[part], prices[part] = found
    return Maxima(points, prices)


def _block(
    rows: np.ndarray,
    shares: np.ndarray,
    systems: np.ndarray,
    start: np.ndarray,
    wanted_gap: float,
    alike: int,
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
        point = points[left]
        slack = slacks[left]
        gap = np.repeat((point * slack).reshape(-1, alike * point.shape[1]).mean(axis=1), alike)
        step, slack_step, prices[left], shift = _newton(
            rows, shares[left], systems[left], wanted[left], point, slack, gap, alike
        )
        length = _length(step, point, alike)
        points[left] = point + length[:, None] * step
        slacks[left] = slack + _length(slack_step, slack, alike)[:, None] * slack_step
        wanted[left, -1] += length * shift
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
    alike: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The steps of the point and of the slacks, the prices, and the step of the last right side."""
    count, width = point.shape
    reported = point @ rows.T
    ratios = shares / reported
    # Minus the Hessian of the likelihood: sum_i w_i r_i r_i'.
    curvature = ((ratios / reported)[:, None, :] * rows.T) @ rows
    # In the scale of x an equation is made one of unit length.
    weighted = systems * point[:, None, :]
    lengths = np.sqrt(np.einsum("bpk,bpk->bp", weighted, weighted))
    weighted = weighted / lengths[:, :, None]
    size = width + systems.shape[1]
    matrix = np.zeros((count, size, size))
    # Unknown are the relative steps d_j / x_j and the prices; slacks are eliminated.
    matrix[:, :width, :width] = curvature * point[:, :, None] * point[:, None, :]
    diagonal = np.arange(width)
    matrix[:, diagonal, diagonal] += point * slack
    matrix[:, :width, width:] = np.swapaxes(weighted, 1, 2)
    matrix[:, width:, :width] = weighted
    aim = CENTRING * gap[:, None]
    # What the equations lack at the point.
    missing = wanted / lengths - np.einsum("bpk->bp", weighted)
    right = np.concatenate([point * (ratios @ rows) + aim, missing], axis=1)
    if alike == 1:
        solution = np.linalg.solve(matrix, right[:, :, None])[:, :, 0]
        shift = np.zeros(count)
    else:
        solution, shift = _with_one_right_side(matrix, right, lengths[:, -1], alike)
    relative = solution[:, :width]
    prices = solution[:, width:] / lengths
    return point * relative, aim / point - slack * (1 + relative), prices, shift


def _with_one_right_side(
    matrix: np.ndarray, right: np.ndarray, lengths: np.ndarray, alike: int
) -> tuple[np.ndarray, np.ndarray]:
    """The solutions where the last right side moves so that its prices add up to zero."""
    moved = np.zeros_like(right)
    moved[:, -1] = 1 / lengths
    both = np.linalg.solve(matrix, np.stack([right, moved], axis=2))
    prices = (both[:, -1] / lengths[:, None]).reshape(-1, alike, 2).sum(axis=1)
    shift = np.repeat(-prices[:, 0] / prices[:, 1], alike)
    return both[:, :, 0] + shift[:, None] * both[:, :, 1], shift


def _length(step: np.ndarray, value: np.ndarray, alike: int) -> np.ndarray:
    """The part of the step that keeps every value positive."""
    fastest = (-step / value).reshape(-1, alike * step.shape[1]).max(axis=1)
    return np.repeat(np.minimum(1.0, STAY / np.maximum(fastest, STAY)), alike)


Climbed = Callable[[np.ndarray], tuple[float, np.ndarray]]
"""The value and the gradient at a point."""

MOST_ASCENTS = 2000
"""Sets of a quarter of 3,000 truths need 4, k-ary response at epsilon 14 up to 400."""

MEMORY = 10
"""Values: beside the last one alone more ways are halved, and k-ary response at epsilon 14 takes
twice the time."""

RISE = 1e-4
"""Of what the gradient promises, at least."""

SHORTEST = 1e-10
"""Part of a way: below, the value no longer tells points apart."""

LONGER = 10.0
"""Where the way is straight."""


def projected_ascent(
    climbed: Climbed, start: np.ndarray, wanted: float
) -> tuple[np.ndarray, float]:
    """A point whose gap is as small as wanted, if one is reached, and its gap.

    >>> shares = np.array([0.6, 0.4])
    >>> likelihood = lambda x: (float(shares @ np.log(x)), shares / x)
    >>> projected_ascent(likelihood, np.array([0.5, 0.5]), 1e-9)[0].round(6).tolist()
    [0.6, 0.4]
    """
    point = start
    value, gradient = climbed(start)
    values = [value]
    length = 1 / float(gradient @ gradient)
    for _ in range(MOST_ASCENTS):
        if gradient.max() - 1 <= wanted:
            break
        way = nearest_distribution(point + length * gradient) - point
        moved, found = _moved(climbed, point, way, min(values), float(gradient @ way))
        step = moved - point
        bend = gradient - found[1]
        curvature = float(step @ bend)
        length = float(step @ step) / curvature if curvature > 0 else LONGER * length
        point = moved
        gradient = found[1]
        values = [*values[1 - MEMORY :], found[0]]
    return point, float(gradient.max() - 1)


def _moved(
    climbed: Climbed, point: np.ndarray, way: np.ndarray, least: float, promised: float
) -> tuple[np.ndarray, tuple[float, np.ndarray]]:
    """The whole way, or half of it again and again until the value is high enough."""
    part = 1.0
    while True:
        moved = point + part * way
        found = climbed(moved)
        if found[0] >= least + RISE * part * promised or part < SHORTEST:
            return moved, found
        part /= 2


def nearest_distribution(shares: np.ndarray) -> np.ndarray:
    """In squared distance, of numbers that need not be shares.

    The largest is taken for zero, as beside 10^16 the sum of a distribution is lost.

    >>> nearest_distribution(np.array([0.75, 0.5, -0.25])).tolist()
    [0.625, 0.375, 0.0]
    """
    below = shares - shares.max()
    falling = np.sort(below)[::-1]
    excess = (np.cumsum(falling) - 1) / np.arange(1, len(falling) + 1)
    # Among the k largest, (sum - 1) / k is what lowers them to the sum one.
    kept = int(np.flatnonzero(falling > excess)[-1])
    nearest: np.ndarray = np.maximum(below - excess[kept], 0)
    return nearest / nearest.sum()
