"""Deployable tables under matrices and conditions; against all tables where they are few."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest

import rropt as rr
from rropt.design.deployed.deploy import deployed
from rropt.design.deployed.rounding import round_levels
from rropt.design.deployed.score_of_table import merit_of
from rropt.design.deployed.table_programs import FloatLimit, whole_limits

PRIOR = ["1/2", "3/10", "1/5"]
SEVERAL = [(3, "1/10"), (2, "1/5")]
CRITERIA = {
    "matrix": rr.Privacy([[1, "17/5", "23/10"], ["19/5", 1, "13/5"], [4, "37/10", 1]]),
    "deltas": rr.Privacy([[1, 3, 2], [2, 1, 3], [3, 2, 1]], "1/10"),
    "several": rr.Privacy([[1 if a == b else SEVERAL for b in range(3)] for a in range(3)]),
    "leakage": rr.LocalInformationPrivacy("1/2", PRIOR),
    "told alone": rr.UtilityOptimized([0], 1),
    "path": rr.MetricDP.path("1/2"),
    "one-sided": rr.OneSided([1], 1),
}


def best_of_all(levels, actions, total):
    """The best of all private tables over 1/N with one report an action, on two truths."""
    best = None
    for first, second in product(range(total + 1), repeat=2):
        rows = [[F(first, total), F(second, total)]]
        rows.append([1 - x for x in rows[0]])
        if levels.obeyed_by([row for row in rows if any(row)]):
            worth = sum(
                c * x for a, r in zip(actions, rows, strict=True) for c, x in zip(a, r, strict=True)
            )
            best = worth if best is None else max(best, worth)
    return best


@pytest.mark.everything
@pytest.mark.parametrize("total", [5, 12, 30])
@pytest.mark.parametrize(
    "criterion",
    [
        rr.Privacy([[1, 3], ["3/2", 1]]),
        rr.Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]]),
        rr.OneSided([0], "ln(2)"),
        rr.LocalInformationPrivacy("1/2", ["2/3", "1/3"]),
    ],
)
def test_decisions_have_the_best_table_of_all(criterion, total):
    prior = [F(1, 2), F(1, 2)]
    design = rr.optimal(criterion, rr.Guess(prior), denominator=total)
    levels = criterion.on(2).levels
    assert design.value == best_of_all(levels, [[prior[0], 0], [0, prior[1]]], total)
    assert design.check().verdict == "verified"


@pytest.mark.everything
@pytest.mark.parametrize("name", CRITERIA)
@pytest.mark.parametrize(
    "objective", [rr.Guess(PRIOR), rr.MutualInformation(PRIOR), rr.AOptimal(PRIOR)]
)
def test_tables_are_private_certified_and_no_worse_than_rounded(name, objective):
    criterion, total = CRITERIA[name], 40
    levels = criterion.on(3).levels
    design = rr.optimal(criterion, objective, denominator=total)
    assert design.check().verdict == "verified"
    assert all(x * total == int(x * total) for row in design.channel.rows for x in row)
    assert levels.obeyed_by(design.channel.rows)
    exact = rr.optimal(criterion, objective)
    merit = merit_of(objective).sharp()
    value, crude = (
        merit.values(table.to_numpy()[None])[0]
        for table in (design.channel, round_levels(exact.channel.rows, total, levels))
    )
    assert value <= crude + 1e-12
    assert any(f"table over 1/{total}" in note for note in design.notes)


def test_a_covariance_is_improved_where_rounding_loses_a_tenth():
    design = rr.optimal(CRITERIA["matrix"], rr.AOptimal(PRIOR), denominator=50)
    assert design.gap < F(3, 8)  # rounded it is 0.47
    assert "table over 1/50: improved by integer programs" in design.notes


def test_large_denominators_are_rounded_and_budgets_of_powers_exchanged():
    level = rr.Privacy([[1, 3], ["3/2", 1]])
    problem = rr.Problem(level, rr.Guess(["1/2", "1/2"]))
    rows = ((F(4, 7), F(6, 7)), (F(3, 7), F(1, 7)))
    assert deployed(problem, rows, 2**20).how == "rounded"
    budget = rr.Problem(rr.RenyiDP(2, 1).on(2), rr.MutualInformation(["1/2", "1/2"]))
    near = ((F(3, 5), F(2, 5)), (F(2, 5), F(3, 5)))
    assert deployed(budget, near, 2**13).how == "rounded"
    found = deployed(budget, near, 10)
    assert found.how == "rounded and improved by exchanges"
    assert sum(p**2 / q for p, q in found.table.rows) < F("2.718281828")
    assert sum(q**2 / p for p, q in found.table.rows) < F("2.718281828")


@pytest.mark.everything
def test_fifteen_truths_stay_within_seconds():
    criterion = rr.MetricDP.path("ln(2)")
    design = rr.optimal(criterion, rr.Guess(["1/15"] * 15), denominator=60)
    assert criterion.on(15).satisfied_by(design.channel) and design.gap > 0


def test_a_matrix_with_a_delta() -> None:
    privacy = rr.Privacy([[1, "5/2"], ["oo", 1]], [[0, "1/10"], [0, 0]])
    assert whole_limits(privacy.levels, 10) == [FloatLimit([(1.0, [1.0, -2.5])], 0.1)]


def test_an_irrational_level_is_the_largest_ratio_of_whole_numbers_below_it() -> None:
    """e^(1/2) = 1.64872...: 28/17 = 1.64705... is the largest ratio over at most 30."""
    levels = rr.OneSided([0], "1/2").on(2).levels
    (limit,) = whole_limits(levels, 30)
    ((_, form),) = limit.forms
    largest = max(F(int(1.6487212707 * below), below) for below in range(1, 31))
    assert F(-int(form[1]), int(form[0])) == largest == F(28, 17)


def test_conditions_of_several_levels() -> None:
    """(3, 1/10) and (2, 1/5) for each order of two truths; a table keeps them or not."""
    several = [(3, "1/10"), (2, "1/5")]
    privacy = rr.Privacy([[1, several], [several, 1]])
    limits = whole_limits(privacy.on(2).levels, 30)
    table = [(F(11, 15), F(4, 15)), (F(4, 15), F(11, 15))]
    tells = []
    for limit in limits:
        told = 0.0
        for row in table:
            for c, form in limit.forms:
                told += c * max(0.0, sum(f * float(x) for f, x in zip(form, row, strict=True)))
        tells.append((round(told, 12), limit.most))
    assert all(told <= most + 1e-12 for told, most in tells)
    assert (0.2, 0.2) in tells
