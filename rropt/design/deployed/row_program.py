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

from rropt.lp.highs import highs, linear_model

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
        kept = [SumsBetween(self.rows.T.astype(float), total, total)]
        if len(self.most):
            kept.append(SumsBetween(self.excesses.T, -np.inf, self.most))
        unit = total * float(np.abs(self.worth / self.rows.max(axis=1)).max()) or 1.0
        worth = SCALE / unit * self.worth
        bounds = np.zeros(len(worth)), np.full(len(worth), float(total))
        times, finished = best_whole_numbers(worth, kept, bounds, NODES)
        if times is None:
            return None, False
        used = times > 0
        return times[used, None] * self.rows[used], finished


@dataclass(frozen=True)
class SumsBetween:
    """least <= matrix x <= most, a number for all rows or one for each."""

    matrix: Any
    least: float | np.ndarray
    most: float | np.ndarray

    def of_rows(self, side: float | np.ndarray) -> np.ndarray:
        """The numbers of one side, one a row."""
        return np.broadcast_to(np.asarray(side, float), self.matrix.shape[:1])


def best_whole_numbers(
    worth: np.ndarray,
    kept: Sequence[SumsBetween],
    bounds: tuple[np.ndarray, np.ndarray],
    nodes: int,
    whole: np.ndarray | int = 1,
) -> tuple[np.ndarray | None, bool]:
    """Numbers worth the most, and whether the search came to its end; None where none are found.

    Those whose `whole` is 0 need not be whole in the program, and are rounded here as well.
    """
    import highspy
    from scipy.sparse import csc_array, vstack

    matrix = vstack([csc_array(each.matrix) for each in kept], format="csc")
    least = np.concatenate([each.of_rows(each.least) for each in kept])
    most = np.concatenate([each.of_rows(each.most) for each in kept])
    model = linear_model(-worth, matrix, bounds, (least, most))
    kind = highspy.HighsVarType
    model.integrality_ = [
        kind.kInteger if each else kind.kContinuous for each in np.broadcast_to(whole, worth.shape)
    ]
    solver = highs({"time_limit": SECONDS, "mip_max_nodes": nodes, "mip_rel_gap": 0.0})
    solver.passModel(model)
    solver.run()
    if solver.getInfo().primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return None, False
    finished = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return np.rint(solver.getSolution().col_value).astype(int), finished
