"""Random tables: private, valued from the definition, and never better than the optimum."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.random_tables import random_tables

OBJECTIVES = (
    (rr.Guess("1/2,1/4,1/4"), 1),
    (rr.AOptimal("1/2,1/4,1/4"), -1),
    (rr.Loss([[0, 1, 2], [1, 0, 1], [2, 1, 0]], "1/2,1/4,1/4"), -1),
    (rr.EOptimal("1/2,1/4,1/4"), -1),
    (rr.Mean([0, 1, 3], worst="group"), -1),
    (rr.ForModel(rr.Logit(["-1/2", "1/4"], ["1/2", 1]), [0, 1, 2], coefficients=[1]), -1),
)


@pytest.mark.everything
@pytest.mark.parametrize(("objective", "sign"), OBJECTIVES)
def test_they_are_private_and_never_better_than_the_optimum(objective, sign) -> None:
    for privacy in (rr.LocalDP.from_gamma(3, "1/10"), rr.MetricDP.path("ln(2)")):
        design = rr.optimal(privacy, objective)
        found = random_tables(design.problem)
        best = design.bound.hi
        assert sign * found.number <= sign * float(best) + 1e-9
        assert sign * float(best) - sign * found.number < 3 * abs(float(best))
        # A millionth of a table that tells nothing takes what doubles rounded.
        mixed = [
            [(x * 999_999 + sum(row) / 3) / 1_000_000 for x in row] for row in found.witness.rows
        ]
        assert design.problem.privacy.satisfied_by(Channel.from_rows(mixed))


def test_a_negative_criterion_is_bounded_within_a_rounding() -> None:
    """Near the optimum log det Cov = -1.046...; it is no disagreement to be a rounding above it."""
    problem = rr.Problem(rr.LocalDP.from_gamma(10), rr.DOptimal(["1/3"] * 3))
    (_, row) = rr.crosscheck(problem, ["random tables"]).rows
    assert abs(row.difference) < 1e-6 and row.number < 0


@pytest.mark.parametrize(
    ("objective", "outputs"),
    [(rr.Warner("1/4"), None), (rr.Variance("1/4"), 2), (rr.Mean(low=0, high=1), None)],
)
def test_what_is_not_valued_says_so(objective, outputs) -> None:
    """Other tables are better than the best one of a device, or of so few reports."""
    with pytest.raises(NotPosed, match=r"finitely many|any number of reports"):
        random_tables(rr.Problem(rr.LocalDP(1), objective, outputs))
