"""Worst cases over tables with a denominator."""

from __future__ import annotations

import math
from fractions import Fraction as F
from random import Random
from typing import Any

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem

MATRIX = rr.Privacy([["1", "3", "9"], ["3", "1", "3"], ["9", "3", "1"]])
OBJECTIVES = {
    "shares": rr.AOptimal("worst", truths=3),
    "shares of a group": rr.AOptimal("worst", truths=3, respondents="group"),
    "contrast": rr.COptimal("worst", [1, -1, 0]),
    "mean": rr.Mean([0, 1, 3]),
    "mean of a group": rr.Mean([0, 1, 3], prior=["1/2", "1/4", "1/4"]),
}


LEVELS = {"pure": rr.LocalDP(1), "delta": rr.LocalDP(1, "1/20"), "matrix": MATRIX}
CASES = [
    ("shares", "pure"),
    ("shares of a group", "matrix"),
    ("contrast", "matrix"),
    ("mean", "pure"),
    ("mean of a group", "delta"),
]


@pytest.mark.everything
@pytest.mark.parametrize(("name", "at"), CASES)
def test_the_table_is_over_n_private_and_worth_what_is_said(name: str, at: str) -> None:
    total, level = 1000, LEVELS[at]
    exact = rr.optimal(level, OBJECTIVES[name])
    coarse = rr.optimal(level, OBJECTIVES[name], denominator=total)
    assert all((p * total).denominator == 1 for row in coarse.channel.rows for p in row)
    assert coarse.problem.privacy.satisfied_by(coarse.channel)
    assert coarse.check().verdict == "verified"
    assert coarse.bound == exact.bound
    assert exact.bound <= coarse.value < F(11, 10) * exact.value
    own = float(OBJECTIVES[name].worth(coarse.channel))
    assert own * (1 - 1e-6) <= float(coarse.value) <= 1.01 * own


def test_finer_tables_come_near_the_optimum() -> None:
    goal = rr.Variance("worst", "group")
    losses = [rr.optimal(rr.LocalDP(1), goal, denominator=n).gap for n in (10, 100, 10_000)]
    assert losses == sorted(losses, reverse=True) and losses[-1] < F(1, 1000)


@pytest.mark.parametrize(("total", "most"), [(97, 0.03), (1000, 0.003), (2**16, 0.0001)])
def test_a_table_is_as_good_elsewhere_as_at_the_prior_of_the_optimum(total, most) -> None:
    """The best one at that prior alone loses 8 % over 1000 chances and more, for some group."""
    design = rr.optimal(rr.LocalDP(2), rr.Mean([0, 1, 2]), denominator=total)
    assert design.gap < most * float(design.bound)
    # Of the table alone: the best estimators of groups that are drawn, in doubles.
    table, numbers = design.channel.to_numpy(), np.arange(3.0)
    for shares in np.random.default_rng(2).dirichlet(np.full(3, 0.5), 400):
        shares = np.maximum(shares, 1e-9)
        information = table.T @ (table / (table @ shares)[:, None])
        lost = numbers @ np.linalg.solve(information, numbers) - shares @ numbers**2
        assert lost < float(design.value) * (1 + 1e-9)


def test_an_interval_of_numbers_has_no_denominator() -> None:
    with pytest.raises(
        rr.InputError, match="denominator must be left out for the variance of a mean"
    ):
        rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=1), denominator=100)


THREE = rr.LocalDP.from_gamma(3)


@pytest.mark.parametrize("truths", [3, 4, 7, 12])
def test_the_worst_population_costs_what_equal_shares_cost(truths: int) -> None:
    even = rr.optimal(THREE, rr.AOptimal("uniform", categories=truths))
    worst = rr.optimal(THREE, rr.AOptimal("worst", truths))
    group = rr.optimal(THREE, rr.AOptimal("worst", truths, "group"))
    assert worst.value.hi == even.value.hi
    assert group.value.hi == even.value.hi - 1 + F(1, truths)
    for design in (worst, group):
        assert design.gap < design.bound / 10**12
        assert design.certificate.prior is None
        assert design.certificate.check().verdict == "verified"
        assert THREE.satisfied_by(design.channel)


@pytest.mark.parametrize("respondents", ["population", "group"])
@pytest.mark.parametrize("gamma", ["11/10", "3", "40"])
def test_the_engine_finds_the_same(gamma: str, respondents: str) -> None:
    privacy, objective = rr.LocalDP.from_gamma(F(gamma)), rr.AOptimal("worst", 4, respondents)
    design, other = rr.optimal(privacy, objective), ratio_optimum(Problem(privacy, objective))
    assert float(design.value) == pytest.approx(float(other.value[1]), rel=1e-8)
    assert other.bound <= design.value.hi and design.bound.lo <= other.value[1]


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", ["1/1000", "1", "25"])
@pytest.mark.parametrize("truths", [25, 2925])
def test_thousands_of_truths(truths: int, epsilon: str) -> None:
    """24 were the most, of a determinant 19. By hand: (k - 1)^2 (d g + k - d)^2 / (k d (k - d)
    (g - 1)^2) is the least trace of all sizes d, a group has 1 - 1/k less."""
    privacy = rr.LocalDP(epsilon)
    g = float(privacy.gamma.lo)
    k = truths
    traces = [(k - 1) ** 2 * (d * g + k - d) ** 2 / (k * d * (k - d)) for d in range(1, k)]
    least = min(traces) / (g - 1) ** 2
    expected = [
        (rr.AOptimal("worst", k), least),
        (rr.AOptimal("worst", k, "group"), least - 1 + 1 / k),
        (rr.DOptimal("worst", k), (k - 1) * math.log(least / (k - 1))),
    ]
    for objective, value in expected:
        design = rr.optimal(privacy, objective)
        assert float(design.value) == pytest.approx(value, rel=1e-9)
        assert design.gap <= abs(design.bound) / 10**12
        assert design.certificate.check().verdict == "verified"


def worst_trace(rows: tuple[tuple[F, ...], ...], shares: list[F]) -> tuple[float, float]:
    """Of a population and a group with these shares, of the estimators that are best at equal
    ones, report by report."""
    table = np.array(rows, dtype=float)
    k = table.shape[1]
    chances = table.mean(axis=1)
    numbers = np.linalg.inv(table.T @ (table / chances[:, None])) @ (table / chances[:, None]).T
    moments = (numbers**2).sum(axis=0) @ table
    assert numbers @ table == pytest.approx(np.eye(k), abs=1e-9)
    own = float(moments @ np.array(shares, dtype=float))
    return own - float(sum(q * q for q in shares)), own - 1


@pytest.mark.parametrize("gamma", ["6/5", "2", "20"])
@pytest.mark.parametrize("truths", [4, 9, 11])
def test_no_shares_are_worse_than_equal_ones(truths: int, gamma: str) -> None:
    """Report by report at random shares: balanced blocks among the tables."""
    privacy = rr.LocalDP.from_gamma(F(gamma))
    population = rr.optimal(privacy, rr.AOptimal("worst", truths))
    group = rr.optimal(privacy, rr.AOptimal("worst", truths, "group"))
    rows = population.channel.rows
    random = Random(1)
    for _ in range(20):
        weights = [random.randrange(100) ** 3 + 1 for _ in range(truths)]
        shares = [F(w, sum(weights)) for w in weights]
        of_population, of_group = worst_trace(rows, shares)
        assert of_population < float(population.value)
        assert of_group == pytest.approx(float(group.value))
    even = worst_trace(rows, [F(1, truths)] * truths)[0]
    assert even == pytest.approx(float(population.value))


@pytest.mark.everything
@pytest.mark.parametrize("truths", [5, 8])
def test_a_delta_beside_the_number(truths: int) -> None:
    """Five are searched, of eight staircases stand for their arrangements."""
    privacy = rr.LocalDP.from_gamma(3, "1/10")
    for objective in (rr.AOptimal, rr.DOptimal):
        even = rr.optimal(privacy, objective("uniform", categories=truths))
        worst = rr.optimal(privacy, objective("worst", truths))
        assert float(worst.value) == pytest.approx(float(even.value), rel=1e-6)
        assert worst.certificate.check().verdict == "verified"


@pytest.mark.everything
@pytest.mark.parametrize("respondents", ["population", "group"])
def test_a_table_over_a_denominator_has_estimators_of_its_own(respondents: str) -> None:
    objective = rr.AOptimal("worst", 7, respondents)
    exact = rr.optimal(THREE, objective)
    design = rr.optimal(THREE, objective, denominator=90)
    assert all((90 * x).denominator == 1 for row in design.channel.rows for x in row)
    data = design.certificate.data
    assert F(data["bound"]) <= exact.value.hi <= F(data["value"])
    value, small = F(data["value"]), F(1, 10**6)
    lower = {"value": str(value - small), "gap": str(F(data["gap"]) - small)}
    assert check(data | lower).verdict == "refuted"


@pytest.mark.parametrize("objective", [rr.AOptimal, rr.DOptimal])
def test_a_table_over_a_denominator_of_many_truths_is_refused_at_once(objective: Any) -> None:
    with pytest.raises(rr.InputError, match="no denominator; equal shares are the worst"):
        rr.optimal(THREE, objective("worst", 57), denominator=1000)


@pytest.mark.parametrize("objective", [rr.AOptimal, rr.DOptimal])
def test_a_hundred_thousand_truths_are_refused_before_a_matrix_of_them(objective: Any) -> None:
    with pytest.raises(rr.InputError, match="a uniform prior has the same table"):
        objective("worst", 100_000)
