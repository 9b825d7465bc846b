"""The same problems as convex programs."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.crosscheck import cvxpy_statement


def test_a_solver_that_gives_up_is_left_out(monkeypatch):
    import cvxpy as cp

    def failing(*args, **kwargs):
        raise cp.error.SolverError("failed")

    monkeypatch.setattr(cp.Problem, "solve", failing)
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
    assert len(rr.crosscheck(problem, ["cvxpy statement"]).rows) == 1


@pytest.mark.parametrize(
    "privacy, objective, value",
    [
        (rr.LocalDP("ln(3)"), rr.Trace(4), 2.0),
        (rr.LocalDP("ln(3)"), rr.Guess("1/2,3/10,1/5"), 0.6),
        (rr.LocalDP("ln(3)", "1/10"), rr.Trace(3), 1.92),
        (rr.LocalDP("ln(3)"), rr.FDivergence("chi-square"), 4 / 3),
        (rr.LocalDP("ln(3)"), rr.AOptimal("1/2,1/2"), 1.5 + 0.5),
    ],
)
def test_known_values(privacy, objective, value: float) -> None:
    """k g / (g + k - 1), 4/5 g / (g + 1), ..., 2 (g / (g - 1)^2 + 1/4)."""
    assert cvxpy_statement.solve(rr.Problem(privacy, objective)) == pytest.approx(value, rel=1e-6)


@pytest.mark.parametrize("d", ["0", "1/10", "1/4"])
def test_cards_by_convex_envelopes(d: str) -> None:
    for prior in ("1/10", "1/2"):
        problem = rr.Problem(rr.LocalDP("ln(2)", d), rr.Variance(prior), 2)
        best = float(rr.optimal(problem.privacy, problem.objective, 2).value)
        assert cvxpy_statement.best_card(problem) == pytest.approx(best, rel=1e-5)
    warner = rr.Problem(rr.LocalDP("ln(2)", d), rr.Warner("1/4"))
    expected = float(rr.optimal(warner.privacy, warner.objective).value)
    assert cvxpy_statement.warner_card(warner) == pytest.approx(expected, rel=1e-6)


def test_a_matrix_of_levels_by_its_table_and_by_its_rays() -> None:
    privacy = rr.Privacy([[1, 3], ["3/2", 1]])
    guess = rr.Problem(privacy, rr.Guess("1/2,1/2"))
    assert cvxpy_statement.solve_under_levels(guess) == pytest.approx(9 / 14, rel=1e-6)
    spread = rr.Problem(privacy, rr.Variance("1/3"))
    assert cvxpy_statement.solve_under_levels(spread) == pytest.approx(18 / 49, rel=1e-6)


def test_what_is_not_finite_is_no_answer() -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(2))
    for value in (float("inf"), float("nan")):
        assert cvxpy_statement.attempt(lambda posed, value=value: value, problem) is None

    def failing(posed):
        raise ArithmeticError

    assert cvxpy_statement.attempt(failing, problem) is None
    assert cvxpy_statement.attempt(lambda posed: 2.0, problem) == 2.0
