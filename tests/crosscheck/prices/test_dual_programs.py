"""Dual programs: prices that cover every direction, weights that are a table, known optima.

Directions that join until prices cover all of them.
"""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.prices import dual_programs
from rropt.crosscheck.prices.dual_programs import VarianceTerm, best_sum, over_all_ratios
from rropt.crosscheck.prices.priced_rows import RenyiBudgets, extreme_rows
from rropt.crosscheck.symbolic.exact_limits import exact_limits
from rropt.design.problem import Problem

pytestmark = pytest.mark.quick

ROWS = extreme_rows(exact_limits(Problem(rr.LocalDP("ln(3)"), rr.Trace(3))))
FAIR = np.full(3, 1 / 3)
TERM = VarianceTerm([(1.0, FAIR, np.eye(3))], 1.0, 1 / 3)


def test_prices_cover_and_weights_are_a_table() -> None:
    found = dual_programs.best_sum(lambda rows: rows.max(axis=1), ROWS)
    assert found.value == pytest.approx(9 / 5)
    assert found.excess(ROWS).max() <= 1e-9
    assert ROWS.rows.T @ found.weights == pytest.approx(np.ones(3))


@pytest.mark.parametrize(
    ("program", "value"),
    [
        (lambda: dual_programs.least_variances([TERM], np.eye(3), False, ROWS), 25 / 6),
        (lambda: dual_programs.least_variances([TERM] * 2, np.eye(3), True, ROWS), 25 / 6),
        (lambda: dual_programs.worst_shares(np.eye(3), False, None, ROWS), 25 / 6),
        (lambda: dual_programs.worst_shares(np.eye(3), True, None, ROWS), 7 / 2),
    ],
)
def test_equal_shares_and_the_worst_ones(program, value) -> None:
    """r = (3, 1, 1), sum 5: T is 3/5 of (11 - 25/3) * 3/5 / 2 = 12/25; a group: A + 1/3 - 1."""
    found = program()
    assert found.value == pytest.approx(value, rel=1e-6)
    assert found.excess(ROWS).max() <= 1e-6 * value
    assert ROWS.rows.T @ found.weights == pytest.approx(np.ones(3), rel=1e-5)


def test_a_determinant_and_an_eigenvalue_at_equal_shares() -> None:
    """A covariance that is 5/3 on the differences of shares."""
    basis = np.linalg.svd(np.ones((1, 3)))[2][1:].T
    term = VarianceTerm([(1.0, FAIR, basis)], 1.0, 0.0)
    determinant = dual_programs.least_log_determinant([term], ROWS).value
    assert determinant == pytest.approx(2 * np.log(25 / 12), rel=1e-6)
    assert -1 / dual_programs.least_eigenvalue(term, ROWS).value == pytest.approx(25 / 12, rel=1e-6)
    worst = dual_programs.worst_log_determinant(basis, ROWS)
    assert worst == pytest.approx(2 * np.log(25 / 12), rel=1e-6)


def test_a_solver_that_gives_up_is_no_answer() -> None:
    import cvxpy as cp

    x = cp.Variable()
    with pytest.raises(ArithmeticError, match="Clarabel says"):
        dual_programs.solved(cp.Problem(cp.Maximize(x)))


def _guess(rows):
    return rows.max(axis=1)


@pytest.mark.parametrize("order", [1.0, 2.0])
def test_a_symmetric_guess_is_warners(order) -> None:
    """2 p, where p is the largest at which the divergence is the budget, by halving."""

    def divergence(p: float) -> float:
        if order == 1:
            return (2 * p - 1) * log(p / (1 - p))
        return log(p**2 / (1 - p) + (1 - p) ** 2 / p)

    low, high = 0.5, 1 - exp(-20)
    for _ in range(60):
        p = (low + high) / 2
        low, high = (p, high) if divergence(p) <= 0.5 else (low, p)
    found = over_all_ratios(lambda rows: best_sum(_guess, rows), RenyiBudgets((order,), (0.5,)))
    assert found == pytest.approx(2 * low, rel=1e-6)


def test_all_orders_bind_no_less_than_the_first() -> None:
    first = over_all_ratios(lambda rows: best_sum(_guess, rows), RenyiBudgets((1.0,), (0.5,)))
    every = over_all_ratios(lambda rows: best_sum(_guess, rows), RenyiBudgets((1.0,), (0.5,), 0.5))
    assert every <= first * (1 + 1e-6)
