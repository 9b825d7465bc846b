"""The variance of a sum of scores over sampled units: the middle of every sandwich.

    V = sum_h n_h / (n_h - 1) sum_u (z_u - mean_h)(z_u - mean_h)'

z_u is the weighted score of unit u (a record, or a cluster, whose records are added up), in stratum
h with n_h units. Of a finite population of N_h units a part f_h = n_h / N_h was asked, and only the
choice of whom to ask is less random by it: the reports stay random. So V_h becomes
`(1 - f_h) V_h + f_h M_h`, M_h the part of it that the table draws.

With clusters V rests on as many degrees of freedom as there are clusters less strata, by which
intervals take Student's t and tests F. A record of weight zero counts among the units, as people
outside a group do, and its score is zero.

Estimates and regressions ask for it here, so that both have one factor and one rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from rropt.exact import InputError, exact, groups_in_words, several
from rropt.survey.quantiles import chi_square_quantile, chi_square_tail, normal_quantile


def stratum_variance(scores: np.ndarray, units: np.ndarray | None = None) -> np.ndarray:
    """The variance of the sum in one stratum; row i stands for `units[i]` units that are alike.

    >>> scores = np.array([[1.0], [2.0]])
    >>> stratum_variance(scores), stratum_variance(scores, np.array([2, 1]))
    (array([[1.]]), array([[1.]]))
    """
    alike = np.ones(len(scores)) if units is None else units
    size = float(alike.sum())
    centred = scores - alike @ scores / size
    found: np.ndarray = (centred * alike[:, None]).T @ centred * (size / (size - 1))
    return found


@dataclass(frozen=True)
class Sampling:
    """How records were sampled: strata, clusters within them, the part of a finite population.

    Row i stands for `alike[i]` records. Clusters of one name in several strata are several.

    >>> scores = np.array([[1.0], [1.0], [2.0], [3.0]])
    >>> Sampling.of(["a", "a", "b", "b"]).within({"a": 4, "b": 8}).variance(scores).tolist()
    [[0.75]]
    """

    strata: np.ndarray
    """The number of each row's stratum among the names."""

    names: tuple[str, ...] = ("",)
    clusters: np.ndarray | None = None
    """None: each record is its own."""

    alike: np.ndarray | None = None
    counted: np.ndarray | None = None
    """Which rows have a score: the others were asked, and theirs is zero. None: all."""

    parts: np.ndarray | None = None
    """Of each stratum the part that was asked; None of an infinite population."""

    drawn: np.ndarray | None = None
    """What the table draws of that part, which stays random."""

    @classmethod
    def of(cls, strata: Any, **others: Any) -> Sampling:
        """By the labels of the strata."""
        names, places = np.unique(strata, return_inverse=True)
        return cls(places, tuple(map(str, names)), **others)

    def within(self, population: Any) -> Sampling:
        """The same of a finite population: its units, or those of each stratum by its name.

        >>> Sampling.of(["a", "a", "b"]).within({"a": 4, "b": 8}).parts.tolist()
        [0.5, 0.125]
        """
        if population is None:
            return self
        units = np.bincount(self.strata, self.alike)
        if self.clusters is not None:
            units = np.bincount(self._units[1])
        asked = dict(zip(self.names, map(int, units), strict=True))
        sizes = population_sizes(asked, population)
        parts = [float(asked[name] / sizes[name]) for name in self.names]
        return replace(self, parts=np.array(parts))

    @property
    def is_one_by_one(self) -> bool:
        """Whether people were drawn one by one, and not by strata or clusters.

        >>> Sampling.of(["", ""]).is_one_by_one, Sampling.of(["a", "b"]).is_one_by_one
        (True, False)
        """
        return self.clusters is None and len(self.names) == 1

    @property
    def part_of_each(self) -> np.ndarray:
        """Of each row that is counted the part of its stratum that was asked."""
        parts = np.zeros(len(self.names)) if self.parts is None else self.parts
        found: np.ndarray = parts[self.strata]
        return found if self.counted is None else found[self.counted]

    @property
    def freedom(self) -> float:
        """Clusters minus strata; infinite where every record is its own cluster.

        >>> Sampling.of(["a", "a", "b", "b"], clusters=np.array([1, 2, 1, 2])).freedom
        2.0
        """
        return inf if self.clusters is None else float(len(self._units[1]) - len(self.names))

    def variance(self, scores: np.ndarray) -> np.ndarray:
        """The sum over strata of (1 - f_h) V_h, and what was drawn, from the scores of rows."""
        if self.counted is not None:
            padded = np.zeros((len(self.counted), scores.shape[1]))
            padded[self.counted] = scores
            scores = padded
        place = self.strata
        alike = self.alike
        # Records of a cluster may depend on each other: only their sum is a unit.
        if self.clusters is not None:
            unit, place = self._units
            sums = np.zeros((len(place), scores.shape[1]))
            np.add.at(sums, unit, scores if alike is None else scores * alike[:, None])
            scores = sums
            alike = None
        parts = np.zeros(len(self.names)) if self.parts is None else self.parts
        total = np.zeros((scores.shape[1], scores.shape[1]))
        _require_two(np.bincount(place, alike, len(self.names)))
        for i, part in enumerate(parts):
            here = place == i
            often = None if alike is None else alike[here]
            total += (1 - part) * stratum_variance(scores[here], often)
        return total if self.drawn is None else total + self.drawn

    @cached_property
    def _units(self) -> tuple[np.ndarray, np.ndarray]:
        """The cluster of each row and the stratum of each cluster, as numbers from 0."""
        clusters: Any = self.clusters
        inside = np.unique(clusters, return_inverse=True)[1]
        # One number for each pair of stratum and cluster, whose quotient is the stratum.
        units, unit = np.unique(self.strata * len(inside) + inside, return_inverse=True)
        return unit, units // len(inside)


def _require_two(sizes: np.ndarray) -> None:
    """Units of which nobody knows how they vary; a stratum is that of its one person, not shown."""
    few = int((sizes < 2).sum())
    if not few:
        return
    if len(sizes) == 1:
        raise InputError(f"the sample must have two clusters or records, got {sizes[0]:.0f}")
    raise InputError(
        f"each stratum must have two clusters or records, got fewer in {few} of {len(sizes)}"
    )


def wald_quantile(level: Fraction | float, freedom: float) -> float:
    """How many standard errors an interval reaches: by Student's t, or the normal distribution.

    >>> round(wald_quantile(0.95, inf), 3), round(wald_quantile(0.95, 10), 3)
    (1.96, 2.228)
    """
    if freedom == inf:
        return normal_quantile(level)
    if freedom < 1:
        raise InputError("clusters must be more than strata for an interval")
    from scipy.special import stdtrit

    return -float(stdtrit(freedom, float((1 - level) / 2)))


def wald_tail(statistic: float, restrictions: int, freedom: float) -> float:
    """The chance that Wald's statistic is larger: chi-square, or F where clusters are counted.

    Of one restriction they are the squares of a normal variable, and of Student's t.

    >>> round(wald_tail(3.84, 1, inf), 3), round(wald_tail(4.96, 1, 10), 3)
    (0.05, 0.05)
    """
    if freedom == inf:
        return chi_square_tail(statistic, restrictions)
    # As Hotelling's T^2: q f / (f - q + 1) times F with q and f - q + 1 degrees.
    left = freedom - restrictions + 1
    if left < 1:
        raise InputError(
            f"clusters must be at least {restrictions} more than strata for a test, "
            f"got {freedom:.0f}"
        )
    from scipy.special import fdtrc

    return float(fdtrc(restrictions, left, statistic * left / (freedom * restrictions)))


def tail_of_clusters(p_value: float, restrictions: int, freedom: float) -> float:
    """The p-value by F of what has this one by chi-square.

    >>> round(tail_of_clusters(0.05, 1, 10), 4), tail_of_clusters(0.05, 1, inf)
    (0.0784, 0.05)
    """
    if freedom == inf:
        return p_value
    return wald_tail(chi_square_quantile(1 - p_value, restrictions), restrictions, freedom)


def students(freedom: float) -> str:
    """What a headline adds where intervals are by Student's t; nothing where they are normal.

    >>> students(11), students(inf)
    ("; Student's t with 11 degrees of freedom", '')
    """
    return (
        ""
        if freedom == inf
        else f"; Student's t with {several(round(freedom), 'degree')} of freedom"
    )


def drawn_variance(
    table: np.ndarray, shares: np.ndarray, scores: np.ndarray, counted: np.ndarray
) -> np.ndarray:
    """What a table draws of the sum of scores over rows n, each counted so often.

    It is `sum_n t_n (sum_y p_ny s_yn s_yn' - sum_j pi_nj m_jn m_jn')`: `scores` has the s_yn of
    each report, whose chance is p_ny, and m_jn is their mean where j is the truth.

    >>> half, scores = np.array([[0.5, 0.5]]), np.array([[[1.0]], [[-1.0]]])
    >>> warner = np.array([[0.75, 0.25], [0.25, 0.75]])
    >>> drawn_variance(warner, half, scores, np.array([4.0])).tolist()
    [[3.0]]
    """
    means = np.einsum("yj,ynp->jnp", table, scores)
    of_reports = np.einsum("n,yn,ynp,ynq->pq", counted, table @ shares.T, scores, scores)
    found: np.ndarray = of_reports - np.einsum("n,nj,jnp,jnq->pq", counted, shares, means, means)
    return found


def population_sizes(sampled: Mapping[str, int], population: Any) -> dict[str, Fraction]:
    """The number of units of a finite population in each stratum.

    `sampled` says how many of each stratum were asked; without strata it is one without a name.

    >>> population_sizes({"": 20}, 60)
    {'': Fraction(60, 1)}
    """
    given = population if isinstance(population, Mapping) else {"": population}
    sizes = {str(name): exact(size, "population") for name, size in given.items()}
    if set(sizes) != set(sampled):
        if list(sampled) == [""]:
            raise InputError("population must be one number where there are no strata")
        strata = groups_in_words(sorted(sampled))
        raise InputError(f"population must name each stratum once: {strata}")
    for name, size in sizes.items():
        if size < sampled[name]:
            whose = f"population of {name!r}" if name else "population"
            raise InputError(f"{whose} must be at least its sample, {sampled[name]}, got {size}")
    return sizes
