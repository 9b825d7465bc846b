"""From a formula, a frame and designs to the arrays that a fit needs.

Formulas are those of formulaic, the frame is any that narwhals knows, and reports are matched to
the labels of the table by which they were given. Missing values are refused or, when asked,
dropped with their rows; the count is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rropt.channel import Channel, as_channel
from rropt.data.counts import names_no_design
from rropt.data.data_file import data_file
from rropt.data.entry_rules import LEAVES_OUT, UNFIT, EntryRules
from rropt.data.frame_columns import (
    absent_entries,
    file_frame,
    read_covariate,
    require_few_categories,
    without,
)
from rropt.data.tally import as_narwhals, require_column, require_labels, unfitting
from rropt.data.weight_column import column_weights
from rropt.exact import InputError, several
from rropt.exact.labelled import label_of
from rropt.extras import module_of
from rropt.survey.estimate_record import said_unasked
from rropt.survey.estimated_mean import reports_are_numbers
from rropt.survey.identification import identified
from rropt.survey.pooled_designs import require_same_truths
from rropt.survey.regression.links import Array
from rropt.survey.regression.model_formula import (
    in_written_names,
    only_in_categories,
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

    `right` is the right side of the formula, `terms` those of the share of liars, None without any.
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


@dataclass(frozen=True)
class RecordColumns:
    """The names of the columns that are no covariates; None where there is none."""

    design: str | None = None
    weights: str | None = None
    clusters: str | None = None
    strata: str | None = None
    groups: str | None = None

    def __post_init__(self) -> None:
        """Series and lists beside the data have no name by which rows are kept together."""
        for role, name in vars(self).items():
            if name is not None and not isinstance(name, str):
                option = "design_column" if role == "design" else role
                raise InputError(
                    f"{option} must be the name of a column, got a {type(name).__name__}"
                )

    def named(self, *others: str) -> list[str]:
        """All of them, after others."""
        known = [*others, self.design, self.weights, self.clusters, self.strata, self.groups]
        return [name for name in known if name is not None]


def records_of(
    formula: str,
    data: Any,
    design: Any,
    columns: RecordColumns,
    rules: EntryRules,
    lying: str | None = None,
    randomized: Sequence[str] = (),
) -> Records:
    """Everything a fit needs, where the reports are the outcome or the columns named.

    `lying` are terms of the share of liars.
    """
    frame = _whole_frame(data, rules, randomized or split_formula(formula)[:1])
    names = list(frame.columns)
    outcome, right = split_formula(formula, names)
    for name in randomized:
        require_spoken(frame, name)
        if written(name) not in (written(outcome), *variables_of(right, frame)):
            raise InputError(
                f"formula must have {spoken(name)!r} on its right side, got {formula!r}"
            )
    channels, named = channels_by_column(design, randomized or (outcome,), columns.design)
    terms = None if lying is None else in_written_names(lying, names)
    labels = labels_in(channels, named, columns.design, rules)
    read = right if terms is None else f"{right} + {terms}"
    beside = columns.named(*dict.fromkeys((written(outcome), *channels)))
    frame, dropped = complete_rows(frame, read, beside, labels, rules)
    weights = weights_of(frame, columns.weights)
    counted = weights > 0
    sampled = _sampled(frame, columns, counted)
    frame = frame if counted.all() else frame[counted].reset_index(drop=True)
    used = used_tables(frame, columns.design, named)
    # Of a design by which no row was answered nothing is told: it identifies no truth.
    asked, used = np.unique(used, return_inverse=True)
    channels = {column: tuple(tables[i] for i in asked) for column, tables in channels.items()}
    return Records(
        outcome=outcome,
        right=right,
        terms=terms,
        frame=frame,
        dropped=dropped,
        reported=tuple(
            Reported(
                column,
                tables,
                Tables(tuple(np.array(table.to_numpy(), float) for table in tables), used),
                report_indices(frame[column], used, tables, spoken(column), rules),
            )
            for column, tables in channels.items()
        ),
        weights=weights[counted],
        sampled=sampled,
        groups=codes_of(frame, columns.groups),
        unasked=tuple(str(value) for i, value in enumerate(named) if i not in asked),
    )


def _sampled(frame: Any, columns: RecordColumns, counted: np.ndarray) -> Sampling:
    """How the rows were sampled, those without a weight too."""
    clusters = codes_of(frame, columns.clusters)
    if columns.strata is None:
        return Sampling(np.zeros(len(frame), int), clusters=clusters, counted=counted)
    strata = frame[columns.strata].astype(str).to_numpy()
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


def _whole_frame(data: Any, rules: EntryRules, labels: Sequence[str]) -> Any:
    """All rows, which a fit needs at once; of a file the columns of `labels` are text."""
    if isinstance(data, (str, Path)):
        data = file_frame(data_file(data), rules, set(labels))
    return as_pandas(data)


def columns_named(names: Any, option: str) -> tuple[str, ...]:
    """One name of a column, or several; what else is given may be data, and is not shown."""
    found = names if isinstance(names, (list, tuple)) else (names,)
    for name in found:
        if not isinstance(name, str):
            kind = type(name).__name__
            raise InputError(f"{option} must be the name of a column, or a list, got a {kind}")
    if not found or len(set(found)) < len(found):
        raise InputError(f"{option} must name some columns, each once, got {len(found)} names")
    return tuple(found)


def channels_by_column(
    design: Any, columns: Sequence[str], design_column: str | None
) -> tuple[dict[str, tuple[Channel, ...]], tuple[Any, ...]]:
    """The tables of each column of reports by its written name, and the names of designs.

    One design, or one a value of the design column, is for all columns; {column: design} names one
    for each.
    """
    if not isinstance(design, Mapping) or "channel" in design:
        if design_column is not None:
            raise InputError("design must be a dictionary {value of the design column: design}")
        return dict.fromkeys(map(written, columns), (_table_of(design),)), ()
    if design_column is None:
        if not any(name in design for name in columns):
            raise InputError("design_column must say which column names each row's design")
        absent = [name for name in columns if name not in design]
        if absent:
            raise InputError(f"design must have one for each column, got none for {absent[0]!r}")
        return {written(name): (_table_of(design[name]),) for name in columns}, ()
    if not design:
        raise InputError("design must name at least one design, got none")
    channels = tuple(map(_table_of, design.values()))
    require_same_truths(channels)
    return dict.fromkeys(map(written, columns), channels), tuple(design)


def _table_of(design: Any) -> Channel:
    """The table of labels by which reports are read."""
    if reports_are_numbers(design):
        raise InputError(
            "design must have labels for reports, got one for the mean of an interval, whose "
            "reports are numbers: `rropt estimate` takes them"
        )
    return as_channel(design, "design")


def require_spoken(frame: Any, name: str) -> None:
    """Refuse a column that is not there, in the words of the data."""
    if name not in frame.columns:
        require_column(spoken(name), list(dict.fromkeys(map(spoken, map(str, frame.columns)))))


def labels_in(
    channels: Mapping[str, tuple[Channel, ...]],
    named: tuple[Any, ...],
    design: str | None,
    rules: EntryRules,
) -> dict[str, dict[str, int]]:
    """The labels that the columns of reports and of designs may hold."""
    known: dict[str, dict[str, int]] = {}
    for column, tables in channels.items():
        known[column] = {}
        for channel in tables:
            known[column] |= rules.for_reports(channel).places(channel.reports)
    if design is not None:
        known[design] = {str(value): number for number, value in enumerate(named)}
    return known


def complete_rows(
    frame: Any,
    right: str,
    named: list[str],
    labels: Mapping[str, Mapping[str, int]],
    rules: EntryRules,
) -> tuple[Any, int]:
    """The rows without missing values; refused or dropped as asked.

    `labels` are those of the columns that hold some; the others are read as the formula uses them.
    """
    rules.require(("refuse", "drop"))
    for name in named:
        require_spoken(frame, name)
    variables = variables_of(right, frame)
    in_categories = only_in_categories(right)
    wanted = list(dict.fromkeys([*named, *variables]))
    read = frame.copy(deep=False)
    for name in wanted:
        own = frame[name]
        try:
            if name in labels:
                found = without(own, absent_entries(own, rules, labels[name]))
            elif name in variables:
                in_category = name in in_categories
                found = read_covariate(own, rules, spoken(name), in_category)
                require_few_categories(found, spoken(name), in_category)
            else:
                found = without(own, absent_entries(own, rules))
        except TypeError:  # of entries that have no hash
            require_labels(own, f"column {spoken(name)!r}")
            raise
        if found is not own:
            read[name] = found
    whole = np.logical_and.reduce([read[name].notna() for name in wanted])
    lost = int(np.count_nonzero(~whole))
    if lost and rules.missing == "refuse":
        raise InputError(
            f"data must have no missing values in {spoken(', '.join(wanted))}, "
            f"got {several(lost, 'row')} with some "
            f"{LEAVES_OUT}"
        )
    kept = read[whole].reset_index(drop=True) if lost else read
    if not len(kept):
        raise InputError("data must have at least one complete row, got none")
    for name in variables:
        if kept[name].dtype == "category":  # those of other rows would be columns of zeros
            kept[name] = kept[name].cat.remove_unused_categories()
    return kept, lost


def weights_of(frame: Any, column: str | None) -> Array:
    """Weights of at least zero with a mean of one, one a row; ones where no column is named."""
    if column is None:
        return np.ones(len(frame))
    found = column_weights(frame[column], f"column {spoken(column)!r}")
    # Weights have no unit: they tell as much as there are records. Equal ones become exactly 1.
    parts = found / found.max()
    return parts * (np.count_nonzero(parts) / parts.sum())


def codes_of(frame: Any, column: str | None) -> np.ndarray | None:
    """Whole numbers from 0 for the values of a column."""
    if column is None:
        return None
    return np.unique(frame[column].astype(str).to_numpy(), return_inverse=True)[1]


def used_tables(frame: Any, column: str | None, named: tuple[Any, ...]) -> np.ndarray:
    if column is None:
        return np.zeros(len(frame), int)
    position = {str(value): number for number, value in enumerate(named)}
    labels = [label_of(value, position) for value in frame[column].tolist()]
    wrong = sum(label is None for label in labels)
    if wrong:
        raise names_no_design(column, position, wrong, len(labels))
    return np.array([position[str(label)] for label in labels])


def report_indices(
    column: Any,
    used: np.ndarray,
    channels: tuple[Channel, ...],
    name: str,
    rules: EntryRules,
) -> np.ndarray:
    """Each report as its place in its table; no value of the column is ever shown."""
    import pandas

    codes, values = pandas.factorize(pandas.Series(column))
    # A missing value has the code -1, which meets the last column: it is unfit.
    places = np.full((len(channels), len(values) + 1), UNFIT)
    for number, channel in enumerate(channels):
        read = rules.read_all(values, rules.for_reports(channel).places(channel.reports))
        places[number, :-1] = [UNFIT if place is None else place for place in read]
    found = places[used, codes]
    unfit = codes[found == UNFIT]
    if len(unfit):
        unknown = Counter(str(values[code]) if code >= 0 else "" for code in unfit.tolist())
        said = unfitting(f"column {name!r}", channels[0].reports, unknown, len(codes))
        raise InputError(said)
    return found
