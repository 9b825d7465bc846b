"""Is A = C P for some C >= 0 whose columns add up to one? A linear program on HiGHS, in doubles."""

from __future__ import annotations

import highspy
import numpy as np


def is_garbled(a: np.ndarray, p: np.ndarray, method: str) -> bool:
    """100 x 100: yes takes 2 s by interior points ("ipm"), no 0.2 s by "simplex", yes over 60."""
    reports = len(a)
    sources, truths = p.shape
    program = highspy.HighsLp()
    program.num_col_ = reports * sources
    program.num_row_ = reports * truths + sources
    program.col_cost_ = np.zeros(program.num_col_)
    program.col_lower_ = np.zeros(program.num_col_)
    program.col_upper_ = np.full(program.num_col_, highspy.kHighsInf)
    right = np.concatenate([a.ravel(), np.ones(sources)])
    program.row_lower_ = program.row_upper_ = right
    rows = np.empty((reports, sources, truths + 1), dtype=np.int32)
    rows[:, :, :truths] = np.arange(reports)[:, None, None] * truths + np.arange(truths)
    rows[:, :, truths] = reports * truths + np.arange(sources)
    values = np.ones((reports, sources, truths + 1))
    values[:, :, :truths] = p
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.arange(0, rows.size + 1, truths + 1, dtype=np.int32)
    program.a_matrix_.index_ = rows.ravel()
    program.a_matrix_.value_ = values.ravel()
    solver = highspy.Highs()
    options = {"output_flag": False, "threads": 1, "presolve": "off", "solver": method}
    for name, value in options.items():
        solver.setOptionValue(name, value)
    solver.passModel(program)
    solver.run()
    return bool(solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)
