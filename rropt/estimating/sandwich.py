"""The variance of a sum of scores over sampled units: the middle of every sandwich.

    V = sum_h n_h / (n_h - 1) sum_u (z_u - mean_h)(z_u - mean_h)'

z_u is the weighted score of unit u (a record, or a cluster, whose records are added up), in stratum
h with n_h units. Estimates and regressions ask for it here, so that both have one factor.
"""

from __future__ import annotations

from typing import Any

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


def stratum_variances(
    scores: np.ndarray,
    strata: np.ndarray,
    clusters: np.ndarray | None = None,
    alike: np.ndarray | None = None,
) -> dict[Any, np.ndarray]:
    """The variance of the sum in each stratum, by its name, from the scores of records.

    Record i stands for `alike[i]` of them. Clusters are units within their strata.

    >>> scores = np.array([[1.0], [1.0], [2.0]])
    >>> stratum_variances(scores, np.zeros(3), np.array([0, 0, 1]))[0.0].tolist()
    [[0.0]]
    """
    names, place = np.unique(strata, return_inverse=True)
    if clusters is not None:
        inside = np.unique(clusters, return_inverse=True)[1]
        units, unit = np.unique(place * len(inside) + inside, return_inverse=True)
        sums = np.zeros((len(units), scores.shape[1]))
        np.add.at(sums, unit, scores if alike is None else scores * alike[:, None])
        scores = sums
        place = units // len(inside)
        alike = None
    found = {}
    for i, name in enumerate(names.tolist()):
        here = place == i
        said = f"stratum {name!r}" if isinstance(name, str) and name else "each stratum"
        often = None if alike is None else alike[here]
        found[name] = stratum_variance(
            scores[here], often, said if len(names) > 1 else "the sample"
        )
    return found
