"""Columns of a data frame as doubles, and which of their entries are missing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.counting.report_column import is_absent
from rropt.sampling.numbers_column import number_array


def doubles(column: Any) -> NDArray[np.float64]:
    """A polars column as doubles, nan where there is no number.

    >>> import polars
    >>> doubles(polars.Series(["0.5", " 1/4", "", "x"])).tolist()
    [0.5, 0.25, nan, nan]
    """
    import polars

    texts = column.str.strip_chars() if column.dtype == polars.String else column
    found = texts.cast(polars.Float64, strict=False).fill_null(np.nan).to_numpy().copy()
    if column.dtype == polars.String:
        odd = np.flatnonzero(np.isnan(found) & (texts.fill_null("") != "").to_numpy())
        found[odd] = number_array(texts.gather(odd).to_list())
    return np.asarray(found, dtype=np.float64)


def absent_in(column: Any) -> NDArray[np.bool_]:
    """Which entries of a polars column are missing."""
    frame = column.to_frame()
    found = frame.select(absent_condition(column.name, column.dtype)).to_series()
    return np.asarray(found.to_numpy(), dtype=bool)


def absent_condition(column: str, dtype: Any) -> Any:
    """The polars condition that an entry is missing: text may be empty."""
    import polars

    entry = polars.col(column)
    if dtype == polars.String:
        return entry.is_null() | (entry.str.strip_chars() == "")
    return is_absent(entry, dtype)
