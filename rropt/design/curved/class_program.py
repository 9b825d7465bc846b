"""A-, D- and E-optimality over types of patterns: truths of one share are not told apart.

The information of a type is linear in its weight (`share_classes`): a_c on the differences in a
class and T between classes. The covariance has the eigenvalues 1 / a_c, n_c - 1 times, and those of
T^-1.

The trace and the determinant are criteria of the engine's path (`engine.path`), on which all types
are from its first point on; an eigenvalue is cut by its vectors, in linear programs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rropt.design.curved.share_classes import ShareTypes
from rropt.design.engine.path import RatioFound, begun, follow
from rropt.design.engine.pool import Features
from rropt.design.engine.refinement import on_few, refined
from rropt.design.engine.saddle import (
    Curvature,
    Expansion,
    InformationCriterion,
    LogDeterminant,
    Terms,
    TraceCriterion,
)
from rropt.lp.highs import TIGHTEST, SumsBetween, least_costs

MOST_CUTS = 60

NEAR = 1e-12
"""The share by which an eigenvalue may be below what its cuts say."""

USED = 1e-9
"""Types with a smaller share of the mass are left out of the last program."""

LAST = 1e-10
"""Where the path ends, as a share of the objective."""


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
    else:
        path = TypePath(classes, criterion)
        point = path.best().point
        weights = np.zeros(len(classes.lengths))
        weights[point.keys] = point.weights * path.shares[point.keys]
        found = ClassWeights(weights, np.zeros(0), [])
    return replace(found, shares=_fewest(classes, found.shares))


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
    largest = np.hstack([classes.apart.max(axis=0), (classes.between**2).max(axis=0)])
    unit = float(largest.min())
    apart, between = classes.apart / unit, classes.between / np.sqrt(unit)
    cuts = list(np.eye(between.shape[1]))
    right = np.array([1.0, *[0.0] * between.shape[1]])
    for _ in range(MOST_CUTS):
        rows = np.vstack([apart.T, *[((between @ v) ** 2)[None] for v in cuts]])
        above = np.hstack([-rows, np.ones((len(rows), 1))])
        balance = np.hstack([classes.balance.T, np.zeros((len(right), 1))])
        found = least_costs(
            [*[0.0] * len(apart), -1.0],
            [SumsBetween.at_most(above, 0.0), SumsBetween.equal(balance, right)],
            ([*[0.0] * len(apart), -np.inf], np.inf),
            TIGHTEST,
        )
        if found is None:
            raise ArithmeticError("the linear program of an eigenvalue was not solved")
        weights, s = found.numbers[:-1], found.numbers[-1]
        dual = -found.prices[: len(rows)]
        values, vectors = np.linalg.eigh((between * weights[:, None]).T @ between)
        if not len(values) or values[0] >= s * (1 - NEAR):
            break
        cuts += [v for value, v in zip(values, vectors.T, strict=True) if value < s]
    used = zip(dual[apart.shape[1] :], cuts, strict=False)
    kept = [(float(share), classes.basis @ v) for share, v in used if share > 0]
    return ClassWeights(weights, dual[: apart.shape[1]], kept)


@dataclass(frozen=True)
class TypePath:
    """The path of the trace or the determinant over these types, which are its patterns.

    It is a saddle function without anything that is worst.
    """

    classes: ShareTypes
    criterion: str
    worst: int = 0

    @property
    def power(self) -> int:
        """What a_c is worth a unit of it: (n_c - 1) / a_c^power."""
        return 1 if self.criterion == "d-optimal" else 2

    @cached_property
    def features(self) -> Features:
        """Of all types; their rows are what they add to the information, a_c before T."""
        classes = self.classes
        shares = self.shares[:, None]
        between = classes.between * np.sqrt(shares / self.unit)
        rows = np.hstack([classes.apart * shares / self.unit, between])
        flat = classes.balance[:, 1:] / self.flat_unit * shares
        return Features(rows, flat, self.shares, np.zeros((len(rows), 0)))

    @cached_property
    def unit(self) -> float:
        """Of the information: with the first weights a trace is one for each truth."""
        classes, weights = self.classes, self._first
        inverse = np.linalg.inv((classes.between.T * weights) @ classes.between)
        trace = classes.multiplicities @ (1 / (weights @ classes.apart)) + inverse.trace()
        return float(sum(classes.sizes) / trace)

    @cached_property
    def flat_unit(self) -> float:
        """Of the balance of types beside their length."""
        return float(np.abs(self.classes.balance[~self._is_single, 1:]).max())

    @cached_property
    def shares(self) -> np.ndarray:
        """Of each row, so that no feature is large: near gamma = 1 singles tell far more."""
        flat = np.abs(self.classes.balance[:, 1:]).max(axis=1) / self.flat_unit
        found: np.ndarray = 1 / np.maximum(1, flat)
        return found

    @property
    def _is_single(self) -> np.ndarray:
        count = len(self.classes.lengths)
        return np.arange(count) >= count - len(self.classes.alone)

    @cached_property
    def _first(self) -> np.ndarray:
        """Nearly a table: equally many of each type, and what columns lack by the singles."""
        lengths = self.classes.lengths
        singles = np.eye(len(lengths))[self._is_single]
        parts = np.vstack([np.where(self._is_single, 0.0, lengths), singles])
        sums = parts @ self.classes.balance
        sums[:, 1:] /= self.flat_unit
        amounts = np.linalg.lstsq(sums.T, np.eye(len(sums.T))[0], rcond=None)[0]
        found: np.ndarray = amounts @ parts
        return found

    def near(self, share: float) -> RatioFound:
        """Weights that are within this share of the best."""
        count = len(self.shares)
        start = begun(np.arange(count), self._first / self.shares, self.features, self)
        mu = share * sum(self.classes.sizes) / count
        return follow(self.features, self, start, mu)

    def best(self) -> RatioFound:
        """On few types, with all digits; failing that, where the path ends."""
        near = self.near(LAST)
        return next(refined(self, near), near)

    def expand(self, at: Features, weights: np.ndarray, theta: np.ndarray) -> Expansion:
        """The criterion with its derivatives."""
        apart, _ = self._parts(at)
        terms, a = self.told(at, weights)
        several = self.classes.multiplicities
        gain = several @ np.log(a) if self.power == 1 else -several @ (1 / a)
        bends = np.sqrt(self.power * several / a ** (self.power + 1))
        none = np.zeros((len(weights), 0))
        return Expansion(
            terms.value - float(gain),
            terms.worth + apart @ (several / a**self.power),
            np.zeros(0),
            [],
            [terms.inverse],
            lambda: Curvature(np.hstack([terms.root, apart * bends]), np.zeros((0, 0)), none),
        )

    def told(self, at: Features, weights: np.ndarray) -> tuple[Terms, np.ndarray]:
        """Between classes, and the a_c."""
        apart, between = self._parts(at)
        inner: InformationCriterion = LogDeterminant()
        if self.power == 2:
            inner = TraceCriterion(np.eye(between.shape[1]))
        return inner.terms([between], weights), weights @ apart

    def _parts(self, at: Features) -> tuple[np.ndarray, np.ndarray]:
        apart, between = np.split(at.rows, [len(self.classes.multiplicities)], axis=1)
        return apart, between


def products(rows: np.ndarray) -> np.ndarray:
    """The upper entries of r r'."""
    upper = np.triu_indices(rows.shape[1])
    return rows[:, upper[0]] * rows[:, upper[1]]
