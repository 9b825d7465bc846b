"""Values with their counts, from arrays and data frames, and their match with labels.

A lazy frame only runs its group-by; the rows never leave the place where they live. Arrays are
counted at the speed of numpy.bincount.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.data.entry_rules import EntryRules, Stated
from rropt.data.respondents import ReadColumn, read_survey
from rropt.exact import InputError, labels_in_words

if TYPE_CHECKING:
    import narwhals as nw


@dataclass(frozen=True)
class Tally:
    """Values, each with how often it occurs, which may be told in parts; `name` is for messages."""

    rows: Sequence[tuple[Any, ...]]
    name: str

    def entries(self) -> Iterator[Any]:
        """Each value as often as it occurs."""
        return chain.from_iterable(repeat(value, times) for value, times in self.rows)


def match(tally: Tally, labels: Sequence[str], missing: Stated = "refuse") -> tuple[int, ...]:
    """The counts in the order of the labels; anything else is refused.

    What is done with missing answers is said by the caller: refused, or with "drop" left out.

    >>> match(Tally([("no", 2), (None, 1)], "answers"), ["no", "yes"], "drop")
    (2, 0)
    """
    rules = EntryRules.of(missing)
    column = ReadColumn.of(tally.name, [value for value, _ in tally.rows])
    often = [count for _, count in tally.rows]
    found = read_survey({"reports": column}, [{"": (labels, rules)}], rules, often=often)
    return found.counts(len(labels))


FEW = 1 << 8
MANY = 1 << 20
"""Ranges of small integers that are tried before values are sorted."""

BLOCK = 1 << 16
"""Entries a block: checked and counted while they are in the cache."""


def tally_array(array: np.ndarray, name: str = "data") -> Tally:
    """Values of an array with their counts; masked entries are missing values."""
    if isinstance(array, np.ma.MaskedArray):
        missing = int(np.ma.count_masked(array))
        return Tally([*tally_array(array.compressed()).rows, (None, missing)], name)
    flat = array.reshape(-1)
    if flat.dtype.kind in "biu":
        for size in (FEW, MANY):
            counts = bounded_counts(flat, size)
            if counts is not None:
                return Tally(_present(counts, flat.dtype == bool), name)
    if flat.dtype.kind in "iuUS":
        values, numbers = np.unique(flat, return_counts=True)
        return Tally([*zip(values.tolist(), numbers.tolist(), strict=True)], name)
    return tally_list(flat.tolist(), name)


def tally_list(values: Sequence[Any], name: str = "data") -> Tally:
    """Values of a list with their counts; lists and the like are no labels.

    >>> tally_list(["no", "yes", "no"]).rows
    [('no', 2), ('yes', 1)]
    """
    try:
        return Tally([*Counter(values).items()], name)
    except TypeError:
        ReadColumn.of(name, values)
        raise


def bounded_counts(flat: np.ndarray, size: int) -> np.ndarray | None:
    """Counts of 0, ..., size - 1 in an integer array, or None if an entry is none of them.

    >>> bounded_counts(np.array([2, 0, 2]), 3).tolist(), bounded_counts(np.array([0, -1]), 3)
    ([1, 0, 2], None)
    """
    counts = np.zeros(size, np.int64)
    # No block is shorter than the table in which it is counted.
    step = max(BLOCK, size)
    for start in range(0, len(flat), step):
        block = flat[start : start + step]
        if _largest_unsigned(block) >= _least_outside(flat.dtype, size):
            return None
        counts += np.bincount(block.astype(np.intp, copy=False), minlength=size)
    return counts


def _least_outside(dtype: np.dtype[Any], size: int) -> int:
    """The least entry, a negative one counting as huge, that is none of 0, ..., size - 1."""
    return min(size, 1 << (8 * dtype.itemsize - 1)) if dtype.kind == "i" else size


def _largest_unsigned(block: np.ndarray) -> int:
    """The largest entry, a negative one counting as huge: one pass instead of two."""
    unsigned = np.dtype(f"u{block.dtype.itemsize}").newbyteorder(block.dtype.byteorder)
    return int(block.view(unsigned).max())


def _present(counts: np.ndarray, boolean: bool) -> list[tuple[int | bool, int]]:
    found = np.flatnonzero(counts).tolist()
    return [(bool(value) if boolean else value, int(counts[value])) for value in found]


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
    return Tally(grouped(table, [chosen]), f"column {chosen!r}")


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


def as_narwhals(data: Any, **options: Any) -> Any:
    """A data frame by narwhals, without what that says of its own future."""
    import narwhals as nw

    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Dask support is moving", FutureWarning)
            return nw.from_native(data, **options)
    except nw.exceptions.DuplicateError as error:
        reason = " ".join(str(error).split())
        raise InputError(f"data must have a different name for each column: {reason}") from None


def _native(data: Any) -> Any:
    try:
        return as_narwhals(data, allow_series=True)
    except TypeError:
        raise InputError(
            "data must be a list, a NumPy array, a data frame or the path of a CSV or Parquet "
            f"file, got {type(data).__name__}"
        ) from None


DATUM = re.compile(r"[-+\s\d.,:/]+|.*[\r\n].*", re.DOTALL)
"""A number, a date, or more than a line: no name that a column is likely to have."""


def require_column(column: str | None, names: list[str]) -> str:
    """The column's name, if it is one. In a file without a header names are a person's data."""
    if column not in names:
        if any(DATUM.fullmatch(str(name)) for name in names):
            raise InputError(
                f"column must be a name in the first line, got {column!r}: what stands there reads "
                "as data, and is not shown"
            )
        raise InputError(f"column must be one of {labels_in_words(names)}, got {column!r}")
    return column


def _tally_series(series: nw.Series[Any], name: str) -> Tally:
    import narwhals as nw

    if not len(series):
        return Tally([], name)
    if series.dtype.is_integer() and series.dtype not in (nw.Int128, nw.UInt128):
        array = series.to_numpy()
        if array.dtype.kind in "iu":
            return tally_array(array, name)
    try:
        counted = series.value_counts(name=COUNT)
    except TypeError:
        raise InputError(f"{name} must hold labels, got values of type {series.dtype}") from None
    return Tally(counted.rows(), name)


def grouped(table: Any, columns: list[str]) -> list[tuple[Any, ...]]:
    """One group-by where the data lives: each combination of values with its count last."""
    import narwhals as nw

    try:
        native = table.group_by(*columns).agg(nw.len().alias(COUNT)).to_native()
    except TypeError:  # pandas has groups of what can be hashed alone
        for column in columns:
            ReadColumn.of(f"column {column!r}", table.get_column(column).to_list())
        raise
    if hasattr(native, "fetchall"):
        return list(native.fetchall())
    counted = as_narwhals(native)
    eager = counted.collect() if isinstance(counted, nw.LazyFrame) else counted
    return eager.select(*columns, COUNT).rows()
