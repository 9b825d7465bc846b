"""Values with their counts, from arrays and data frames, and their match with labels.

A lazy frame only runs its group-by; the rows never leave the place where they live. Arrays are
counted at the speed of numpy.bincount.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.data.entry_rules import (
    LEAVES_OUT,
    UNFIT,
    EntryRules,
    Stated,
    coded_hint,
    has_hash,
    is_null,
)
from rropt.exact import InputError

if TYPE_CHECKING:
    import narwhals as nw


SHOWN = 10
"""Labels in a message; what was found beside them is a respondent's, and never shown."""


@dataclass(frozen=True)
class Tally:
    """How often each value occurs; missing ones under None or a nan. `name` is for messages."""

    counts: Mapping[Any, int]
    name: str


@dataclass(frozen=True)
class ReadColumn:
    """How the entries of a column are read: as labels, or as they stand where there are none."""

    name: str
    rules: EntryRules
    labels: Sequence[str] = ()

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each label stands."""
        return self.rules.places(self.labels)

    def read(self, value: Any) -> int | str | None:
        """The place of a label, `UNFIT` for what is none, a text; None for a missing entry."""
        entry = key_of(value, self.name)
        if self.labels:
            return self.rules.read(entry, self.places)
        return None if self.rules.is_missing(entry) else str(entry)


def read_rows(
    rows: Iterable[Sequence[Any]],
    columns: Sequence[ReadColumn],
    rules: EntryRules,
    maybe_none: bool = False,
) -> dict[tuple[Any, ...], int]:
    """How often each combination of entries occurs, from rows with their count last.

    Rows with a missing entry are refused or left out; what is no label is refused, and never shown.
    That no row is left is refused too, unless there `maybe_none`.

    >>> answers = ReadColumn("answers", EntryRules(), ["no", "yes"])
    >>> read_rows([("yes", 2), ("no", 1), ("yes", 3)], [answers], EntryRules())
    {(1,): 5, (0,): 1}
    """
    rules.require(("refuse", "drop"))
    found: Counter[tuple[Any, ...]] = Counter()
    unknown: list[Counter[Any]] = [Counter() for _ in columns]
    absent = 0
    total = 0
    for *values, count in rows:
        total += count
        read = tuple(column.read(value) for column, value in zip(columns, values, strict=True))
        for value, entry, odd in zip(values, read, unknown, strict=True):
            if entry == UNFIT:
                odd[value] += count
        if UNFIT in read:
            continue
        if None in read:
            absent += count
        else:
            found[read] += count
    if absent and rules.missing == "refuse":
        named = ", ".join(column.name for column in columns)
        raise InputError(
            f"{named} must have no missing values, got {absent} of {total} missing {LEAVES_OUT}"
        )
    for column, odd in zip(columns, unknown, strict=True):
        if any(odd.values()):
            raise InputError(unfitting(column.name, column.labels, odd, total))
    if not maybe_none and not any(found.values()):
        named = ", ".join(column.name for column in columns)
        raise InputError(f"{named} must contain at least one value, got none")
    return dict(found)


def crossed_name(values: Sequence[str]) -> str:
    """The name of a group by its values; of several, those with a comma or quotes are quoted.

    >>> crossed_name(["north", "f"]), crossed_name(["a, b", "c"]), crossed_name(["a, b"])
    ('north, f', '"a, b", c', 'a, b')
    """
    if len(values) < 2:
        return "".join(values)
    return ", ".join(map(quoted, values))


def quoted(label: str) -> str:
    """A label among others, as a field of a CSV file.

    >>> [quoted(label) for label in ("no", "beer, wine")]
    ['no', '"beer, wine"']
    """
    doubled = label.replace('"', '""')
    return f'"{doubled}"' if "," in label or doubled != label else label


def match(tally: Tally, labels: Sequence[str], missing: Stated = "refuse") -> tuple[int, ...]:
    """The counts in the order of the labels; anything else is refused.

    What is done with missing answers is said by the caller: refused, or with "drop" left out.

    >>> match(Tally({"no": 2, None: 1}, "answers"), ["no", "yes"], "drop")
    (2, 0)
    """
    rules = EntryRules.of(missing)
    found = read_rows(tally.counts.items(), [ReadColumn(tally.name, rules, labels)], rules)
    return tuple(found.get((place,), 0) for place in range(len(labels)))


def unfitting(name: str, labels: Sequence[str], unknown: Mapping[Any, int], total: int) -> str:
    """The labels that are expected, and how many values are none of them: never which."""
    known = ", ".join(repr(label) for label in labels[:SHOWN])
    more = " ..." if len(labels) > SHOWN else ""
    return (
        f"{name} must hold only the labels {known}{more}, "
        f"got {sum(unknown.values())} of {total} that do not fit{coded_hint(labels, unknown)}"
    )


def key_of(value: Any, name: str) -> Any:
    """The value, None for every kind of missing one; lists and the like are no labels."""
    if not has_hash(value):
        raise InputError(f"{name} must hold labels, got a {type(value).__name__}")
    return None if is_null(value) else value


def require_labels(values: Iterable[Any], name: str) -> None:
    """Refuse a column with lists and the like among its entries."""
    for value in values:
        key_of(value, name)


def merged(rows: list[tuple[Any, ...]], name: str) -> dict[Any, int]:
    """One entry a value; every kind of missing value under None."""
    counts: Counter[Any] = Counter()
    for value, count in rows:
        counts[key_of(value, name)] += int(count)
    return counts


FEW = 1 << 8
MANY = 1 << 20
"""Ranges of small integers that are tried before values are sorted."""

BLOCK = 1 << 16
"""Entries a block: checked and counted while they are in the cache."""


def tally_array(array: np.ndarray, name: str = "data") -> Tally:
    """Values of an array with their counts; masked entries are missing values."""
    if isinstance(array, np.ma.MaskedArray):
        missing = int(np.ma.count_masked(array))
        return Tally({**tally_array(array.compressed()).counts, None: missing}, name)
    flat = array.reshape(-1)
    if flat.dtype.kind in "biu":
        for size in (FEW, MANY):
            counts = bounded_counts(flat, size)
            if counts is not None:
                return Tally(_present(counts, flat.dtype == bool), name)
    if flat.dtype.kind in "iuUS":
        values, numbers = np.unique(flat, return_counts=True)
        return Tally(dict(zip(values.tolist(), numbers.tolist(), strict=True)), name)
    return Tally(Counter(flat.tolist()), name)


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


def _present(counts: np.ndarray, boolean: bool) -> dict[int | bool, int]:
    found = np.flatnonzero(counts).tolist()
    return {bool(value) if boolean else value: int(counts[value]) for value in found}


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
        raise InputError(
            f"column must be one of {', '.join(map(repr, names[:10]))}"
            f"{' ...' if len(names) > 10 else ''}, got {column!r}"
        )
    return column


def _tally_series(series: nw.Series[Any], name: str) -> Tally:
    import narwhals as nw

    if not len(series):
        return Tally({}, name)
    if series.dtype.is_integer() and series.dtype not in (nw.Int128, nw.UInt128):
        array = series.to_numpy()
        if array.dtype.kind in "iu":
            return tally_array(array, name)
    try:
        counted = series.value_counts(name=COUNT)
    except TypeError:
        raise InputError(f"{name} must hold labels, got values of type {series.dtype}") from None
    return Tally(merged(counted.rows(), name), name)


def grouped(table: Any, columns: list[str]) -> list[tuple[Any, ...]]:
    """One group-by where the data lives: each combination of values with its count last."""
    import narwhals as nw

    try:
        native = table.group_by(*columns).agg(nw.len().alias(COUNT)).to_native()
    except TypeError:  # pandas has groups of what can be hashed alone
        for column in columns:
            require_labels(table.get_column(column).to_list(), f"column {column!r}")
        raise
    if hasattr(native, "fetchall"):
        return list(native.fetchall())
    counted = as_narwhals(native)
    eager = counted.collect() if isinstance(counted, nw.LazyFrame) else counted
    return eager.select(*columns, COUNT).rows()
