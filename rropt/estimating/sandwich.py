"""The variance of a sum of scores over sampled units: the middle of every sandwich.

    V = sum_h n_h / (n_h - 1) sum_u (z_u - mean_h)(z_u - mean_h)'

z_u is the weighted score of unit u (a record, or a cluster, whose records are added up), in stratum
h with n_h units. Of a finite population of N_h units a part f_h = n_h / N_h was asked, and only the
choice of whom to ask is less random by it: the reports stay random. So V_h becomes
`(1 - f_h) V_h + f_h M_h`, M_h the part of it that the table draws.

Estimates and regressions ask for it here, so that both have one factor and one rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.exact import InputError, exact


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


def of_finite_population(
    spreads: Mapping[Any, np.ndarray], parts: Mapping[Any, float]
) -> np.ndarray:
    """The sum of (1 - f_h) V_h; a stratum without a part f_h is of an infinite population.

    >>> of_finite_population({"a": np.eye(1), "b": np.eye(1)}, {"a": 0.25}).tolist()
    [[1.75]]
    """
    kept = [(1 - parts.get(name, 0.0)) * spread for name, spread in spreads.items()]
    total: np.ndarray = np.sum(kept, axis=0)
    return total


def population_sizes(sampled: Mapping[str, int], population: Any) -> dict[str, Fraction]:
    """The number of units of the population in each stratum; empty where it is not finite.

    `sampled` says how many of each stratum were asked; without strata it is one without a name.

    >>> population_sizes({"": 20}, 60)
    {'': Fraction(60, 1)}
    """
    if population is None:
        return {}
    given = population if isinstance(population, Mapping) else {"": population}
    sizes = {str(name): exact(size, "population") for name, size in given.items()}
    if set(sizes) != set(sampled):
        if list(sampled) == [""]:
            raise InputError("population must be one number where there are no strata")
        names = ", ".join(map(repr, sorted(sampled)))
        raise InputError(f"population must name each stratum once: {names}")
    for name, size in sizes.items():
        if size < sampled[name]:
            whose = f"population of {name!r}" if name else "population"
            raise InputError(f"{whose} must be at least its sample, {sampled[name]}, got {size}")
    return sizes
