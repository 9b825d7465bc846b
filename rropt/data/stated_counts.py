"""Counts that are said to be counts: by a dict, by a series with labels, by `counts`.

Whatever has labels is aligned by them. A bare list of numbers may be counts, or rows of coded
reports: where both readings fit it is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Number
from typing import Any

from rropt.data.counts import index_of, tally_records
from rropt.data.entry_rules import UNFIT, EntryRules, label_of
from rropt.exact import InputError, exact, iterates


def stated_counts(
    labels: Sequence[str], given: Any, rules: EntryRules | None = None
) -> tuple[Any, ...] | None:
    """The counts in the order of the labels; None for what can only be rows.

    >>> stated_counts(["no", "yes"], {"yes": 10}), stated_counts(["no", "yes"], [30, 10])
    ((0, 10), (30, 10))
    >>> stated_counts(["0", "1"], ["0", "1"]) is None
    True
    """
    if isinstance(given, Mapping):
        return aligned(labels, given, "reports")
    rows = _entries(given)
    if rows is None or not rows:
        return None
    index = index_of(given)
    known = EntryRules() if rules is None else rules
    fits_rows = _are_rows(rows, labels, known)
    if index is not None and _are_numbers(rows):
        if _are_labels(index, labels):
            return _counts_by_index(labels, given, rows, fits_rows)
        if not fits_rows and type(index).__name__ != "RangeIndex":
            return tuple(aligned(labels, given, "reports"))
    if len(rows) != len(labels) or not _are_numbers(rows):
        return None
    if fits_rows:
        raise _two_readings(len(labels))
    return tuple(rows)


def aligned(labels: Sequence[str], given: Any, name: str) -> Any:
    """Numbers in the order of the labels, where they have labels; nothing is 0. Others stay.

    A pandas index of numbers that are no labels only counts rows; text is labels, known or not.

    >>> aligned(["no", "yes"], {"yes": 3, "no": 4}, "counts"), aligned(["a", "b"], [3, 4], "counts")
    ((4, 3), [3, 4])
    """
    if isinstance(given, Mapping):
        pairs = list(given.items())
    else:
        index = index_of(given)
        places = dict.fromkeys(labels, 0)
        if index is None:
            return given
        if all(label_of(value, places) is None for value in index) and _are_numbers(list(index)):
            return given
        pairs = list(zip(index, given, strict=True))
    return _by_label(labels, pairs, name)


def counts_in_columns(
    labels: Sequence[str], data: Any, column: str, counts: str, rules: EntryRules
) -> tuple[Any, ...]:
    """Counts that stand in a column of their own, beside the labels: what `value_counts` gives.

    >>> import pyarrow
    >>> table = pyarrow.table({"smokes": ["yes", "no"], "count": [10, 30]})
    >>> counts_in_columns(["no", "yes"], table, "smokes", "count", EntryRules())
    (30, 10)
    """
    pairs: dict[Any, Any] = {}
    for label, count, times in tally_records(data, {"reports": column, "counts": counts}):
        if not rules.is_missing(label) or rules.missing == "refuse":
            pairs[label] = pairs.get(label, 0) + times * count
    return _by_label(labels, list(pairs.items()), f"column {column!r}", rules)


def _by_label(
    labels: Sequence[str],
    pairs: Sequence[tuple[Any, Any]],
    name: str,
    rules: EntryRules | None = None,
) -> tuple[Any, ...]:
    places = (rules or EntryRules()).places(labels)
    found: list[list[Any]] = [[] for _ in labels]
    unknown = 0
    for value, number in pairs:
        label = label_of(value, places)
        if label is None:
            unknown += 1
        else:
            found[places[label]].append(number)
    if unknown:
        known = ", ".join(map(repr, labels[:10]))
        raise InputError(f"{name} must be among {known}, got {unknown} that do not fit")
    return tuple(_together(numbers, name) for numbers in found)


def _together(numbers: Sequence[Any], name: str) -> Any:
    """What stands under one label; 1 and "1" may both be keys of a dict."""
    if len(numbers) < 2:
        return numbers[0] if numbers else 0
    return sum(exact(number, name) for number in numbers)


def _counts_by_index(
    labels: Sequence[str], given: Any, rows: Sequence[Any], fits_rows: bool
) -> tuple[Any, ...]:
    """Counts by the labels of a series; numbers from 0 may be no more than the places of rows."""
    counts = _by_label(labels, list(zip(index_of(given), rows, strict=True)), "reports")
    is_range = type(index_of(given)).__name__ == "RangeIndex"
    if fits_rows or (is_range and counts != tuple(rows)):
        raise _two_readings(len(labels))
    return counts


def _two_readings(size: int) -> InputError:
    return InputError(
        f"reports must be rows or counts, got {size} numbers that may be either: {size} people's "
        f"reports, or how often each of {size} reports occurs; "
        "counts=[...] or {report: count} says that they are counts, labels as text that they are "
        "rows"
    )


def _entries(given: Any) -> list[Any] | None:
    """The entries of a list, an array or a series of one dimension."""
    if isinstance(given, (str, bytes)) or hasattr(given, "columns"):
        return None
    if not iterates(given) or not hasattr(given, "__len__") or getattr(given, "ndim", 1) != 1:
        return None
    return list(given.tolist() if hasattr(given, "tolist") else given)


def _are_labels(index: Any, labels: Sequence[str]) -> bool:
    """Whether an index has one or more of the labels, each once, and nothing else."""
    places = dict.fromkeys(labels, 0)
    found = [label_of(value, places) for value in index]
    return None not in found and len(set(found)) == len(found)


def _are_numbers(rows: Sequence[Any]) -> bool:
    return all(isinstance(row, Number) and not isinstance(row, bool) for row in rows)


def _are_rows(rows: Sequence[Any], labels: Sequence[str], rules: EntryRules) -> bool:
    """Whether every entry is a label, or a code from 0 on for one."""
    places = rules.places(labels)
    if all(rules.read(row, places) != UNFIT for row in rows):
        return True
    codes = {str(place): place for place in range(len(labels))}
    return all(rules.read(row, codes) != UNFIT for row in rows)
