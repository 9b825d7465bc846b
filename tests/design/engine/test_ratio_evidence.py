"""Evidence for variances: tangents of a flat part, and the worst prevalence of a table."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.engine.ratio_evidence import (
    JudgedTable,
    slope,
    variance_evidence,
    worst_prevalence,
)
from rropt.design.problem import Problem, resolved

SKEWED = ["7/10", "3/20", "1/10", "1/20"]


def test_the_part_of_t_and_the_linear_part_are_the_square_of_the_tangent() -> None:
    """(v.r)^2 / (q.r) = (t.r)^2 / (q.r) + (2 m t + m^2 q).r on every pattern."""
    problem = resolved(Problem(rr.LocalDP.from_gamma(3), rr.AOptimal(SKEWED)))
    optimum = ratio_optimum(problem)
    judged = JudgedTable(optimum.question, optimum.found, optimum.best, optimum.best)
    (place,) = variance_evidence(judged).places
    linear = np.array([float(x) for x in place.linear_part()])
    prior = np.array([float(q) for q in place.prior])
    tangents = np.array([[float(x) for x in v] for v in place.tangents])
    rows = np.array([[float(x) for x in r] for r in optimum.best.patterns])
    whole = ((rows @ tangents.T) ** 2).sum(axis=1) / (rows @ prior)
    flat = ((rows @ place.flat_tangents().T) ** 2).sum(axis=1) / (rows @ prior)
    assert flat + rows @ linear == pytest.approx(whole)


TABLE = ((F(1, 4), F(3, 4)), (F(3, 4), F(1, 4)))


def test_the_slope_is_that_of_the_information() -> None:
    def information(p: F) -> F:
        return sum((b - a) ** 2 / ((1 - p) * a + p * b) for a, b in TABLE)

    p, step = F(1, 3), F(1, 10**6)
    difference = (information(p + step) - information(p - step)) / (2 * step)
    assert float(slope(TABLE, p)) == pytest.approx(float(difference), rel=1e-9)


def test_the_worst_prevalence_of_warner_is_the_middle_or_the_nearest_end() -> None:
    assert worst_prevalence(TABLE, F(1, 10), F(1, 4)) == F(1, 4)
    assert worst_prevalence(TABLE, F(3, 5), F(4, 5)) == F(3, 5)
    near = worst_prevalence(TABLE, F(1, 10), F(4, 5))
    assert abs(near - F(1, 2)) < F(1, 10**10)
