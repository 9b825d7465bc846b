"""Surveys with weights, strata, clusters and finite populations, by pseudo-likelihood.

The point maximises `sum_r w_r log (C pi)_r`: every record counts as much as it stands for. With the
score s_r = c_r / (C pi)_r of a report and J the information of the weighted counts, its covariance
is linearised:

    J^-1 V J^-1,   V = sum_h n_h / (n_h - 1) sum_c (z_hc - mean_h)(z_hc - mean_h)',

z_hc the weighted scores of cluster c of stratum h added up; without clusters each record is one.
Of a finite population V_h is less (`sandwich.py`). Intervals are profile intervals whose cutoff is
the design effect times the squared quantile (Rao and Scott 1981), of Student's t with
(clusters - strata) degrees of freedom.

Reports that are all alike do not vary: V is then that of independent ones, sum_r w_r^2 s s', whose
design effect is that of the weights (Kish 1965). Of a group inside one cluster V is not known. For
intervals and tests V has the part of four records more that vary as independent ones of any
stratum: of 50 people of whom nobody has a trait nothing says that nobody of a thousand has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf, isnan, nan, sqrt
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimating.likelihood_estimate import (
    KNOWN,
    LikeliestDistribution,
    LikelihoodContrast,
    LikelihoodEstimate,
    likelihood_estimate,
)
from rropt.estimating.quantiles import confidence_level
from rropt.estimating.quantities import HypothesisTest, Interval
from rropt.estimating.results import finite
from rropt.estimating.sampled_likelihood import block_diagonal
from rropt.estimating.sandwich import (
    Sampling,
    drawn_variance,
    students,
    wald_quantile,
    wald_tail,
)
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
    sampling: Sampling

    method = "pseudo-likelihood"

    @property
    def fit(self) -> None:
        """Sums of weights are no counts, so that the fit of a survey is not judged."""

    @property
    def headline(self) -> tuple[str, ...]:
        """How the shares were estimated, and with clusters by which quantiles."""
        return (self._title() + students(self.freedom),)

    @property
    def notes(self) -> tuple[str, ...]:
        """Also that clusters are not seen to differ, where reports are all alike."""
        alone = _variance_alone([cell for cell in self.cells if cell.weight])
        hidden = self.sampling.clusters is not None and alone == 1
        return (*super().notes, *([ALIKE] if hidden else []))

    @property
    def own_record(self) -> dict[str, Any]:
        """The design effect of each share, and on what the variance rests."""
        known = enumerate(self.identified.truths)
        return {
            "design_effect": [self.of(j).design_effect if seen else None for j, seen in known],
            "design_degrees_of_freedom": finite(self.freedom),
        }

    @property
    def records(self) -> int:
        """Number of reports that count."""
        return sum(cell.records for cell in self.cells if cell.weight)

    @property
    def freedom(self) -> float:
        """Clusters minus strata; infinite where every record is its own cluster."""
        return self.sampling.freedom

    @cached_property
    def covariance(self) -> np.ndarray:
        """The linearised covariance of the design."""
        return self.marked_square(self.linearised)

    @cached_property
    def linearised(self) -> np.ndarray:
        """The same over all truths."""
        return linearised_covariance([self], self.cells)

    @cached_property
    def cautious(self) -> np.ndarray:
        """That of intervals and tests."""
        return linearised_covariance([self], self.cells, cautious=True)

    def contrast(self, coefficients: Iterable[Any]) -> SurveyContrast:
        """The linear combination `sum_j c_j pi_j`; refused where it is not identified."""
        checked = self.checked_contrast(coefficients)
        return SurveyContrast(self.model, (checked,), self.linearised, self.freedom, self.cautious)

    @cached_property
    def scores(self) -> np.ndarray:
        """c_r / p_r, one row a report, zero for a report that nobody gave."""
        rows = self.channel.to_numpy()
        chances = rows @ self.maximum.value
        seen = np.array([n > 0 for n in self.counts])
        return np.where(seen[:, None], rows / np.where(seen, chances, 1)[:, None], 0)

    @property
    def information(self) -> np.ndarray:
        """Of one record: the expected square of its score."""
        chances = self.channel.to_numpy() @ self.maximum.value
        found: np.ndarray = (self.scores * chances[:, None]).T @ self.scores
        return found

    def drawn_variance(self, counted: float) -> np.ndarray:
        """What the table draws of the sum of scores, so many of them counted."""
        shares = self.maximum.value[None]
        table = self.channel.to_numpy()
        return drawn_variance(table, shares, self.scores[:, None], np.array([counted]))


def survey_of_cells(
    channel: Channel, cells: Sequence[SampleCell], population: Any = None
) -> SurveyEstimate:
    """The same from records that were counted already."""
    sums = [Fraction(0)] * channel.shape[0]
    for cell in cells:
        sums[cell.report] += cell.weight * cell.records
    plain: LikelihoodEstimate = likelihood_estimate(channel, sums)
    sampling = _sampling(cells).within(population)
    return SurveyEstimate(channel, plain.counts, plain.maximum, tuple(cells), sampling)


def _sampling(cells: Sequence[SampleCell]) -> Sampling:
    """How the records of the cells were sampled."""
    clusters = None
    if cells[0].cluster is not None:
        clusters = np.array([str(cell.cluster) for cell in cells])
    records = np.array([float(cell.records) for cell in cells])
    return Sampling.of([cell.stratum for cell in cells], clusters=clusters, alike=records)


def linearised_covariance(
    groups: Sequence[SurveyEstimate], cells: Sequence[SampleCell], cautious: bool = False
) -> np.ndarray:
    """Of the distributions of groups of one survey, one after the other.

    The reports of the cells are those of the groups, one below the other. A `cautious` one is that
    of intervals.
    """
    scores = block_diagonal([group.scores for group in groups])
    reports = np.array([cell.report for cell in cells])
    weights = np.array([float(cell.weight) for cell in cells])
    sampling = replace(_sampling(cells), parts=groups[0].sampling.parts)
    squares = weights**2 * [cell.records for cell in cells]
    # f_h M_h: what the table draws stays random, however many are asked.
    counted = sampling.part_of_each * squares
    # Groups have as many reports each, so that the number of one tells its group.
    group = reports * len(groups) // len(scores)
    width = scores.shape[1] // len(groups)
    spread = sampling.variance(scores[reports] * weights[:, None])
    for i, each in enumerate(groups):
        rows = np.flatnonzero((group == i) & (weights > 0)).tolist()
        own = slice(i * width, (i + 1) * width)
        if (alone := _variance_alone([cells[row] for row in rows])) is not None:
            score = scores[reports[rows[0]], own]
            spread[own] = 0
            spread[:, own] = 0
            spread[own, own] = alone * (squares - counted)[rows].sum() * np.outer(score, score)
        # Clusters differ by more than independent records, and have Student's t.
        if cautious and sampling.clusters is None:
            told = np.bincount(sampling.strata, (squares - counted) * (group == i))
            asked = np.bincount(sampling.strata, [cell.records for cell in cells] * (group == i))
            missing = positive_part(told.sum() * each.information - spread[own, own])
            spread[own, own] += more_records(told, asked) * missing
        spread[own, own] += each.drawn_variance(counted[group == i].sum())
    breads = [group.model.observed_covariance for group in groups]
    # A model's counts are scaled to records: this brings them back to sums of weights.
    scales = [group.records / float(group.n) for group in groups]
    bread = block_diagonal([s * each for s, each in zip(scales, breads, strict=True)])
    return bread @ spread @ bread


MORE_RECORDS = 4
"""As many as of a mean: with none 50 people of whom nobody has a trait are sure of a thousand."""


def more_records(told: np.ndarray, asked: np.ndarray) -> float:
    """The part of a variance that so many more records have, by its share in each stratum and the
    records there: their degrees of freedom are Satterthwaite's.

    >>> more_records(np.array([1.0, 1.0]), np.array([11, 11]))
    0.16666666666666666
    """
    if not told.any():
        return 0.0
    freedom = told.sum() ** 2 / (told**2 / np.maximum(asked - 1, 1)).sum()
    return float(MORE_RECORDS / (freedom + MORE_RECORDS))


def positive_part(matrix: np.ndarray) -> np.ndarray:
    """A symmetric matrix without its negative eigenvalues.

    >>> positive_part(np.array([[2.0, 0.0], [0.0, -1.0]])).tolist()
    [[2.0, 0.0], [0.0, 0.0]]
    """
    values, vectors = np.linalg.eigh(matrix)
    found: np.ndarray = (vectors * np.maximum(values, 0.0)) @ vectors.T
    return found


def _variance_alone(cells: Sequence[SampleCell]) -> float | None:
    """Where a group's units cannot show how they vary: 1 if its reports are all alike, nan inside
    one cluster."""
    if cells[0].cluster is not None and len({(cell.stratum, cell.cluster) for cell in cells}) == 1:
        return nan
    return 1.0 if len({cell.report for cell in cells}) == 1 else None


ADJUSTED = "profile likelihood with a design effect"
IMPOSSIBLE = "no distribution has the value"
ALIKE = (
    "the reports are all alike, so that nobody sees how clusters differ: errors are those of "
    "independent records"
)
UNTOLD = "the reports do not tell how it varies"


@dataclass(frozen=True, eq=False)
class SurveyContrast(LikelihoodContrast):
    """A contrast of a survey's distribution."""

    linearised: np.ndarray
    freedom: float
    cautious: np.ndarray | None = None
    """In its place for intervals and tests."""

    @property
    def stderr(self) -> float:
        """The linearised standard error."""
        return self._error(self.linearised)

    @property
    def design_effect(self) -> float:
        """The variance over that of as many independent reports of equal weight; one of none."""
        return self._effect(self.linearised)

    @property
    def _cautious_effect(self) -> float:
        return self._effect(self.linearised if self.cautious is None else self.cautious)

    def _effect(self, covariance: np.ndarray) -> float:
        if self.constant:
            return 1.0
        # The likelihood's own error is that of as many independent records.
        return (self._error(covariance) / super().stderr) ** 2

    def interval(self, level: Any = "0.95", method: str = "likelihood") -> Interval:
        """The profile interval with its cutoff multiplied by the design effect: the one method."""
        if method != "likelihood":
            raise InputError(f"method must be likelihood in a survey with weights, got {method!r}")
        confidence = confidence_level(level)
        if self.constant:
            return Interval(self.value, self.value, confidence, ADJUSTED)
        root = sqrt(self._cautious_effect) * wald_quantile(confidence, self.freedom)
        low, high = self.profiled(np.array([-1, 1]), np.full(2, root))
        return self.between((low, high), confidence, ADJUSTED)

    def test(self, value: Any = 0, alternative: str = "two-sided") -> HypothesisTest:
        """Is it equal to a value? The drop over the design effect is Student's t squared."""
        if alternative != "two-sided":
            raise InputError(f"alternative must be two-sided with weights, got {alternative!r}")
        hypothesis = exact(value, "value")
        low, high = self.exact_range
        if not low <= hypothesis <= high:
            return HypothesisTest(inf, 0.0, IMPOSSIBLE)
        if self.constant:
            return HypothesisTest(0.0, 1.0, KNOWN)
        drop = self.held(self.scaled(hypothesis)).drop
        effect = self._cautious_effect
        if isnan(effect):
            return HypothesisTest(0.0, 1.0, UNTOLD)
        statistic = drop / effect if effect > 0 else (inf if drop > 0 else 0.0)
        return HypothesisTest(statistic, wald_tail(statistic, 1, self.freedom), ADJUSTED)
