"""From a formula, a frame and designs to the arrays that a fit needs.

Formulas are those of formulaic, the frame is any that narwhals knows, and reports are matched to
the labels of the table by which they were given. Missing values are refused or, when asked,
dropped with their rows; the count is kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.entry_rules import LEAVES_OUT, UNFIT, EntryRules, label_of
from rropt.data.frame_columns import absent_entries, is_text, read_covariate, without
from rropt.data.tally import unfitting
from rropt.exact import InputError
from rropt.extras import not_installed
from rropt.regression.links import Array
from rropt.regression.outcome_likelihood import Lying, Tables
from rropt.regression.spoken_names import in_written_names, spoken, with_written_names

CATEGORIES = re.compile(r"C\(\s*`?([^(),`]+?)`?\s*(?:,.*)?\)", re.DOTALL)

LARGEST = 1e75
"""Of a number: fourth powers, as of squared sums of products, stay below the largest double."""


@dataclass(frozen=True)
class Covariates:
    """A model matrix with the names of its columns, and the formulaic spec that makes it again."""

    matrix: Array
    names: tuple[str, ...]
    spec: Any


@dataclass(frozen=True)
class Records:
    """What a fit is about, row by row."""

    covariates: Covariates
    reports: np.ndarray
    tables: Tables
    channels: tuple[Channel, ...]
    weights: Array
    clusters: np.ndarray | None
    strata: np.ndarray | None
    groups: np.ndarray | None
    lying: Lying | None
    lying_names: tuple[str, ...] | None
    dropped: int
    right: str
    frame: Any

    @property
    def truths(self) -> tuple[str, ...]:
        return self.channels[0].truths


@dataclass(frozen=True)
class RecordColumns:
    """The names of the columns that are no covariates; None where there is none."""

    design: str | None = None
    weights: str | None = None
    clusters: str | None = None
    strata: str | None = None
    groups: str | None = None

    def named(self, *others: str) -> list[str]:
        """All of them, after others."""
        known = [*others, self.design, self.weights, self.clusters, self.strata, self.groups]
        return [name for name in known if name is not None]


@dataclass(frozen=True)
class Silence:
    """The report that liars give whatever is asked, who they are, and terms of their share."""

    safe: str | None = None
    liars: str | Sequence[str] | None = None
    lying: str | None = None

    @property
    def terms(self) -> str:
        """A constant where none are given."""
        return self.lying or "1"

    def liable(self, truths: tuple[str, ...]) -> Array:
        """1 for a truth whose holders may lie.

        >>> Silence("no", "yes").liable(("no", "yes"))
        array([0., 1.])
        """
        if self.liars is None:
            return np.ones(len(truths))
        named = [self.liars] if isinstance(self.liars, str) else list(self.liars)
        for label in named:
            if label not in truths:
                raise InputError(f"liars must be of {', '.join(truths)}, got {label!r}")
        return np.array([float(truth in named) for truth in truths])


def records_of(
    formula: str,
    data: Any,
    design: Any,
    columns: RecordColumns,
    rules: EntryRules,
    silence: Silence,
) -> Records:
    """Everything a fit of a randomized outcome needs."""
    frame = as_pandas(data)
    outcome, right = split_formula(formula, list(frame.columns))
    channels, named = channels_of(design, columns.design)
    labels = labels_in(channels, outcome, named, columns.design, rules)
    terms = None if silence.safe is None else in_written_names(silence.terms, list(frame.columns))
    read = right if terms is None else f"{right} + {terms}"
    frame, dropped = complete_rows(frame, read, columns.named(outcome), labels, rules)
    covariates = covariates_of(right, frame)
    shares = None if terms is None else covariates_of(terms, frame)
    used = used_tables(frame, columns.design, named)
    reports = report_indices(frame[outcome], used, channels, outcome, rules)
    tables = tables_of(channels, used, silence.safe)
    return Records(
        covariates,
        reports,
        tables,
        channels,
        weights_of(frame, columns.weights),
        codes_of(frame, columns.clusters),
        codes_of(frame, columns.strata),
        codes_of(frame, columns.groups),
        None if shares is None else Lying(shares.matrix, silence.liable(channels[0].truths)),
        None if shares is None else shares.names,
        dropped,
        right,
        frame,
    )


def split_formula(formula: str, columns: Sequence[Any] = ()) -> tuple[str, str]:
    """The outcome's column and the right side, with names that formulaic understands.

    >>> split_formula("smokes ~ age + C(region)")
    ('smokes', 'age + C(region)')
    >>> split_formula("smokes now ~ age", ["smokes now", "age"])
    ('smokes now', 'age')
    """
    if not isinstance(formula, str) or formula.count("~") != 1:
        raise InputError(f"formula must look like 'report ~ age + region', got {formula!r}")
    left, right = (side.strip() for side in formula.split("~"))
    outcome = left.strip("`")
    if not outcome or not right:
        raise InputError(f"formula must have both sides of ~, got {formula!r}")
    return outcome, in_written_names(right, columns)


def as_pandas(data: Any) -> Any:
    """Any data frame as one of pandas, which formulaic reads."""
    import narwhals as nw

    _require_pandas()
    try:
        frame = nw.from_native(data)
    except TypeError:
        frame = _from_columns(data)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect()
    return with_written_names(frame.to_pandas().reset_index(drop=True))


def _require_pandas() -> None:
    try:
        import pandas  # noqa: F401
    except ImportError:
        raise not_installed("regress", "data must be read by pandas") from None


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


def channels_of(design: Any, column: str | None) -> tuple[tuple[Channel, ...], tuple[Any, ...]]:
    """The tables in use, and the values of the design column that name them."""
    if isinstance(design, Mapping) and "channel" not in design:
        if column is None:
            raise InputError("design_column must say which column names each row's design")
        if not design:
            raise InputError("design must name at least one design, got none")
        channels = tuple(channel_of(each) for each in design.values())
        _require_same_truths(channels)
        return channels, tuple(design)
    if column is not None:
        raise InputError("design must be a dictionary {value of the design column: design}")
    return (channel_of(design),), ()


def channel_of(design: Any) -> Channel:
    """The table of a design, a device, a channel, or rows."""
    if isinstance(design, Channel):
        return design
    inner = getattr(design, "channel", None)
    if isinstance(inner, Channel):
        return inner
    if isinstance(design, Mapping):
        return Channel.from_json(dict(design))
    if isinstance(design, (Sequence, np.ndarray)) and not isinstance(design, str):
        return Channel.from_rows(design)
    kind = type(design).__name__
    raise InputError(f"design must be a design, a device, a channel or rows, got {kind}")


def _require_same_truths(channels: tuple[Channel, ...]) -> None:
    for channel in channels:
        if channel.truths != channels[0].truths:
            raise InputError(
                "design must have the same truths in each table, got "
                f"{', '.join(channels[0].truths)} and {', '.join(channel.truths)}"
            )


def require_column(frame: Any, name: str) -> None:
    """Refuse a column that is not there."""
    if name not in frame.columns:
        listed = dict.fromkeys(spoken(str(column)) for column in frame.columns)
        known = ", ".join(map(repr, list(listed)[:10]))
        raise InputError(f"column must be one of {known}, got {name!r}")


def labels_in(
    channels: tuple[Channel, ...],
    reports: str,
    named: tuple[Any, ...],
    design: str | None,
    rules: EntryRules,
) -> dict[str, dict[str, int]]:
    """The labels that the columns of reports and of designs may hold."""
    known: dict[str, int] = {}
    for channel in channels:
        known |= rules.places(channel.reports)
    arms = {str(value): number for number, value in enumerate(named)}
    return {reports: known} if design is None else {reports: known, design: arms}


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
        require_column(frame, name)
    variables = variables_of(right, frame)
    in_categories = only_in_categories(right)
    wanted = list(dict.fromkeys([*named, *variables]))
    read = frame.copy(deep=False)
    for name in wanted:
        if name in labels:
            read[name] = without(frame[name], absent_entries(frame[name], rules, labels[name]))
        elif name in variables:
            read[name] = read_covariate(frame[name], rules, spoken(name), name in in_categories)
        else:
            read[name] = without(frame[name], absent_entries(frame[name], rules))
    whole = read[wanted].notna().all(axis=1)
    lost = int((~whole).sum())
    if lost and rules.missing == "refuse":
        raise InputError(
            f"data must have no missing values in {spoken(', '.join(wanted))}, "
            f"got {lost} rows with some "
            f"{LEAVES_OUT}"
        )
    kept = read[whole].reset_index(drop=True)
    if not len(kept):
        raise InputError("data must have at least one complete row, got none")
    return kept, lost


def variables_of(right: str, frame: Any) -> list[str]:
    """The columns that the right side of a formula reads."""
    found = parsed(right).required_variables
    unknown = sorted(name for name in found if name not in frame.columns)
    if unknown:
        raise InputError(f"formula must name columns of the data, got {', '.join(unknown)}")
    return sorted(found)


def only_in_categories(right: str) -> set[str]:
    """The columns that a formula takes as categories, C(region), and nowhere otherwise."""
    factors = {str(factor) for term in parsed(right) for factor in term.factors}
    inside = {found.group(1) for found in map(CATEGORIES.fullmatch, factors) if found}
    return {name for name in inside if name not in factors}


def parsed(right: str) -> Any:
    """The right side, read by formulaic."""
    try:
        from formulaic import Formula
    except ImportError:
        raise not_installed("regress", "formulas must be read by formulaic") from None
    from formulaic.errors import FormulaicError

    try:
        return Formula(right)
    except (FormulaicError, SyntaxError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else spoken(_first_line(error))
        raise InputError(f"formula must be readable, got {spoken(right)!r}: {reason}") from None


def covariates_of(right: str, frame: Any) -> Covariates:
    """The model matrix of the right side."""
    try:
        matrix = parsed(right).get_model_matrix(frame, na_action="raise")
    except InputError:
        raise
    except Exception as error:  # a formula computes what it likes, and what it meets quotes data
        raise InputError(not_computed(right, frame, error)) from None
    array = np.asarray(matrix, float)
    _require_squares(array, "covariates must be")
    largest = np.abs(array).max(axis=0)
    rank = int(np.linalg.matrix_rank(array / np.where(largest > 0, largest, 1.0)))
    if rank < array.shape[1]:
        raise InputError(
            f"covariates must be independent, got {array.shape[1]} columns of rank {rank}"
        )
    return Covariates(
        array,
        tuple(spoken(str(name)) for name in matrix.model_spec.column_names),
        matrix.model_spec,
    )


def not_computed(right: str, frame: Any, error: Exception) -> str:
    """Why no model matrix came of the data: which columns are text, or the kind of the error."""
    texts = [spoken(name) for name in variables_of(right, frame) if is_text(frame[name])]
    said = f" ({type(error).__name__})"
    if texts:
        said = f", where text is in {', '.join(map(repr, texts))}"
    return f"formula {spoken(right)!r} must fit the data{said}"


def weights_of(frame: Any, column: str | None) -> Array:
    """Positive weights, one a row; ones where no column is named."""
    if column is None:
        return np.ones(len(frame))
    weights = numbers(frame, column)
    if not (weights > 0).all():
        raise InputError(f"weights must be positive, got some that are not in {column!r}")
    return weights


def numbers(frame: Any, column: str) -> Array:
    """A column as finite floats."""
    try:
        found = frame[column].to_numpy(dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"column {column!r} must hold numbers") from None
    _require_squares(found, f"column {column!r} must hold")
    return found


def _require_squares(values: Array, what: str) -> None:
    """Refuse numbers whose squares no double can add up."""
    if not np.isfinite(values).all():
        raise InputError(f"{what} finite numbers")
    if np.abs(values).max(initial=0) > LARGEST:
        raise InputError(f"{what} numbers of at most {LARGEST:g} in size")


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
        raise InputError(
            f"column {column!r} must hold only {', '.join(map(repr, position))}: "
            f"{wrong} of {len(labels)} rows do not"
        )
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
    places = np.full((len(channels), len(values) + 1), UNFIT)
    for number, channel in enumerate(channels):
        read = rules.read_all(values, rules.places(channel.reports))
        places[number, :-1] = [UNFIT if place is None else place for place in read]
    found = places[used, codes]
    unfit = codes[found == UNFIT]
    if len(unfit):
        unknown = Counter(str(values[code]) if code >= 0 else "" for code in unfit.tolist())
        said = unfitting(f"column {name!r}", channels[0].reports, unknown, len(codes))
        raise InputError(said)
    return found


def tables_of(channels: tuple[Channel, ...], used: np.ndarray, safe: str | None = None) -> Tables:
    """The tables as arrays, and which of them each row answered by."""
    arrays = tuple(np.array(channel.to_numpy(), float) for channel in channels)
    return Tables(arrays, used, tuple(_safe_report(channel, safe) for channel in channels))


def _safe_report(channel: Channel, safe: str | None) -> int | None:
    if safe is None:
        return None
    if safe not in channel.reports:
        raise InputError(f"safe must be one of {', '.join(channel.reports)}, got {safe!r}")
    return channel.reports.index(safe)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
