"""One contrast at one level without delta, for hundreds of truths, in doubles.

For a prior q and a contrast c the least variance is, up to (c.q)^2, the largest 2 p.c - sum y with

    sum_j min(f_j(x), g f_j(x)) >= 0   for all real x,   f_j(x) = y_j - 2 x p_j + x^2 q_j:

the multiplier at x is the weight of a report of the number x. For some points x this is a linear
program in y, p and what lies below zero, h_j >= 0, h_j >= -f_j; its central path is followed by
Newton's method, where h is eliminated truth by truth. The points then move to where the prices fall
short most: `line_pricing` finds the bottom of each piece of the line. All patterns of a point are
taken at once, so few moves are enough for the patterns of `contrast_patterns` to begin with.
Nothing rests on what is found here.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rropt.design.worst.line_pricing import LinePrices, LowestPoints, lowest_points

Array = NDArray[np.float64]

BEGIN = 1.0
END = 1e-10
"""Of the central path."""

FACTOR = 0.1
"""From one point of the path to the next: some three steps each."""

MOST_STEPS = 40
INSIDE = 0.9
"""The share of the way to the boundary that a step may take."""

FEWEST_POINTS = 100
SPAN = 1.75
"""The first points reach this far in units of (g + 1) / (g - 1) times the largest |c_j|: numbers of
reports are up to 1.0 of them at gamma 10^6, 1.5 at 3 and 1.6 at 20."""

MOST_MOVES = 3
ENOUGH = 1e-5
"""Prices that fall short by less than this share end the moves. With 4e-5 three of sixty questions
were refused, near gamma = 1, where few of the first points are where reports are; with more moves
60 shares at gamma 10^6 were, where points come too close."""

RIDGES = (0.0, 1e-14, 1e-12, 1e-10)

HEAVY = 1e-3
"""Points with less than this share of the mean weight are left behind."""


@dataclass(frozen=True)
class ContrastProgram:
    """Prior, contrast within [-1, 1], and the level."""

    prior: Array
    contrast: Array
    gamma: float

    def solve(self) -> ContrastPrices:
        """Prices that hardly fall short anywhere, at the points where reports are."""
        largest = float(abs(self.contrast).max())
        reach = SPAN * largest * (self.gamma + 1) / (self.gamma - 1)
        points = np.linspace(-reach, reach, max(FEWEST_POINTS, 2 * len(self.prior)))
        found = self.at(points)
        for _ in range(MOST_MOVES):
            low = found.lowest()
            lack = -float(low.relative.min()) * len(self.prior)
            if lack < ENOUGH * found.constants.sum():
                break
            kept = found.points[found.weights > HEAVY * found.weights.mean()]
            found = self.at(_apart(np.concatenate([low.values[low.inside], kept])))
        return found

    def at(self, points: Array) -> ContrastPrices:
        """The end of the central path at these points."""
        truths = len(self.prior)
        squares = points[:, None] ** 2 * self.prior
        state = _State(np.full(truths, 2.0), np.zeros(truths), np.zeros(0))
        first = (state.constants + squares).sum(axis=1) / (2 * (self.gamma - 1) * truths)
        state = _State(state.constants, state.slopes, np.repeat(first[:, None], truths, axis=1))
        m = BEGIN
        while m > END:
            m *= FACTOR
            for _ in range(MOST_STEPS):
                state, whole = self._stepped(state, points, squares, m)
                if whole:
                    break
        f = state.constants - 2 * points[:, None] * state.slopes + squares
        rooms = f.sum(axis=1) - (self.gamma - 1) * state.below.sum(axis=1)
        return ContrastPrices(self, state.constants, state.slopes, points, m / rooms)

    def _stepped(
        self, state: _State, points: Array, squares: Array, m: float
    ) -> tuple[_State, bool]:
        """One step of Newton's method, and whether it was a whole one.

        With u = f + h, s = sum f - (g - 1) sum h and the weights B = 1 / u^2, A = B + 1 / h^2, what
        is left after h is diag(B / (A h^2)) + rho v v' at each point, v = 1 + (g - 1) B / A.
        """
        rise = self.gamma - 1
        turn = -2 * points
        f = state.constants + turn[:, None] * state.slopes + squares
        u = f + state.below
        room = f.sum(axis=1) - rise * state.below.sum(axis=1)
        above = u**-2.0
        inner = state.below**-2.0
        both = above + inner
        part = above / both
        v = 1 + rise * part
        rho = 1 / (room**2 + rise**2 * (1 / both).sum(axis=1))
        by_h = 1 / state.below + 1 / u - rise / room[:, None]
        shift = rho * rise * (by_h / both).sum(axis=1)
        right = 1 / u + 1 / room[:, None] - part * by_h + shift[:, None] * v
        gradient = np.concatenate([right.sum(axis=0) - 1 / m, turn @ right + 2 * self.contrast / m])
        step = newton_step(_hessian(part * inner, rho, v, turn), gradient)
        by_y, by_p = np.split(step, 2)
        df = by_y + turn[:, None] * by_p
        pull = rho * ((v * df).sum(axis=1) - rise * (by_h / both).sum(axis=1))
        dh = (by_h - above * df + rise * pull[:, None]) / both
        ds = df.sum(axis=1) - rise * dh.sum(axis=1)
        ratios = (-ds / room).max(), (-(df + dh) / u).max(), (-dh / state.below).max()
        size = min(1.0, INSIDE / max(*map(float, ratios), 1e-300))
        moved = _State(
            state.constants + size * by_y, state.slopes + size * by_p, state.below + size * dh
        )
        return moved, size == 1.0


@dataclass(frozen=True)
class _State:
    """y, p, and h (a row a point)."""

    constants: Array
    slopes: Array
    below: Array


@dataclass(frozen=True)
class ContrastPrices:
    """y and p, and the points with the weights of their reports."""

    program: ContrastProgram
    constants: Array
    slopes: Array
    points: Array
    weights: Array

    @property
    def gap(self) -> float:
        """To the best prices at these points: END for each of their 2k + 1 inequalities."""
        return END * len(self.points) * (2 * len(self.slopes) + 1)

    def lowest(self) -> LowestPoints:
        """Where the prices fall short most."""
        prices = LinePrices(self.program.prior, self.slopes, self.constants)
        return lowest_points(prices, self.program.gamma)


def _hessian(diagonal: Array, rho: Array, v: Array, turn: Array) -> Array:
    """In (y, p), with df = dy + turn dp at each point."""
    truths = v.shape[1]
    scaled = np.sqrt(rho)[:, None] * v
    wide = np.hstack([scaled, turn[:, None] * scaled])
    found = wide.T @ wide
    places = np.arange(truths)
    mixed = turn @ diagonal
    found[places, places] += diagonal.sum(axis=0)
    found[places, places + truths] += mixed
    found[places + truths, places] += mixed
    found[places + truths, places + truths] += turn**2 @ diagonal
    return found


def newton_step(hessian: Array, gradient: Array) -> Array:
    """H^-1 g, by a matrix with ones on its diagonal and a little more.

    Only numpy's linear algebra: scipy brings a library of its own, and the threads of the two wait
    for each other in loops, six times as long as the work takes.
    """
    diagonal = np.diag(hessian)
    if not diagonal.min() > 0:
        raise ArithmeticError("a step of Newton's method needs a positive diagonal")
    scale = 1 / np.sqrt(diagonal)
    scaled = hessian * scale[:, None] * scale
    for ridge in RIDGES:
        scaled[np.diag_indices_from(scaled)] = 1 + ridge
        with suppress(np.linalg.LinAlgError):
            np.linalg.cholesky(scaled)
            return scale * np.linalg.solve(scaled, scale * gradient)
    raise ArithmeticError("a step of Newton's method cannot be found in doubles")


def _apart(points: Array) -> Array:
    """The points in order, once each."""
    points = np.sort(points)
    span = 1e-9 * (points[-1] - points[0])
    return points[np.append(True, np.diff(points) > span)]
