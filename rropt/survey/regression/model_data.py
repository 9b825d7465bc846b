"""From a formula, a frame and designs to the arrays that a fit needs.

Formulas are those of formulaic, the frame is any that narwhals knows, and what respondents answered
is read as everywhere, row by row. Missing values are refused or, when asked, dropped with their
rows; the count is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.data_file import data_file
from rropt.data.entry_rules import EntryRules
from rropt.data.frame_columns import (
    absent_entries,
    file_frame,
    read_covariate,
    require_few_categories,
)
from rropt.data.respondents import ReadColumn, Survey, SurveyColumns, read_survey, report_tables
from rropt.data.tally import as_narwhals, require_column
from rropt.data.weight_column import column_weights
from rropt.exact import InputError, several
from rropt.extras import module_of
from rropt.survey.asked_designs import tables_of
from rropt.survey.estimate_record import said_unasked
from rropt.survey.identification import identified
from rropt.survey.regression.links import Array
from rropt.survey.regression.model_formula import (
    in_written_names,
    only_in_categories,
    parsed,
    split_formula,
    spoken,
    variables_of,
    with_written_names,
    written,
)
from rropt.survey.regression.outcome_likelihood import Tables
from rropt.survey.sandwich import Sampling


@dataclass(frozen=True)
class Reported:
    """A column of reports, the tables by which they were given, and their places in these."""

    column: str
    channels: tuple[Channel, ...]
    tables: Tables
    reports: np.ndarray

    @property
    def truths(self) -> tuple[str, ...]:
        return self.channels[0].truths

    @property
    def notes(self) -> tuple[str, ...]:
        """What the tables hide: shares that differ so give the same reports by all of them."""
        rows = [row for channel in self.channels for row in channel.rows]
        # One table of all reports, each design asked of the same part of people.
        parts = [[entry / len(self.channels) for entry in row] for row in rows]
        found = identified(Channel.from_rows(parts, truths=self.truths))
        if found.everything:
            return ()
        alone = "coefficients of its truths are told apart by the form of the model alone"
        return (f"{spoken(self.column)}: {found.statement()}; {alone}",)


@dataclass(frozen=True)
class Records:
    """What a fit is about, row by row; the rows are those of `frame`.

    `right` is the right side of the formula, `terms` those of another share, of liars or of the
    truths of a predictor, None without any.
    """

    outcome: str
    right: str
    terms: str | None
    frame: Any
    dropped: int
    reported: tuple[Reported, ...]
    weights: Array
    sampled: Sampling
    groups: np.ndarray | None
    unasked: tuple[str, ...] = ()
    """Designs by which no row was answered."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the fit must know of the rows."""
        unasked = said_unasked(self.unasked)
        if not self.dropped:
            return unasked
        were = "was" if self.dropped == 1 else "were"
        return (f"{several(self.dropped, 'row')} with missing values {were} left out", *unasked)


def records_of(
    formula: str,
    data: Any,
    design: Any,
    columns: SurveyColumns,
    rules: EntryRules,
    terms: str | None = None,
    randomized: Sequence[str] = (),
) -> Records:
    """Everything a fit needs, where the reports are the outcome or the columns named.

    `terms` are those of another share.
    """
    columns.require_names()
    told = split_formula(formula)[:1]
    columns = replace(columns, reports=tuple(randomized or told))
    frame, comma = _whole_frame(data, rules, f"{formula} + {terms or 1}", columns)
    names = list(frame.columns)
    outcome, right = split_formula(formula, names)
    for name in randomized:
        require_spoken(frame, name)
        if written(name) not in (written(outcome), *variables_of(right, frame)):
            raise InputError(
                f"formula must have {spoken(name)!r} on its right side, got {formula!r}"
            )
    tables = tables_of(design, columns.reports, columns.design_column)
    terms = None if terms is None else in_written_names(terms, names)
    read = right if terms is None else f"{right} + {terms}"
    frame, survey = complete_rows(frame, outcome, read, columns, tables, rules)
    weights = weights_of(frame, columns.weights, comma)
    counted = weights > 0
    frame = frame if counted.all() else frame[counted].reset_index(drop=True)
    # Of a design by which no row was answered nothing is told: it identifies no truth.
    asked, used = np.unique(survey.used[counted], return_inverse=True)
    reported = []
    for name, own, places in zip(columns.reports, tables, survey.reports, strict=True):
        channels = tuple(channel for i, channel in enumerate(own.values()) if i in asked)
        arrays = tuple(np.array(channel.to_numpy(), float) for channel in channels)
        reported.append(Reported(written(name), channels, Tables(arrays, used), places[counted]))
    groups = survey.texts("groups")
    return Records(
        outcome=outcome,
        right=right,
        terms=terms,
        frame=frame,
        dropped=survey.left_out,
        reported=tuple(reported),
        weights=weights[counted],
        sampled=_sampled(survey, counted),
        groups=None if groups is None else np.unique(groups[counted], return_inverse=True)[1],
        unasked=tuple(name for i, name in enumerate(tables[0]) if i not in asked),
    )


def _sampled(survey: Survey, counted: np.ndarray) -> Sampling:
    """How the rows were sampled, those without a weight too."""
    clusters = survey.texts("clusters")
    strata = survey.texts("strata")
    if strata is None:
        return Sampling(np.zeros(len(counted), int), clusters=clusters, counted=counted)
    return Sampling.of(strata, clusters=clusters, counted=counted)


def as_pandas(data: Any) -> Any:
    """Any data frame as one of pandas, which formulaic reads."""
    import narwhals as nw

    module_of("regress", "pandas", "data must be read by pandas")
    try:
        frame = as_narwhals(data)
    except TypeError:
        frame = _from_columns(data)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect()
    # Arrow, by which polars goes to pandas, has no whole numbers of 128 bits.
    wide = [name for name, kind in frame.schema.items() if kind in (nw.Int128, nw.UInt128)]
    if wide:
        frame = frame.with_columns(nw.col(*wide).cast(nw.Float64))
    found = frame.to_pandas().reset_index(drop=True)
    if frame.implementation.is_polars():
        # Their categories stand as this process met them first, in any frame: no order to keep.
        for name in (name for name, kind in frame.schema.items() if kind == nw.Categorical):
            found[name] = found[name].cat.reorder_categories(sorted(found[name].cat.categories))
    return with_written_names(found)


def _from_columns(data: Any) -> Any:
    import narwhals as nw
    import pandas

    if not isinstance(data, Mapping):
        kind = type(data).__name__
        raise InputError(f"data must be a data frame or a dictionary of columns, got {kind}")
    try:
        return nw.from_native(pandas.DataFrame(dict(data)))
    except ValueError as error:
        raise InputError(f"data must have columns of one length: {error}") from None


def _whole_frame(
    data: Any, rules: EntryRules, formula: str, columns: SurveyColumns
) -> tuple[Any, bool]:
    """All rows, which a fit needs at once, and whether a comma is a decimal point in them.

    Of a file columns of labels are text, as 01 and 1 may be two strata; what the formula reads
    beside reports is numbers where it has them.
    """
    if not isinstance(data, (str, Path)):
        return as_pandas(data), False
    file = data_file(data)
    _, right = split_formula(formula, [] if file.kind == "parquet" else file.header())
    read = parsed(right).required_variables
    others = (columns.design_column, columns.strata, columns.clusters, columns.groups)
    named = {name for name in others if name is not None and written(name) not in read}
    return as_pandas(file_frame(file, rules, {*columns.reports, *named})), file.comma


def require_spoken(frame: Any, name: str) -> None:
    """Refuse a column that is not there, in the words of the data."""
    if name not in frame.columns:
        require_column(spoken(name), list(dict.fromkeys(map(spoken, map(str, frame.columns)))))


def complete_rows(
    frame: Any,
    outcome: str,
    right: str,
    columns: SurveyColumns,
    tables: Sequence[Mapping[str, Channel]],
    rules: EntryRules,
) -> tuple[Any, Survey]:
    """The rows without missing values, refused or dropped as asked, and what is known of them.

    Columns of the formula are read as it uses them.
    """
    roles = columns.by_role()
    for name in (outcome, *roles.values()):
        require_spoken(frame, name)
    of_labels = {
        role: ReadColumn.of_series(f"column {name!r}", frame[name])
        for role, name in roles.items()
        if role != "weights"
    }
    reports = set(map(written, columns.reports))
    variables = variables_of(right, frame)
    in_categories = only_in_categories(right)
    read = frame.copy(deep=False)
    others = {}
    for name in variables:
        if name not in reports:
            in_category = name in in_categories
            read[name] = read_covariate(frame[name], rules, spoken(name), in_category)
            require_few_categories(read[name], spoken(name), in_category)
            others[f"column {spoken(name)!r}"] = read[name].isna().to_numpy()
    for name in (outcome, columns.weights):
        if name is not None and written(name) not in {*reports, *variables}:
            column = f"column {spoken(name)!r}"
            others[column] = absent_entries(frame[name], rules, column)
    read_tables = [report_tables(own, rules) for own in tables]
    survey = read_survey(of_labels, read_tables, rules, others)
    if survey.left_out:
        read = read[survey.kept].reset_index(drop=True)
    for name in variables:
        if read[name].dtype == "category":  # those of other rows would be columns of zeros
            read[name] = read[name].cat.remove_unused_categories()
    return read, survey


def weights_of(frame: Any, column: str | None, comma: bool = False) -> Array:
    """Weights of at least zero with a mean of one, one a row; ones where no column is named."""
    if column is None:
        return np.ones(len(frame))
    found = column_weights(frame[column], f"column {spoken(column)!r}", comma)
    # Weights have no unit: they tell as much as there are records. Equal ones become exactly 1.
    parts = found / found.max()
    return parts * (np.count_nonzero(parts) / parts.sum())
