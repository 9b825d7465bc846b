"""The numbers of the estimators of a scenario at a prior, one a report."""

from __future__ import annotations

from fractions import Fraction

from .plain_table import means
from .scenarios import Scenario
from .vectors import Vector, Vectors, exact_dot


def numbers_of(at: Scenario) -> Vectors:
    """Of each estimator, at the one point."""
    return [z for (z,) in at.estimators]


def moments_at_truths(at: Scenario, scales: Vector) -> list[Fraction]:
    """sum of scale * sum_i x_i^2 P(i|j) over the estimators, truth by truth."""
    reports = zip(*numbers_of(at), strict=True)
    return means(at.table, [exact_dot(scales, [x * x for x in own]) for own in reports])
