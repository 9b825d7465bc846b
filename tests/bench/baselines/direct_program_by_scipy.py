"""The direct program of a gain by scipy's linprog, as most would write it.

minimise -sum_ij w_ij P_ij   subject to   sum_i P_ij = 1,   m_i <= P_ij <= gamma m_i
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_array, csr_array, eye_array, kron


def best_gain(weights: Any, gamma: float) -> float:
    """Pose, solve, and the optimum; `weights` has a row an action and a column a truth."""
    gains = np.array(weights, dtype=float)
    actions, truths = gains.shape
    entries, floors = eye_array(actions * truths), kron(eye_array(actions), np.ones((truths, 1)))
    sums = kron(np.ones((1, actions)), eye_array(truths))
    found = linprog(
        -np.concatenate([gains.ravel(), np.zeros(actions)]),
        A_ub=block_array([[entries, -gamma * floors], [-entries, floors]], format="csr"),
        b_ub=np.zeros(2 * actions * truths),
        A_eq=block_array([[sums, csr_array((truths, actions))]], format="csr"),
        b_eq=np.ones(truths),
        method="highs",
        options={"presolve": False},
    )
    return float(-found.fun)
