"""Types of patterns against all patterns, and against the two truths that classes come from."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.linear.class_types import solve_types
from rropt.design.linear.columns import solve_columns
from rropt.design.problem import Problem
from rropt.utility import MutualInformation


def shares(*classes):
    """(how many truths, what they have together) for each class."""
    return [F(mass) / n for n, mass in classes for _ in range(n)]


def worth(problem, optimum):
    utility = problem.objective
    pairs = zip(optimum.weights, optimum.patterns, strict=True)
    return float(sum(w * utility.bounds(r)[0] for w, r in pairs))


@pytest.mark.parametrize("gamma", ["3/2", 3, 20])
@pytest.mark.parametrize(
    "classes",
    [
        ((3, F(3, 4)), (4, F(1, 4))),
        ((2, F(1, 5)), (3, F(1, 2)), (4, F(3, 10))),
        ((1, F(9, 10)), (6, F(1, 10))),
    ],
)
def test_types_are_worth_as_much_as_all_patterns(classes, gamma):
    problem = Problem(rr.LocalDP.from_gamma(gamma), MutualInformation(shares(*classes)))
    found, whole = solve_types(problem), solve_columns(problem)
    assert worth(problem, found) == pytest.approx(worth(problem, whole), abs=1e-14)
    assert float(sum(found.prices)) == pytest.approx(float(sum(whole.prices)), abs=1e-14)


def test_a_design_of_two_shares_beyond_twenty_truths_has_no_gap_to_speak_of():
    """It was refused: no mixture of sets had one mass; at 40 truths 6e-5 was left."""
    prior = shares((12, F(3, 4)), (12, F(1, 4)))
    for order in (prior, random.Random(3).sample(prior, 24)):
        design = rr.optimal(rr.LocalDP(1), MutualInformation(order))
        assert design.gap < F(1, 10**18) and design.check().verdict == "verified"
        assert rr.LocalDP(1).satisfied_by(design.channel)
        for truth, share in enumerate(order):
            same = [j for j, other in enumerate(order) if other == share]
            columns = [sorted(design.channel.columns[j]) for j in (truth, same[0])]
            assert columns[0] == columns[1]


def test_the_design_is_saved_and_loaded(tmp_path):
    prior = shares((15, F(1, 3)), (10, F(2, 3)))
    design = rr.optimal(rr.LocalDP("ln(2)"), MutualInformation(prior))
    design.save(tmp_path / "study.json")
    assert rr.load(tmp_path / "study.json").channel.rows == design.channel.rows


def test_too_many_types_are_left_to_the_mixture():
    prior = [F(n, 24 * 25 // 2) for n in range(1, 25)]
    problem = Problem(rr.LocalDP(1), MutualInformation(prior))
    assert solve_types(problem) is None
