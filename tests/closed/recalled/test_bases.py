"""The basis of one design with its parameters as symbols."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.box import at
from rropt.closed.recalled.bases import at_design, can_be_solved, card_at_design, from_basis
from rropt.closed.symbols import delta, gamma, pi
from rropt.design.solve import solve

SKEW = "1/2,1/3,1/6"


def test_the_value_of_the_basis_is_a_form_that_holds_nearby() -> None:
    answer = solve(rr.LocalDP.from_gamma(3, "1/10"), rr.Guess(SKEW))
    (form,) = from_basis(answer)
    for g, d in ((F(3), F(1, 10)), (F(29, 10), F(11, 100)), (F(31, 10), F(9, 100))):
        told = rr.optimal(rr.LocalDP.from_gamma(g, d), rr.Guess(SKEW)).value
        assert form.subs({gamma: sp.Rational(str(g)), delta: sp.Rational(str(d))}) == told


@pytest.mark.parametrize(
    "privacy, objective, few",
    [
        (rr.LocalDP(1), rr.Guess(["1/12"] * 12), False),
        (rr.LocalDP(1), rr.Guess(["1/8"] * 8), True),
        (rr.LocalDP(1), rr.MutualInformation(["1/28"] + ["1/6"] * 5 + ["11/84"]), False),
        (rr.LocalDP(1, "1/10"), rr.MutualInformation("1/2,1/4,1/8,1/8"), False),
        (rr.LocalDP(0), rr.Guess(SKEW), False),
        (rr.LocalDP(1, 1), rr.Guess(SKEW), False),
        (rr.LocalDP(1), rr.Custom(lambda r: max(r), 2), False),
        (rr.LocalDP(1), rr.Guess(SKEW), True),
    ],
)
def test_only_small_programs_inside_the_box_are_solved(privacy, objective, few: bool) -> None:
    assert can_be_solved(rr.Problem(privacy, objective)) is few


def test_pure_privacy_and_two_truths_have_other_forms() -> None:
    for privacy, objective in (
        (rr.LocalDP.from_gamma(3), rr.Guess(SKEW)),
        (rr.LocalDP.from_gamma(3, "1/10"), rr.Guess("2/3,1/3")),
    ):
        assert list(from_basis(solve(privacy, objective))) == []


def test_a_divergence_between_two_of_many_is_that_of_two() -> None:
    problem = rr.Problem(rr.LocalDP.from_gamma(3), rr.FDivergence("chi-square", (0, 4), 5))
    parametric, point = at_design(problem)
    value = parametric.solve(point).value
    assert sp.cancel(value - (gamma - 1) ** 2 / gamma) == 0


def test_a_card_with_its_parameters_is_the_best_at_its_own() -> None:
    problem = rr.Problem(rr.LocalDP.from_gamma(2, "1/4"), rr.Variance("1/10"), 2)
    card = card_at_design(problem)
    point = {gamma: F(2), delta: F(1, 4), pi: F(1, 10)}
    assert at(card.value, point) == solve(problem.privacy, problem.objective, 2).value
    at_end = rr.Problem(rr.LocalDP.from_gamma(2, "1/4"), rr.Variance(0), 2)
    assert card_at_design(at_end) is None
