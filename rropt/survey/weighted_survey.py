"""Surveys with weights, strata, clusters and finite populations, by pseudo-likelihood.

The point maximises `sum_r w_r log (C pi)_r`: every record counts as much as it stands for. With the
score s_r = c_r / (C pi)_r of a report and J the information of the weighted counts, its covariance
is linearised:

    J^-1 V J^-1,   V = sum_h n_h / (n_h - 1) sum_c (z_hc - mean_h)(z_hc - mean_h)',

z_hc the weighted scores of cluster c of stratum h added up; without clusters each record is one.
Of a finite population V_h is less (`sandwich.py`). Intervals are those of as many independent
reports as have this variance, from a finite population of which as large a part was asked: profile
intervals whose cutoff is the design effect times the squared quantile (Rao and Scott 1981), of
Student's t with (clusters - strata) degrees of freedom, and moved where so many reports need it.

Where everybody had the same chance to be asked the law of the reports is known, and they are as
many as they are. Where all of a stratum had, of few strata and weights, their share is also looked
at as a sum of theirs, each with its own likelihood,

    R(t) = 2 (max l - max { sum_h l_h(pi_h) : sum_h W_h c . pi_h = t }),

and an interval has the values that this does not exclude: a design effect is that of the variance
at the estimate, which does not know of a rare trait whether the heaviest have it.

Reports that are all alike do not vary: V is then that of independent ones, sum_r w_r^2 s s', whose
design effect is that of the weights (Kish 1965). Of a group inside one cluster V is not known. For
intervals and tests V has the part of four records more that vary as independent ones of any
stratum and weight: of 50 people of whom nobody has a trait nothing says that nobody of a thousand
has it, nor do five people say how those with it are weighted, nor those of a stratum that was asked
as a whole how few of the others have it.
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
from rropt.exact import InputError, exact
from rropt.survey.calibrated_limits import MOST_CALIBRATED
from rropt.survey.likelihood_estimate import (
    KNOWN,
    LikeliestDistribution,
    LikelihoodContrast,
    LikelihoodEstimate,
    likelihood_estimate,
)
from rropt.survey.quantiles import chi_square_tail, confidence_level, normal_cdf
from rropt.survey.quantities import HypothesisTest, Interval
from rropt.survey.results import finite
from rropt.survey.sampled_likelihood import SampledLikelihood, block_diagonal, together
from rropt.survey.sandwich import (
    Sampling,
    drawn_variance,
    students,
    wald_quantile,
    wald_tail,
)


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
        """Also that clusters are not seen to differ, where reports or sums are alike."""
        found = super().notes
        if self.sampling.clusters is None:
            return found
        if _variance_alone([cell for cell in self.cells if cell.weight]) == 1:
            return (*found, ALIKE)
        seen = [self.of(j) for j, known in enumerate(self.identified.truths) if known]
        return (*found, *([TIED] if any(share.is_tied for share in seen) else []))

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

    @property
    def covariance(self) -> np.ndarray:
        """The linearised covariance of the design."""
        return self.marked_square(self.errors.covariance)

    @cached_property
    def errors(self) -> SurveyErrors:
        """How the shares of all truths vary."""
        return survey_errors([self], self.cells)

    def contrast(self, coefficients: Iterable[Any]) -> SurveyContrast:
        return SurveyContrast(self.model, (self.checked_contrast(coefficients),), self.errors)

    @cached_property
    def chances(self) -> np.ndarray:
        """Of each report, p_r."""
        return np.asarray(self.channel.to_numpy() @ self.maximum.value)

    @cached_property
    def scores(self) -> np.ndarray:
        """c_r / p_r, one row a report, zero for a report that nobody gave."""
        seen = np.array([n > 0 for n in self.counts])
        over = np.where(seen, self.chances, 1)[:, None]
        return np.where(seen[:, None], self.channel.to_numpy() / over, 0)

    @property
    def information(self) -> np.ndarray:
        """Of one record: the expected square of its score."""
        return np.asarray((self.scores * self.chances[:, None]).T @ self.scores)

    @cached_property
    def leverages(self) -> np.ndarray:
        """How much each report tells, as a multiple of one number for all."""
        return np.einsum("rj,jk,rk->r", self.scores, self.model.observed_covariance, self.scores)

    def drawn_variance(self, counted: float) -> np.ndarray:
        """What the table draws of the sum of scores, so many of them counted."""
        shares = self.maximum.value[None]
        table = self.channel.to_numpy()
        return drawn_variance(table, shares, self.scores[:, None], np.array([counted]))


def survey_of_cells(
    channel: Channel, cells: Sequence[SampleCell], population: Any = None
) -> SurveyEstimate:
    """The same from records that were counted already."""
    plain: LikelihoodEstimate = likelihood_estimate(channel, sums_of(channel, cells))
    sampling = _sampling(cells).within(population)
    return SurveyEstimate(channel, plain.counts, plain.maximum, tuple(cells), sampling)


def sums_of(channel: Channel, cells: Sequence[SampleCell]) -> list[Fraction]:
    """The weights of the records with each report, added up."""
    sums = [Fraction(0)] * channel.shape[0]
    for cell in cells:
        sums[cell.report] += cell.weight * cell.records
    return sums


def _sampling(cells: Sequence[SampleCell]) -> Sampling:
    """How the records of the cells were sampled."""
    clusters = None
    if cells[0].cluster is not None:
        clusters = np.array([str(cell.cluster) for cell in cells])
    records = np.array([float(cell.records) for cell in cells])
    return Sampling.of([cell.stratum for cell in cells], clusters=clusters, alike=records)


@dataclass(frozen=True, eq=False)
class SurveyErrors:
    """How the estimated distributions of groups of one survey vary, one after the other."""

    covariance: np.ndarray
    """The linearised one."""

    cautious: np.ndarray
    """In its place for intervals and tests."""

    independent: np.ndarray
    """That of independent records, for where clusters are not seen to differ."""

    freedom: float = inf
    """Clusters minus strata; infinite where every record is its own cluster."""

    part: float = 0.0
    """Of a finite population that was asked, on average of what records say."""

    simple: bool = False
    """Whether everybody had the same chance to be asked: then the law of reports is known."""

    strata: tuple[Stratum, ...] = ()
    """The records of each stratum and weight; none where they are not looked at."""


def survey_errors(groups: Sequence[SurveyEstimate], cells: Sequence[SampleCell]) -> SurveyErrors:
    """Of groups, whose reports those of the cells are, one below the other."""
    scores = block_diagonal([group.scores for group in groups])
    reports = np.array([cell.report for cell in cells])
    weights = np.array([float(cell.weight) for cell in cells])
    sampling = replace(_sampling(cells), parts=groups[0].sampling.parts)
    records = np.array([cell.records for cell in cells])
    squares = weights**2 * records
    # f_h M_h: what the table draws stays random, however many are asked.
    counted = sampling.part_of_each * squares
    # Groups have as many reports each, so that the number of one tells its group.
    group = reports * len(groups) // len(scores)
    width = scores.shape[1] // len(groups)
    spread = sampling.variance(scores[reports] * weights[:, None])
    more = np.zeros_like(spread)
    independent = np.zeros_like(spread)
    for i, each in enumerate(groups):
        rows = np.flatnonzero((group == i) & (weights > 0))
        told = (squares - counted)[rows]
        own = slice(i * width, (i + 1) * width)
        each_score = scores[reports[rows], own]
        independent[own, own] = (each_score.T * told) @ each_score
        if (alone := _variance_alone([cells[row] for row in rows.tolist()])) is not None:
            spread[own] = 0
            spread[:, own] = 0
            spread[own, own] = alone * independent[own, own]
        # Clusters differ by more than independent records, and have Student's t.
        if sampling.clusters is None:
            missing = positive_part(told.sum() * each.information - spread[own, own])
            # By what records can tell, and by what those of a rare truth do, who are few.
            leverages = each.leverages[reports[rows] - i * len(each.scores)]
            rare = told * leverages
            wanted = told.sum() * float(each.chances @ each.leverages)
            parts = [
                more_records(told, records[rows], told.sum()),
                more_records(rare, records[rows], wanted),
            ]
            more[own, own] = max(parts) * missing
        for found in (spread, independent):
            found[own, own] += each.drawn_variance(counted[rows].sum())
    breads = [each.model.observed_covariance for each in groups]
    # A model's counts are scaled to records: this brings them back to sums of weights.
    scales = [each.records / float(each.n) for each in groups]
    bread = block_diagonal([s * each for s, each in zip(scales, breads, strict=True)])
    linearised, cautious, alone = (bread @ v @ bread for v in (spread, spread + more, independent))
    part = float(counted.sum() / squares.sum())
    simple = sampling.is_one_by_one and len(set(weights)) == 1
    strata = () if simple or part or sampling.clusters is not None else strata_of(groups, cells)
    return SurveyErrors(linearised, cautious, alone, sampling.freedom, part, simple, strata)


MOST_STRATA = 8
"""With a weight each whose sum is looked at by their own likelihoods: of more, as where all weights
differ, hardly any tells how rare a trait is in it."""

ALIKE_COUNT = 0.72
"""Of a stratum whose reports are all alike. That nobody of n has a trait of the share x has the
chance e^(-R / 2), which is 0.07 where R is 5.3: chi-square's 3.84 leaves 0.15. With it 3 of 140
rows of six shares of two strata (weights of 1 to 50, 50 to 301 people, enumerated) have one that is
held in less than 0.93, without looking at strata 28; with the whole count 16 of 64 had."""


Stratum = tuple[SampledLikelihood, int, Fraction]
"""The likelihood of the records of one stratum and weight, who had the same chance to be asked,
their group, and their part of its weights."""


def strata_of(groups: Sequence[SurveyEstimate], cells: Sequence[SampleCell]) -> tuple[Stratum, ...]:
    """Those of groups whose reports those of the cells are, one below the other; none of many."""
    height = groups[0].channel.shape[0]
    counts: dict[tuple[int, str, Fraction], list[int]] = {}
    for cell in cells:
        if cell.weight:
            group, report = divmod(cell.report, height)
            own = counts.setdefault((group, cell.stratum, cell.weight), [0] * height)
            own[report] += cell.records
    if len(counts) > MOST_STRATA or groups[0].channel.shape[1] > MOST_CALIBRATED:
        return ()
    found = []
    for (group, _, weight), own in counts.items():
        model = likelihood_estimate(groups[group].channel, own).model
        if np.count_nonzero(own) == 1:
            model = replace(model, counts=(ALIKE_COUNT * model.counts[0],))
        found.append((model, group, weight * sum(own) / groups[group].n))
    return tuple(found)


MORE_RECORDS = 4
"""As many as of a mean: with none 50 people of whom nobody has a trait are sure of a thousand."""


def more_records(told: np.ndarray, records: np.ndarray, wanted: float) -> float:
    """The part of a variance that so many more records have, by what cells of records tell of it:
    their degrees of freedom are Satterthwaite's, of what is wanted only those that tell it.

    >>> more_records(np.array([1.0, 9.0]), np.array([1, 9]), 10.0)
    0.2857142857142857
    """
    if not told.any():
        return 0.0
    # Who have a truth may be of a stratum that was asked as a whole, and tell nothing of others.
    freedom = told.sum() ** 2 / (told**2 / records).sum() * min(1.0, told.sum() / wanted)
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
MOVED = f"calibrated {ADJUSTED}"
IMPOSSIBLE = "no distribution has the value"
ALIKE = (
    "the reports are all alike, so that nobody sees how clusters differ: errors are those of "
    "independent records"
)
TIED = (
    "the clusters have the same sums of some share, so that nobody sees how they differ: its "
    "interval is that of independent records"
)
TIE = 1e-12
"""Of a design effect: below it the variance of the sums is the rounding of zero."""
UNTOLD = "the reports do not tell how it varies"


@dataclass(frozen=True, eq=False)
class SurveyContrast(LikelihoodContrast):
    """A contrast of a survey's distribution."""

    errors: SurveyErrors

    @property
    def stderr(self) -> float:
        """The linearised standard error."""
        return self._error(self.errors.covariance)

    @property
    def design_effect(self) -> float:
        """The variance over that of as many independent reports of equal weight; one of none."""
        return self._effect(self.errors.covariance)

    @property
    def is_tied(self) -> bool:
        """Whether no variance is seen, though one by one the records vary."""
        return self._effect(self.errors.cautious) < TIE < self._effect(self.errors.independent)

    @property
    def _cautious_effect(self) -> float:
        if self.errors.simple:
            return self._kept
        return self._effect(self.errors.independent if self.is_tied else self.errors.cautious)

    def _effect(self, covariance: np.ndarray) -> float:
        if self.constant:
            return 1.0
        # The likelihood's own error is that of as many independent records.
        return (self._error(covariance) / super().stderr) ** 2

    def interval(self, level: Any = "0.95", method: str = "likelihood") -> Interval:
        """The profile interval with its cutoff multiplied by the design effect: the one method."""
        if method != "likelihood":
            raise InputError(f"method must be likelihood in a survey with weights, got {method!r}")
        if self._is_of_counts:
            return super().interval(level)
        confidence = confidence_level(level)
        effect = self._cautious_effect
        root = wald_quantile(confidence, self.errors.freedom)
        if self.constant or effect == 0:
            return Interval(self.value, self.value, confidence, ADJUSTED)
        if isnan(effect):
            return Interval(*self.range, confidence, ADJUSTED)
        low, high = plain = self.plain_ends(root * sqrt(effect))
        # The risk of a normal variable, whose root Student's is larger than.
        risk = 2 * normal_cdf(-root)
        moved = self._effective(effect).moved_ends(plain, root * sqrt(self._kept), risk)
        # Where rounding to whole reports would move an end inwards it stays.
        ends = min(low, moved[0]), max(high, moved[1])
        found = self.between(ends, confidence, ADJUSTED if ends == plain else MOVED)
        return found if self._strata is None else self._with_strata(found, self._strata)

    @property
    def _is_of_counts(self) -> bool:
        """Whether equal weights are no weights, and all people as many as one likes."""
        return self.errors.simple and not self.errors.part

    @cached_property
    def _kept(self) -> float:
        """Of the variance in an infinite population: all but its part that is whom one asks."""
        model = self.model
        # As in the linearised variance reports that nobody gave have no score.
        seen = model.observed > 0
        rows = model.rows[seen]
        chances = rows @ model.maximum
        scores = rows @ model.observed_covariance @ self.vector / chances
        of_reports = model.expected_shares(model.maximum)[seen] @ scores**2
        of_truths = model.sizes @ model.groups * model.maximum / model.total
        return float(1 - self.errors.part * (of_truths @ (rows.T @ scores) ** 2) / of_reports)

    def _effective(self, effect: float) -> LikelihoodContrast:
        """The same of independent reports of equal weight, so many that they tell as much, from a
        finite population of which this part was asked."""
        sizes = [max(1.0, np.rint(n.sum() * self._kept / effect)) for n in self.model.counts]
        counts = (n / n.sum() * size for n, size in zip(self.model.counts, sizes, strict=True))
        model = replace(self.model, counts=tuple(counts), part=self.errors.part)
        return LikelihoodContrast(model, self.coefficients)

    @cached_property
    def _strata(self) -> LikelihoodContrast | None:
        """The same by the likelihoods of strata, of which a rare trait may be in the heaviest."""
        strata = self.errors.strata
        if not strata:
            return None
        parts = [tuple(share * c for c in self.coefficients[group]) for _, group, share in strata]
        return LikelihoodContrast(together(model for model, _, _ in strata), tuple(parts))

    def _with_strata(self, found: Interval, strata: LikelihoodContrast) -> Interval:
        """The interval with all values that the likelihoods of strata do not exclude."""
        least, most = strata.interval(found.level, "profile")
        if found.low <= least and most <= found.high:
            return found
        return Interval(min(least, found.low), max(most, found.high), found.level, MOVED)

    def test(self, value: Any = 0, alternative: str = "two-sided") -> HypothesisTest:
        """Is it equal to a value? The drop over the design effect is Student's t squared."""
        if alternative != "two-sided":
            raise InputError(f"alternative must be two-sided with weights, got {alternative!r}")
        if self._is_of_counts:
            return super().test(value)
        hypothesis = exact(value, "value")
        low, high = self.exact_range
        if not low <= hypothesis <= high:
            return HypothesisTest(inf, 0.0, IMPOSSIBLE)
        if self.constant:
            return HypothesisTest(0.0, 1.0, KNOWN)
        effect = self._cautious_effect
        if isnan(effect):
            return HypothesisTest(0.0, 1.0, UNTOLD)
        scaled = self.scaled(hypothesis)
        drop = self.held(scaled).drop
        statistic = drop / effect if effect else inf if drop else 0.0
        tail = wald_tail(statistic, 1, self.errors.freedom)
        plain = HypothesisTest(statistic, tail, ADJUSTED)
        if effect:
            plain = self._effective(effect).held(scaled).guarded(plain)
        strata = self._strata
        if strata is None:
            return plain
        drop = strata.held(strata.scaled(hypothesis)).drop
        by_strata = HypothesisTest(drop, chi_square_tail(drop, 1), MOVED)
        return max(plain, by_strata, key=lambda test: test.p_value)
