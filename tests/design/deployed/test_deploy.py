"""Deployable tables: exact privacy, and the best small table against brute force."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt import (
    AOptimal,
    FDivergence,
    Guess,
    LocalDP,
    MutualInformation,
    OneSided,
    Trace,
    Variance,
    optimal,
)
from rropt.design.deployed.deploy import best_rows
from rropt.design.deployed.exchange import table_over
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.lp.highs import SumsBetween

gammas = st.fractions(min_value=Fraction(11, 10), max_value=9, max_denominator=10)
deltas = st.sampled_from([Fraction(0), Fraction(1, 50), Fraction(1, 3)])


def best_by_recursion(utility, gamma: Fraction, truths: int, total: int) -> Fraction:
    """The best table over 1/total by trying every row for what is left, pure privacy."""
    rows = [
        row for row in product(range(1, total + 1), repeat=truths) if max(row) <= gamma * min(row)
    ]
    gains = {row: utility.bounds(tuple(map(Fraction, row)))[0] / total for row in rows}

    @cache
    def best(left: tuple[int, ...]) -> Fraction | None:
        if not any(left):
            return Fraction(0)
        found = [
            gains[row] + rest
            for row in rows
            if all(a <= b for a, b in zip(row, left, strict=True))
            and (rest := best(tuple(b - a for a, b in zip(row, left, strict=True)))) is not None
        ]
        return max(found, default=None)

    value = best((total,) * truths)
    assert value is not None
    return value


@pytest.mark.everything
@pytest.mark.parametrize("total", [4, 7, 10])
@pytest.mark.parametrize("gamma", ["2", "7/2"])
@pytest.mark.parametrize("objective", [Trace(2), Guess("2/3,1/3"), Variance("1/4")])
def test_small_deck_two_truths(objective, gamma: str, total: int) -> None:
    design = optimal(LocalDP.from_gamma(gamma), objective, denominator=total, crosscheck=False)
    expected = best_by_recursion(objective, Fraction(gamma), 2, total)
    found = 1 / design.value if isinstance(objective, Variance) else design.value
    assert found == expected


def test_small_deck_three_truths() -> None:
    design = optimal(LocalDP.from_gamma(3), Trace(3), denominator=7, crosscheck=False)
    assert design.value == best_by_recursion(Trace(3), Fraction(3), 3, 7)
    assert "integer program" in design.notes[-1]


@pytest.mark.everything
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_a_truth_outside_the_pair_changes_nothing(delta: str) -> None:
    """The third truth answers as one of the two: no table of three is worth more."""
    privacy = LocalDP.from_gamma("5/2", delta)
    two = optimal(privacy, FDivergence("hellinger", (0, 1)), denominator=12)
    three = optimal(privacy, FDivergence("hellinger", (2, 0), 3), denominator=12)
    assert three.value == two.value and three.channel.shape == (two.channel.shape[0], 3)
    assert three.certificate.check().status == 0
    if delta == "0":
        best = best_by_recursion(FDivergence("hellinger", (2, 0), 3), Fraction(5, 2), 3, 12)
        assert abs(float(three.value) - float(best)) < 1e-12


def test_a_search_that_is_cut_short_does_not_say_best(monkeypatch) -> None:
    """The table is still private, certified and at least as good as the rounded one."""
    problem = LocalDP.from_gamma("1.850616"), MutualInformation("1/2,1/3,1/6")
    whole = optimal(*problem, denominator=20, crosscheck=False)
    monkeypatch.setattr("rropt.lp.highs.SECONDS", 0.0)
    cut = optimal(*problem, denominator=20, crosscheck=False)
    assert whole.notes[-1].startswith("table over 1/20: best by integer program; with 3 reports")
    assert "best known" in cut.notes[-1] and "stopped" in cut.notes[-1]
    assert cut.value.hi <= whole.value.hi <= cut.bound.hi
    assert cut.certificate.check().status == 0


def test_more_reports_than_the_optimum_has_are_told_with_the_way_to_two() -> None:
    problem = LocalDP.from_gamma("1.850616"), Variance("1/4")
    whole = optimal(*problem, denominator=60, crosscheck=False)
    said = "table over 1/60: best of all, whatever the objective; with 3 reports"
    assert whole.notes[-1].startswith(said)
    two = optimal(*problem, denominator=60, outputs=2, crosscheck=False)
    assert two.channel.shape == (2, 2) and two.notes == ("table over 1/60",)
    assert two.value >= whole.value


@pytest.mark.everything
@settings(max_examples=30)
@given(gammas, deltas, st.integers(1, 24), st.integers(0, 3))
def test_every_deployed_table_is_private_and_on_the_grid(gamma, delta, total, which) -> None:
    objective = [Trace(3), Guess("1/2,1/3,1/6"), Variance("1/5"), MutualInformation("3/4,1/4")][
        which
    ]
    try:
        privacy = LocalDP.from_gamma(gamma, delta)
        design = optimal(privacy, objective, denominator=total, crosscheck=False)
    except InputError as error:
        assert "denominator" in str(error)
        return
    assert design.channel.profile(gamma) <= delta
    assert all((entry * total).denominator == 1 for row in design.channel for entry in row)
    assert design.certificate.check().status == 0


@pytest.mark.everything
def test_under_a_delta_programs_change_columns_together() -> None:
    """Transfers end at a table of 11 % more variance, each of them within one column."""
    privacy = LocalDP("1/2", "1/100")
    objective = AOptimal(["9/20", "1/10", "1/4", "1/5"])
    free = optimal(privacy, objective, crosscheck=False)
    exchanged = table_over(Problem(privacy, objective), free.table.rows, 20)
    design = optimal(privacy, objective, denominator=20, crosscheck=False)
    assert free.bound < design.value < objective.worth(exchanged) * Fraction(9, 10)
    assert privacy.satisfied_by(design.channel)
    assert design.notes[-1].startswith("table over 1/20: improved by integer programs")


ROWS = np.array([[3, 1], [1, 3], [1, 1], [2, 1], [1, 2]])
WORTH = np.array([0.9, 0.7, 0.1, 0.35, 0.3])


@pytest.mark.everything
@pytest.mark.parametrize("most", [None, 2, 5])
def test_the_best_list_of_rows(most: int | None) -> None:
    """Each row adds its first entry beyond its second to the budget."""
    excesses = np.maximum(0, ROWS[:, 0] - ROWS[:, 1]).astype(float)[:, None]
    best = -1.0
    for times in product(range(8), repeat=len(ROWS)):
        spent = float(np.array(times) @ excesses[:, 0])
        if (np.array(times) @ ROWS == 7).all() and (most is None or spent <= most):
            best = max(best, float(np.array(times) @ WORTH))
    budgets = SumsBetween(excesses.T, -np.inf, np.inf if most is None else float(most))
    found, finished = best_rows(ROWS, WORTH, budgets, 7)
    assert finished and found is not None and (found.sum(axis=0) == 7).all()
    reached = sum(
        WORTH[n] * int(row[0]) / ROWS[n][0]
        for row in found
        for n in range(5)
        if row[0] * ROWS[n][1] == row[1] * ROWS[n][0]
    )
    assert reached == pytest.approx(best)


def test_no_list_of_rows_is_told_as_such() -> None:
    budgets = SumsBetween(np.zeros((0, 1)), -np.inf, np.zeros(0))
    found, finished = best_rows(np.array([[2, 2]]), np.array([1.0]), budgets, 7)
    assert found is None and not finished


@pytest.mark.filterwarnings("error")
def test_reports_that_neither_truth_of_a_divergence_gives_are_worth_nothing() -> None:
    """The rows (0, 1 - 1/g) and (1, 1/g) are over g = 10: 1 - 1/g and g (1 - 1/g)^2 are g - 1."""
    divergence = FDivergence("chi-square", (0, 1), 4)
    design = optimal(OneSided([0], "ln(10)"), divergence, denominator=10)
    assert design.value == design.bound == 9
