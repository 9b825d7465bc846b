"""Patterns of a matrix as they are asked for: against lists of all, and designs of many truths."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from random import Random

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.engine.listed_pool import ListedPool
from rropt.design.engine.matrix_pool import MatrixPool
from rropt.design.engine.pool import Charges, Quotient, tangent_basis
from rropt.design.engine.ratio_design import optimum_of
from rropt.design.problem import Problem
from rropt.exact import InputError

NUMBERS = [3, 1, 4, 1, 5, 9, 2, 6, 5]
EVEN = [F(1, 9)] * 9


def circle(k: int, epsilon: str = "1") -> rr.MetricDP:
    """Steps either way around."""
    return rr.MetricDP(
        [[min((a - b) % k, (b - a) % k) for b in range(k)] for a in range(k)], epsilon
    )


def blocks() -> rr.Privacy:
    """Three of three, which are less apart."""
    found = [[F(2) if a // 3 == b // 3 else F(6) for b in range(9)] for a in range(9)]
    for a in range(9):
        found[a][a] = F(1)
    return rr.Privacy(found)


GOALS = {
    "c-optimal": rr.COptimal(EVEN, NUMBERS),
    "worst population": rr.Mean(NUMBERS, worst="population"),
    "worst group": rr.Mean(NUMBERS),
    "one group": rr.Mean(range(9), prior=[0, 0, *[F(1, 7)] * 7]),
}


@pytest.mark.parametrize(
    "name",
    [
        "c-optimal",
        pytest.param("worst population", marks=pytest.mark.everything),
        pytest.param("worst group", marks=pytest.mark.everything),
        "one group",
    ],
)
@pytest.mark.parametrize("privacy", [circle(9), blocks()], ids=["circle", "blocks"])
def test_the_optimum_is_between_bound_and_value_of_a_list(privacy: rr.Privacy, name: str) -> None:
    """Of all patterns, which leaves a gap of 1e-5 where the worst population is sought."""
    found = rr.optimal(privacy, GOALS[name], crosscheck=False)
    assert found.certificate.data["cover"]["proof"] == "stretches"
    problem = Problem(privacy.on(9), GOALS[name])
    listed = optimum_of(problem, ListedPool(problem.cone))
    assert listed is not None
    value = F(found.certificate.data["value"])
    assert listed.certified.bound <= value <= listed.certified.value[1] * F(10**8 + 1, 10**8)
    assert found.gap < found.value * F(1, 10**7)


@pytest.mark.parametrize("epsilon", ["1/10", "1"])
def test_the_mean_of_a_map(epsilon: str) -> None:
    """Nine places have more extreme patterns than are listed."""
    goal = rr.Mean([0, 1, 2] * 3)
    found = rr.optimal(rr.MetricDP.grid(3, 3, epsilon), goal, crosscheck=False)
    assert found.gap < found.value * F(1, 10**9)
    assert check(found.certificate.to_json()).verdict == "verified"


@pytest.mark.everything
@pytest.mark.parametrize("name", ["grid", "circle"])
def test_many_truths(name: str) -> None:
    """Of a map with 25 places and a circle of 24 hours."""
    privacy = rr.MetricDP.grid(5, 5, 1) if name == "grid" else circle(24)
    numbers = [n // 5 for n in range(25)] if name == "grid" else range(24)
    shares = [F(n + 1) for n in range(len(numbers))]
    goals = [
        rr.COptimal([x / sum(shares) for x in shares], numbers),
        rr.Mean(numbers, worst="population"),
        rr.Mean(numbers),
    ]
    for goal in goals:
        found = rr.optimal(privacy, goal, crosscheck=False)
        assert found.gap < found.value * F(1, 10**8)
        assert check(found.certificate.to_json()).verdict == "verified"


@pytest.mark.everything
def test_levels_beyond_doubles() -> None:
    """Where all places are far apart all that is left is the variance of the truths."""
    places = [[n * n, 7 * n] for n in range(9)]
    found = rr.optimal(rr.MetricDP.points(places, 4), rr.COptimal(EVEN, range(9)), crosscheck=False)
    assert float(found.value) == pytest.approx(F(80, 12), rel=1e-5)
    assert found.gap < found.value * F(1, 10**5)


def charged(pool: MatrixPool, prices: list[float]) -> Charges:
    """Prices of truths in the units of a pool."""
    y = np.array(prices)
    flat = tangent_basis(pool.truths).T @ y * pool.unit
    return Charges(np.append(flat, y.sum()), np.zeros(0))


def test_the_worst_pattern_is_found() -> None:
    """Of all 630 by a list, for prices that are a little too low."""
    levels = circle(9).on(9).levels
    pool = MatrixPool(levels)
    rows = np.array([[float(x) for x in row] for row in levels.patterns(0)])
    t = np.arange(9.0) - 4
    prices = 0.6 + np.arange(9.0) / 10
    worth = (rows @ t) ** 2 / rows.mean(axis=1)
    lacks = (worth - rows @ prices) / rows.mean(axis=1)
    assert lacks.max() > 0
    quotient = Quotient(np.full(9, 1 / 9), np.outer(t, t) * pool.unit**2)
    found = pool.lack([quotient], charged(pool, list(prices)))
    assert found == pytest.approx(lacks.max(), rel=1e-9)


def test_patterns_obey_the_levels_exactly() -> None:
    pool = MatrixPool(blocks().on(9).levels)
    matrix = blocks().on(9).levels.lo
    quotient = Quotient(np.full(9, 1 / 9), np.outer(np.arange(9.0) - 4, np.arange(9.0) - 4))
    pool.lack([quotient], charged(pool, [0.1] * 9))
    assert len(pool.codes) > 18
    for key in range(len(pool.codes)):
        row = pool.pattern(key)
        assert all(row[a] <= matrix[a][b] * row[b] for a, b in product(range(9), repeat=2))
        near = pool.features(np.array([key])).rows[0] * pool.scale(key)
        assert near == pytest.approx([float(x) for x in row], rel=1e-12)


def test_random_levels_have_a_first_table() -> None:
    """Of one of these matrices peaks and valleys make none."""
    draw = Random(3)
    for _ in range(20):
        rows = [[F(draw.randrange(12000, 20000), 10000) for _ in range(9)] for _ in range(9)]
        for a in range(9):
            rows[a][a] = F(1)
        pool = MatrixPool(rr.Privacy(rows).on(9).levels)
        keys, weights = pool.start()
        assert weights.min() > 0
        assert weights @ pool.features(keys).rows == pytest.approx(np.ones(9), rel=1e-9)


def test_truths_that_are_alike_are_refused() -> None:
    matrix = [[F(1) if {a, b} <= {0, 1} or a == b else F(3) for b in range(9)] for a in range(9)]
    with pytest.raises(InputError, match="must leave all truths apart"):
        rr.optimal(rr.Privacy(matrix), rr.COptimal(EVEN, range(9)))
