"""Mutual information by column generation on HiGHS, pricing all 2^k patterns with numpy at once.

Columns are added in batches, each run goes on from the last basis, and by the primal simplex: that
basis stays feasible when columns are added.
"""

from __future__ import annotations

from math import log

import highspy
import numpy as np

ENOUGH = 1e-9
PRIMAL = 4
"""HiGHS's number of the primal simplex."""


def best_information(prior: np.ndarray, gamma: float) -> float:
    """The largest mutual information in nats, to a lack of 1e-9."""
    k = len(prior)
    high = (np.arange(1, 2**k - 1)[:, None] >> np.arange(k)) & 1
    masses = high @ prior
    patterns = 1 + (gamma - 1) * high
    shares = 1 + (gamma - 1) * masses
    worths = gamma * log(gamma) * masses - shares * np.log(shares)
    solver = _empty_program(k)
    chosen = 2 ** np.arange(k) - 1
    fresh = np.concatenate([chosen, len(patterns) - 1 - chosen])
    most = min(4 * k, len(patterns) - 1)
    while len(fresh):
        _add_columns(solver, worths[fresh], patterns[fresh])
        solver.run()
        lacks = worths - patterns @ np.array(solver.getSolution().row_dual)
        missing = np.argpartition(-lacks, most)[:most]
        fresh = missing[lacks[missing] > ENOUGH]
    return float(solver.getObjectiveValue())


def _empty_program(k: int) -> highspy.Highs:
    """sum_r w_r r_j = 1 for each truth, without columns."""
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("simplex_strategy", PRIMAL)
    solver.setOptionValue("dual_feasibility_tolerance", ENOUGH / 10)
    nothing = np.array([], dtype=np.int32)
    solver.addRows(k, np.ones(k), np.ones(k), 0, np.zeros(k, dtype=np.int32), nothing, np.array([]))
    solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    return solver


def _add_columns(solver: highspy.Highs, worths: np.ndarray, patterns: np.ndarray) -> None:
    n, k = patterns.shape
    places = np.arange(n * k, dtype=np.int32)
    solver.addCols(
        n, worths, np.zeros(n), np.full(n, highspy.kHighsInf),
        n * k, places[::k], places % k, patterns.ravel(),
    )  # fmt: skip
