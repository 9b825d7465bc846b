"""Truths that a contrast does not tell apart: prices, and designs of the classes."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.levels.merged_truths import (
    MergedTruths,
    class_shares,
    equal_columns,
    mirrored,
)
from rropt.design.levels.renyi_table import FloatPrices, taken
from rropt.design.problem import Problem
from rropt.privacy.conditions import Conditions
from rropt.privacy.measured import renyi_conditions

PRIOR = ["1/2", "1/4", "1/8", "1/8"]
CONTRAST = [1, 0, 1, 2]


def problem(privacy, objective):
    return Problem(privacy.on(objective.truths), objective)


def test_prices_of_all_truths_charge_rows_no_less_than_those_of_classes_charge_means():
    merged = MergedTruths.of(problem(rr.RenyiDP(2, 1), rr.COptimal(PRIOR, CONTRAST)))
    budgets = [Conditions(k, renyi_conditions(k, F(5, 2), F(1, 2))) for k in (3, 4)]
    draw = np.random.default_rng(1)
    of_classes = FloatPrices(np.ones(1), draw.uniform(-1, 1, 3), draw.uniform(0, 1, 6))
    of_truths = merged.prices(of_classes)
    rows = draw.uniform(0.1, 1, (1000, 4))

    def charges(prices, conditions, rows):
        # What a line takes off budgets is the same of a row and of its means.
        shares = [z * taken(c, rows) for c, z in zip(conditions.listed, prices, strict=True)]
        return sum(shares)

    lower = charges(of_classes.of_budgets, budgets[0], merged.means(rows))
    higher = charges(of_truths.of_budgets, budgets[1], rows)
    assert (higher >= lower * (1 - 1e-12)).all() and (higher > 2 * lower).any()
    assert of_truths.of_budgets.sum() == pytest.approx(of_classes.of_budgets.sum())
    assert rows @ of_truths.of_truths == pytest.approx(merged.means(rows) @ of_classes.of_truths)
    # A table with equal columns is charged the same.
    alike = np.array(merged.rows(merged.means(rows)))
    equal = charges(of_truths.of_budgets, budgets[1], alike)
    assert equal == pytest.approx(lower)


def test_only_one_contrast_under_a_renyi_budget_has_classes():
    alone = rr.COptimal(PRIOR, CONTRAST)
    assert MergedTruths.of(problem(rr.LocalDP(1), alone)) is None
    assert MergedTruths.of(problem(rr.RenyiDP(2, 1), rr.AOptimal(PRIOR))) is None
    assert MergedTruths.of(problem(rr.RenyiDP(2, 1), rr.COptimal(PRIOR, [1, 2, 3, 4]))) is None


OF_CLASSES = [
    (rr.COptimal(["1/4"] * 4, [1, 0, 0, 0]), rr.COptimal(["1/4", "3/4"], [1, 0])),
    (rr.COptimal("worst", [0, 1, 1]), rr.COptimal("worst", [0, 1])),
    (rr.COptimal("worst", [0, 1, 1], "group"), rr.COptimal("worst", [0, 1], "group")),
    (rr.WorstCase([0, 2, 1, 1, -1]), rr.WorstCase([-1, 2])),
]


@pytest.mark.everything
@pytest.mark.parametrize(("of_truths", "of_classes"), OF_CLASSES)
@pytest.mark.parametrize("privacy", [rr.RenyiDP(8, 1), rr.ZeroConcentratedDP("1/4")])
def test_a_share_of_many_categories_is_that_of_two(privacy, of_truths, of_classes):
    many, two = (rr.optimal(privacy, each) for each in (of_truths, of_classes))
    assert float(many.value) == pytest.approx(float(two.value), rel=2e-4)
    assert float(many.gap) < 5e-4 * float(many.value)
    assert many.certificate.check().verdict == "verified"
    assert privacy.satisfied_by(many.table)


def test_a_worst_population_has_but_the_least_and_the_largest_of_a_contrast():
    contrast = [F(1), F(0), F(4), F(4)]
    merged = MergedTruths.of(problem(rr.RenyiDP(2, 1), rr.WorstCase(contrast)))
    two = np.array([[0.7, 0.2], [0.1, 0.5], [0.2, 0.3]])
    numbers = np.linalg.lstsq(two.T, [0.0, 4.0], rcond=None)[0]
    four = np.array(merged.rows(two), dtype=float)
    assert numbers @ four == pytest.approx([1, 0, 4, 4])
    budgets = [renyi_conditions(k, F(2), F(1)) for k in (2, 4)]
    most = [
        max(taken(c, rows).sum() for c in own)
        for own, rows in zip(budgets, (two, four), strict=True)
    ]
    assert most[1] == pytest.approx(most[0])
    shares = np.random.default_rng(1).dirichlet([0.5] * 4, 1000)
    variances = shares @ (numbers**2 @ four) - (shares @ [1, 0, 4, 4]) ** 2
    of_two = np.linspace(0, 1, 1001)
    bound = (np.outer(1 - of_two, two[:, 0]) + np.outer(of_two, two[:, 1])) @ numbers**2
    assert variances.max() <= (bound - (4 * of_two) ** 2).max() * (1 + 1e-9)
    # In a fixed group reports vary more where the chances of two truths are mixed.
    assert MergedTruths.of(problem(rr.RenyiDP(2, 1), rr.WorstCase([1, 0, 4], "group"))) is None


@pytest.mark.everything
@pytest.mark.parametrize(("truths", "rho", "most"), [(20, "1/100", 1e-6), (12, "1/1000", 1e-2)])
def test_a_mean_of_many_truths_under_zcdp_has_few_logarithms(truths, rho, most):
    """Twenty were refused: 380 pairs of truths with nine points and four reports at each."""
    privacy = rr.ZeroConcentratedDP(rho)
    design = rr.optimal(privacy, rr.WorstCase(range(truths)), crosscheck=False)
    two = rr.optimal(privacy, rr.WorstCase([0, truths - 1]), crosscheck=False)
    assert float(design.value) == pytest.approx(float(two.value), rel=most)
    assert float(design.gap) < most * float(design.value)
    assert design.check().verdict == "verified" and privacy.satisfied_by(design.table)
    # Each truth has the chances of its opposite, report by report, in the opposite order.
    chances = sorted(design.table.rows, key=lambda row: row[0] / row[-1])
    assert [tuple(reversed(row)) for row in reversed(chances)] == chances


def test_a_table_and_its_mirror_have_a_mean_that_keeps_their_budget():
    rows = np.random.default_rng(5).dirichlet([1.0] * 4, size=2).T
    exact = tuple(tuple(map(F, row)) for row in rows.tolist())
    both = mirrored(exact)
    budget = renyi_conditions(2, F(3), F(1))
    spent = [
        [taken(c, np.array(each, dtype=float)).sum() for c in budget] for each in (exact, both)
    ]
    assert max(spent[1]) <= max(spent[0]) and spent[1][0] == pytest.approx(spent[1][1])
    assert {tuple(reversed(row)) for row in both} == set(both)


def test_an_order_that_is_listed_twice_stays_twice():
    """Prices are of each by itself."""
    twice = (*renyi_conditions(3, F(2), F(1)), *renyi_conditions(3, F(2), F(1)))
    listed = MergedTruths.apart(3).all_budgets(Conditions(3, twice)).listed
    assert listed == twice
    merged = MergedTruths.of(problem(rr.RenyiDP(2, 1), rr.WorstCase([1, 0, 0])))
    assert len(merged.budgets(Conditions(3, twice)).listed) == 4


def test_a_share_under_zcdp_whose_budget_comes_twice():
    design = rr.optimal(rr.ZeroConcentratedDP("1/2"), rr.Variance("1/4"))
    assert design.check().verdict == "verified"


def test_class_shares_add_up():
    assert class_shares([0, 1, 0], [F(1, 2), F(1, 4), F(1, 4)]) == [F(3, 4), F(1, 4)]


def test_columns_are_their_mean_where_only_doubles_tell_truths_apart_that_a_contrast_does_not():
    near, far = 1e-10, 1e-4
    column = np.array([0.25, 0.75])
    moved = np.array([1.0, -1.0])
    columns = [column, column + near * moved, column + far * moved, column + near * moved]
    rows = np.column_stack(columns)
    found = equal_columns(rows, [F(1), F(1), F(1), F(0)])
    assert (found[:, 0] == found[:, 1]).all() and found[:, 0] == pytest.approx(column, abs=near)
    assert (found[:, 2:] == rows[:, 2:]).all()


@pytest.mark.parametrize(
    "privacy",
    [
        rr.RenyiDP(2, "1/2"),
        pytest.param(rr.RenyiDP(64, "1/100"), marks=pytest.mark.everything),
    ],
)
def test_a_contrast_at_several_priors_may_leave_truths_alike(privacy):
    # Both priors share the first class alike: its truths are one.
    priors = [["1/6", "1/3", "1/2"], ["1/9", "2/9", "2/3"]]
    of_two = [["1/2", "1/2"], ["1/3", "2/3"]]
    found = rr.optimal(privacy, rr.Minimax(priors, [1, 1, 0]))
    known = rr.optimal(privacy, rr.Minimax(of_two, [1, 0]))
    assert float(found.gap) < 1e-7 * float(found.bound)
    assert float(found.value) == pytest.approx(float(known.value), rel=1e-7)
    weights = zip(("1/2", "1/2"), priors, strict=True)
    average = rr.optimal(privacy, rr.Average(weights, [1, 1, 0]))
    assert float(average.gap) < 1e-7 * float(average.bound)
