"""Families with a whole prior as parameter: their texts at points, beside certified designs.

Closed forms of worst cases and of means, beside the numbers of the literature.
"""

from __future__ import annotations

import math
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


def value_of(design: rr.Design) -> float:
    """The form at the level of the design, by sympy."""
    form = design.closed_form
    assert form is not None
    level = math.exp(design.problem.gamma.epsilon or 0) if design.problem.gamma.epsilon else None
    return float(form.subs("gamma", level or design.problem.gamma.exact).evalf())


@pytest.mark.parametrize(("epsilon", "printed"), [("1/2", 16.00280026), ("1/10", 400.0)])
def test_the_cut_for_small_epsilon(epsilon: str, printed: float) -> None:
    design = rr.optimal(rr.LocalDP(epsilon), rr.Mean(low=-1, high=1))
    assert value_of(design) == pytest.approx(float(design.value), rel=1e-12)
    assert value_of(design) == pytest.approx(printed, rel=3e-3 if epsilon == "1/10" else 1e-9)


def test_the_cut_in_the_middle_and_on_other_intervals() -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=10))
    assert value_of(design) == pytest.approx(25 * 3.990665661, rel=1e-9)
    assert "log" in str(design.closed_form)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("goal", "gamma", "value"),
    [
        (rr.Mean([-1, 0, 1]), F(2), 9 - F(3, 4)),
        (rr.Mean([0, 2, 4]), F(5), 4 * F(23, 16)),
        (rr.Mean([3, 7]), F(2), 16 * F(2)),
        (rr.COptimal("worst", [0, 0, 1, 0], "group"), F(4), F(4, 9)),
        (rr.Variance("worst"), F(3), F(1)),
        (rr.Variance("worst", "group"), F(3), F(3, 4)),
    ],
    ids=str,
)
def test_small_problems(goal, gamma: F, value: F) -> None:
    assert value_of(rr.optimal(rr.LocalDP.from_gamma(gamma), goal)) == pytest.approx(float(value))


@pytest.mark.everything
@pytest.mark.parametrize("goal", [rr.AOptimal, rr.DOptimal])
@pytest.mark.parametrize("truths", [2, 3, 5])
def test_all_shares_have_the_form_of_the_uniform_prior(goal, truths: int) -> None:
    level = rr.LocalDP("ln(2)")
    worst = rr.optimal(level, goal("worst", truths=truths))
    uniform = rr.optimal(level, goal([F(1, truths)] * truths))
    assert worst.closed_form == uniform.closed_form is not None


@pytest.mark.parametrize(
    "goal",
    [
        rr.Mean([0, 1, 3]),
        rr.Mean([0, 1, 2], worst="population"),
        rr.Mean([0, 1, 2], prior=["1/4", "1/2", "1/4"]),
        rr.AOptimal("worst", truths=3, respondents="group"),
        rr.Mean(low=0, high=1, points=3),
    ],
    ids=lambda goal: goal.label,
)
def test_where_none_is_known(goal) -> None:
    assert rr.optimal(rr.LocalDP(1), goal).closed_form is None


def test_a_rounded_table_has_another_value() -> None:
    rounded = rr.optimal(rr.LocalDP.from_gamma(3), rr.Mean([0, 1]), denominator=10)
    assert rounded.closed_form is None or rounded.gap == 0
    coarse = rr.optimal(rr.LocalDP(1), rr.Mean([0, 1]), denominator=10)
    assert coarse.closed_form is None
