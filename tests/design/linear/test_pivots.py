"""Small programs by pivots in doubles, beside scipy's answer."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.design.linear.pivots import Dictionary, improved_basis

pytestmark = pytest.mark.quick


def solved(rows, room, costs, upper):
    """The optimum, from where each variable stands in the end."""
    found = Dictionary([list(row) for row in rows], list(room), list(costs), list(upper))
    assert found.solve()
    values = [upper[j] if j in found.downwards else 0.0 for j in range(len(costs))]
    for name, value in zip(found.inside, found.values, strict=True):
        if name < len(costs):
            values[name] = upper[name] - value if name in found.downwards else value
    return values


@pytest.mark.parametrize("seed", range(40))
def test_the_optimum_is_that_of_another_solver(seed):
    rng = Random(seed)
    count, size = rng.randint(1, 12), rng.randint(1, 6)
    rows = [[rng.choice([1.0, 3.0, -1.0]) for _ in range(count)] for _ in range(size)]
    room = [rng.choice([0.0, rng.random(), 3.0]) for _ in range(size)]
    costs = [rng.choice([1.0, -1.0, rng.random()]) for _ in range(count)]
    upper = [rng.choice([0.1, 1.0, rng.random()]) for _ in range(count)]
    x = solved(rows, room, costs, upper)
    assert all(-1e-9 <= value <= most + 1e-9 for value, most in zip(x, upper, strict=True))
    for row, most in zip(rows, room, strict=True):
        assert sum(map(math.prod, zip(row, x, strict=True))) <= most + 1e-9
    wanted = linprog([-c for c in costs], rows, room, bounds=[(0, u) for u in upper])
    assert sum(map(math.prod, zip(costs, x, strict=True))) == pytest.approx(-wanted.fun, abs=1e-9)


def test_a_program_without_a_limit_is_given_up():
    assert not Dictionary([[-1.0]], [1.0], [1.0], [math.inf]).solve()


def test_a_variable_goes_to_its_end_without_a_pivot():
    found = Dictionary([[1.0]], [5.0], [1.0], [2.0])
    assert found.solve()
    assert (found.outside, found.downwards, found.values) == ([0], {0}, [3.0])


@pytest.mark.parametrize("seed", range(20))
def test_a_basis_is_improved_to_the_optimum_of_another_solver(seed):
    """Rows that add up to one over the unit columns and others, some of them twice."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(2, 8))
    others = rng.choice([0.2, 0.5, 1.0], size=(size, 30))
    table = np.hstack([np.eye(size), others, others[:, :5]])
    costs, right = rng.random(table.shape[1]), np.ones(size)
    basis = improved_basis(table, right, costs, np.arange(size), 1e-12)
    x = np.linalg.solve(table[:, basis], right)
    wanted = linprog(-costs, A_eq=table, b_eq=right, method="highs")
    assert x.min() >= -1e-9
    assert costs[basis] @ x == pytest.approx(-wanted.fun, abs=1e-9)


def test_the_basis_that_was_given_is_kept_as_it_was():
    table, costs = np.array([[1.0, 0.5]]), np.array([1.0, 2.0])
    given = np.array([0])
    assert improved_basis(table, np.ones(1), costs, given, 1e-12).tolist() == [1]
    assert given.tolist() == [0]


def test_reduced_costs_up_to_the_least_are_left():
    table, costs = np.array([[1.0, 1.0]]), np.array([1.0, 1.25])
    stays, goes = (improved_basis(table, np.ones(1), costs, np.array([0]), x) for x in (0.3, 0.2))
    assert (stays.tolist(), goes.tolist()) == ([0], [1])


def test_pivots_without_progress_do_not_go_round():
    """Beale's program: by the largest reduced cost alone pivots go round for ever."""
    table = np.array(
        [
            [0.25, -60.0, -0.04, 9.0, 1.0, 0.0, 0.0],
            [0.5, -90.0, -0.02, 3.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        ]
    )
    costs, right = np.array([0.75, -150.0, 0.02, -6.0, 0.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
    basis = improved_basis(table, right, costs, np.array([4, 5, 6]), 1e-12)
    value = costs[basis] @ np.linalg.solve(table[:, basis], right)
    assert value == pytest.approx(0.05, abs=1e-12)


def test_the_first_of_equal_columns_is_taken_whatever_the_last_digits_say():
    table, costs = np.array([[1.0, 1.0, 1.0]]), np.array([1.0, 2.0, 2.0 + 4e-16])
    assert improved_basis(table, np.ones(1), costs, np.array([0]), 1e-12).tolist() == [1]
