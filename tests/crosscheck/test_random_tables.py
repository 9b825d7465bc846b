"""Random tables: private, valued from the definition, and never better than the optimum."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.random_tables import random_tables, value_of

OBJECTIVES = (
    (rr.Guess("1/2,1/4,1/4"), 1),
    (rr.AOptimal("1/2,1/4,1/4"), -1),
    (rr.Loss([[0, 1, 2], [1, 0, 1], [2, 1, 0]], "1/2,1/4,1/4"), -1),
    (rr.EOptimal("1/2,1/4,1/4"), -1),
)


@pytest.mark.everything
@pytest.mark.parametrize(("objective", "sign"), OBJECTIVES)
def test_they_are_private_and_never_better_than_the_optimum(objective, sign) -> None:
    for privacy in (rr.LocalDP.from_gamma(3, "1/10"), rr.MetricDP.path("ln(2)")):
        design = rr.optimal(privacy, objective)
        found = random_tables(design.problem)
        best = design.bound.hi
        assert sign * found.number <= sign * float(best) + 1e-9
        table = np.array(found.witness)
        assert table.sum(axis=0) == pytest.approx(np.ones(3)) and table.min() >= -1e-12


def test_a_negative_criterion_is_bounded_within_a_rounding() -> None:
    """Near the optimum log det Cov = -1.046...; it is no disagreement to be a rounding above it."""
    problem = rr.Problem(rr.LocalDP.from_gamma(10), rr.DOptimal(["1/3"] * 3))
    (_, row) = rr.crosscheck(problem, ["random tables"]).rows
    assert abs(row.difference) < 1e-6 and row.number < 0


def test_the_truth_itself_has_the_variances_of_a_census() -> None:
    """Cov = diag q - q q' where everybody tells the truth."""
    one = np.eye(3)
    assert value_of(rr.AOptimal("1/2,1/4,1/4"), one) == pytest.approx(1 / 4 + 2 * 3 / 16)
    assert value_of(rr.Variance("1/4"), np.eye(2)) == pytest.approx(3 / 16)
    assert value_of(rr.Guess("1/2,1/4,1/4"), one) == pytest.approx(1)


def test_what_is_not_valued_says_so() -> None:
    with pytest.raises(NotPosed, match="not evaluated"):
        random_tables(rr.Problem(rr.LocalDP(1), rr.Mean([0, 1])))
