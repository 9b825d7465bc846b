"""The direct program of decisions under a matrix of levels, along a path to its optimum.

    maximise  sum_x c_x.P_x   with   sum_x P_x = 1,   P >= 0,   s_xab = g_ab P_xb - P_xa >= 0.

Its dual has prices y, multipliers f >= 0 of the levels and spares t >= 0 of the entries:

    y_j - c_xj + sum_b f_xjb - sum_a g_aj f_xaj = t_xj.

On the path at mu, f s = mu w and t P = mu v. The weights w and v are leverage scores: of the k^2
levels of a report at most k decide where it is, and with all weights one the others push as hard as
those (64 actions and truths: 43 steps, HiGHS's interior points take 74). Newton's equations fall
apart into one block of k truths an action, joined by the k prices alone, so that k^2 entries and
k^3 levels are no obstacle: a step of 16 actions and 256 truths takes 0.14 s.

All is in doubles, and nothing rests on it: tables and prices are made exact by who asks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

Array = np.ndarray

GAP = 1e-10
"""The relative gap that ends the path; rounding ends most before, at 1e-8 to 6e-7."""

MOST_STEPS = 200
"""A grid of 10 x 10 places takes some 70."""

LOST = 30.0
"""Where the gap is so many times the least one met, rounding has taken over."""

LEAST_SIGMA = 1e-3
MOST_SIGMA = 0.5
"""The share of mu that a step keeps: at most half, 64 actions take 43 steps, else 66."""

INSIDE = 0.95
"""The share of the way to the boundary that a step may go."""

REFINEMENTS = 12
RESIDUAL = 1e-15
"""An explicit inverse loses the digits of tight levels; with three refinements 16 actions and
256 truths end at a gap of 2e-7, with a dozen at 5e-8."""


@dataclass(frozen=True)
class PathEnd:
    """A table with a row an action, and the prices of the truths."""

    table: Array
    prices: Array


@dataclass(frozen=True)
class LevelArray:
    """The matrix of levels in doubles, with which tables are compared all at once."""

    levels: Array
    is_bound: Array

    @classmethod
    def of(cls, levels: Array) -> LevelArray:
        """Infinite entries, and the diagonal, bind nothing."""
        is_bound = np.isfinite(levels) & ~np.eye(len(levels), dtype=bool)
        return cls(np.where(is_bound, levels, 0.0), is_bound)

    def spare(self, table: Array) -> Array:
        """g_ab P_xb - P_xa, and 1 where nothing is bound."""
        return np.where(self.is_bound, self.change(table), 1.0)

    def change(self, step: Array) -> Array:
        """The same for a step of the table, and 0 where nothing is bound."""
        found = self.levels * step[:, None, :] - step[:, :, None]
        return np.where(self.is_bound, found, 0.0)

    def paid(self, multipliers: Array) -> Array:
        """sum_b f_xjb - sum_a g_aj f_xaj."""
        return multipliers.sum(2) - np.einsum("ab,xab->xb", self.levels, multipliers)

    def curvature(self, weights: Array) -> Array:
        """sum over levels of w a a' for each action, a the form of the level."""
        crossed = weights * self.levels
        found = -(crossed + crossed.transpose(0, 2, 1))
        places = np.arange(len(self.levels))
        own = weights.sum(2) + np.einsum("ab,xab->xb", self.levels, crossed)
        found[:, places, places] += own
        return found

    def along(self, inverse: Array) -> Array:
        """a'X a for each action's X and each level."""
        own = np.einsum("xjj->xj", inverse)
        crossed = self.levels * (2 * inverse - self.levels * own[:, None, :])
        return own[:, :, None] - crossed


@dataclass(frozen=True)
class TableStep:
    """Changes of the table and the prices, and the relative ones of the two multipliers."""

    table: Array
    prices: Array
    multipliers: Array
    entries: Array

    def of_table(self, point: TablePoint) -> float:
        """The largest relative decrease of an entry or of what a level leaves."""
        entries = -self.table / point.table
        levels = -point.bounds.change(self.table) / point.spare
        return float(max(entries.max(), levels.max()))

    @property
    def of_prices(self) -> float:
        """The largest relative decrease of a multiplier."""
        return float(max(-self.multipliers.min(), -self.entries.min()))


@dataclass(frozen=True)
class TablePoint:
    """Where the path is."""

    bounds: LevelArray
    gains: Array
    table: Array
    prices: Array
    multipliers: Array
    entries: Array
    """The spares t of the prices, which are the multipliers of P >= 0."""

    @cached_property
    def spare(self) -> Array:
        """s, what each level leaves."""
        return self.bounds.spare(self.table)

    @cached_property
    def paid(self) -> Array:
        """What the multipliers add to the prices."""
        return self.bounds.paid(self.multipliers)

    @property
    def wrong(self) -> Array:
        """How far the equations of the prices are from holding."""
        return self.prices - self.gains + self.paid - self.entries

    @cached_property
    def covering(self) -> Array:
        """The least prices that cover with these multipliers."""
        return (self.gains - self.paid).max(0)

    @property
    def gap(self) -> float:
        """The relative gap between the covering prices and the table."""
        value = float((self.gains * self.table).sum())
        bound = float(self.covering.sum())
        return (bound - value) / max(abs(bound), abs(value))

    def moved(self, step: TableStep, share: float, share_of_prices: float) -> TablePoint:
        """The table goes one way, all that belongs to the prices another."""
        return replace(
            self,
            table=self.table + share * step.table,
            prices=self.prices + share_of_prices * step.prices,
            multipliers=self.multipliers * (1 + share_of_prices * step.multipliers),
            entries=self.entries * (1 + share_of_prices * step.entries),
        )


class NewtonSystem:
    """H dP + dy = r for every action, sum_x dP_x = d."""

    def __init__(self, point: TablePoint) -> None:
        places = np.arange(len(point.prices))
        self.matrix = point.bounds.curvature(point.multipliers / point.spare)
        self.matrix[:, places, places] += point.entries / point.table
        # In relative changes of the entries, which may differ by many orders of magnitude.
        scales = point.table[:, :, None] * point.table[:, None, :]
        self.inverse = np.linalg.inv(self.matrix * scales) * scales
        self.joined = np.linalg.inv(self.inverse.sum(0))

    def solve(self, right: Array, lacking: Array) -> tuple[Array, Array]:
        """dP and dy, refined."""
        step = np.zeros_like(right)
        prices = np.zeros_like(lacking)
        for _ in range(REFINEMENTS):
            left = right - np.einsum("xij,xj->xi", self.matrix, step) - prices
            own = np.einsum("xij,xj->xi", self.inverse, left)
            change = self.joined @ (own.sum(0) - lacking + step.sum(0))
            prices = prices + change
            step = step + own - self.inverse @ change
            if np.abs(left).max() <= RESIDUAL * np.abs(right).max():
                break
        return step, prices


def follow(gains: Array, levels: Array) -> PathEnd:
    """The best point that the path meets; levels are above 1, infinite where nothing is bound.

    >>> found = follow(np.eye(2) / 2, np.array([[1.0, 3.0], [3.0, 1.0]]))
    >>> found.table.round(6).tolist(), found.prices.round(6).tolist()
    ([[0.75, 0.25], [0.25, 0.75]], [0.375, 0.375])
    """
    unit = float(np.abs(gains).max()) or 1.0
    point = _begun(gains / unit, LevelArray.of(levels))
    best = point
    for _ in range(MOST_STEPS):
        try:
            point = _next(point)
        except np.linalg.LinAlgError:  # rounding made a system singular
            break
        if not point.gap < LOST * best.gap:
            break
        best = min(best, point, key=lambda each: each.gap)
        if best.gap < GAP:
            break
    return PathEnd(best.table, best.covering * unit)


def _begun(gains: Array, bounds: LevelArray) -> TablePoint:
    """All reports alike, with multipliers of equal products: on the path at mu = oo."""
    actions, truths = gains.shape
    table = np.full(gains.shape, 1 / actions)
    spread = float(np.ptp(gains, axis=0).sum()) or 1.0
    mu = spread / (actions * truths * truths)
    multipliers = np.where(bounds.is_bound, mu / bounds.spare(table), 0.0)
    entries = np.full(gains.shape, mu * actions)
    prices = entries[0] - bounds.paid(multipliers)[0] + gains.mean(0)
    return TablePoint(bounds, gains, table, prices, multipliers, entries)


def _next(point: TablePoint) -> TablePoint:
    """One step: towards mu = 0 first, to see how far that goes, then back to the path."""
    system = NewtonSystem(point)
    weights = _weights(point, system)
    products = float((point.multipliers * point.spare).sum())
    products += float((point.entries * point.table).sum())
    mu = products / sum(float(each.sum()) for each in weights)
    ahead = _direction(point, system, (0.0, 0.0), (0.0, 0.0))
    reach = min(1.0, 1 / max(ahead.of_table(point), ahead.of_prices, 1.0))
    sigma = min(MOST_SIGMA, max(LEAST_SIGMA, (1 - reach) ** 3))
    # What the first direction left out, the products of its changes, is put right by the second.
    moved = ahead.multipliers * point.bounds.change(ahead.table)
    moved_entries = ahead.entries * ahead.table
    step = _direction(
        point,
        system,
        (sigma * mu * weights[0], sigma * mu * weights[1]),
        (moved / point.spare, moved_entries / point.table),
    )
    share, share_of_prices = (
        min(1.0, INSIDE / max(most, INSIDE)) for most in (step.of_table(point), step.of_prices)
    )
    return point.moved(step, share, share_of_prices)


def _weights(point: TablePoint, system: NewtonSystem) -> tuple[Array, Array]:
    """Leverage scores of levels and entries, none below 1/k."""
    least = 1 / len(point.prices)
    scores = point.multipliers / point.spare * point.bounds.along(system.inverse)
    own = np.einsum("xjj->xj", system.inverse) * point.entries / point.table
    levels = np.where(point.bounds.is_bound, np.clip(scores, least, 1.0), 0.0)
    return levels, np.clip(own, least, 1.0)


def _direction(
    point: TablePoint,
    system: NewtonSystem,
    target: tuple[Array | float, Array | float],
    second: tuple[Array | float, Array | float],
) -> TableStep:
    """To the products f s = target and t P = target, relative changes of second order known."""
    f, s, t = point.multipliers, point.spare, point.entries
    bounds = point.bounds
    aimed = np.where(bounds.is_bound, target[0] / s, 0.0) - f * (1 + second[0])
    aimed_entries = target[1] / point.table - t * (1 + second[1])
    right = -point.wrong - bounds.paid(aimed) + aimed_entries
    table, prices = system.solve(right, 1 - point.table.sum(0))
    with_levels = np.where(bounds.is_bound, aimed / np.where(bounds.is_bound, f, 1.0), 0.0)
    multipliers = with_levels - bounds.change(table) / s
    entries = (aimed_entries - t * table / point.table) / t
    return TableStep(table, prices, multipliers, entries)
