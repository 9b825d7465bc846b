"""Families with a whole prior as parameter: their texts at points, beside certified designs."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.closed.formula import WITHOUT_EPSILON, Formula
from rropt.closed.recalled.families import FAMILIES, guess


@pytest.mark.parametrize("g", ["21/20", "5/3", "2", "40"])
@pytest.mark.parametrize("prior", ["1/2,3/10,1/5", "9/10,1/20,1/20", "1/4,1/4,1/4,1/4"])
def test_the_form_of_a_guess_is_the_certified_value(prior: str, g: str) -> None:
    problem = rr.Problem(rr.LocalDP.from_gamma(g), rr.Guess(prior))
    ((name, what, text),) = guess(problem)
    value = rr.optimal(problem.privacy, problem.objective).value
    lo, hi = Formula(text).enclosure({"gamma": F(g)}, WITHOUT_EPSILON, 64)
    assert lo == hi == value and name == "rropt/guess"
    assert what.split()[1].isdigit()


def test_where_no_family_is_known() -> None:
    for problem in (
        rr.Problem(rr.LocalDP(1, "1/10"), rr.Guess("1/2,3/10,1/5")),
        rr.Problem(rr.LocalDP(1), rr.Guess("2/3,1/3")),
        rr.Problem(rr.LocalDP(1), rr.Trace(3)),
    ):
        assert list(guess(problem)) == []
    robust = rr.Problem(rr.LocalDP(1), rr.Minimax(["1/2,1/2", "1/3,2/3"]))
    assert [form for family in FAMILIES for form in family(robust)] == []


def test_two_truths_are_told_by_one_family_once() -> None:
    problem = rr.Problem(rr.LocalDP.from_gamma(3), rr.MutualInformation("2/3,1/3"))
    found = [form for family in FAMILIES for form in family(problem)]
    assert [name for name, _, _ in found] == ["rropt/two-truths"]
