"""The end of the search for one contrast: prices and weights over some patterns.

The central path maximises 2 p.c - sum y + m sum_r log((y.r)(q.r) - (p.r)^2) over patterns r: along
it w_r = m q.r / ((y.r)(q.r) - (p.r)^2) is a table, and x_r = p.r / q.r its unbiased estimator. It
begins at the prices of `contrast_points` with the patterns of their line; at each point of it
patterns join where its prices fall short.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rropt.design.curved.contrast_points import ContrastProgram, newton_step
from rropt.design.worst.line_pricing import LinePrices, LowestPoints, lowest_points

Array = NDArray[np.float64]
Masks = NDArray[np.bool_]

END = 3e-10
"""What the gap is at the end, a sum over the patterns; from 1e-13 each the weights lose digits."""

NEGLIGIBLE = 1e-6
"""Reports of less than this share of the mean weight are left out of the table."""

FACTOR = 0.2
MOST_STEPS = 60
MOST_STAGES = 60
"""Points of the path: it falls to its end in some ten."""

AWAY = 3
"""Times the gap of prices of points, where the path begins: the point of it that is nearest to them
has 1.3 to 4 times that. From 1 no step was found for 100 shares as 1/j at gamma 10^6, from 10 twice
as many patterns join."""

MOST_ROUNDS = 20
"""Of patterns that join at one point of the path: one is enough at most of them, 200 random shares
took ten at the first."""

JOINING = 0.1
SHORT = 0.05
"""Of m, which is the room of a pattern in use: those with less than a tenth of it join while one
falls short by more than a twentieth."""

LEAST_SHARE = 1e-12
"""Of the largest singular value: tables of the same variance are many, and the nearest is taken."""

CENTRED = 1e-3
"""Newton's decrement at which a point is on the path to six digits."""

QUADRATIC = 0.2
"""From this decrement on the barrier lets whole steps be made."""

LEAST_STEP = 1e-6
ENOUGH = 0.1
"""A step is taken that rises by this share of what its slope promises."""


@dataclass(frozen=True)
class ContrastTable:
    """Patterns by where they are g, their weights and numbers, and prices that cover."""

    masks: Masks
    weights: Array
    numbers: Array
    slopes: Array
    constants: Array


def contrast_table(program: ContrastProgram) -> ContrastTable:
    """The end of the path from the prices of points."""
    prices = program.solve()
    low = prices.lowest()
    lack = max(0.0, -float(low.relative.min()))
    masks = _first_masks(low.patterns > 1)
    m = AWAY * max(prices.gap, lack * len(program.prior)) / len(masks)
    return PatternPath(program, masks, prices.slopes, prices.constants + lack + m).solve(m)


@dataclass(frozen=True)
class PatternPath:
    """The patterns of a program, and prices that leave room above all of them."""

    program: ContrastProgram
    masks: Masks
    slopes: Array
    constants: Array

    @property
    def rows(self) -> Array:
        return np.where(self.masks, self.program.gamma, 1.0)

    def lowest(self) -> LowestPoints:
        prices = LinePrices(self.program.prior, self.slopes, self.constants)
        return lowest_points(prices, self.program.gamma)

    def solve(self, m: float) -> ContrastTable:
        """The end of the path from its point at m."""
        path = self
        for _ in range(MOST_STAGES):
            path = path.completed(m)
            end = END / len(path.masks)
            if m <= end:
                break
            m = max(FACTOR * m, end)
        return path.table(m)

    def completed(self, m: float) -> PatternPath:
        """The point of the path at m over all patterns that are missed there."""
        path = self
        for _ in range(MOST_ROUNDS):
            path = path.centred(m)
            low = path.lowest()
            lack = max(0.0, -float(low.relative.min()))
            # Elsewhere than at the bottom of its piece a pattern may lack more than is seen.
            missed = low.patterns[low.inside & (low.relative < JOINING * m)] > 1
            masks = _that_tell(np.vstack([path.masks, missed]))
            if lack < SHORT * m or len(masks) == len(path.masks):
                break
            path = replace(path, masks=masks, constants=path.constants + lack + m)
        return path

    def centred(self, m: float) -> PatternPath:
        """The point of the path at m."""
        rows = self.rows
        program = self.program
        means = rows @ program.prior
        p = self.slopes
        y = self.constants
        for _ in range(MOST_STEPS):
            slope = rows @ p
            charge = rows @ y
            gradient, hessian = _derivatives(rows, means, slope, charge)
            gradient += np.concatenate([2 * program.contrast, -np.ones(len(y))]) / m
            step = newton_step(hessian, gradient)
            decrement = math.sqrt(max(float(gradient @ step), 0.0))
            by_p, by_y = np.split(step, 2)
            gain = float(2 * program.contrast @ by_p - by_y.sum()) / m
            size = 1.0
            if decrement > QUADRATIC:
                size = _length(charge, means, slope, rows @ by_y, rows @ by_p, gain)
            p = p + size * by_p
            y = y + size * by_y
            if decrement < CENTRED or not size:
                break
        return replace(self, slopes=p, constants=y)

    def weights(self, m: float) -> Array:
        """Those of the table that belongs to m."""
        rows = self.rows
        means = rows @ self.program.prior
        return m * means / ((rows @ self.constants) * means - (rows @ self.slopes) ** 2)

    def table(self, m: float) -> ContrastTable:
        """Weights whose columns add up to one, the best numbers for them, and prices that cover."""
        weights = self.weights(m)
        used = weights > NEGLIGIBLE * weights.mean()
        masks = self.masks[used]
        rows = self.rows[used]
        weights = weights[used]
        means = rows @ self.program.prior
        weights = self._settled(rows, weights)
        missing = 1 - rows.T @ weights
        weights = weights * (1 + np.linalg.lstsq(rows.T * weights, missing, rcond=None)[0])
        if weights.min() < 0:
            raise ArithmeticError("no table near the end of the path")
        information = (rows.T * (weights / means)) @ rows
        slopes = np.linalg.lstsq(information, self.program.contrast, rcond=None)[0]
        lack = max(0.0, -float(self.lowest().relative.min()))
        return ContrastTable(
            masks, weights, rows @ slopes / means, self.slopes, self.constants + lack
        )

    def _settled(self, rows: Array, weights: Array) -> Array:
        """A step of Newton's method to the least variance c'I^-1 c of tables on these patterns.

        Weights of the end of the path have four digits, as what they are divided by is a difference
        of larger numbers: the variance had nine. Steps are shares of the weights.
        """
        truths = rows.shape[1]
        scaled = rows * (weights / np.sqrt(rows @ self.program.prior * weights))[:, None]
        inverse = np.linalg.pinv(scaled.T @ scaled, hermitian=True)
        numbers = scaled @ (inverse @ self.program.contrast)
        bent = scaled * numbers[:, None]
        own = rows * weights[:, None]
        system = np.block([[2 * bent @ inverse @ bent.T, own], [own.T, np.zeros((truths, truths))]])
        right = np.concatenate([numbers**2, 1 - own.sum(axis=0)])
        step = np.linalg.lstsq(system, right, rcond=LEAST_SHARE)[0]
        return weights * (1 + step[: len(weights)])


def _first_masks(pieces: Masks) -> Masks:
    """The patterns of a line, and those with two neighbouring changes in the other order."""
    swapped = pieces[:-2] ^ pieces[1:-1] ^ pieces[2:]
    return _that_tell(np.vstack([pieces, swapped]))


def _that_tell(masks: Masks) -> Masks:
    """Each once, without those of equal entries."""
    masks = np.unique(masks, axis=0)
    return masks[masks.any(axis=1) & ~masks.all(axis=1)]


def _derivatives(rows: Array, means: Array, slope: Array, charge: Array) -> tuple[Array, Array]:
    """Of the logarithms in (p, y): the gradient, and minus the Hessian."""
    inverse = 1 / (charge * means - slope**2)
    by_p = -2 * slope * inverse
    by_y = means * inverse
    weights = by_p**2 + 2 * inverse, by_p * by_y, by_y**2
    pp, py, yy = ((rows.T * h) @ rows for h in weights)
    return np.concatenate([by_p @ rows, by_y @ rows]), np.block([[pp, py], [py.T, yy]])


def _length(
    charge: Array, means: Array, slope: Array, more: Array, up: Array, gain: float
) -> float:
    """The longest of the steps 1, 0.7, 0.49, ... that stays inside and rises as it should.

    `gain` is the rise of what stands beside the logarithms, of a whole step.
    """
    old = charge * means - slope**2
    if old.min() <= 0:
        raise ArithmeticError("the prices have no room above their patterns")
    whole = gain + float(((more * means - 2 * slope * up) / old).sum())
    size = 1.0
    while size > LEAST_STEP:
        risen = charge + size * more
        room = risen * means - (slope + size * up) ** 2
        if room.min() > 0 and risen.min() > 0:
            rise = float(np.log(room / old).sum()) + size * gain
            if rise >= ENOUGH * size * whole:
                return size
        size *= 0.7
    return 0.0
