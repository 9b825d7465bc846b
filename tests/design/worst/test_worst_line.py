"""Runs of ascending numbers: the engine is tighter than cones, and both are of all truths."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.problem import Problem
from rropt.design.worst import worst_line
from rropt.design.worst.worst_line import TIGHT, _by_cones, line_certificate

SQUARES = [n * n for n in range(12)]


def ends(certificate) -> tuple[F, F]:
    return F(certificate.data["value"]), F(certificate.data["bound"])


@pytest.mark.parametrize(
    "objective",
    [
        rr.Mean(SQUARES),
        rr.Mean([*SQUARES, 4, 4], worst="population"),
        rr.Mean([3, 0, 1, 3, 7], ["1/2", 0, "1/8", "1/8", "1/4"]),
        rr.Mean(low=-1, high=3, points=12),
        rr.Mean(low=-1, high=3, prior=["1/2", "1/3", "1/6"], points=9),
        rr.Mean(low=0, high=1, prior=[0, 1], points=7),
    ],
)
@pytest.mark.parametrize("epsilon", ["1/10", "2"])
def test_no_looser_than_cones_and_of_all_truths(objective, epsilon) -> None:
    problem = Problem(rr.LocalDP(epsilon), objective)
    found = line_certificate(problem)
    assert found.check().verdict == "verified"
    value, bound = ends(found)
    cones = ends(_by_cones(problem))
    rounding = bound / 10**10
    assert value <= cones[0] + rounding and bound >= cones[1] - rounding
    assert objective.interval or value - bound < rounding
    [numbers] = found.data["scenarios"][0]["estimators"]
    for j, expected in enumerate(objective.values):
        reports = zip(found.data["weights"], found.data["patterns"], numbers, strict=True)
        assert sum(F(w) * F(r[j]) * F(x) for w, r, x in reports) == expected


def test_equal_numbers_are_one_truth() -> None:
    """The variance at the worst group does not depend on how often a number is there."""
    privacy = rr.LocalDP("3/2")
    once, twice = (
        ends(line_certificate(Problem(privacy, rr.Mean(values))))
        for values in (SQUARES, [*SQUARES, *SQUARES])
    )
    assert float(once[0]) == pytest.approx(float(twice[0]), rel=1e-9)


@pytest.mark.parametrize("whole", [True, False])
def test_where_the_engine_leaves_a_gap_cones_answer(monkeypatch, whole: bool) -> None:
    monkeypatch.setattr(worst_line, "MOST_IN_GROUP" if whole else "TIGHT", 2 if whole else F(0))
    problem = Problem(rr.LocalDP(1), rr.Mean([0, 1, 3, 4]))
    assert line_certificate(problem).data == _by_cones(problem).data


@pytest.mark.everything
@pytest.mark.parametrize("truths", [20, 45, 64])
def test_many_numbers_of_a_worst_group(truths: int) -> None:
    value, bound = ends(line_certificate(Problem(rr.LocalDP(1), rr.Mean(list(range(truths))))))
    assert 0 <= value - bound < bound * TIGHT / 5
