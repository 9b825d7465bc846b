"""Lower bounds on A- and D-optimality where types of patterns are too many to be listed.

Truths of a class of n_c have one share q_c. Let X, D and the prices y be constant in classes, and
P = D - X + (qy' + yq') / 2. On {1, g}^k r_j^2 = (g + 1) r_j - g, so that

    (q.r)(y.r) - r'Xr = r'Pr - (g + 1) D.r + g sum D = f(r).

Where P is semidefinite f is convex, and least at an r that is constant in classes: prices cover all
patterns if f is not negative on the box [1, g], that is, if for multipliers l and h of its sides

    f(r) - l.(r - 1) - h.(g - r) = (r, 1)'M(r, 1) with a semidefinite M.

Under this, and with D the own of X in classes of several truths,

    2 tr sqrt X - sum y    (trace),    log det X - sum y    (determinant)

are concave functions to be made largest: a barrier and Newton's method, in doubles, and in the
coordinates z_c = sqrt(n_c) r_c of vectors that are constant in classes. That f is convex costs a
millionth of the bound where classes are large and shares much alike, two per cent at e^3 where ten
of 400 truths have a quarter of the mass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

FIRST, FALLS, LAST = 0.1, 0.2, 1e-9
"""The path of the barrier begins and ends at these shares of the bound."""

MOST_STEPS = 60
SHORTEST = 1e-10


@dataclass(frozen=True)
class Relaxed:
    """Tangents in coordinates z, D, y, e, of each end of a cell s = q.r, mu and u, N of truths,
    sets of classes with weights and, for each end, the places where their counts are touched, the
    price of many high truths at each end, where types with few are covered one by one, and the
    classes whose truths pairs cover: X is the tangents of a determinant, their square of a trace.
    """

    tangents: np.ndarray
    diagonal: np.ndarray
    prices: np.ndarray
    slopes: np.ndarray
    ends: list[tuple[float, float, np.ndarray]]
    products: np.ndarray
    sets: np.ndarray
    weights: np.ndarray
    turns: np.ndarray
    several: np.ndarray
    few: int = 0
    apart: tuple[int, ...] = ()

    def paid(self, sizes: np.ndarray) -> float:
        """The sum of the prices of all truths."""
        return float(self.prices @ sizes)

    def trace(self, sizes: np.ndarray) -> float:
        """2 tr V - sum y, X = V^2: the bound of a trace."""
        # D of one truth has no root in V: slices may leave it below zero.
        apart = (sizes - 1) @ np.sqrt(np.where(sizes > 1, self.diagonal, 0.0))
        return float(2 * self.tangents.trace() + 2 * apart) - self.paid(sizes)


@dataclass(frozen=True)
class ClassCoordinates:
    """Coordinates z = sqrt(n) r of vectors that are constant in classes."""

    sizes: Sequence[int]
    shares: Sequence[float]

    @cached_property
    def _n(self) -> np.ndarray:
        return np.array(self.sizes, dtype=float)

    @cached_property
    def _roots(self) -> np.ndarray:
        root: np.ndarray = self._n**0.5
        return root

    @cached_property
    def _weights(self) -> np.ndarray:
        """q in the coordinates."""
        found: np.ndarray = np.array(self.shares, dtype=float) * self._roots
        return found


@dataclass(frozen=True)
class Relaxation(ClassCoordinates):
    """D, sqrt(n) y, l, h and the upper entries of P are one vector x."""

    gamma: float
    power: int
    """Two for the trace, one for the determinant: X is that power of V."""

    def best(self) -> Relaxed:
        """The end of the path."""
        c, x = len(self.sizes), self._start()
        unit = self._unit(x)
        mu = FIRST * unit
        while mu > LAST * unit / len(x):
            x = self._centred(x, mu)
            mu *= FALLS
        whole = self._joint(x)
        above = np.linalg.solve(whole[:c, :c], -whole[:c, c]) / self._roots
        prices = x[c : 2 * c] / self._roots
        lowest = 1 + (self.gamma - 1) * np.clip(above, 0, 1)
        ends = [(s, 0.0, lowest) for s in (1.0, self.gamma)]
        values, vectors = np.linalg.eigh(self._form(x))
        tangents = (vectors * values ** (1 / self.power)) @ vectors.T
        free = np.zeros((c, c)), *no_counts(c), np.zeros(len(ends))
        return Relaxed(tangents, x[:c], prices, -prices, ends, *free)

    # --- linear in x -----------------------------------------------------------------------------

    @cached_property
    def _upper(self) -> tuple[np.ndarray, np.ndarray]:
        return np.triu_indices(len(self.sizes))

    @cached_property
    def _maps(self) -> tuple[np.ndarray, np.ndarray]:
        """X and M of each unit vector, M in units of the box: z = sqrt n + (g - 1) w."""
        c, g = len(self.sizes), self.gamma
        i, j = self._upper
        size = 4 * c + len(i)
        X, M = np.zeros((size, c, c)), np.zeros((size, c + 1, c + 1))
        for a, root in enumerate(self._roots):
            X[a, a, a] = 1
            X[c + a, :, a] += self._weights / 2
            X[c + a, a, :] += self._weights / 2
            M[a, c, c] = g * root**2
            M[a, a, c] = M[a, c, a] = -(g + 1) * root / 2
            M[2 * c + a, a, c] = M[2 * c + a, c, a] = -0.5
            M[2 * c + a, c, c] = root
            M[3 * c + a, a, c] = M[3 * c + a, c, a] = 0.5
            M[3 * c + a, c, c] = -g * root
        places = np.arange(4 * c, size)
        for row, column in ((i, j), (j, i)):
            X[places, row, column] = -1
            M[places, row, column] = 1
        box = np.eye(c + 1) * (g - 1)
        box[:, c] = [*self._roots, 1]
        return X, box.T @ M @ box

    def _form(self, x: np.ndarray) -> np.ndarray:
        return np.tensordot(x, self._maps[0], 1)

    def _joint(self, x: np.ndarray) -> np.ndarray:
        return np.tensordot(x, self._maps[1], 1)

    def _signed(self, x: np.ndarray) -> np.ndarray:
        """D, l and h, which are positive."""
        c = len(self.sizes)
        return np.concatenate([x[:c], x[2 * c : 4 * c]])

    # --- the path --------------------------------------------------------------------------------

    def _start(self) -> np.ndarray:
        """D = I, X = P = I / 2 and prices that cover by t (q.r)^2, in the best unit."""
        c, (i, j) = len(self.sizes), self._upper
        q, plain, steep = self._weights, np.zeros(4 * c + len(i)), np.zeros(4 * c + len(i))
        plain[:c] = 1.0
        plain[2 * c : 4 * c] = 1e-3
        plain[4 * c :] = 0.5 * (i == j)
        steep[c : 2 * c], steep[2 * c : 3 * c], steep[4 * c :] = q, 2 * q, q[i] * q[j]
        t = float(self._n.sum())
        while np.linalg.eigvalsh(self._joint(plain + t * steep))[0] <= 0:
            t *= 2
        x = plain + 2 * t * steep
        paid = float(self._paid @ x)
        by = ((self._value(x) + paid) / 2 / paid) ** 2
        scaled: np.ndarray = x * (by if self.power == 2 else self._n.sum() / paid)
        return scaled

    @cached_property
    def _paid(self) -> np.ndarray:
        """sum y."""
        c = len(self.sizes)
        line = np.zeros(4 * c + len(self._upper[0]))
        line[c : 2 * c] = self._roots
        return line

    def _unit(self, x: np.ndarray) -> float:
        """What shares are taken of: a trace, or the number of truths."""
        return abs(self._value(x)) if self.power == 2 else float(self._n.sum())

    def _value(self, x: np.ndarray) -> float:
        values, apart = np.linalg.eigvalsh(self._form(x)), self._n - 1
        D = x[: len(self.sizes)]
        if self.power == 1:
            gain = np.log(values).sum() + apart @ np.log(D)
        else:
            gain = 2 * np.sqrt(values).sum() + 2 * apart @ np.sqrt(D)
        return float(gain - self._paid @ x)

    def _barrier(self, x: np.ndarray, mu: float) -> float:
        """Minus the value and mu times the logarithms, infinite outside."""
        parts = self._signed(x), *map(np.linalg.eigvalsh, (self._form(x), self._joint(x)))
        if min(part.min() for part in parts) <= 0:
            return float("inf")
        return -self._value(x) - mu * sum(float(np.log(part).sum()) for part in parts)

    def _centred(self, x: np.ndarray, mu: float) -> np.ndarray:
        """Newton's method at this point of the path, as far as doubles reach."""
        for _ in range(MOST_STEPS):
            try:
                step, fall = self._newton(x, mu)
            except np.linalg.LinAlgError:
                break
            before, length = self._barrier(x, mu), 1.0
            while not self._barrier(x + length * step, mu) <= before - 1e-4 * length * fall:
                length /= 2
                if length < SHORTEST:
                    return x
            x = x + length * step
            if fall < 0.1 * mu:
                break
        return x

    def _newton(self, x: np.ndarray, mu: float) -> tuple[np.ndarray, float]:
        """A step, and how far the barrier falls along it."""
        c, apart, size = len(self.sizes), self._n - 1, len(x)
        values, vectors = np.linalg.eigh(self._form(x))
        turned = (vectors.T @ self._maps[0] @ vectors).reshape(size, -1)
        D, pairs = x[:c], np.outer(values, values)
        if self.power == 1:
            first, second = (1 + mu) / values, (1 + mu) / pairs
            own, bent = apart / D, apart / D**2
        else:
            roots = np.sqrt(values)
            first = 1 / roots + mu / values
            second = 1 / (np.sqrt(pairs) * (roots[:, None] + roots)) + mu / pairs
            own, bent = apart / np.sqrt(D), apart / 2 / D**1.5
        gradient = self._paid - turned @ np.diag(first).ravel()
        curve = (turned * second.ravel()) @ turned.T
        gradient[:c] -= own
        curve[range(c), range(c)] += bent
        positive = [*range(c), *range(2 * c, 4 * c)]
        gradient[positive] -= mu / x[positive]
        curve[positive, positive] += mu / x[positive] ** 2
        root = np.linalg.inv(np.linalg.cholesky(self._joint(x)))
        joint = (root @ self._maps[1] @ root.T).reshape(size, -1)
        gradient -= mu * joint @ np.eye(c + 1).ravel()
        curve += mu * joint @ joint.T
        unit = 1 / np.sqrt(np.diag(curve))
        scaled = curve * np.outer(unit, unit) + 1e-14 * np.eye(size)
        step = -unit * np.linalg.solve(scaled, unit * gradient)
        return step, float(-gradient @ step)


def of_one_truth(gamma: float) -> Relaxed:
    """Where all people have the truth of the first of two classes: V = qq', y = q and e = -q.

    Then r'Xr = (q.r)^2 is what the prices charge, whatever gamma is, and 2 tr V - sum y = 1: no
    unbiased estimate of shares has a smaller sum of second moments.

    >>> of_one_truth(3.0).trace(np.array([1.0, 9.0]))
    1.0
    """
    first, lowest = np.array([1.0, 0.0]), np.ones(2)
    ends = [(s, 0.0, lowest) for s in (1.0, gamma)]
    tangents, nothing = np.outer(first, first), np.zeros((2, 2))
    free = nothing, *no_counts(2), np.zeros(len(ends))
    return Relaxed(tangents, np.zeros(2), first, -first, ends, *free)


def no_counts(classes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """No sets of classes, no weights, and nothing of them at any end."""
    return np.zeros((0, classes)), np.zeros(0), np.zeros((0, 0))
