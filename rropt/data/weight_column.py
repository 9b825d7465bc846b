"""Sampling weights and counts: which entries of a column are some, read alike by all.

A weight is a number of at least zero: 2, 0.5, "0.5" or "1/2". A yes or no is none.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rropt.exact import InputError, exact
from rropt.exact.labelled import written

LARGEST_WEIGHT = 10**75
"""Fourth powers, as of squared sums of squares, stay below the largest double."""

Entry = TypeVar("Entry", bound=Hashable)


def read_weights(
    entries: Iterable[tuple[Entry, int]], name: str, comma: bool = False
) -> dict[Entry, Fraction]:
    """Each of some entries as a weight, from them and how often each occurs in a column.

    `comma`: whether a comma is a decimal point.

    >>> read_weights([("1/2", 3), (2, 1)], "column 'w'")
    {'1/2': Fraction(1, 2), 2: Fraction(2, 1)}
    """
    found: dict[Entry, Fraction] = {}
    wrong = 0
    total = 0
    for entry, records in entries:
        total += records
        text = written(entry).replace(",", ".", 1) if comma else written(entry)
        try:
            found[entry] = exact(text, "weights")
        except InputError:
            wrong += records
    _require_numbers(wrong, total, name)
    _require_size(min(found.values()), max(found.values()), name)
    return found


def column_weights(series: Any, name: str) -> NDArray[np.float64]:
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
    codes, values = pandas.factorize(series.astype(str))
    often = np.bincount(codes, minlength=len(values)).tolist()
    read = read_weights(zip(values, often, strict=True), name)
    return np.array([float(read[value]) for value in values])[codes]


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
