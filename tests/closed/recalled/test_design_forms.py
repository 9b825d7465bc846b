"""The basis of one design with its parameters as symbols.

Forms of curved designs whose table is square.
"""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.validity import at
from rropt.closed.recalled.design_forms import (
    at_design,
    can_be_solved,
    card_at_design,
    from_basis,
    from_square_table,
)
from rropt.closed.symbols import delta, gamma, k, pi
from rropt.design.solve import solve
from tests.recalled_forms import fits, form_design

LEVELS = [("ln(3)", 0), ("1/2", 0), ("ln(5/2)", "1/10"), ("1", "1/5")]


SKEW = ["1/2", "1/3", "1/6"]


@pytest.mark.everything
@pytest.mark.parametrize("level", LEVELS[:2])
@pytest.mark.parametrize(
    "objective",
    [
        rr.Guess(SKEW),
        rr.MutualInformation(SKEW),
        rr.MutualInformation(["1/4"] * 4),
        rr.Gain([[1, 0, 0], [0, "1/2", 1], ["1/3", "1/3", "1/3"]], ["1/2", "1/4", "1/4"]),
        rr.FDivergence("chi-square"),
        rr.FDivergence("kullback-leibler", (1, 0), 3),
        rr.AOptimal(["1/3"] * 3),
        rr.DOptimal(["1/4"] * 4),
        rr.EOptimal(["1/5"] * 5),
    ],
)
def test_forms_of_pure_privacy_from_basis_or_symmetry(level, objective):
    design = form_design(level, objective)
    form = design.closed_form
    assert fits(design, form)


def test_equal_priors_with_many_truths():
    """Subsets of one size: the form has two logarithms, whatever k is."""
    design = form_design(("1", 0), rr.MutualInformation(["1/12"] * 12))
    assert len(design.closed_form.atoms(sp.log)) == 2
    assert fits(design, design.closed_form)


def test_large_tables_kept_as_orbits():
    assert form_design(("ln(3)", 0), rr.Trace(100000)).closed_form == gamma * k / (gamma + k - 1)


def test_a_useless_optimum_has_a_constant_form():
    gain = rr.Gain([["5/6", "1/3", 1], ["1/6", "1/3", "1/2"]], ["1/3", "1/15", "3/5"])
    assert form_design(("1", 0), gain).closed_form == sp.Rational(9, 10)


def test_the_basis_of_pure_privacy_has_the_form_of_the_patterns_in_use() -> None:
    answer = solve(rr.LocalDP.from_gamma(9), rr.Guess(SKEW))
    (form,) = from_basis(answer)
    masses = [sp.Rational(x) for x in SKEW]
    size = len(answer.channel.rows)
    assert sp.cancel(form - gamma * sum(masses[:size]) / (gamma + size - 1)) == 0


def test_equal_masses_have_k_times_the_best_ratio_of_a_subset() -> None:
    objective = rr.MutualInformation(["1/4"] * 4)
    (form,) = from_basis(solve(rr.LocalDP.from_gamma(2), objective))
    best = max(
        (d * 2 * math.log(2) - (2 * d + 4 - d) * math.log((2 * d + 4 - d) / 4)) / (2 * d + 4 - d)
        for d in (1, 2, 3)
    )
    assert float(form.subs(gamma, 2)) == pytest.approx(best)


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", ["ln(3)", "1/2", "2"])
@pytest.mark.parametrize(
    "objective",
    [
        rr.AOptimal(SKEW),
        rr.DOptimal(SKEW),
        rr.AOptimal(["2/5", "3/10", "1/5", "1/10"]),
        rr.DOptimal(["3/10", "1/4", "1/5", "3/20", "1/10"]),
    ],
)
def test_curved_designs_with_a_square_table(objective, epsilon):
    design = form_design((epsilon, 0), objective)
    form = design.closed_form
    square = design.channel.shape[0] == design.channel.shape[1]
    assert (form is not None) == square
    if square:
        assert fits(design, form)


def test_the_trace_of_k_ary_response_by_hand() -> None:
    """P = (1 + (g - 1) I) / (g + 2): for one respondent at equal masses, by its eigenvalues."""
    answer = solve(rr.LocalDP.from_gamma(9), rr.AOptimal(SKEW))
    (form,) = from_square_table(answer)
    pi = sp.Matrix([sp.Rational(x) for x in SKEW])
    P = (sp.ones(3, 3) + (gamma - 1) * sp.eye(3)) / (gamma + 2)
    cov = P.inv() * sp.diag(*(P * pi)) * P.inv().T - pi * pi.T
    assert sp.cancel(form - cov.trace()) == 0


@pytest.mark.parametrize(
    "privacy, objective",
    [
        (rr.LocalDP.from_gamma(9, "1/10"), rr.AOptimal(SKEW)),
        (rr.LocalDP.from_gamma(9), rr.EOptimal(SKEW)),
        (rr.LocalDP.from_gamma(9), rr.Minimax([SKEW])),
        (rr.LocalDP.from_gamma(9), rr.Guess(SKEW)),
        (rr.LocalDP.from_gamma(9), rr.AOptimal(["2/7"] + ["1/7"] * 5)),
    ],
)
def test_no_form_where_the_columns_do_not_fix_it(privacy, objective) -> None:
    assert list(from_square_table(solve(privacy, objective))) == []


def test_rows_that_are_not_extreme_have_no_form() -> None:
    exact = rr.optimal(rr.LocalDP.from_gamma(9), rr.AOptimal(SKEW))
    rounded = rr.optimal(rr.LocalDP.from_gamma(9), rr.AOptimal(SKEW), denominator=10)
    assert len(list(from_square_table(exact))) == 1
    assert rounded.channel.shape == (3, 3) and list(from_square_table(rounded)) == []


SKEWED = "1/2,1/3,1/6"


def test_the_value_of_the_basis_is_a_form_that_holds_nearby() -> None:
    answer = solve(rr.LocalDP.from_gamma(3, "1/10"), rr.Guess(SKEWED))
    (form,) = from_basis(answer)
    for g, d in ((F(3), F(1, 10)), (F(29, 10), F(11, 100)), (F(31, 10), F(9, 100))):
        told = rr.optimal(rr.LocalDP.from_gamma(g, d), rr.Guess(SKEWED)).value
        assert form.subs({gamma: sp.Rational(str(g)), delta: sp.Rational(str(d))}) == told


@pytest.mark.parametrize(
    "privacy, objective, few",
    [
        (rr.LocalDP(1), rr.Guess(["1/12"] * 12), False),
        (rr.LocalDP(1), rr.Guess(["1/8"] * 8), True),
        (rr.LocalDP(1), rr.MutualInformation(["1/28"] + ["1/6"] * 5 + ["11/84"]), False),
        (rr.LocalDP(1, "1/10"), rr.MutualInformation("1/2,1/4,1/8,1/8"), False),
        (rr.LocalDP(0), rr.Guess(SKEWED), False),
        (rr.LocalDP(1, 1), rr.Guess(SKEWED), False),
        (rr.LocalDP(1), rr.Custom(lambda r: max(r), 2), False),
        (rr.LocalDP(1), rr.Guess(SKEWED), True),
    ],
)
def test_only_small_programs_inside_the_box_are_solved(privacy, objective, few: bool) -> None:
    assert can_be_solved(rr.Problem(privacy, objective)) is few


@pytest.mark.parametrize(
    "privacy, objective, form",
    [
        (rr.LocalDP(0), rr.Guess("1/3,2/3"), sp.Rational(2, 3)),
        (rr.LocalDP(0), rr.FDivergence("le-cam"), 2 * (gamma - 1) ** 2 / (gamma + 1) ** 2),
        (rr.LocalDP(0, "1/10"), rr.Guess(SKEWED), (1 + delta) / 2),
    ],
)
def test_on_an_edge_of_the_box_the_form_is_that_beside_it(privacy, objective, form) -> None:
    design = rr.optimal(privacy, objective)
    assert fits(design, design.closed_form)
    assert sp.cancel(design.closed_form - form) == 0


def test_a_program_that_is_too_large_has_no_form() -> None:
    skewed = ["1/10"] * 8 + ["1/5"]
    assert list(from_basis(solve(rr.LocalDP.from_gamma(3), rr.MutualInformation(skewed)))) == []


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
