"""A-, D- and E-optimality over types of patterns: truths of one share are not told apart.

The information of a type is linear in its weight (`share_types`): a_c on the differences in a class
and T between classes. The covariance has the eigenvalues 1 / a_c, n_c - 1 times, and those of T^-1.

The weights are found in doubles. The trace and the determinant go along a barrier by Newton's
method, then without it; an eigenvalue is cut by its vectors, in linear programs. Few types tell as
much as all of them (`on_few`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rropt.design.curved.share_types import ShareTypes
from rropt.design.engine.refinement import on_few

MOST_CUTS = 60

NEAR = 1e-12
"""The share by which an eigenvalue may be below what its cuts say."""

USED = 1e-9
"""Types with a smaller share of the mass are left out of the last program."""

FALLS = 0.2
"""The barrier falls by this factor, and a few steps of Newton follow it."""

LAST = 1e-10
"""Where the path ends, as a share of the objective; far beyond, doubles lose the steps."""

MOST_STEPS, MOST_POLISHES = 400, 50


@dataclass(frozen=True)
class ClassWeights:
    """Shares of rows of mean one, most of them zero, and, for an eigenvalue, what is dual to it."""

    shares: np.ndarray
    apart: np.ndarray
    """Of the a_c; all add up to one."""

    cuts: list[tuple[float, np.ndarray]]
    """Of vectors with one entry a class."""


def best_weights(classes: ShareTypes, criterion: str) -> ClassWeights:
    """Nearly best ones."""
    if criterion == "e-optimal":
        found = _largest_eigenvalue(classes)
        return replace(found, shares=_fewest(classes, found.shares))
    barrier = Barrier(classes, criterion)
    few = _fewest(classes, along_path(classes, barrier))
    if classes.given:
        return ClassWeights(few, np.zeros(0), [])
    return ClassWeights(polished(classes, barrier, few), np.zeros(0), [])


def _fewest(classes: ShareTypes, weights: np.ndarray) -> np.ndarray:
    """The same balance and information by few types.

    Each feature has its own unit: of classes that are not protected only singles tell differences,
    by 1 / (gamma - 1)^2 of what types tell of others.
    """
    used = np.flatnonzero(weights > USED * weights.max())
    features = np.hstack([classes.balance, classes.apart, products(classes.between)])
    kept = np.zeros(len(weights))
    kept[used] = on_few(features[used].T, weights[used])
    return kept


def _largest_eigenvalue(classes: ShareTypes) -> ClassWeights:
    """maximise s with a_c >= s and v'Tv >= s for the vectors v that were found."""
    from scipy.optimize import linprog

    largest = np.hstack([classes.apart.max(axis=0), (classes.between**2).max(axis=0)])
    unit = float(largest.min())
    apart, between = classes.apart / unit, classes.between / np.sqrt(unit)
    cuts = list(np.eye(between.shape[1]))
    right = np.array([1.0, *[0.0] * between.shape[1]])
    for _ in range(MOST_CUTS):
        rows = np.vstack([apart.T, *[((between @ v) ** 2)[None] for v in cuts]])
        found = linprog(
            [*[0.0] * len(apart), -1.0],
            A_ub=np.hstack([-rows, np.ones((len(rows), 1))]),
            b_ub=np.zeros(len(rows)),
            A_eq=np.hstack([classes.balance.T, np.zeros((len(right), 1))]),
            b_eq=right,
            bounds=[(0, None)] * len(apart) + [(None, None)],
            method="highs-ds",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if found.x is None:
            raise ArithmeticError("the linear program of an eigenvalue was not solved")
        weights, s = found.x[:-1], found.x[-1]
        values, vectors = np.linalg.eigh((between * weights[:, None]).T @ between)
        if not len(values) or values[0] >= s * (1 - NEAR):
            break
        cuts += [v for value, v in zip(values, vectors.T, strict=True) if value < s]
    dual = -found.ineqlin.marginals
    used = zip(dual[apart.shape[1] :], cuts, strict=False)
    kept = [(float(share), classes.basis @ v) for share, v in used if share > 0]
    return ClassWeights(weights, dual[: apart.shape[1]], kept)


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
        values, vectors = np.linalg.eigh(T)
        power = 1 if self.criterion == "d-optimal" else 2
        inner = vectors / values**power @ vectors.T
        twice = 2 - np.eye(len(T))
        gradient = np.concatenate([-several / a**power, -(inner * twice)[np.triu_indices(len(T))]])
        root = np.zeros((len(theta), len(theta)))
        root[range(len(a)), range(len(a))] = np.sqrt(power * several / a ** (power + 1))
        root[len(a) :, len(a) :] = self._bends(values, vectors, power)
        return gradient, root

    def _bends(self, values: np.ndarray, vectors: np.ndarray, power: int) -> np.ndarray:
        """The root of tr(T^-1 E T^-power E): the entries of E along pairs of eigenvectors of T."""
        i, j = np.triu_indices(len(values))
        pairs = vectors[np.ix_(i, i)] * vectors[np.ix_(j, j)]
        pairs += vectors[np.ix_(j, i)] * vectors[np.ix_(i, j)]
        one = 1 / (values[i] * values[j] ** power)
        other = 1 / (values[j] * values[i] ** power)
        halves = np.where(i == j, 0.5, 1.0)
        found: np.ndarray = halves[:, None] * pairs * np.sqrt(power * halves * (one + other))
        return found

    def _parts(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        count = len(self.classes.multiplicities)
        size = self.classes.between.shape[1]
        T = np.zeros((size, size))
        T[np.triu_indices(size)] = theta[count:]
        return theta[:count], T + np.triu(T, 1).T


def along_path(classes: ShareTypes, barrier: Barrier, last: float = LAST) -> np.ndarray:
    """The end of the path from equal weights of all types, or nearly equal ones where these do not
    balance: of given types, or beside singles.

    It ends within the share `last` of the objective.
    """
    weights = classes.lengths / classes.lengths.sum()
    if classes.alone:
        weights = np.full(len(weights), 1 / len(weights))
    if classes.given or classes.alone:
        weights = weights * _balancing(classes.balance * weights[:, None])
    worth = barrier.value(weights @ barrier.forms)
    size = abs(worth) if barrier.criterion == "a-optimal" else float(sum(classes.sizes))
    mu = size / len(weights)
    for _ in range(MOST_STEPS):
        moved, decrement = _newton(barrier, classes.balance, weights, mu)
        weights = moved
        if decrement < 0.1 * mu:
            if mu * len(weights) < last * size:
                break
            mu *= FALLS
    return weights


def _balancing(rows: np.ndarray) -> np.ndarray:
    """Factors, the least of them as large as can be, with which rows add up to (1, 0, ..., 0).

    Unknown are the least factor, and how much larger each of them is: few equations, and no bound
    of one factor by another.
    """
    from scipy.optimize import linprog

    right = np.zeros(rows.shape[1])
    right[0] = 1.0
    units = np.abs(rows).max(axis=0)
    scaled = rows / np.where(units > 0, units, 1.0)
    found = linprog(
        [*[0.0] * len(rows), -1.0],
        A_eq=np.column_stack([scaled.T, scaled.sum(axis=0)]),
        b_eq=right / units[0],
        method="highs-ds",
    )
    if found.x is None or found.x[-1] <= 0:
        raise ArithmeticError("the types that are given do not balance")
    factors: np.ndarray = found.x[:-1] + found.x[-1]
    return factors


def _newton(
    barrier: Barrier, balance: np.ndarray, weights: np.ndarray, mu: float
) -> tuple[np.ndarray, float]:
    """A step in w = weights * step, so that the barrier has the same length for all types."""
    gradient, root = barrier.slopes(weights @ barrier.forms)
    scaled = barrier.forms * weights[:, None]
    slope = scaled @ gradient - mu
    steep = scaled @ root
    rows = balance * weights[:, None]

    inner = np.eye(steep.shape[1]) + steep.T @ steep / mu
    right = np.column_stack([slope, rows])
    solved = (right - steep @ np.linalg.solve(inner, steep.T @ right) / mu) / mu
    along, lifted = solved[:, 0], solved[:, 1:]
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


def products(rows: np.ndarray) -> np.ndarray:
    """The upper entries of r r'."""
    upper = np.triu_indices(rows.shape[1])
    return rows[:, upper[0]] * rows[:, upper[1]]
