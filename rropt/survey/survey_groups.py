"""A survey's records by group, and its estimates: of everybody, of each group, and differences.

Without weights, strata and clusters a group is estimated from its counts alone; with them it is a
domain of the whole survey. A domain's estimate takes the records of the others with weight zero:
how many of a cluster are in the group is random too. Estimates of two groups that share clusters
depend on each other, and their covariance is linearised from the scores of both together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import inf
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.counts import counted_survey
from rropt.data.data_file import DataFile, Named, data_file
from rropt.data.entry_rules import ReadingOptions, Stated
from rropt.data.respondents import SurveyColumns
from rropt.data.weight_column import read_weights
from rropt.exact import InputError, Number, Numbers
from rropt.survey.estimated import EstimatedDistribution
from rropt.survey.group_difference import OddsRatio, odds_ratio, weighted_sum
from rropt.survey.likelihood_estimate import (
    LikelihoodEstimate,
    estimate,
    groups_test,
)
from rropt.survey.quantities import HypothesisTest
from rropt.survey.sandwich import wald_tail
from rropt.survey.weighted_survey import (
    SampleCell,
    SurveyContrast,
    SurveyErrors,
    SurveyEstimate,
    sums_of,
    survey_errors,
    survey_of_cells,
)


@dataclass(frozen=True, eq=False)
class SeparateGroups(Mapping[str, EstimatedDistribution]):
    """The estimate of each group by its name, from its own reports, and what they add up to.

    >>> from rropt.survey import likelihood_estimate
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> own = {"town": [500, 500], "land": [600, 400]}
    >>> groups = SeparateGroups({name: likelihood_estimate(warner, n) for name, n in own.items()})
    >>> round(groups.weighted_sum([1, -1], [0, 1]).value, 9), list(groups)
    (0.2, ['town', 'land'])
    """

    domains: Mapping[str, EstimatedDistribution]

    def __getitem__(self, name: str) -> EstimatedDistribution:
        return self.domains[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.domains)

    def __len__(self) -> int:
        return len(self.domains)

    def weighted_sum(self, weights: Iterable[Any], contrast: Iterable[Any]) -> Any:
        """`sum_g w_g c . pi_g`: (1, -1) is a difference, shares of a population add groups up.

        By one likelihood of all groups, or as a sum of linear estimates.
        """
        return weighted_sum(self.domains.values(), weights, contrast)

    def odds_ratio(self) -> OddsRatio:
        """The odds of the second truth in the first of two groups against the other."""
        if not self._likely:
            raise InputError("odds must be given with method likelihood or profile")
        return odds_ratio(self._likely)

    def equality_test(self, contrast: Iterable[Any]) -> HypothesisTest | None:
        """Have all groups the same value of a contrast? By likelihood; None of linear estimates."""
        return groups_test(self._likely, contrast) if self._likely else None

    @property
    def _likely(self) -> list[LikelihoodEstimate]:
        """The estimates by likelihood: all of them, or none."""
        return [part for part in self.domains.values() if isinstance(part, LikelihoodEstimate)]


@dataclass(frozen=True, eq=False)
class SurveyGroups(SeparateGroups):
    """The same of groups of one survey, whose estimates may depend on each other."""

    domains: Mapping[str, SurveyEstimate]
    cells: tuple[SampleCell, ...]

    @cached_property
    def errors(self) -> SurveyErrors:
        """How the distributions of all groups vary, one after the other."""
        return survey_errors([*self.domains.values()], self.cells)

    def weighted_sum(self, weights: Iterable[Any], contrast: Iterable[Any]) -> SurveyContrast:
        plain = weighted_sum(self.domains.values(), weights, contrast)
        return SurveyContrast(plain.model, plain.coefficients, self.errors)

    def odds_ratio(self) -> OddsRatio:
        """Of weighted reports there is no interval that holds for rare truths."""
        raise InputError("odds must be left out with weights, strata, clusters or a population")

    def equality_test(self, contrast: Iterable[Any]) -> HypothesisTest | None:
        """Have all groups the same value of a contrast? Wald's statistic, as F with clusters.

        None where the clusters are too few, or some group's estimate does not vary.
        """
        parts = list(self.domains.values())
        coefficients = np.array([float(c) for c in parts[0].checked_contrast(contrast)])
        each = np.kron(np.eye(len(parts)), coefficients)
        # The first group less each other one: all differences follow from these.
        steps = each[:1] - each[1:]
        differences = steps @ np.concatenate([part.maximum.value for part in parts])
        spread = steps @ self.errors.covariance @ steps.T
        restrictions = len(parts) - 1
        freedom = self.errors.freedom
        if freedom < restrictions or not np.isfinite(spread).all():
            return None
        if np.linalg.matrix_rank(spread) < restrictions:
            return None
        statistic = float(differences @ np.linalg.solve(spread, differences))
        p_value = wald_tail(statistic, restrictions, freedom)
        clustered = "" if freedom == inf else ", F"
        return HypothesisTest(statistic, p_value, f"Wald, linearised covariance{clustered}")


def survey_groups(
    channel: Channel, groups: Mapping[str, Sequence[SampleCell]], population: Any = None
) -> SurveyGroups:
    """The estimates of the groups of one survey.

    >>> records = [SampleCell(i % 2, Fraction(1), "", str(i % 7), 1) for i in range(50)]
    >>> halves = {"first": records[:20], "second": records[20:]}
    >>> found = survey_groups(Channel.identity(2), halves)
    >>> [round(float(part.value[1]), 3) for part in found.domains.values()]
    [0.5, 0.5]
    """
    domains = {}
    cells_of_all = []
    for g, (name, own) in enumerate(groups.items()):
        others = [cell for other, cells in groups.items() if other != name for cell in cells]
        if not any(cell.weight for cell in own):
            raise InputError(f"group {name!r} must hold some weight above 0")
        outside = [replace(cell, weight=Fraction(0)) for cell in others]
        domains[name] = survey_of_cells(channel, [*own, *outside], population)
        # The reports of a group are numbered after those of the groups before it.
        shift = g * channel.shape[0]
        cells_of_all += [replace(cell, report=cell.report + shift) for cell in own]
    return SurveyGroups(domains, tuple(cells_of_all))


Cells = Mapping[str, Sequence[SampleCell]]
"""Records that are alike, by the name of their group; one group without a name where none is."""


class SurveyOptions(ReadingOptions, total=False):
    """What `rropt.estimate` takes about people, counts, and how entries are read."""

    counts: Any
    repeated: Sequence[str] | None
    memoised: bool
    noncompliance: str | None

    by: Any
    weights: Any
    strata: Any
    clusters: Any
    population: Number | Mapping[str, Number] | None


def survey_cells(
    channel: Channel, data: Any, columns: SurveyColumns, missing: Stated = "refuse"
) -> Cells:
    """The records of each group, counted where they are alike.

    >>> rows = [1, 0, 1]
    >>> columns = SurveyColumns((rows,), by=(["a", "b", "a"],))
    >>> found = survey_cells(Channel.identity(2), rows, columns)
    >>> {name: [(cell.report, cell.records) for cell in cells] for name, cells in found.items()}
    {'a': [(1, 2)], 'b': [(0, 1)]}
    """
    if isinstance(data, Named):
        # Weights are read as its decimals are written; a pipe is read once.
        data = data_file(data)
    found = counted_survey(columns, data, [{"": channel}], missing)
    nothing = [None] * len(found.often)
    strata, clusters = found.texts("strata"), found.texts("clusters")
    weights = [Fraction(1)] * len(found.often)
    if columns.weights is not None:
        comma = isinstance(data, DataFile) and data.comma
        weights = read_weights(found.columns["weights"], found.often, comma)
    cells = zip(
        found.reports[0].tolist(),
        weights,
        [""] * len(nothing) if strata is None else strata,
        nothing if clusters is None else clusters,
        found.often.tolist(),
        strict=True,
    )
    groups: dict[str, list[SampleCell]] = {}
    for group, cell in zip(found.groups, cells, strict=True):
        groups.setdefault(group, []).append(SampleCell(*cell))
    return dict(sorted(groups.items()))


def survey_estimate(
    channel: Channel,
    reports: Sequence[Any],
    weights: Sequence[Any] | None = None,
    strata: Sequence[Any] | None = None,
    clusters: Sequence[Any] | None = None,
    population: Any = None,
) -> SurveyEstimate:
    """The estimate from records: one report, weight, stratum and cluster each.

    `population` is the number of clusters (records, where there are none) in the population: of
    each stratum by name, or one number without strata.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> found = survey_estimate(warner, ["no", "no", "yes", "yes"], weights=[3, 2, 1, 2])
    >>> [str(n) for n in found.counts], found.value.round(4).tolist()
    (['5', '3'], [0.75, 0.25])
    """
    columns = SurveyColumns((reports,), weights=weights, strata=strata, clusters=clusters)
    (cells,) = survey_cells(channel, reports, columns).values()
    return survey_of_cells(channel, cells, population)


def estimate_records(
    channel: Channel,
    data: Any,
    columns: SurveyColumns,
    prior: Numbers | None = None,
    method: str = "likelihood",
    population: Number | Mapping[str, Number] | None = None,
    missing: Stated = "refuse",
) -> EstimatedDistribution:
    """The estimate of everybody, with that of each group where the columns have groups.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> rows = [0] * 60 + [1] * 40
    >>> found = estimate_records(warner, rows, SurveyColumns((rows,), by=(["a", "b"] * 50,)))
    >>> found.groups["a"]
    Likelihood estimate from 50 reports (0: 0.7 +- 0.14, 1: 0.3 +- 0.14)
    """
    groups = survey_cells(channel, data, columns, missing)
    everybody = list(chain.from_iterable(groups.values()))
    if columns.sampled or population is not None:
        sampled = "with weights, strata, clusters or a population, by pseudo-likelihood"
        if method != "likelihood":
            raise InputError(f"method must be likelihood {sampled}, got {method}")
        if prior is not None:
            raise InputError(f"prior must be left out {sampled}")
        whole: EstimatedDistribution = survey_of_cells(channel, everybody, population)
        parts: Mapping[str, EstimatedDistribution] = {}
        if columns.by:
            parts = survey_groups(channel, groups, population)
    else:
        # Without a column of weights each record has the weight one: sums are counts.
        whole = estimate(channel, sums_of(channel, everybody), prior, method)
        alone = {name: sums_of(channel, cells) for name, cells in groups.items() if columns.by}
        parts = SeparateGroups(
            {name: estimate(channel, n, prior, method) for name, n in alone.items()}
        )
    return replace(whole, groups=parts)
