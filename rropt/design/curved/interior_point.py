"""Interior-point solver for curved designs on a small set of patterns, in doubles or in balls.

The tangent space of the simplex is written in an orthonormal basis B. A pattern contributes
a = B'r / sqrt(pi.r) to the information T = sum_r w_r a a', and Cov = B T^-1 B'. The solver follows
the central path of

    minimise f(w)   with   A w = (0, ..., 0, 1),   w >= 0,   excess(w) <= 1

by Newton's method on the weights and the multipliers together (primal-dual): at mu

    grad f + A'prices + excess'pair_prices = spare,   w spare = mu,   slack pair_prices = mu,

so that n such products leave a gap of n mu. For smooth criteria f is a function of w; the largest
of several, and the largest eigenvalue, have an extra variable t and multipliers of their own:

    minimise t     with  f_i(w) - o_i <= t            multipliers alpha_i
    maximise t     with  T(w) - t I positive definite  multiplier V, a matrix
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rropt.design.curved.ball_arrays import lifted, middle, solve

if TYPE_CHECKING:
    import numpy as np

NEWTON_STEPS = 100
SHRINK, CAREFUL = 0.1, 0.4
"""From one mu to the next, after a full step and after a shorter one."""

FULL, HALF = 0.9, 0.5
"""A step as long as this is full; after one shorter than HALF mu stays."""

INSIDE = 0.95
"""The share of the way to the boundary that a step may go."""

NEAR, FAR = 1e-2, 1e2
"""Newton's decrement over mu: below NEAR at the end; above FAR for each weight, mu stays."""

SLOW = 0.1
"""Near the path Newton's method squares its error; where it does not reach SLOW, it is noise.
So is a step out of the region after one near the path."""

State = tuple[Any, ...]
"""What a criterion adds to a point: arrays."""


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

    def shares(self, delta: Any) -> np.ndarray:
        """The excesses as shares of delta, no columns for pure privacy."""
        import numpy as np

        if self.excess is None:
            return np.zeros((len(self.balance), 0), dtype=self.balance.dtype)
        return self.excess / delta


@dataclass(frozen=True)
class InteriorPoint:
    """Where the solver is: weights, multipliers, slacks, and what the criterion adds."""

    weights: np.ndarray
    spare: np.ndarray
    prices: np.ndarray
    pair_prices: np.ndarray
    slack: np.ndarray
    state: State

    def lifted(self) -> InteriorPoint:
        """The same point in balls."""
        return InteriorPoint(
            lifted(self.weights),
            lifted(self.spare),
            lifted(self.prices),
            lifted(self.pair_prices),
            lifted(self.slack),
            tuple(map(lifted, self.state)),
        )


@dataclass(frozen=True)
class Expansion:
    """Gradient and Hessian in (w, t), the criterion's multipliers eliminated and aimed at mu.

    What is stiff on the path is kept apart, for it would drown the rest of the Hessian:
    `springs` are rows s with s's / give to be added; the force along a step is s.step / give.
    """

    gradient: np.ndarray
    hessian: np.ndarray
    springs: np.ndarray
    give: np.ndarray
    change: Callable[[np.ndarray, np.ndarray], State]
    """The change of the state along a step in (w, t), which has these forces."""


class SmoothCriterion(Protocol):
    """f with its extra variable and its multipliers, as one Newton step needs it."""

    def start(self, tangent: np.ndarray, weights: np.ndarray, mu: float) -> State:
        """A state inside the domain."""

    def expand(self, tangent: np.ndarray, weights: np.ndarray, state: State, mu: Any) -> Expansion:
        """The model at a point."""

    def inside(self, tangent: np.ndarray, weights: np.ndarray, state: State) -> bool:
        """Whether a state is inside the domain."""


@dataclass(frozen=True)
class InteriorProgram:
    """A criterion on some patterns; `excess` in shares of what is allowed."""

    criterion: SmoothCriterion
    tangent: np.ndarray
    balance: np.ndarray
    excess: np.ndarray

    def begin(self, weights: np.ndarray, mu: float) -> InteriorPoint:
        """A point with every product equal to mu."""
        import numpy as np

        slack = 1 - self.excess.T @ weights
        prices = np.zeros(self.balance.shape[1])
        state = self.criterion.start(self.tangent, weights, mu)
        return InteriorPoint(weights, mu / weights, prices, mu / slack, slack, state)

    def follow(self, point: InteriorPoint, mu: Any, last: Any) -> InteriorPoint:
        """The point of the central path at `last`, from one near the path at mu."""
        before = math.inf
        for _ in range(NEWTON_STEPS):
            step, size = self._step(point, mu)
            length = self._length(point, step)
            if length < 1 and before < math.inf:
                return point
            point = _moved(point, step, length)
            if mu <= last and length == 1 and size < NEAR * mu:
                if size < mu * mu or size > SLOW * before:
                    return point
                before = size
            elif length > HALF and size < FAR * len(point.weights) * mu:
                mu = max(mu * (SHRINK if length >= FULL else CAREFUL), last)
        raise ArithmeticError("the interior-point search did not converge")

    def _step(self, point: InteriorPoint, mu: Any) -> tuple[InteriorPoint, Any]:
        """Newton's step towards the path at mu, and its squared length in the Hessian."""
        import numpy as np

        w, n, excess = point.weights, len(point.weights), self.excess
        model = self.criterion.expand(self.tangent, w, point.state, mu)
        gradient, hessian = model.gradient, model.hessian
        stiff = point.pair_prices / point.slack
        off = 1 - excess.T @ w - point.slack
        gradient[:n] += excess @ (mu / point.slack - stiff * off) - mu / w
        hessian[np.arange(n), np.arange(n)] += point.spare / w
        pairs = np.zeros((len(off), len(gradient)), dtype=hessian.dtype)
        pairs[:, :n] = excess.T
        springs = np.vstack([model.springs, pairs])
        give = np.concatenate([model.give, 1 / stiff])
        primal, prices, forces = self._constrained(gradient, hessian, springs, give, w)
        own, paired = np.split(forces, [len(model.give)])
        moved = primal[:n]
        return InteriorPoint(
            moved,
            mu / w - point.spare * (1 + moved / w),
            prices - point.prices,
            mu / point.slack - point.pair_prices - stiff * off + paired,
            off - paired / stiff,
            model.change(primal, own),
        ), primal @ hessian @ primal + forces @ (give * forces)

    def _constrained(
        self,
        gradient: np.ndarray,
        hessian: np.ndarray,
        springs: np.ndarray,
        give: np.ndarray,
        weights: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The least of the model where A w = (0, ..., 0, 1), the prices and the forces there."""
        import numpy as np

        (n, rows), size, stiff = self.balance.shape, len(gradient), len(give)
        target = -(self.balance.T @ weights)
        target[-1] += 1
        end = size + rows
        system = np.zeros((end + stiff, end + stiff), dtype=hessian.dtype)
        system[:size, :size] = hessian
        system[:n, size:end] = self.balance
        system[size:end, :n] = self.balance.T
        system[:size, end:] = springs.T
        system[end:, :size] = springs
        system[np.arange(end, end + stiff), np.arange(end, end + stiff)] = -give
        right = np.concatenate([-gradient, target, np.zeros(stiff, dtype=hessian.dtype)])
        solution = solve(system, right)
        return solution[:size], solution[size:end], solution[end:]

    def _length(self, point: InteriorPoint, step: InteriorPoint) -> Any:
        """The part of the step that stays inside."""
        length = min(
            1,
            _room(point.weights, step.weights),
            _room(point.spare, step.spare),
            _room(point.pair_prices, step.pair_prices),
            _room(point.slack, step.slack),
        )
        for _ in range(60):
            moved = _moved(point, step, length)
            if self.criterion.inside(self.tangent, moved.weights, moved.state):
                return length
            length = length * 0.8
        raise ArithmeticError("the interior-point search left its domain")


def _room(values: np.ndarray, step: np.ndarray) -> Any:
    """The length at which values + length * step are nearly at zero, at most one."""
    falling = step < 0
    return (INSIDE * values[falling] / -step[falling]).min() if falling.any() else 1


def _moved(point: InteriorPoint, step: InteriorPoint, length: Any) -> InteriorPoint:
    def along(start: np.ndarray, change: np.ndarray) -> np.ndarray:
        return middle(start + length * change)

    return InteriorPoint(
        along(point.weights, step.weights),
        along(point.spare, step.spare),
        along(point.prices, step.prices),
        along(point.pair_prices, step.pair_prices),
        along(point.slack, step.slack),
        tuple(map(along, point.state, step.state)),
    )
