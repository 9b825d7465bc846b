"""The best table over 1/N made of listed whole-number rows: an integer program.

    maximise sum_n x_n u(n)   with   sum_n x_n n = N   for each truth,   sum_n x_n e_p(n) <= d_p N

Here x_n is how often the row n occurs and e_p(n) what it adds to a budget of excesses. HiGHS
proposes the numbers; a table is believed if whole numbers find it private.
"""

from __future__ import annotations

from dataclasses import dataclass

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
        from scipy.optimize import Bounds, LinearConstraint, milp

        constraints = [LinearConstraint(self.rows.T.astype(float), total, total)]
        if len(self.most):
            constraints.append(LinearConstraint(self.excesses.T, -np.inf, self.most))
        unit = total * float(np.abs(self.worth / self.rows.max(axis=1)).max()) or 1.0
        answer = milp(
            -SCALE / unit * self.worth,
            constraints=constraints,
            integrality=np.ones(len(self.rows)),
            bounds=Bounds(0, total),
            options={"time_limit": SECONDS, "node_limit": NODES, "mip_rel_gap": 0.0},
        )
        if answer.x is None:
            return None, False
        times = np.rint(answer.x).astype(int)
        used = times > 0
        return times[used, None] * self.rows[used], answer.status == 0
