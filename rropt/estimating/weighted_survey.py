"""Surveys with weights, strata, clusters and finite populations, by pseudo-likelihood.

The point maximises `sum_r w_r log (C pi)_r`: every record counts as much as it stands for. With the
score s_r = c_r / (C pi)_r of a report and J the information of the weighted counts, its covariance
is linearised:

    J^-1 V J^-1,   V = sum_h n_h / (n_h - 1) sum_c (z_hc - mean_h)(z_hc - mean_h)',

z_hc the weighted scores of cluster c of stratum h added up; without clusters each record is one.
Of a finite population V_h is less (`sandwich.py`). Intervals are profile intervals whose cutoff is
the design effect times the squared quantile (Rao and Scott 1981), of Student's t with
(clusters - strata) degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.intervals import Interval
from rropt.estimating.likelihood_contrast import LikelihoodContrast
from rropt.estimating.likelihood_estimate import (
    LikeliestDistribution,
    LikelihoodEstimate,
    likelihood_estimate,
)
from rropt.estimating.quantiles import chi_square_tail, confidence_level, normal_quantile
from rropt.estimating.ratio_hypothesis import value_held
from rropt.estimating.sampled_likelihood import block_diagonal, profile_limits
from rropt.estimating.sandwich import of_finite_population, population_sizes, stratum_variances
from rropt.exact import InputError, exact


@dataclass(frozen=True)
class SampleCell:
    """Records that are alike: a report, a weight, a stratum, a cluster (None: each its own)."""

    report: int
    weight: Fraction
    stratum: str
    cluster: str | None
    records: int


@dataclass(frozen=True, eq=False, repr=False)
class SurveyEstimate(LikeliestDistribution):
    """The pseudo-likelihood estimate of a survey; `counts` are the sums of weights."""

    cells: tuple[SampleCell, ...]
    population: Mapping[str, Fraction]

    method = "pseudo-likelihood"

    @property
    def fit(self) -> None:
        """Sums of weights are no counts, so that the fit of a survey is not judged."""

    @property
    def own_record(self) -> dict[str, Any]:
        """The design effect of each share."""
        known = enumerate(self.identified.truths)
        return {"design_effect": [self.of(j).design_effect if seen else None for j, seen in known]}

    @property
    def records(self) -> int:
        """Number of reports that count."""
        return sum(cell.records for cell in self.cells if cell.weight)

    @cached_property
    def freedom(self) -> float:
        """Clusters minus strata; infinite where every record is its own cluster."""
        if self.cells[0].cluster is None:
            return inf
        units = {(cell.stratum, cell.cluster) for cell in self.cells}
        return len(units) - len({stratum for stratum, _ in units})

    @cached_property
    def covariance(self) -> np.ndarray:
        """The linearised covariance of the design."""
        return self.marked_square(self.linearised)

    @cached_property
    def linearised(self) -> np.ndarray:
        """The same over all truths."""
        return linearised_covariance([self], self.cells)

    def contrast(self, coefficients: Iterable[Any]) -> SurveyContrast:
        """The linear combination `sum_j c_j pi_j`; refused where it is not identified."""
        checked = self.checked_contrast(coefficients)
        return SurveyContrast(self.model, (checked,), self.linearised, self.freedom)

    @cached_property
    def scores(self) -> np.ndarray:
        """c_r / p_r, one row a report, zero for a report that nobody gave."""
        rows = self.channel.to_numpy()
        chances = rows @ self.maximum.value
        seen = np.array([n > 0 for n in self.counts])
        return np.where(seen[:, None], rows / np.where(seen, chances, 1)[:, None], 0)

    @property
    def drawn_variance(self) -> np.ndarray:
        """The variance of one report's score that the table draws, given the truth, on average."""
        table, point = self.channel.to_numpy(), self.maximum.value
        means = table.T @ self.scores
        mixed = (self.scores * (table @ point)[:, None]).T @ self.scores
        return mixed - (means * point[:, None]).T @ means


def survey_of_cells(
    channel: Channel, cells: Sequence[SampleCell], population: Any = None
) -> SurveyEstimate:
    """The same from records that were counted already."""
    if any(cell.weight < 0 for cell in cells):
        raise InputError("weights must be at least 0, got one below")
    sums = [Fraction(0)] * channel.shape[0]
    for cell in cells:
        sums[cell.report] += cell.weight * cell.records
    plain: LikelihoodEstimate = likelihood_estimate(channel, sums)
    sizes = population_sizes(_sampled(cells), population)
    return SurveyEstimate(channel, plain.counts, plain.maximum, tuple(cells), sizes)


def _sampled(cells: Sequence[SampleCell]) -> dict[str, int]:
    """The number of clusters, or of records where there are none, in each stratum."""
    units: dict[str, set[str]] = {}
    records: dict[str, int] = {}
    for cell in cells:
        units.setdefault(cell.stratum, set()).add(str(cell.cluster))
        records[cell.stratum] = records.get(cell.stratum, 0) + cell.records
    if cells[0].cluster is None:
        return records
    return {stratum: len(found) for stratum, found in units.items()}


def linearised_covariance(
    groups: Sequence[SurveyEstimate], cells: Sequence[SampleCell]
) -> np.ndarray:
    """Of the distributions of groups of one survey, one after the other.

    The reports of the cells are those of the groups, one below the other.
    """
    scores = block_diagonal([group.scores for group in groups])
    drawn = [group.drawn_variance for group in groups]
    spread = design_variance(cells, groups[0].population, scores, drawn)
    breads = [group.model.observed_covariance for group in groups]
    scales = [group.records / float(group.n) for group in groups]
    bread = block_diagonal([s * each for s, each in zip(scales, breads, strict=True)])
    return bread @ spread @ bread


def design_variance(
    cells: Sequence[SampleCell],
    population: Mapping[str, Fraction],
    scores: np.ndarray,
    drawn: Sequence[np.ndarray],
) -> np.ndarray:
    """The variance V of the weighted sum of scores under the design.

    `drawn` is what the table draws of a report of each group.
    """
    reports = np.array([cell.report for cell in cells])
    weights = np.array([float(cell.weight) for cell in cells])
    clusters = None
    if cells[0].cluster is not None:
        clusters = np.array([str(cell.cluster) for cell in cells])
    spreads = stratum_variances(
        scores[reports] * weights[:, None],
        np.array([cell.stratum for cell in cells]),
        clusters,
        np.array([float(cell.records) for cell in cells]),
    )
    sampled = _sampled(cells)
    parts = {stratum: float(sampled[stratum] / size) for stratum, size in population.items()}
    total = of_finite_population(spreads, parts)
    asked = np.zeros(len(drawn))
    for cell in cells:
        group = cell.report * len(drawn) // len(scores)
        asked[group] += parts.get(cell.stratum, 0) * float(cell.weight) ** 2 * cell.records
    return total + block_diagonal([part * each for part, each in zip(asked, drawn, strict=True)])


ADJUSTED = "profile likelihood with a design effect"
IMPOSSIBLE = "no distribution has the value"


@dataclass(frozen=True, eq=False)
class SurveyContrast(LikelihoodContrast):
    """A contrast of a survey's distribution."""

    linearised: np.ndarray
    freedom: float

    @property
    def stderr(self) -> float:
        """The linearised standard error."""
        return self._error(self.linearised)

    @property
    def design_effect(self) -> float:
        """The variance over that of as many independent reports of equal weight."""
        return (self.stderr / super().stderr) ** 2

    def interval(self, level: Any = "0.95", method: str = "likelihood") -> Interval:
        """The profile interval with its cutoff multiplied by the design effect: the one method."""
        if method != "likelihood":
            raise InputError(f"method must be likelihood in a survey with weights, got {method!r}")
        confidence = confidence_level(level)
        if self.constant:
            return Interval(self.value, self.value, confidence, ADJUSTED)
        cutoff = self.design_effect * _quantile(confidence, self.freedom) ** 2
        lows, highs = profile_limits(self.model, self.vector[None], cutoff)
        scale = float(self.scale)
        return Interval(scale * float(lows[0]), scale * float(highs[0]), confidence, ADJUSTED)

    def test(self, value: Any = 0, alternative: str = "two-sided") -> HypothesisTest:
        """Is it equal to a value? The drop over the design effect is Student's t squared."""
        if alternative != "two-sided":
            raise InputError(f"alternative must be two-sided with weights, got {alternative!r}")
        hypothesis = exact(value, "value")
        low, high = self.exact_range
        if not low <= hypothesis <= high:
            return HypothesisTest(inf, 0.0, IMPOSSIBLE)
        if self.constant:
            return HypothesisTest(0.0, 1.0, "the value is known")
        drop = value_held(self.model, self.vector, self.scaled(hypothesis)).drop
        effect = self.design_effect
        statistic = drop / effect if effect > 0 else (inf if drop > 0 else 0.0)
        return HypothesisTest(statistic, wald_tail(statistic, 1, self.freedom), ADJUSTED)


def _quantile(level: Fraction, freedom: float) -> float:
    """Of Student's t, or of the normal distribution."""
    if freedom == inf:
        return normal_quantile(level)
    if freedom < 1:
        raise InputError("clusters must be more than strata for an interval")
    from scipy.special import stdtrit

    return float(stdtrit(freedom, float((1 + level) / 2)))


def wald_tail(statistic: float, restrictions: int, freedom: float) -> float:
    """The chance that Wald's statistic is larger: chi-square, or F where clusters are counted.

    Of one restriction they are the squares of a normal variable, and of Student's t.

    >>> round(wald_tail(3.84, 1, inf), 3), round(wald_tail(4.96, 1, 10), 3)
    (0.05, 0.05)
    """
    if freedom == inf:
        return chi_square_tail(statistic, restrictions)
    left = freedom - restrictions + 1
    if left < 1:
        raise InputError("clusters must be more than strata for a test")
    from scipy.special import fdtrc

    return float(fdtrc(restrictions, left, statistic * left / (freedom * restrictions)))
