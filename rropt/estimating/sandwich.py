"""The variance of a sum of scores over sampled units: the middle of every sandwich.

    V = sum_h n_h / (n_h - 1) sum_u (z_u - mean_h)(z_u - mean_h)'

z_u is the weighted score of unit u (a record, or a cluster, whose records are added up), in stratum
h with n_h units. Estimates and regressions ask for it here, so that both have one factor.
"""

from __future__ import annotations

import numpy as np

from rropt.exact import InputError


def stratum_variance(
    scores: np.ndarray, units: np.ndarray | None = None, name: str = "the sample"
) -> np.ndarray:
    """The variance of the sum in one stratum; row i stands for `units[i]` units that are alike.

    >>> scores = np.array([[1.0], [2.0]])
    >>> stratum_variance(scores), stratum_variance(scores, np.array([2, 1]))
    (array([[1.]]), array([[1.]]))
    """
    alike = np.ones(len(scores)) if units is None else units
    size = float(alike.sum())
    if size < 2:
        raise InputError(f"{name} must have two clusters or records, got {size:.0f}")
    centred = scores - alike @ scores / size
    found: np.ndarray = (centred * alike[:, None]).T @ centred * (size / (size - 1))
    return found
