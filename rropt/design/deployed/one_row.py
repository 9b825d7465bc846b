"""The best table over 1/N for a utility of decisions: an integer program with one row an action.

Rows that lead to the same action are one report, and their sum is as private as they are. So for
u(r) = max_a sum_j c_aj r_j the best table over 1/N has a row of whole numbers n_a for each action:

    maximise sum_aj c_aj n_aj   with   sum_a n_aj = N   in every column, and under one number
    b_a <= n_aj <= gamma b_a   with a whole number b_a, the floor of the row.

With a delta, or under other levels, the same is a program of `table_programs`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from rropt.design.deployed.exchange import MOST_TOTAL
from rropt.design.deployed.integer_starts import WholeChances
from rropt.design.deployed.row_program import best_whole_numbers
from rropt.design.problem import Problem

MOST_CELLS = 400
"""Actions times truths."""

NODES = 100
"""The search stops after so many nodes."""


def gains_of_actions(objective: Any) -> np.ndarray | None:
    """c_aj, one row an action; None for other utilities.

    >>> from rropt.utility import FDivergence
    >>> gains_of_actions(FDivergence("total-variation")).tolist()
    [[0.5, -0.5], [-0.5, 0.5]]
    """
    if objective.actions is None:
        return None
    return np.array(list(dict.fromkeys(objective.actions)), dtype=float)


def best_decisions(
    problem: Problem, gains: np.ndarray, total: int, known: Fraction
) -> tuple[np.ndarray | None, bool]:
    """Rows of whole numbers worth at least `known`, and whether the search came to its end."""
    from scipy.optimize import Bounds, LinearConstraint

    actions, truths = gains.shape
    matrix, most = _pure(problem, gains.shape, total)
    worth = np.zeros(matrix.shape[1])
    unit = np.abs(gains).max() or 1.0
    worth[: gains.size] = gains.ravel() / unit
    columns = np.zeros((truths, len(worth)))
    columns[:, : gains.size] = np.tile(np.eye(truths), actions)
    least = float(known) * total / unit
    constraints = [
        LinearConstraint(matrix, -np.inf, most),
        LinearConstraint(columns, total, total),
        LinearConstraint(worth, least - 1e-9 * abs(least), np.inf),
    ]
    found, finished = best_whole_numbers(worth, constraints, Bounds(0, total), NODES)
    if found is None:
        return None, False
    return found[: gains.size].reshape(gains.shape), finished


def is_small(problem: Problem, gains: np.ndarray, total: int) -> bool:
    """Whether the integer program is within reach."""
    return gains.size <= MOST_CELLS and total <= MOST_TOTAL


def _pure(problem: Problem, shape: tuple[int, int], total: int) -> tuple[Any, np.ndarray]:
    """b_a - n_aj <= 0 and q n_aj - p b_a <= 0, where p/q = max_b floor(gamma b) / b.

    Over N that fraction is gamma, and its numerators are small enough for doubles.
    """
    from scipy.sparse import eye_array, hstack, kron, vstack

    caps = WholeChances(total, problem.gamma.lo, problem.delta).caps.tolist()
    gamma = max(Fraction(cap, least) for least, cap in enumerate(caps) if least)
    cells = eye_array(shape[0] * shape[1])
    floors = kron(eye_array(shape[0]), np.ones((shape[1], 1)))
    above = hstack([-cells, floors])
    below = hstack([gamma.denominator * cells, -gamma.numerator * floors])
    matrix = vstack([above, below], format="csr")
    return matrix, np.zeros(matrix.shape[0])
