"""A criterion of the covariance as the engine sees it: contrasts, scenarios, and what is worst.

Of an objective with contrasts c the engine minimises, with J = sum_r w_r r r' / (q.r),

    sum_c c'J^-1 c - a(q),   a(q) = sum (c.q)^2 of a population, sum_j q_j c_j^2 of a fixed group,

at one prior, on average or at worst over several, or for the worst prior of all; or log det J^-1.
Because Jq = 1, J^-1 c = t + (c.q) q with t = B T^-1 B'c, T the information of flat parts: what
prices and bounds need is t, and (c.q)^2 cancels.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from rropt.design.engine.pool import Array, Pool, tangent_basis
from rropt.design.engine.repair import BUDGET_BITS, WEIGHT_BITS
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
from rropt.utility.curved import Curved, identity_matrix
from rropt.utility.worst_case import GROUP, WorstCase

Vector = tuple[Fraction, ...]
MINIMAX = "minimax"

LEAST_SHARE = 1e-10
"""Of a truth that nobody in a group has: where it is, reports on it alone tell without end."""


@dataclass(frozen=True)
class RatioQuestion:
    """The objective, and the pool in whose units f is."""

    objective: Curved
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
        return identity_matrix(self.objective.truths) if alone is None else (alone,)

    @cached_property
    def flat_contrasts(self) -> Array:
        """B'c, one row a contrast."""
        doubles = np.array([[float(x) for x in c] for c in self.contrasts])
        found: Array = doubles @ tangent_basis(self.objective.truths)
        return found

    @cached_property
    def size(self) -> float:
        """What the criterion is divided by: contrasts of length one a direction."""
        return float((self.flat_contrasts**2).sum()) / self.flat_contrasts.shape[1]

    @property
    def direction(self) -> Array | None:
        """The one contrast in the units of f; None of several."""
        if len(self.contrasts) > 1 or self.is_determinant or self.is_eigenvalue:
            return None
        found: Array = self.flat_contrasts[0] / np.sqrt(self.size)
        return found

    @property
    def bits(self) -> int:
        """Of a rounded weight: tangents of a determinant are those of the rounded table, and of
        several equal eigenvalues one gains what another loses, not the square of it."""
        linear = self.is_determinant or self.is_eigenvalue
        return BUDGET_BITS if linear else WEIGHT_BITS

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
        if self.objective.robust == MINIMAX:
            return ScenarioMaximum(criteria, self.points, self.offsets)
        return ScenarioMean(criteria, self.points, self.shares)

    @property
    def shares(self) -> list[float]:
        """The stated weights of scenarios."""
        return [float(scenario.weight) for scenario in self.objective.scenarios]

    @property
    def offsets(self) -> Array:
        """What is subtracted from scenarios of which the largest counts, in the units of f."""
        found = np.array([float(scenario.offset) for scenario in self.objective.scenarios])
        return found * self.scale

    @property
    def points(self) -> list[list[ReportingPoint]]:
        """Where reports are given, in each scenario."""
        found = []
        for scenario in self.objective.scenarios:
            prior = np.maximum([float(x) for x in scenario.prior], LEAST_SHARE)
            found.append([prior_point(prior)])
        return found

    @property
    def grouped(self) -> Array | None:
        if not self.is_grouped:
            return None
        doubles = np.array([[float(x) for x in c] for c in self.contrasts])
        found: Array = doubles * np.sqrt(self.scale)
        return found


def distribution(doubles: Any) -> tuple[Fraction, ...]:
    """A distribution in dyadic rationals near these doubles.

    >>> distribution([0.5, 0.5, -1e-12])
    (Fraction(1, 2), Fraction(1, 2), Fraction(0, 1))
    """
    grid = 2**60
    whole = [max(0, round(Fraction(float(x)) * grid)) for x in doubles]
    whole[whole.index(max(whole))] += grid - sum(whole)
    return tuple(Fraction(n, grid) for n in whole)
