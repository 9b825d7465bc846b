"""Coefficients of a model as the engine sees them: points of the covariates as reporting points.

A guess of the coefficients has its points x, where a pattern tells z = D_x'r sqrt(w_x / p_x.r). The
derivatives of probabilities add up to zero, so z is made of the flat part of r alone. Coefficients
are put in coordinates U in which the pool's first table has the information 1: points may be near
each other, or tell some coefficients only together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rropt.design.engine.pool import Array, Pool, tangent_basis
from rropt.design.engine.saddle import (
    InformationCriterion,
    LogDeterminant,
    ReportingPoint,
    Saddle,
    ScenarioMaximum,
    ScenarioMean,
    TraceCriterion,
)
from rropt.utility.for_model import MINIMAX, ForModel, ModelGuess


@dataclass(frozen=True)
class ModelQuestion:
    """The objective, and the pool in whose units f is."""

    objective: ForModel
    pool: Pool

    @cached_property
    def contrasts(self) -> Array:
        """U'c, one row a contrast."""
        doubles = np.array([[float(x) for x in c] for c in self.objective.contrasts])
        found: Array = doubles @ self.coordinates
        return found

    @cached_property
    def size(self) -> float:
        """What the sum of variances is divided by: it is that of the pool's first table."""
        return float((self.contrasts**2).sum())

    @property
    def scale(self) -> float:
        """f is the value times this."""
        return 1.0 if self.objective.is_determinant else self.pool.unit**2 / self.size

    @cached_property
    def coordinates(self) -> Array:
        """U with U'IU = 1 for the information of the pool's first table, the mean over guesses."""
        keys, weights = self.pool.start()
        features = self.pool.features(keys)
        total = np.zeros((self.objective.coefficients,) * 2)
        for guess in self.objective.guesses:
            for point in _plain_points(guess):
                z = point.vectors(features)
                total += (z.T * weights) @ z / len(self.objective.guesses)
        lengths = np.sqrt(np.diagonal(total))
        lengths = np.where(lengths > 0, lengths, 1.0)
        sizes, turn = np.linalg.eigh(total / np.outer(lengths, lengths))
        told = self.objective.told_directions
        found: Array = turn[:, -told:] / np.sqrt(sizes[-told:]) / lengths[:, None]
        return found

    @cached_property
    def points(self) -> list[list[ReportingPoint]]:
        """Where reports are given, guess by guess."""
        found = []
        for guess in self.objective.guesses:
            plain = _plain_points(guess)
            found.append([ReportingPoint(at.chances, at.slopes @ self.coordinates) for at in plain])
        return found

    @cached_property
    def saddle(self) -> Saddle:
        """What is least in the weights and, over guesses, greatest in what is worst."""
        criterion: InformationCriterion = LogDeterminant()
        if not self.objective.is_determinant:
            criterion = TraceCriterion(self.contrasts.T @ self.contrasts / self.size)
        criteria = [criterion] * len(self.points)
        if self.objective.over == MINIMAX:
            return ScenarioMaximum(criteria, self.points, self.offsets)
        return ScenarioMean(criteria, self.points, self.shares)

    @property
    def direction(self) -> Array | None:
        """The one contrast in the units of f; None of several."""
        if self.objective.is_determinant or len(self.contrasts) > 1:
            return None
        found: Array = self.contrasts[0] / np.sqrt(self.size)
        return found

    @property
    def is_open(self) -> bool:
        """Probabilities are those of the guesses."""
        return False

    @property
    def grouped(self) -> None:
        """Covariates and answers are both random."""
        return None

    @property
    def shares(self) -> list[float]:
        """The stated weights of guesses."""
        return [float(guess.weight) for guess in self.objective.guesses]

    @property
    def offsets(self) -> Array:
        """Guesses are compared as they are."""
        return np.zeros(len(self.objective.guesses))


def _plain_points(guess: ModelGuess) -> list[ReportingPoint]:
    """In the coordinates of the coefficients themselves."""
    found = []
    for at in guess.points:
        slopes = np.array([[float(x) for x in row] for row in at.derivatives])
        basis = tangent_basis(len(slopes))
        chances = np.array([float(p) for p in at.probabilities])
        found.append(ReportingPoint(chances, np.sqrt(float(at.weight)) * (basis.T @ slopes)))
    return found
