"""A- and D-optimality over types of patterns: Newton's method along a barrier, then without it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rropt.design.curved.share_types import ShareTypes, products

FALLS = 0.2
"""The barrier falls by this factor, and a few steps of Newton follow it."""

LAST = 1e-10
"""Where the path ends, as a share of the objective; far beyond, doubles lose the steps."""

MOST_STEPS, MOST_POLISHES = 400, 50


@dataclass(frozen=True)
class Barrier:
    """The criterion of the information theta (the a_c, then the upper entries of T)."""

    classes: ShareTypes
    criterion: str

    @cached_property
    def forms(self) -> np.ndarray:
        """theta of each type, in units of the largest entry."""
        found = np.hstack([self.classes.apart, products(self.classes.between)])
        return found / np.abs(found).max()

    def value(self, theta: np.ndarray) -> float:
        """The criterion, infinite where the information is not positive."""
        several = self.classes.multiplicities
        a, T = self._parts(theta)
        eigenvalues = np.linalg.eigvalsh(T) if len(T) else np.ones(0)
        if min(a.min(initial=1.0), eigenvalues.min(initial=1.0)) <= 0:
            return float("inf")
        if self.criterion == "d-optimal":
            return float(-several @ np.log(a) - np.log(eigenvalues).sum())
        return float(several @ (1 / a) + (1 / eigenvalues).sum())

    def slopes(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The gradient, and a root U of the second derivatives U U'."""
        several = self.classes.multiplicities
        a, T = self._parts(theta)
        inverse = np.linalg.inv(T) if len(T) else T
        power = 1 if self.criterion == "d-optimal" else 2
        inner = inverse if power == 1 else inverse @ inverse
        twice = 2 - np.eye(len(T))
        upper = np.triu_indices(len(T))
        gradient = np.concatenate([-several / a**power, -(inner * twice)[upper]])
        second = np.zeros((len(theta), len(theta)))
        second[range(len(a)), range(len(a))] = power * several / a ** (power + 1)
        second[len(a) :, len(a) :] = self._curvature(inverse, inner, power)
        values, vectors = np.linalg.eigh(second)
        return gradient, vectors * np.sqrt(np.maximum(values, 0.0))

    def _curvature(self, inverse: np.ndarray, inner: np.ndarray, power: int) -> np.ndarray:
        """tr(inverse E inner E') in the upper entries, symmetrised."""
        upper = list(zip(*np.triu_indices(len(inverse)), strict=True))
        units = []
        for i, j in upper:
            E = np.zeros_like(inverse)
            E[i, j] = E[j, i] = 1.0
            units.append(E)
        found = [[power * np.trace(inverse @ E @ inner @ F) for F in units] for E in units]
        return np.array(found).reshape(len(upper), len(upper))

    def _parts(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        count = len(self.classes.multiplicities)
        size = self.classes.between.shape[1]
        T = np.zeros((size, size))
        T[np.triu_indices(size)] = theta[count:]
        return theta[:count], T + np.triu(T, 1).T


def along_path(classes: ShareTypes, barrier: Barrier) -> np.ndarray:
    """The end of the path from equal weights of all types."""
    weights = classes.lengths / classes.lengths.sum()
    worth = barrier.value(weights @ barrier.forms)
    size = abs(worth) if barrier.criterion == "a-optimal" else float(sum(classes.sizes))
    mu = size / len(weights)
    for _ in range(MOST_STEPS):
        moved, decrement = _newton(barrier, classes.balance, weights, mu)
        weights = moved
        if decrement < 0.1 * mu:
            if mu * len(weights) < LAST * size:
                break
            mu *= FALLS
    return weights


def _newton(
    barrier: Barrier, balance: np.ndarray, weights: np.ndarray, mu: float
) -> tuple[np.ndarray, float]:
    """A step in w = weights * step, so that the barrier has the same length for all types."""
    gradient, root = barrier.slopes(weights @ barrier.forms)
    scaled = barrier.forms * weights[:, None]
    slope = scaled @ gradient - mu
    steep = scaled @ root
    rows = balance * weights[:, None]

    def solve(right: np.ndarray) -> np.ndarray:
        inner = np.eye(steep.shape[1]) + steep.T @ steep / mu
        return (right - steep @ np.linalg.solve(inner, steep.T @ right) / mu) / mu

    along, lifted = solve(slope), solve(rows)
    missing = -(weights @ balance)
    missing[0] += 1.0
    multipliers = np.linalg.lstsq(rows.T @ lifted, rows.T @ along + missing, rcond=None)[0]
    step = -(along - lifted @ multipliers)
    decrement = float(-slope @ step)
    length = min(1.0, 0.95 / max(1e-300, -float(step.min())))
    before = _objective(barrier, weights, mu)
    for _ in range(60):
        moved = weights * (1 + length * step)
        if _objective(barrier, moved, mu) <= before - 1e-4 * length * decrement:
            return moved, decrement
        length /= 2
    return weights, 0.0


def polished(classes: ShareTypes, barrier: Barrier, weights: np.ndarray) -> np.ndarray:
    """Newton's method on the types in use, without the barrier; what falls to zero is out."""
    weights = weights.copy()
    for _ in range(MOST_POLISHES):
        used = np.flatnonzero(weights)
        forms, balance = barrier.forms[used], classes.balance[used]
        gradient, root = barrier.slopes(weights[used] @ forms)
        bent, zeros = forms @ root, np.zeros((balance.shape[1],) * 2)
        missing = -(weights[used] @ balance)
        missing[0] += 1.0
        matrix = np.block([[bent @ bent.T, balance], [balance.T, zeros]])
        right = np.concatenate([-forms @ gradient, missing])
        step = np.linalg.lstsq(matrix, right, rcond=1e-15)[0][: len(used)]
        falling = step < 0
        lengths = np.where(falling, -weights[used] / np.where(falling, step, -1.0), np.inf)
        length = min(1.0, lengths.min())
        weights[used] += length * step
        if length < 1:
            weights[used[lengths.argmin()]] = 0.0
        elif np.abs(step).max() < 1e-14:
            break
    return weights


def _objective(barrier: Barrier, weights: np.ndarray, mu: float) -> float:
    return barrier.value(weights @ barrier.forms) - mu * float(np.log(weights).sum())
