"""The end of the path: as few patterns as do the same, and the last digits.

Weights with the same sums of balances, excesses, U and f_wq are as good: linear equations, of which
a vertex has at most as many patterns as there are equations. On the patterns in use the conditions
of the optimum are equations alone,

    h_r = y.b_r + z.e_r,  sum w b = (0, ..., 0, 1),  sum w e = 1,  f_theta = lambda

(z only of budgets that are spent, theta only where it is positive), and Newton's method on them has
all digits; weights need not be unique, so that each step is the shortest one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from rropt.design.engine.path import PathPoint, RatioFound
from rropt.design.engine.pool import Array, Charges, Pool
from rropt.design.engine.saddle import Expansion, Saddle

STEPS = 8

SOLVED = 1e-14
"""Relative errors below this are rounding."""

FAILED = 1e-7
"""Larger errors at the end mean that other patterns are in use."""

DEPENDENT = 1e-12
"""Singular values below this share of the largest are none: with 1e-10 a tenth of the trials for
gamma = 1.01 keep errors of 1e-9."""


def refined(pool: Pool, saddle: Saddle, found: RatioFound) -> Iterator[RatioFound]:
    """The optimum on few of the patterns in use, and on all of them, where Newton's method ends."""
    used = found.point.weights > found.point.spare
    whole = RatioFound(found.point.take(used), found.features.take(used), found.at)
    try:
        fewer = vertex(pool, saddle, whole)
    except np.linalg.LinAlgError:  # what is in use does not tell all truths apart
        return
    for candidate in [whole] if fewer is None else [fewer, whole]:
        polished = newton(pool, saddle, candidate)
        if polished is not None:
            yield polished


def vertex(pool: Pool, saddle: Saddle, found: RatioFound) -> RatioFound | None:
    """The same sums by as few patterns as can be; None where no vertex was found."""
    from scipy.optimize import linprog

    point, at = found.point, found.features
    there = saddle.expand(at, point.weights, point.theta)
    curved = there.curvature
    seen = np.hstack([at.balance, at.excess, curved.root, curved.mixed])
    rows = (seen * point.weights[:, None]).T
    sizes = np.abs(rows).max(axis=1)
    rows = rows[sizes > 0] / sizes[sizes > 0, None]
    solution = linprog(
        np.zeros(len(point.weights)), A_eq=rows, b_eq=rows.sum(axis=1), method="highs-ds"
    )
    if solution.x is None:
        return None
    kept = solution.x > 0
    weights = point.weights[kept] * solution.x[kept]
    fewer = replace(point.take(kept), weights=weights)
    return RatioFound(fewer, pool.features(fewer.keys), there)


def newton(pool: Pool, saddle: Saddle, found: RatioFound) -> RatioFound | None:
    """The conditions of the optimum solved on these patterns; None where they have no solution."""
    point, at = found.point, found.features
    spent = point.charges.excess > point.slack
    open_ = point.theta > point.theta_spare
    charges = Charges(point.charges.balance, np.where(spent, point.charges.excess, 0.0))
    point = replace(point, charges=charges)  # theta 0 would leave some reports without a mean
    with np.errstate(all="ignore"):
        for _ in range(STEPS):
            try:
                conditions = OptimumConditions.of(at, saddle, point, spent, open_)
                off, changed = conditions.step(point)
            except np.linalg.LinAlgError:
                return None
            if min(changed.weights.min(), changed.theta.min(initial=0.0)) < 0:
                return None
            point = changed
            if off < SOLVED:
                break
        if not off < FAILED:
            return None
    there = saddle.expand(at, point.weights, point.theta)
    return RatioFound(point, at, there)


@dataclass(frozen=True)
class OptimumConditions:
    """The conditions of the optimum, linearised in relative changes."""

    system: Array
    right: Array
    sizes: tuple[int, int]
    spent: Array
    open_: Array

    @staticmethod
    def of(
        at: object, saddle: Saddle, point: PathPoint, spent: Array, open_: Array
    ) -> OptimumConditions:
        there: Expansion = saddle.expand(at, point.weights, point.theta)  # type: ignore[arg-type]
        curved = there.curvature
        weights, theta = point.weights, point.theta[open_]
        balance, excess = at.balance, at.excess  # type: ignore[attr-defined]
        target = np.zeros(balance.shape[1])
        target[-1] = 1.0
        charge = balance @ point.charges.balance + excess @ point.charges.excess
        parts = [balance, excess[:, spent]]
        others = [target - balance.T @ weights, 1 - excess[:, spent].T @ weights]
        corner = np.zeros((len(target) + int(spent.sum()),) * 2)
        if len(theta):
            parts += [curved.mixed[:, open_] * theta, np.zeros((len(weights), 1))]
            others += [
                theta * (point.level - there.slopes[open_]),
                np.array([point.theta.sum() - 1]),
            ]
            bend = curved.bend[np.ix_(open_, open_)] * theta[:, None] * theta
            edge = -theta[:, None]
            inner = np.block([[bend, edge], [edge.T, np.zeros((1, 1))]])
            corner = _diagonal_blocks(corner, inner)
        border = weights[:, None] * np.hstack(parts)
        root = weights[:, None] * curved.root
        system = np.block([[root @ root.T, border], [border.T, corner]])
        right = np.concatenate([weights * (there.worth - charge), *others])
        return OptimumConditions(system, right, (len(weights), len(target)), spent, open_)

    def step(self, point: PathPoint) -> tuple[float, PathPoint]:
        """By how much the conditions were off, and the point after the shortest full step."""
        scale = 1 / np.sqrt(np.maximum(np.abs(self.system).max(axis=1), 1e-300))
        scaled = self.system * scale[:, None] * scale
        if not np.isfinite(scaled).all():
            raise np.linalg.LinAlgError("the equations have overflowed")
        solution = scale * np.linalg.lstsq(scaled, scale * self.right, rcond=DEPENDENT)[0]
        count, size = self.sizes
        spent, theta = int(self.spent.sum()), int(self.open_.sum())
        dw, dy, dz, dtheta, dlevel = np.split(
            solution, np.cumsum([count, size, spent, theta]).tolist()
        )
        prices, shares = point.charges.excess.copy(), point.theta.copy()
        prices[self.spent] += dz
        shares[self.open_] *= 1 + dtheta
        charges = Charges(point.charges.balance + dy, prices)
        off = float(np.abs(scale * self.right).max())
        level = point.level + float(dlevel.sum())
        weights = point.weights * (1 + dw)
        return off, replace(point, weights=weights, charges=charges, theta=shares, level=level)


def _diagonal_blocks(first: Array, second: Array) -> Array:
    """Both on the diagonal of a matrix."""
    size = len(first)
    whole = np.zeros((size + len(second), size + len(second)))
    whole[:size, :size] = first
    whole[size:, size:] = second
    return whole
