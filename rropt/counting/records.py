"""Records: what stands in several columns of one row, counted where rows are alike.

A column is a name in the data (a frame, or a CSV or Parquet file) or the values themselves: a list,
an array or a series beside the reports. Where every column has a name one group-by runs, where the
data lives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from rropt.counting.files import tally_file_columns
from rropt.counting.frame_counts import column_values, tally_table_columns
from rropt.counting.tally import key_of
from rropt.exact import InputError


def tally_records(data: Any, columns: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Combinations of values of some columns, each with its count last.

    `columns` says of what is wanted in which column it stands.

    >>> rows = ["yes", "no", "yes"]
    >>> tally_records(rows, {"by": ["north", "south", "north"], "reports": rows})
    [('north', 'yes', 2), ('south', 'no', 1)]
    """
    if all(isinstance(column, str) for column in columns.values()):
        return _tally_named(data, list(columns.values()))
    listed = {name: _values(data, name, column) for name, column in columns.items()}
    size = len(listed["reports"])
    for name, values in listed.items():
        if len(values) != size:
            raise InputError(f"{name} must have one entry a report, got {len(values)} for {size}")
    keys = [[key_of(value, name) for value in values] for name, values in listed.items()]
    return [(*values, n) for values, n in Counter(zip(*keys, strict=True)).items()]


def _tally_named(data: Any, columns: list[str]) -> list[tuple[Any, ...]]:
    """Columns by their names, of which one may be wanted for several reasons."""
    names = list(dict.fromkeys(columns))
    of_file = isinstance(data, (str, Path))
    cells = tally_file_columns(data, names) if of_file else tally_table_columns(data, names)
    places = [names.index(column) for column in columns]
    return [(*(cell[i] for i in places), cell[-1]) for cell in cells]


def _values(data: Any, name: str, column: Any) -> list[Any]:
    """The entries of a column, one a row."""
    if isinstance(column, str):
        if isinstance(data, (str, Path, list, tuple, np.ndarray)):
            kind = "a file" if isinstance(data, (str, Path)) else "a list"
            raise InputError(
                f"{name} and the reports must be columns of one frame or file, or lists beside "
                f"each other, got the name {column!r} with {kind}"
            )
        return column_values(data, column)
    if isinstance(column, (list, tuple)):
        return list(column)
    if isinstance(column, np.ndarray):
        if column.ndim != 1:
            raise InputError(f"{name} must be one column, got an array of shape {column.shape}")
        return list(column.tolist())
    return _of_series(name, column)


def _of_series(name: str, column: Any) -> list[Any]:
    import narwhals as nw

    try:
        return list(nw.from_native(column, series_only=True).to_list())
    except TypeError:
        raise InputError(
            f"{name} must be the name of a column, or a list, array or series with one entry a "
            f"report, got {type(column).__name__}"
        ) from None
