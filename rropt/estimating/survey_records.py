"""A survey's records by group, and its estimates: of everybody, and of each group.

Without weights, strata and clusters a group is estimated from its counts alone; with them it is a
domain of the whole survey.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rropt.channel import Channel
from rropt.data.counts import tally_records
from rropt.data.entry_rules import LEAVES_OUT, UNFIT, EntryRules, ReadingOptions, Stated
from rropt.data.tally import unfitting
from rropt.estimating.estimate_counts import estimate
from rropt.estimating.estimated import EstimatedDistribution
from rropt.estimating.survey_groups import survey_groups
from rropt.estimating.weighted_survey import SampleCell, survey_of_cells
from rropt.exact import InputError, Number, Numbers, exact

Cells = Mapping[str, Sequence[SampleCell]]
"""Records that are alike, by the name of their group; one group without a name where none is."""


class SurveyOptions(ReadingOptions, total=False):
    """What `rropt.estimate` takes about groups, sampling, counts, and how entries are read."""

    counts: Any

    by: Any
    weights: Any
    strata: Any
    clusters: Any
    population: Number | Mapping[str, Number] | None


@dataclass(frozen=True)
class SurveyColumns:
    """Where what is known of each respondent stands: columns as `tally_records` takes them."""

    reports: Any
    by: tuple[Any, ...] = ()
    weights: Any = None
    strata: Any = None
    clusters: Any = None

    @property
    def sampled(self) -> bool:
        """Whether people were drawn otherwise than one by one with equal chances."""
        return any(column is not None for column in (self.weights, self.strata, self.clusters))

    def named(self) -> dict[str, Any]:
        """The columns that there are, by what they are for; the reports last."""
        chosen = {f"by[{i}]" if len(self.by) > 1 else "by": c for i, c in enumerate(self.by)}
        chosen |= {"weights": self.weights, "strata": self.strata, "clusters": self.clusters}
        given = {name: column for name, column in chosen.items() if column is not None}
        return given | {"reports": self.reports}


def survey_cells(
    channel: Channel, data: Any, columns: SurveyColumns, missing: Stated = "refuse"
) -> Cells:
    """The records of each group, counted where they are alike.

    >>> rows = [1, 0, 1]
    >>> found = survey_cells(Channel.identity(2), rows, SurveyColumns(rows, (["a", "b", "a"],)))
    >>> {name: [(cell.report, cell.records) for cell in cells] for name, cells in found.items()}
    {'a': [(1, 2)], 'b': [(0, 1)]}
    """
    rules = EntryRules.of(missing)
    rules.require(("refuse", "drop"))
    named = columns.named()
    places = rules.places(channel.reports)
    groups: dict[str, list[SampleCell]] = {}
    unknown: dict[Any, int] = {}
    total = 0
    absent = 0
    for *values, records in tally_records(data, named):
        found = dict(zip(named, values, strict=True))
        report = rules.read(found["reports"], places)
        total += records
        if report is None or any(rules.is_missing(value) for value in values[:-1]):
            absent += records
            continue
        if report == UNFIT:
            unknown[found["reports"]] = unknown.get(found["reports"], 0) + records
            continue
        cell = SampleCell(
            report,
            exact(str(found.get("weights", "1")), "weights"),
            str(found.get("strata", "")),
            str(found["clusters"]) if "clusters" in found else None,
            records,
        )
        group = ", ".join(str(value) for value in values[: len(columns.by)])
        groups.setdefault(group, []).append(cell)
    if absent and rules.missing == "refuse":
        raise InputError(
            f"{_said(named)} must have no missing values, got {absent} of {total} rows with some "
            f"{LEAVES_OUT}"
        )
    if unknown:
        raise InputError(unfitting(_reports(columns), channel.reports, unknown, total))
    if not groups:
        raise InputError(f"{_reports(columns)} must contain at least one report, got none")
    return dict(sorted(groups.items()))


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
    >>> found = estimate_records(warner, rows, SurveyColumns(rows, (["a", "b"] * 50,)))
    >>> found.groups["a"]
    Likelihood estimate from 50 reports (0: 0.7 +- 0.14, 1: 0.3 +- 0.14)
    """
    groups = survey_cells(channel, data, columns, missing)
    everybody = [cell for cells in groups.values() for cell in cells]
    if columns.sampled or population is not None:
        if prior is not None or method != "likelihood":
            raise InputError(
                "prior and method must be left out with weights, strata, clusters or a population: "
                "the estimate is by pseudo-likelihood"
            )
        whole: EstimatedDistribution = survey_of_cells(channel, everybody, population)
        parts: Mapping[str, EstimatedDistribution] = {}
        if columns.by:
            parts = survey_groups(channel, groups, population).domains
    else:
        whole = estimate(channel, _counts(channel, everybody), prior, method)
        alone = {name: _counts(channel, cells) for name, cells in groups.items() if columns.by}
        parts = {name: estimate(channel, n, prior, method) for name, n in alone.items()}
    return replace(whole, groups=parts)


def _counts(channel: Channel, cells: Sequence[SampleCell]) -> list[int]:
    """How many records have each report."""
    counts = [0] * channel.shape[0]
    for cell in cells:
        counts[cell.report] += cell.records
    return counts


def _reports(columns: SurveyColumns) -> str:
    return f"column {columns.reports!r}" if isinstance(columns.reports, str) else "reports"


def _said(named: Mapping[str, Any]) -> str:
    """The columns by their names in the data, or by what they are for."""
    words = [column if isinstance(column, str) else name for name, column in named.items()]
    return f"columns {', '.join(dict.fromkeys(words))}"
