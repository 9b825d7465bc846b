"""The direct linear program of a gain on HiGHS: a variable for each table entry and row minimum.

maximise sum_ij w_ij P_ij   subject to   sum_i P_ij = 1,   m_i <= P_ij <= gamma m_i
"""

from __future__ import annotations

from typing import Any

import highspy
import numpy as np


def gain_program(weights: Any, gamma: float) -> highspy.Highs:
    """The program, ready to run; `weights` has a row an action (a report) and a column a truth."""
    gains = np.array(weights, dtype=float)
    actions, truths = gains.shape
    entries = actions * truths
    infinity = highspy.kHighsInf
    model = highspy.HighsLp()
    model.sense_ = highspy.ObjSense.kMaximize
    model.num_col_ = entries + actions
    model.num_row_ = truths + 2 * entries
    model.col_cost_ = np.concatenate([gains.ravel(), np.zeros(actions)])
    model.col_lower_ = np.zeros(entries + actions)
    model.col_upper_ = np.full(entries + actions, infinity)
    model.row_lower_ = np.concatenate([np.ones(truths), np.full(2 * entries, -infinity)])
    model.row_upper_ = np.concatenate([np.ones(truths), np.zeros(2 * entries)])
    columns = [
        (j, truths + place, truths + entries + place)
        for place, j in enumerate(np.tile(np.arange(truths), actions).tolist())
    ]
    values = [(1.0, 1.0, -1.0)] * entries
    for i in range(actions):
        rows = truths + i * truths + np.arange(truths)
        columns.append((*rows.tolist(), *(rows + entries).tolist()))
        values.append((-gamma,) * truths + (1.0,) * truths)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    sizes = [len(column) for column in columns]
    model.a_matrix_.start_ = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    model.a_matrix_.index_ = np.concatenate(columns).astype(np.int32)
    model.a_matrix_.value_ = np.concatenate(values)
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("presolve", "off")  # up to 1.6 times as fast as "choose", 4 to 128 truths
    solver.passModel(model)
    return solver


def best_gain(weights: Any, gamma: float) -> float:
    """Pose, solve, and the optimum."""
    solver = gain_program(weights, gamma)
    solver.run()
    return float(solver.getObjectiveValue())
