"""From a formula, a frame and designs to the arrays that a fit needs.

Formulas are those of formulaic, the frame is any that narwhals knows, and reports are matched to
the labels of the table by which they were given. Missing values are refused or, when asked,
dropped with their rows; the count is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.counting.tally import is_missing, label_of
from rropt.exact import InputError
from rropt.regression.links import Array
from rropt.regression.outcome_likelihood import Tables

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
    dropped: int

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


def records_of(
    formula: str, data: Any, design: Any, columns: RecordColumns, missing: str, safe: str | None
) -> Records:
    """Everything a fit of a randomized outcome needs."""
    outcome, right = split_formula(formula)
    frame = as_pandas(data)
    channels, named = channels_of(design, columns.design)
    needed = [outcome, columns.design, columns.weights, columns.clusters, columns.strata]
    named_columns = [name for name in needed if name is not None]
    for name in named_columns:
        require_column(frame, name)
    frame, dropped = complete_rows(frame, right, named_columns, missing)
    covariates = covariates_of(right, frame)
    used = used_tables(frame, columns.design, named)
    reports = report_indices(frame[outcome].tolist(), used, channels, outcome)
    tables = tables_of(channels, used, safe)
    return Records(
        covariates,
        reports,
        tables,
        channels,
        weights_of(frame, columns.weights),
        codes_of(frame, columns.clusters),
        codes_of(frame, columns.strata),
        dropped,
    )


def split_formula(formula: str) -> tuple[str, str]:
    """The outcome's column and the right side.

    >>> split_formula("smokes ~ age + C(region)")
    ('smokes', 'age + C(region)')
    """
    if not isinstance(formula, str) or formula.count("~") != 1:
        raise InputError(f"formula must look like 'report ~ age + region', got {formula!r}")
    left, right = (side.strip() for side in formula.split("~"))
    outcome = left.strip("`")
    if not outcome or not right:
        raise InputError(f"formula must have both sides of ~, got {formula!r}")
    return outcome, right


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
    return frame.to_pandas().reset_index(drop=True)


def _require_pandas() -> None:
    try:
        import pandas  # noqa: F401
    except ImportError:
        raise InputError(
            "data must be read by pandas, which is not installed: pip install 'rropt[regress]'"
        ) from None


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
        known = ", ".join(map(repr, list(frame.columns)[:10]))
        raise InputError(f"column must be one of {known}, got {name!r}")


def complete_rows(frame: Any, right: str, named: list[str], missing: str) -> tuple[Any, int]:
    """The rows without missing values; refused or dropped as asked."""
    if missing not in ("refuse", "drop"):
        raise InputError(f"missing must be refuse or drop, got {missing!r}")
    wanted = list(dict.fromkeys([*named, *variables_of(right, frame)]))
    whole = frame[wanted].notna().all(axis=1)
    lost = int((~whole).sum())
    if lost and missing == "refuse":
        raise InputError(
            f"data must have no missing values in {', '.join(wanted)}, got {lost} rows with some "
            "(missing='drop' leaves them out)"
        )
    kept = frame[whole].reset_index(drop=True)
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


def parsed(right: str) -> Any:
    """The right side, read by formulaic."""
    try:
        from formulaic import Formula
    except ImportError:
        raise InputError(
            "formulas must be read by formulaic, which is not installed: "
            "pip install 'rropt[regress]'"
        ) from None
    from formulaic.errors import FormulaicError

    try:
        return Formula(right)
    except FormulaicError as error:
        raise InputError(f"formula must be readable, got {right!r}: {_first_line(error)}") from None


def covariates_of(right: str, frame: Any) -> Covariates:
    """The model matrix of the right side."""
    from formulaic.errors import FormulaicError

    try:
        matrix = parsed(right).get_model_matrix(frame, na_action="raise")
    except (FormulaicError, ValueError) as error:
        raise InputError(f"formula {right!r} must fit the data: {_first_line(error)}") from None
    array = np.asarray(matrix, float)
    _require_squares(array, "covariates must be")
    largest = np.abs(array).max(axis=0)
    rank = int(np.linalg.matrix_rank(array / np.where(largest > 0, largest, 1.0)))
    if rank < array.shape[1]:
        raise InputError(
            f"covariates must be independent, got {array.shape[1]} columns of rank {rank}"
        )
    return Covariates(array, tuple(map(str, matrix.model_spec.column_names)), matrix.model_spec)


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
    values: list[Any], used: np.ndarray, channels: tuple[Channel, ...], name: str
) -> np.ndarray:
    """Each report as its place in its table; no value of the column is ever shown."""
    positions = [{label: i for i, label in enumerate(channel.reports)} for channel in channels]
    known: dict[tuple[type, str, int], int] = {}
    places = []
    for value, number in zip(values, used.tolist(), strict=True):
        key = type(value), str(value), number
        if key not in known:
            label = None if is_missing(value) else label_of(value, positions[number])
            known[key] = -1 if label is None else positions[number][label]
        places.append(known[key])
    found = np.array(places)
    wrong = int((found < 0).sum())
    if wrong:
        labels = ", ".join(repr(label) for label in channels[0].reports)
        raise InputError(
            f"column {name!r} must hold only the reports {labels}: {wrong} of {len(values)} do not"
        )
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
