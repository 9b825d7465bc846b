"""Counts from any data frame that narwhals knows, eager or lazy.

A lazy frame only runs its group-by; the rows never leave the place where they live.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rropt.counting.arrays import tally_array
from rropt.counting.tally import Tally, merged
from rropt.exact import InputError

if TYPE_CHECKING:
    import narwhals as nw

COUNT = "rropt count"


def tally_table(data: Any, column: str | None) -> Tally:
    """Values of a column (or of a series) with their counts."""
    import narwhals as nw

    table = _native(data)
    if isinstance(table, nw.Series):
        return _tally_series(table, "data")
    chosen = require_column(column, table.collect_schema().names())
    if isinstance(table, nw.DataFrame):
        return _tally_series(table.get_column(chosen), f"column {chosen!r}")
    rows = grouped(table, [chosen])
    name = f"column {chosen!r}"
    return Tally(merged(rows, name), name)


def tally_table_columns(data: Any, columns: list[str]) -> list[tuple[Any, ...]]:
    """Combinations of values of some columns, each with its count last."""
    import narwhals as nw

    table = _native(data)
    if isinstance(table, nw.Series):
        raise InputError("data must be a data frame with the columns, got a series")
    for column in columns:
        require_column(column, table.collect_schema().names())
    return grouped(table, columns)


def column_values(data: Any, column: str) -> list[Any]:
    """The values of one column of a frame, in the order of its rows."""
    import narwhals as nw

    table = _native(data)
    if isinstance(table, nw.Series):
        raise InputError(f"data must be a data frame with the column {column!r}, got a series")
    chosen = table.select(require_column(column, table.collect_schema().names()))
    eager = chosen.collect() if isinstance(chosen, nw.LazyFrame) else chosen
    return list(eager.get_column(column).to_list())


def _native(data: Any) -> Any:
    import narwhals as nw

    try:
        return nw.from_native(data, allow_series=True)
    except nw.exceptions.DuplicateError as error:
        reason = " ".join(str(error).split())
        raise InputError(f"data must have a different name for each column: {reason}") from None
    except TypeError:
        raise InputError(
            "data must be a list, a NumPy array, a data frame or the path of a CSV or Parquet "
            f"file, got {type(data).__name__}"
        ) from None


def require_column(column: str | None, names: list[str]) -> str:
    """The column's name, if it is one."""
    if column not in names:
        raise InputError(
            f"column must be one of {', '.join(map(repr, names[:10]))}"
            f"{' ...' if len(names) > 10 else ''}, got {column!r}"
        )
    return column


def _tally_series(series: nw.Series[Any], name: str) -> Tally:
    if not len(series):
        return Tally({}, name)
    if series.dtype.is_integer():
        array = series.to_numpy()
        if array.dtype.kind in "iu":
            return tally_array(array, name)
    try:
        counted = series.value_counts(name=COUNT)
    except TypeError:
        raise InputError(f"{name} must hold labels, got values of type {series.dtype}") from None
    values, counts = (counted[column].to_list() for column in counted.columns)
    return Tally(merged(list(zip(values, counts, strict=True)), name), name)


def grouped(table: Any, columns: list[str]) -> list[tuple[Any, ...]]:
    """One group-by where the data lives: each combination of values with its count last."""
    import narwhals as nw

    native = table.group_by(*columns).agg(nw.len().alias(COUNT)).to_native()
    if hasattr(native, "fetchall"):
        return list(native.fetchall())
    counted = nw.from_native(native)
    eager = counted.collect() if isinstance(counted, nw.LazyFrame) else counted
    return eager.select(*columns, COUNT).rows()
