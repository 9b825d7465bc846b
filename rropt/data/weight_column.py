"""Sampling weights and counts: which entries of a column are some, read alike by all.

A weight is a number of at least zero: 2, 0.5, "0.5" or "1/2". A yes or no is none.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.data.respondents import Places, ReadColumn
from rropt.exact import InputError, exact
from rropt.exact.labelled import written

LARGEST_WEIGHT = 10**75
"""Fourth powers, as of squared sums of squares, stay below the largest double."""


def read_weights(column: ReadColumn, often: Places, comma: bool = False) -> list[Fraction]:
    """The weight of each row of a column, whose rows stand for so many records each.

    `comma`: whether a comma is a decimal point.

    >>> read_weights(ReadColumn.of("w", ["1/2", 2]), np.array([3, 1]))
    [Fraction(1, 2), Fraction(2, 1)]
    """
    read: list[Any] = []
    for entry in column.values:
        text = written(entry).replace(",", ".", 1) if comma else written(entry)
        try:
            read.append(exact(text, "weights"))
        except InputError:
            read.append(None)
    found = [read[code] for code in column.codes]
    wrong = sum(records for weight, records in zip(found, often, strict=True) if weight is None)
    _require_numbers(wrong, int(often.sum()), column.name)
    _require_size(min(found), max(found), column.name)
    return found


def column_weights(series: Any, name: str, comma: bool = False) -> NDArray[np.float64]:
    """A column of pandas as weights in doubles, one a row.

    >>> import pandas
    >>> column_weights(pandas.Series(["1/2", "2", "1/2"]), "column 'w'").tolist()
    [0.5, 2.0, 0.5]
    """
    import pandas

    if pandas.api.types.is_integer_dtype(series) or pandas.api.types.is_float_dtype(series):
        found: NDArray[np.float64] = series.to_numpy(dtype=float)
        _require_numbers(int((~np.isfinite(found)).sum()), len(found), name)
        _require_size(found.min(), found.max(), name)
        return found
    column = ReadColumn.of_series(name, series)
    return np.array(read_weights(column, np.ones(len(series), np.intp), comma), float)


def _require_numbers(wrong: int, total: int, name: str) -> None:
    if wrong:
        raise InputError(
            f"{name} must hold numbers, got something else in {wrong} of {total} rows: "
            "na=..., or --na, names words for a missing one"
        )


def _require_size(least: Any, largest: Any, name: str) -> None:
    if least < 0:
        raise InputError(f"{name} must hold numbers of at least 0, got one below")
    if largest == 0:
        raise InputError(f"{name} must hold a number above 0, got none")
    if largest > LARGEST_WEIGHT:
        raise InputError(f"{name} must hold numbers of at most 1e75 in size")
    if largest * LARGEST_WEIGHT < 1:
        raise InputError(f"{name} must hold numbers of at least 1e-75, got all below")
