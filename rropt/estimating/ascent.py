"""Climbing the log-likelihood: EM with squared extrapolation, and Newton steps on the face.

An EM step is `pi_j <- pi_j g_j / n`. Everything here only proposes a point; the duality gap, in
`likelihood.py`, judges it.
"""

from __future__ import annotations

import numpy as np

POLISH_EVERY = 25

TRACE = 1e-9
"""A mass so small that it is zero or about to grow."""

RCOND = 1e-13
"""Singular values below this part of the largest are the rounding of a double."""


def ascend(table: np.ndarray, counts: np.ndarray, gap: float, steps: int) -> np.ndarray:
    """A distribution with a duality gap below `gap`, or the best after `steps` rounds."""
    seen = counts > 0
    climb = _Climb(table[seen], counts[seen] / counts.sum())
    point = np.full(table.shape[1], 1 / table.shape[1])
    wanted = gap / counts.sum() / 2
    for step in range(1, steps + 1):
        if climb.gap(point) <= wanted:
            break
        point = climb.extrapolated(point)
        if step % POLISH_EVERY == 0:
            point = climb.polished(point, wanted)
    return point


class _Climb:
    """The log-likelihood per report for proportions y of the reports that were seen."""

    def __init__(self, table: np.ndarray, proportions: np.ndarray):
        self.table, self.y = table, proportions

    def value(self, point: np.ndarray) -> float:
        reported = self.table @ point
        if reported.min() <= 0:
            return -np.inf
        return float(self.y @ np.log(reported))

    def gain(self, point: np.ndarray, moved: np.ndarray) -> float:
        """value(moved) - value(point), without the cancellation."""
        growth = self.table @ (moved - point) / (self.table @ point)
        if growth.min() <= -1:
            return -np.inf
        return float(self.y @ np.log1p(growth))

    def gradient(self, point: np.ndarray) -> np.ndarray:
        return (self.y / (self.table @ point)) @ self.table

    def gap(self, point: np.ndarray) -> float:
        return float(self.gradient(point).max()) - 1

    def em(self, point: np.ndarray) -> np.ndarray:
        moved = point * self.gradient(point)
        return moved / moved.sum()

    def extrapolated(self, point: np.ndarray) -> np.ndarray:
        """Two EM steps, and the squared extrapolation from them if it climbs higher."""
        first = self.em(point)
        second = self.em(first)
        step, bend = first - point, second - 2 * first + point
        size = np.linalg.norm(bend)
        if size == 0:
            return second
        stride = np.linalg.norm(step) / size
        far = np.maximum(point + 2 * stride * step + stride**2 * bend, second * 1e-3)
        far = self.em(far / far.sum())
        return far if self.value(far) > self.value(second) else second

    def polished(self, point: np.ndarray, wanted: float) -> np.ndarray:
        """Newton steps on the face, coordinates leaving it at zero and returning by gradient."""
        point = self._landed(point)
        for _ in range(2 * len(point) + 20):
            gradient = self.gradient(point)
            if gradient.max() - 1 <= wanted:
                break
            better = self._newton(point, gradient)
            if better is None:
                break
            point = better
        return self._interior(point)

    def _landed(self, point: np.ndarray) -> np.ndarray:
        """EM only comes ever closer to zero: traces of mass that want to shrink are let go."""
        landed = np.where((point < TRACE) & (self.gradient(point) < 1), 0, point)
        landed /= landed.sum()
        return landed if (self.table @ landed).min() > 0 else point

    def _newton(self, point: np.ndarray, gradient: np.ndarray) -> np.ndarray | None:
        direction = self._direction(point, gradient)
        falling = direction < 0
        reach = np.min(-point[falling] / direction[falling], initial=np.inf)
        length = min(1.0, reach)
        while length > 1e-12:
            moved = np.maximum(point + length * direction, 0)
            if length == reach:
                moved[falling & (point <= -reach * direction * (1 + 1e-12))] = 0
            moved /= moved.sum()
            if self.gain(point, moved) > 0:
                return moved
            length /= 2
        return None

    def _direction(self, point: np.ndarray, gradient: np.ndarray) -> np.ndarray:
        """The Newton direction on the face, which no zero coordinate leaves downwards."""
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

    def _interior(self, point: np.ndarray) -> np.ndarray:
        """EM never leaves a zero: give a trace of mass to the zeros that want to grow."""
        wants = (point == 0) & (self.gradient(point) > 1)
        if not wants.any():
            return point
        moved = np.where(wants, TRACE, point)
        return moved / moved.sum()


def _equality_newton(scaled: np.ndarray, root: np.ndarray) -> np.ndarray:
    """Maximise g.d - |A d|^2 / 2 over directions with sum zero.

    As g = A^T r for r the roots of the proportions, it is the least squares fit of A d to r:
    columns that are nearly alike are then no worse than they are, and equal ones move alike.
    """
    centred = scaled - scaled.mean(axis=1, keepdims=True)
    direction = np.linalg.lstsq(centred, root, rcond=RCOND)[0]
    return direction - direction.mean()
