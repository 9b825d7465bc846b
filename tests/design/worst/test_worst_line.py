"""Runs of ascending numbers: the engine is tighter than cones, and both are of all truths."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.certificate import Certificate
from rropt.design.problem import Problem
from rropt.design.worst import worst_line
from rropt.design.worst.fixed_group import group_by_windows
from rropt.design.worst.worst_line import TIGHT, line_certificate

SQUARES = [n * n for n in range(12)]


def ends(certificate) -> tuple[F, F]:
    return F(certificate.data["value"]), F(certificate.data["bound"])


def without_engine(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> Certificate:
    """By cones alone."""
    with monkeypatch.context() as patch:
        patch.setattr(worst_line, "TIGHT", F(-1))
        return line_certificate(problem)


@pytest.mark.parametrize(
    "objective",
    [
        rr.Mean(SQUARES),
        rr.Mean([3, 0, 1, 3, 7], ["1/2", 0, "1/8", "1/8", "1/4"]),
        rr.Mean(low=-1, high=3, points=12),
        rr.Mean(low=-1, high=3, prior=["1/2", "1/3", "1/6"], points=9),
        rr.Mean(low=0, high=1, prior=[0, 1], points=7),
    ],
)
@pytest.mark.parametrize("epsilon", ["1/10", "2"])
def test_no_looser_than_cones_and_of_all_truths(objective, epsilon, monkeypatch) -> None:
    problem = Problem(rr.LocalDP(epsilon), objective)
    found = line_certificate(problem)
    by_cones = without_engine(problem, monkeypatch)
    assert found.check().verdict == by_cones.check().verdict == "verified"
    value, bound = ends(found)
    cones = ends(by_cones)
    rounding = bound / 10**10
    assert value <= cones[0] + rounding and bound >= cones[1] - rounding
    assert cones[0] - value < bound / 10**5
    assert objective.interval or value - bound < rounding
    for certificate in (found, by_cones):
        assert means(certificate, len(objective.values)) == list(objective.values)


def means(certificate: Certificate, truths: int) -> list[F]:
    """Of the reports, truth by truth."""
    data = certificate.data
    [numbers] = data["scenarios"][0]["estimators"]
    reports = list(zip(data["weights"], data["patterns"], numbers, strict=True))
    return [sum(F(w) * F(r[j]) * F(x) for w, r, x in reports) for j in range(truths)]


@pytest.mark.parametrize("epsilon", ["1/10", "2"])
def test_a_population_of_many_numbers_is_that_of_two(epsilon) -> None:
    objective = rr.Mean([*SQUARES, 4, 4], worst="population")
    value, bound = ends(line_certificate(Problem(rr.LocalDP(epsilon), objective)))
    two = rr.optimal(rr.LocalDP(epsilon), rr.Mean([SQUARES[0], SQUARES[-1]], worst="population"))
    assert 0 <= value - bound < bound / 10**9
    assert float(value) == pytest.approx(float(two.value), rel=1e-9)


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
    by_cones = group_by_windows(problem, worst_line.TIGHT)
    assert line_certificate(problem).data == by_cones.data


def test_a_population_whose_path_leaves_a_gap_is_no_group(monkeypatch) -> None:
    monkeypatch.setattr(worst_line, "TIGHT", F(0))
    problem = Problem(rr.LocalDP(1), rr.Mean([0, 1, 3], worst="population"))
    with pytest.raises(ArithmeticError, match="left a gap"):
        line_certificate(problem)


@pytest.mark.everything
@pytest.mark.parametrize("truths", [20, 45, 64])
def test_many_numbers_of_a_worst_group(truths: int) -> None:
    value, bound = ends(line_certificate(Problem(rr.LocalDP(1), rr.Mean(list(range(truths))))))
    assert 0 <= value - bound < bound * TIGHT / 5


@pytest.mark.parametrize("shares", [None, [F(2 * j + 1, 144) for j in range(12)]])
def test_equal_numbers_with_a_delta_are_one_truth(shares: list[F] | None) -> None:
    """As four numbers are, of which all staircases are looked at."""
    privacy = rr.LocalDP(1, "1/100")
    design = rr.optimal(privacy, rr.Mean([j // 3 for j in range(12)], shares))
    joined = shares and [sum(shares[3 * j : 3 * j + 3]) for j in range(4)]
    four = rr.optimal(privacy, rr.Mean(range(4), joined))
    assert float(design.value) == pytest.approx(float(four.value), rel=1e-9)
    assert design.gap < F(1, 10**8) * design.value
    assert design.certificate.data["cover"]["proof"] == "merged"
    assert privacy.satisfied_by(design.channel)


@pytest.mark.parametrize("shares", [None, [F(2 * j + 1, 26**2) for j in range(26)]])
def test_many_numbers_with_a_delta_are_runs(shares: list[F] | None) -> None:
    privacy = rr.LocalDP(3, "1/1000000")
    design = rr.optimal(privacy, rr.Mean(range(26), shares))
    assert design.gap < F(1, 1000) * design.value
    assert design.certificate.data["cover"]["private"] == {"proof": "line"}
    assert privacy.satisfied_by(design.channel)
