"""Counts from any data frame that narwhals knows, eager or lazy.

A lazy frame only runs its group-by; the rows never leave the place where they live.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rropt.exact import InputError
from rropt.frames.arrays import tally_array
from rropt.frames.tally import Tally, is_missing

if TYPE_CHECKING:
    import narwhals as nw

COUNT = "rropt count"


def tally_table(data: Any, column: str | None) -> Tally:
    """Values of a column (or of a series) with their counts."""
    import narwhals as nw

    try:
        table = nw.from_native(data, allow_series=True)
    except TypeError:
        raise InputError(
            "data must be a list, a NumPy array, a data frame or the path of a CSV or Parquet "
            f"file, got {type(data).__name__}"
        ) from None
    if isinstance(table, nw.Series):
        return _tally_series(table, "data")
    chosen = require_column(column, table.collect_schema().names())
    if isinstance(table, nw.DataFrame):
        return _tally_series(table[chosen], f"column {chosen!r}")
    return Tally(_grouped(table, chosen), f"column {chosen!r}")


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
    if series.dtype.is_integer() and not series.null_count():
        return tally_array(series.to_numpy(), name)
    counted = series.value_counts(name=COUNT)
    values, counts = (counted[column].to_list() for column in counted.columns)
    return Tally(_merged(list(zip(values, counts, strict=True))), name)


def _grouped(table: nw.LazyFrame[Any], column: str) -> dict[Any, int]:
    import narwhals as nw

    native = table.group_by(column).agg(nw.len().alias(COUNT)).to_native()
    if hasattr(native, "fetchall"):
        return _merged(native.fetchall())
    rows = nw.from_native(native).collect().select(column, COUNT).rows()
    return _merged([(value, count) for value, count in rows])


def _merged(rows: list[tuple[Any, int]]) -> dict[Any, int]:
    """One entry a value; every kind of missing value under None."""
    counts: dict[Any, int] = {}
    for value, count in rows:
        key = None if is_missing(value) else value
        counts[key] = counts.get(key, 0) + int(count)
    return counts
