"""The cone program of a worst case: both sides of it meet, and every pattern is covered."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from rropt.design.worst.cone_program import GroupGoal, solve_cones

NUMBERS = np.array([[0.0, 0.5, 1.0]])
SHARES = np.eye(3)
ROWS = np.array([r for r in product((1.0, 3.0), repeat=3) if len(set(r)) == 2])
NONE = np.zeros((len(ROWS), 0))
GOALS = {
    "group": GroupGoal(NUMBERS),
    "known shares": GroupGoal(NUMBERS, np.array([0.2, 0.3, 0.5])),
    "all shares": GroupGoal(SHARES),
}


def less(goal: GroupGoal, q: np.ndarray) -> float:
    """a(q)."""
    return float((goal.contrasts**2).sum(axis=0) @ q)


@pytest.mark.parametrize("name", GOALS)
def test_the_table_is_unbiased_and_the_prices_prove_its_worst_case(name: str) -> None:
    goal = GOALS[name]
    found = solve_cones(ROWS, NONE, np.zeros(0), goal)
    assert ROWS.T @ found.weights == pytest.approx(np.ones(3), abs=1e-7)
    assert found.products @ ROWS == pytest.approx(goal.contrasts, abs=1e-7)
    q = found.squares
    assert q.sum() == pytest.approx(1) and q.min() > -1e-9
    if goal.shares is not None:
        assert q == pytest.approx(goal.shares)
    covered = (ROWS @ found.constants) * (ROWS @ q) - ((ROWS @ found.slopes.T) ** 2).sum(axis=1)
    assert covered.min() > -1e-7
    bound = 2 * (goal.contrasts * found.slopes).sum() - found.constants.sum() - less(goal, q)
    moments = ROWS.T @ (found.weights * (found.values**2).sum(axis=0))
    grid = [q] if goal.shares is not None else [*np.eye(3), q, np.ones(3) / 3]
    worst = max(moments @ p - less(goal, p) for p in grid)
    assert worst == pytest.approx(bound, rel=1e-6)


def test_rows_of_other_lengths_are_the_same_program() -> None:
    goal = GOALS["group"]
    scales = np.linspace(0.5, 4, len(ROWS))
    plain = solve_cones(ROWS, NONE, np.zeros(0), goal)
    scaled = solve_cones(ROWS * scales[:, None], NONE, np.zeros(0), goal)
    assert scaled.constants.sum() == pytest.approx(plain.constants.sum(), rel=1e-4)
    assert (ROWS * scales[:, None]).T @ scaled.weights == pytest.approx(np.ones(3), abs=1e-7)


def test_a_delta_is_charged() -> None:
    """Told truths join at their excess of 1 for each pair: the variance falls, z > 0."""
    rows = np.vstack([ROWS, np.eye(3)])
    surplus = np.zeros((len(rows), 6))
    pairs = [(a, b) for a in range(3) for b in range(3) if a != b]
    for j in range(3):
        surplus[len(ROWS) + j] = [float(a == j) for a, _ in pairs]
    deltas = np.full(6, 0.1)
    with_delta = solve_cones(rows, surplus, deltas, GOALS["group"])
    without = solve_cones(ROWS, NONE, np.zeros(0), GOALS["group"])
    assert (surplus.T @ with_delta.weights <= deltas + 1e-7).all()
    assert with_delta.pair_prices.min() > -1e-9 and with_delta.pair_prices.max() > 1e-3

    def value(found, more=0.0):
        return (
            2 * (NUMBERS * found.slopes).sum()
            - found.constants.sum()
            - more
            - less(GOALS["group"], found.squares)
        )

    assert value(with_delta, deltas @ with_delta.pair_prices) < value(without) - 1e-3


@pytest.mark.parametrize("gamma", [10.0, 1e4, 1e8, 1e11])
def test_a_fixed_group_is_told_from_its_numbers(gamma: float) -> None:
    """gamma / (gamma - 1)^2 about one of two truths, which doubles about 0 lose among ones."""
    rows = np.array([[gamma, 1.0], [1.0, gamma]])
    goal = GroupGoal(np.array([[0.0, 1.0]]))
    found = solve_cones(rows, np.zeros((2, 0)), np.zeros(0), goal)
    apart = goal.contrasts[:, :, None] - found.values[:, None, :]
    variances = (rows.T * found.weights * apart[0] ** 2).sum(axis=1)
    assert variances == pytest.approx(gamma / (gamma - 1) ** 2, rel=1e-6)
