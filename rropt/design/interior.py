"""Interior-point solver for curved designs on a small set of patterns, in doubles.

The tangent space of the simplex is written in an orthonormal basis B. A pattern contributes
a = B'r / sqrt(pi.r) to the information T = sum_r w_r a a', and Cov = B T^-1 B'. The solver follows
the central path of

    minimise f(w)   with   A w = (0, ..., 0, 1),   w >= 0,   excess(w) <= delta

by Newton's method. For smooth criteria f is a function of w; the largest of several, and the
largest eigenvalue, get an extra variable t and a barrier of their own:

    minimise t     with  f_i(w) - o_i <= t            barrier  -mu sum_i log(t + o_i - f_i)
    maximise t     with  T(w) - t I positive definite  barrier  -mu log det(T - t I)

The multipliers of A, of the excesses and of these barriers are the prices and the dual weights.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np

NEWTON_STEPS = 40
SHRINK, CAREFUL = 0.05, 0.15
"""From one mu to the next; careful where the excesses have slacks of their own."""

NEAR, SLOW = 1e-3, 0.1
"""So near the path Newton's method squares its error; where it is not even SLOW, it is noise."""


@dataclass(frozen=True)
class Columns:
    """Patterns as the solver sees them: one array row a pattern.

    `tangent[i]` is B'r / sqrt(pi_i.r) for scenario i; `balance` the rows of A' (the tangent part
    and the mean of r); `excess` the values [r_a - gamma r_b]_+, or None for pure privacy.
    """

    tangent: np.ndarray
    balance: np.ndarray
    excess: np.ndarray | None

    def take(self, chosen: np.ndarray) -> Columns:
        excess = None if self.excess is None else self.excess[chosen]
        return Columns(self.tangent[:, chosen], self.balance[chosen], excess)


@dataclass(frozen=True)
class Point:
    """Where the solver is: weights, the extra variable, and the multipliers found there."""

    weights: np.ndarray
    extra: float
    prices: np.ndarray
    pair_prices: np.ndarray | None = None


class Criterion(Protocol):
    """f, or its barrier with the extra variable t, with first and second derivatives."""

    has_extra: bool
    fine: float
    """The last mu that doubles can follow."""

    def start(self, columns: Columns, weights: np.ndarray) -> float:
        """A strictly feasible value of t."""

    def expand(
        self, columns: Columns, weights: np.ndarray, t: float, mu: float
    ) -> tuple[float, np.ndarray, np.ndarray] | None:
        """Value, gradient and Hessian in (w, t); None outside the domain."""


def follow_path(
    criterion: Criterion, columns: Columns, delta: float, weights: np.ndarray, ends: tuple
) -> Point:
    """The end of the central path from mu = ends[0] to mu = ends[1]."""
    import numpy as np

    mu, last = ends
    extra = criterion.start(columns, weights)
    point = Point(weights, extra, np.zeros(columns.balance.shape[1]))
    while True:
        point = _newton(criterion, columns, delta, point, mu)
        if mu <= last:
            return point
        mu = max(mu * (CAREFUL if delta else SHRINK), last)


def _newton(criterion: Criterion, columns: Columns, delta: float, point: Point, mu: float) -> Point:
    last = math.inf
    for _ in range(NEWTON_STEPS):
        step, prices, decrement = _direction(criterion, columns, delta, point, mu)
        point = replace(point, prices=prices)
        if decrement < 1e-9 * mu or last * SLOW < decrement < NEAR * mu:
            break
        last = decrement
        moved = _search(criterion, columns, delta, point, step, mu)
        if moved is None:
            break
        point = moved
    return _with_pair_prices(columns, delta, point, mu)


def _with_pair_prices(columns: Columns, delta: float, point: Point, mu: float) -> Point:
    if columns.excess is None:
        return point
    return replace(point, pair_prices=mu / (delta - columns.excess.T @ point.weights))


def _barrier(
    criterion: Criterion, columns: Columns, delta: float, point: Point, mu: float
) -> tuple[float, np.ndarray, np.ndarray] | None:
    """The criterion with -mu log w and -mu log slack added."""
    import numpy as np

    w = point.weights
    if (w <= 0).any():
        return None
    found = criterion.expand(columns, w, point.extra, mu)
    if found is None:
        return None
    value, gradient, hessian = found
    n = len(w)
    value -= mu * np.log(w).sum()
    gradient[:n] -= mu / w
    hessian[np.arange(n), np.arange(n)] += mu / w**2
    if columns.excess is not None:
        slack = delta - columns.excess.T @ w
        if (slack <= 0).any():
            return None
        scaled = columns.excess / slack
        value -= mu * np.log(slack).sum()
        gradient[:n] += mu * scaled.sum(axis=1)
        hessian[:n, :n] += mu * scaled @ scaled.T
    return value, gradient, hessian


def _direction(
    criterion: Criterion, columns: Columns, delta: float, point: Point, mu: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Newton step onto A w = b, the multipliers of A, and the squared decrement."""
    import numpy as np

    found = _barrier(criterion, columns, delta, point, mu)
    if found is None:
        raise ArithmeticError("the interior-point search left its domain")
    _, gradient, hessian = found
    n, rows = columns.balance.shape
    size = len(gradient)
    target = np.zeros(rows)
    target[-1] = 1.0
    system = np.zeros((size + rows, size + rows))
    system[:size, :size] = hessian
    system[:n, size:] = columns.balance
    system[size:, :n] = columns.balance.T
    residual = target - columns.balance.T @ point.weights
    solution = _solve_scaled(system, np.concatenate([-gradient, residual]))
    step = solution[:size]
    return step, solution[size:], float(step @ hessian @ step)


def _solve_scaled(system: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Solve after scaling rows and columns to unit size; least squares where it is singular."""
    import numpy as np

    scale = 1 / np.sqrt(np.abs(system).max(axis=1))
    scaled = system * scale[:, None] * scale
    try:
        return scale * np.linalg.solve(scaled, scale * right)
    except np.linalg.LinAlgError:
        return scale * np.linalg.lstsq(scaled, scale * right, rcond=None)[0]


def _search(
    criterion: Criterion, columns: Columns, delta: float, point: Point, step: np.ndarray, mu: float
) -> Point | None:
    """The longest of some step lengths that stays inside and does not increase the barrier."""
    n = len(point.weights)
    here = _barrier(criterion, columns, delta, point, mu)
    slope = float(here[1] @ step) if here else 0.0
    length = 1.0
    for _ in range(60):
        extra = point.extra + (length * step[n] if criterion.has_extra else 0.0)
        moved = replace(point, weights=point.weights + length * step[:n], extra=extra)
        there = _barrier(criterion, columns, delta, moved, mu)
        if there and here and there[0] <= here[0] + 0.1 * length * min(slope, 0.0) + 1e-14:
            return moved
        length *= 0.5
    return None
