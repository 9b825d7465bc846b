"""The best table over 1/N made of listed whole-number rows: an integer program.

    maximise sum_n x_n u(n)   with   sum_n x_n n = N   for each truth,   sum_n x_n e_p(n) <= d_p N

Here x_n is how often the row n occurs and e_p(n) what it adds to a budget of excesses. HiGHS
proposes the numbers; a table is believed if whole numbers find it private.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

SECONDS = 10
NODES = 2000
"""The search stops after so many nodes, on a slow machine after so many seconds."""

SCALE = 1e4
"""HiGHS takes a gap of 1e-6 for none, whatever the objective's size."""


@dataclass(frozen=True)
class RowProgram:
    """Rows, one a line; what each is worth, and what it adds to each budget."""

    rows: np.ndarray
    worth: np.ndarray
    excesses: np.ndarray
    most: np.ndarray

    def solve(self, total: int) -> tuple[np.ndarray | None, bool]:
        """The rows of the best table, as often as they occur, and whether no other is better."""
        from scipy.optimize import Bounds, LinearConstraint

        constraints = [LinearConstraint(self.rows.T.astype(float), total, total)]
        if len(self.most):
            constraints.append(LinearConstraint(self.excesses.T, -np.inf, self.most))
        unit = total * float(np.abs(self.worth / self.rows.max(axis=1)).max()) or 1.0
        worth = SCALE / unit * self.worth
        times, finished = best_whole_numbers(worth, constraints, Bounds(0, total), NODES)
        if times is None:
            return None, False
        used = times > 0
        return times[used, None] * self.rows[used], finished


def best_whole_numbers(
    worth: np.ndarray, constraints: Sequence[Any], bounds: Any, nodes: int, whole: Any = 1
) -> tuple[np.ndarray | None, bool]:
    """Numbers worth the most, and whether the search came to its end; None where none are found.

    Those whose `whole` is 0 need not be whole in the program, and are rounded here as well.
    """
    from scipy.optimize import milp

    answer = milp(
        -worth,
        constraints=constraints,
        integrality=whole,
        bounds=bounds,
        options={"time_limit": SECONDS, "node_limit": nodes, "mip_rel_gap": 0.0},
    )
    if answer.x is None:
        return None, False
    return np.rint(answer.x).astype(int), answer.status == 0
