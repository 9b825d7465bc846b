"""A question of ratios as the engine sees it: contrasts, scenarios, and what is worst.

Of an objective with contrasts c the engine minimises, with J = sum_r w_r r r' / (q.r),

    sum_c c'J^-1 c - a(q),   a(q) = sum (c.q)^2 of a population, sum_j q_j c_j^2 of a fixed group,

at one prior, on average or at worst over several, or for the worst prior of all; or log det J^-1.
Because Jq = 1, J^-1 c = t + (c.q) q with t = B T^-1 B'c, T the information of flat parts: what
prices and bounds need is t, and (c.q)^2 cancels.

**Coefficients of a model** have points of the covariates as reporting points. A guess of the
coefficients has its points x, where a pattern tells z = D_x'r sqrt(w_x / p_x.r). The derivatives of
probabilities add up to zero, so z is made of the flat part of r alone. Coefficients are put in
coordinates U in which the pool's first table has the information 1: points may be near each other,
or tell some coefficients only together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from rropt.design.engine.pool import NONE, Array, Keys, Pool, tangent_basis
from rropt.design.engine.repair import LINEAR_BITS, WEIGHT_BITS
from rropt.design.engine.saddle import (
    InformationCriterion,
    LogDeterminant,
    ReportingPoint,
    Saddle,
    ScenarioMaximum,
    ScenarioMean,
    TraceCriterion,
    WorstPrior,
    prior_point,
)
from rropt.exact import InputError
from rropt.exact.entries import identity
from rropt.utility.for_model import MINIMAX, ModelGuess
from rropt.utility.worst_case import GROUP, WorstCase

Vector = tuple[Fraction, ...]

LEAST_SHARE = 1e-17
"""Of a truth that nobody in a group has, so that no pattern has a mean of zero."""


@dataclass(frozen=True)
class RatioQuestion:
    """The objective, and the pool in whose units f is."""

    objective: Any
    """Of covariances, `Curved`."""

    pool: Pool

    @property
    def is_determinant(self) -> bool:
        return self.objective.name == "d-optimal"

    @property
    def is_eigenvalue(self) -> bool:
        return self.objective.name == "e-optimal"

    @property
    def is_grouped(self) -> bool:
        """Whether the respondents are fixed, so that only their reports are random."""
        return isinstance(self.objective, WorstCase) and self.objective.respondents == GROUP

    @property
    def is_open(self) -> bool:
        """Whether the prior is the worst one."""
        return isinstance(self.objective, WorstCase) and self.objective.prior is None

    @cached_property
    def contrasts(self) -> tuple[Vector, ...]:
        """What is estimated."""
        if isinstance(self.objective, WorstCase):
            return self.objective.contrasts
        alone = self.objective.contrast
        return identity(self.objective.truths) if alone is None else (alone,)

    @cached_property
    def costless(self) -> Keys:
        """Patterns of truths that nobody in a fixed group has: their reports cost nothing."""
        if not self.is_grouped or self.is_open:
            return NONE
        return self.pool.costless(self.objective.prior)

    @cached_property
    def basis(self) -> Array:
        """B, of the truths that no report without a cost tells."""
        truths = self.objective.truths
        if not len(self.costless):
            return tangent_basis(truths)
        asked = ~self.pool.features(self.costless).rows.any(axis=0)
        left = int(asked.sum())
        if left < 2:
            raise InputError(
                "prior must give a share to two truths where others may be revealed: of a group "
                "that is all alike there is nothing to learn"
            )
        inner = tangent_basis(left)
        found = np.zeros((truths, left - 1))
        found[asked] = inner
        return found

    @cached_property
    def flat_contrasts(self) -> Array:
        """B'c, one row a contrast."""
        return np.array(self.contrasts, dtype=float) @ self.basis

    @cached_property
    def size(self) -> float:
        """What the criterion is divided by: contrasts of length one a direction."""
        return float((self.flat_contrasts**2).sum()) / self.flat_contrasts.shape[1]

    @property
    def direction(self) -> Array | None:
        """The one contrast in the units of f; None of several."""
        if len(self.contrasts) > 1 or self.is_determinant or self.is_eigenvalue:
            return None
        return self.flat_contrasts[0] / np.sqrt(self.size)

    @property
    def bits(self) -> int:
        """Of a rounded weight: tangents of a determinant are those of the rounded table, and of
        several equal eigenvalues one gains what another loses, not the square of it."""
        linear = self.is_determinant or self.is_eigenvalue
        return LINEAR_BITS if linear else WEIGHT_BITS

    @property
    def scale(self) -> float:
        """f is the value times this."""
        return 1.0 if self.is_determinant else self.pool.unit**2 / self.size

    @cached_property
    def criterion(self) -> InformationCriterion:
        if self.is_determinant:
            return LogDeterminant()
        return TraceCriterion(self.flat_contrasts.T @ self.flat_contrasts / self.size)

    @cached_property
    def saddle(self) -> Saddle:
        """What is least in the weights and greatest in what is worst."""
        if self.is_open:
            return WorstPrior(self.criterion, self.objective.truths, self.grouped)
        criteria = [self.criterion] * len(self.points)
        if self.is_minimax:
            return ScenarioMaximum(criteria, self.points, self.offsets)
        return ScenarioMean(criteria, self.points, self.shares)

    @property
    def is_minimax(self) -> bool:
        """Whether the largest of scenarios counts."""
        return bool(self.objective.robust == MINIMAX)

    @property
    def scenarios(self) -> Sequence[Any]:
        """What is supposed of the truths, each with its weight."""
        return self.objective.scenarios

    @property
    def shares(self) -> list[float]:
        """The stated weights of scenarios."""
        return [float(scenario.weight) for scenario in self.scenarios]

    @property
    def offsets(self) -> Array:
        """What is subtracted from scenarios of which the largest counts, in the units of f."""
        found = np.array([float(scenario.offset) for scenario in self.scenarios])
        return found * self.scale

    @property
    def points(self) -> list[list[ReportingPoint]]:
        """Where reports are given, in each scenario."""
        found = []
        for scenario in self.scenarios:
            prior = np.maximum([float(x) for x in scenario.prior], LEAST_SHARE)
            slopes = tangent_basis(len(prior)).T @ self.basis
            alone = ReportingPoint(prior, slopes) if len(self.costless) else prior_point(prior)
            found.append([alone])
        return found

    def places(self, theta: Array) -> list[tuple[float, list[ReportingPoint]]]:
        """The share of each scenario, and where its reports are given, with this as the worst."""
        if self.is_open:
            return [(1.0, [prior_point(theta)])]
        shares = theta.tolist() if self.is_minimax else self.shares
        return list(zip(shares, self.points, strict=True))

    @property
    def grouped(self) -> Array | None:
        if not self.is_grouped:
            return None
        doubles = np.array(self.contrasts, dtype=float)
        # Squares of contrasts are added to f, in whose units they have the root of its scale.
        return doubles * np.sqrt(self.scale)


def distribution(doubles: Any) -> tuple[Fraction, ...]:
    """A distribution in dyadic rationals near these doubles.

    >>> distribution([0.5, 0.5, -1e-12])
    (Fraction(1, 2), Fraction(1, 2), Fraction(0, 1))
    """
    grid = 2**60
    whole = [max(0, round(Fraction(float(x)) * grid)) for x in doubles]
    # The largest share feels the rounding least, and stays positive.
    whole[whole.index(max(whole))] += grid - sum(whole)
    return tuple(Fraction(n, grid) for n in whole)


@dataclass(frozen=True)
class ModelQuestion(RatioQuestion):
    """About coefficients of a model: scenarios are guesses, each with its points."""

    @property
    def is_determinant(self) -> bool:
        return bool(self.objective.is_determinant)

    @property
    def is_minimax(self) -> bool:
        return bool(self.objective.over == MINIMAX)

    @property
    def scenarios(self) -> Sequence[ModelGuess]:
        return self.objective.guesses

    @property
    def contrasts(self) -> tuple[Vector, ...]:
        return self.objective.contrasts

    @cached_property
    def flat_contrasts(self) -> Array:
        """U'c, one row a contrast."""
        doubles = np.array(self.contrasts, dtype=float)
        return doubles @ self.coordinates

    @property
    def size(self) -> float:
        """What the sum of variances is divided by: it is that of the pool's first table."""
        return float((self.flat_contrasts**2).sum())

    @cached_property
    def coordinates(self) -> Array:
        """U with U'IU = 1 for the information of the pool's first table, the mean over guesses."""
        keys, weights = self.pool.start()
        features = self.pool.features(keys)
        total = np.zeros((self.objective.coefficients,) * 2)
        for guess in self.scenarios:
            for point in _plain_points(guess):
                z = point.vectors(features)
                total += (z.T * weights) @ z / len(self.scenarios)
        lengths = np.sqrt(np.diagonal(total))
        lengths = np.where(lengths > 0, lengths, 1.0)
        sizes, turn = np.linalg.eigh(total / np.outer(lengths, lengths))
        told = self.objective.told_directions
        # Sizes ascend: the first are of directions that no report tells.
        return turn[:, -told:] / np.sqrt(sizes[-told:]) / lengths[:, None]

    @cached_property
    def points(self) -> list[list[ReportingPoint]]:
        """Where reports are given, guess by guess."""
        found = []
        for guess in self.scenarios:
            plain = _plain_points(guess)
            found.append([ReportingPoint(at.chances, at.slopes @ self.coordinates) for at in plain])
        return found

    @property
    def offsets(self) -> Array:
        """Guesses are compared as they are."""
        return np.zeros(len(self.scenarios))


def _plain_points(guess: ModelGuess) -> list[ReportingPoint]:
    """In the coordinates of the coefficients themselves."""
    found = []
    for at in guess.points:
        slopes = np.array(at.derivatives, dtype=float)
        basis = tangent_basis(len(slopes))
        chances = np.array([float(p) for p in at.probabilities])
        found.append(ReportingPoint(chances, np.sqrt(float(at.weight)) * (basis.T @ slopes)))
    return found
