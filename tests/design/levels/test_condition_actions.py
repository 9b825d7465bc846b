"""Decisions under conditions: one exact program, against a general solver and by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt.design.levels.condition_actions import bound_forms, solve_decisions

PRIOR = ["1/2", "1/4", "1/4"]


def direct_guess(prior, rows_of_bounds):
    """max sum_x q_x P[x, x] with linear bounds on every row, by a general solver."""
    k = len(prior)
    cost = [-(prior[j] if x == j else 0.0) for x in range(k) for j in range(k)]
    sums = [[float(i % k == j) for i in range(k * k)] for j in range(k)]
    upper = []
    for x in range(k):
        for form in rows_of_bounds:
            upper.append([0.0] * (x * k) + list(form) + [0.0] * (k * k - x * k - k))
    return -linprog(cost, A_eq=sums, b_eq=[1] * k, A_ub=upper, b_ub=[0] * len(upper)).fun


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("gamma", ["6/5", "3/2", "5/2"])
def test_guesses_under_leakage_are_those_of_a_general_solver(two_sided, gamma):
    prior = [F(2, 5), F(3, 10), F(1, 5), F(1, 10)]
    g, q = float(F(gamma)), [float(x) for x in prior]
    forms = [[float(j == a) - g * x for j, x in enumerate(q)] for a in range(4)]
    if two_sided:
        forms += [[x - g * (j == a) for j, x in enumerate(q)] for a in range(4)]
    criterion = rr.LocalInformationPrivacy if two_sided else rr.PointwiseMaximalLeakage
    found = rr.optimal(criterion(f"ln({gamma})", prior), rr.Guess(prior))
    assert found.gap == 0
    assert float(found.value) == pytest.approx(direct_guess(q, forms), abs=1e-9)


def test_an_irrational_leakage_is_private_below_and_bounded_above():
    criterion = rr.LocalInformationPrivacy("1/2", PRIOR)
    for objective in (rr.Guess(PRIOR), rr.AOptimal(PRIOR), rr.MutualInformation(PRIOR)):
        design = rr.optimal(criterion, objective)
        assert criterion.satisfied_by(design.table)
        assert 0 <= design.gap < 1e-8
    two = rr.optimal(rr.PointwiseMaximalLeakage("1/2", ["1/2", "1/2"]), rr.Trace(2))
    assert "(0, (1/2, 1/2), ((1, exp(1/2))), 0)" in two.certificate.check().statement


def test_harmless_truths_may_be_told_alone():
    """k = 3, gamma 3, one sensitive truth: 1/3 of the harmless say the first, 2/3 themselves."""
    criterion = rr.UtilityOptimized([0], "ln(3)")
    design = rr.optimal(criterion, rr.Guess(PRIOR))
    assert (design.value, design.gap) == (F(5, 6), 0)
    assert criterion.on(3).satisfied_by(design.table)
    assert "or of one truth in (1, 2)" in design.certificate.check().statement
    assert rr.optimal(rr.LocalDP("ln(3)"), rr.Guess(PRIOR)).value < F(5, 6)


def test_two_levels_a_pair_by_hand() -> None:
    """Excess above 2 at most 1/5, above 3 at most 1/10: a + b = 1, a - 2b = 1/5 and a - 3b = 1/10.

    The first alone would allow 11/15, the second 31/40; the smaller holds, and only it is priced.
    """
    pair = [(2, "1/5"), (3, "1/10")]
    levels = rr.Privacy([[1, pair], [pair, 1]]).levels
    found = solve_decisions([[F(1, 2), F(0)], [F(0), F(1, 2)]], levels)
    assert found.rows == ((F(11, 15), F(4, 15)), (F(4, 15), F(11, 15)))
    priced = {key: z for key, z in found.owner_prices.items() if z}
    assert len(priced) == 2 and sum(priced.values()) == F(1, 3)  # d value / d delta = 1 / (2 + 1)
    assert sum(found.prices) + F(1, 5) * F(1, 3) == F(11, 15)


def test_prices_and_multipliers_cover_each_action() -> None:
    levels = rr.Privacy([[1, 3, 2], [2, 1, 5], [3, 2, 1]]).levels
    actions = [[F(1, 2), F(0), F(1, 9)], [F(0), F(1, 3), F(0)], [F(0), F(1, 8), F(1, 6)]]
    found = solve_decisions(actions, levels)
    forms = {each.name: each for each in bound_forms(levels, 1)}
    worth = sum(
        max(sum(x * r for x, r in zip(a, row, strict=True)) for a in actions) for row in found.rows
    )
    assert sum(found.prices) == worth
    for action, multipliers in zip(actions, found.multipliers, strict=True):
        for j, x in enumerate(action):
            paid = sum(f * forms[name].form[j] for name, f in multipliers.items())
            assert found.prices[j] + paid >= x
        assert all(f > 0 for f in multipliers.values())


def test_forms_of_a_matrix_are_the_bounds_from_which_all_follow() -> None:
    levels = rr.Privacy([[1, 2, 4], [2, 1, 2], [4, 2, 1]]).levels
    forms = {each.name: (each.form, each.most) for each in bound_forms(levels, 0)}
    assert set(forms) == {(0, 1), (1, 0), (1, 2), (2, 1)}
    assert forms[0, 1] == ((1, -2, 0), None)


def test_too_many_actions_are_refused() -> None:
    levels = rr.Privacy([[1, 3], [3, 1]]).levels
    with pytest.raises(rr.InputError, match="at most 1500 under these conditions, got 751 x 2"):
        solve_decisions([[F(1), F(0)]] * 751, levels)


def test_irrational_levels_have_tables_of_the_lower_ends_and_prices_of_the_upper() -> None:
    levels = rr.MetricDP.path(1).on(3).levels
    actions = [[F(1, 3) * (i == j) for j in range(3)] for i in range(3)]
    found = solve_decisions(actions, levels)
    assert levels.obeyed_by(found.rows)
    forms = {each.name: each for each in bound_forms(levels, 1)}
    for action, multipliers in zip(actions, found.multipliers, strict=True):
        for j, x in enumerate(action):
            paid = sum(f * forms[name].form[j] for name, f in multipliers.items())
            assert found.prices[j] + paid >= x
