"""Counts that are said to be counts: by a dict, by a series with labels, by `counts`.

Whatever has labels is aligned by them. A bare list of numbers may be counts, or rows of coded
reports: where both readings fit it is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.data.entry_rules import UNFIT, EntryRules
from rropt.exact import InputError, exact_vector, iterates, of_size
from rropt.exact.labelled import aligned, are_numbers, by_label, index_of, is_frame, label_of

MAX_REPORTS = 10**300


def stated_counts(
    labels: Sequence[str], given: Any, rules: EntryRules | None = None
) -> tuple[Any, ...] | None:
    """The counts in the order of the labels; None for what can only be rows.

    >>> stated_counts(["no", "yes"], {"yes": 10}), stated_counts(["no", "yes"], [30, 10])
    ((0, 10), (30, 10))
    >>> stated_counts(["0", "1"], ["0", "1"]) is None
    True
    """
    known = EntryRules() if rules is None else rules
    places = known.places(labels)
    if isinstance(given, Mapping):
        return by_label(labels, list(given.items()), "reports", places)
    rows = _entries(given)
    if rows is None or not rows:
        return None
    index = index_of(given)
    fits_rows = _are_rows(rows, labels, known)
    if index is not None and are_numbers(rows):
        if _are_labels(index, places):
            return _counts_by_index(labels, given, rows, fits_rows, places)
        if not fits_rows and type(index).__name__ != "RangeIndex":
            return tuple(aligned(labels, given, "reports"))
    if len(rows) != len(labels) or not are_numbers(rows):
        return None
    if fits_rows:
        raise _two_readings(len(labels))
    return tuple(rows)


def report_counts(channel: Channel, counts: Iterable[Any]) -> tuple[int, ...]:
    """The counts as whole numbers, one for each report of the channel, at least one report."""
    numbers = weighted_counts(channel, counts)
    for i, number in enumerate(numbers):
        if number.denominator != 1:
            raise InputError(f"counts[{i}] must be a whole number of at least 0, got {number}")
    return tuple(int(number) for number in numbers)


def weighted_counts(channel: Channel, counts: Iterable[Any]) -> tuple[Fraction, ...]:
    """The same, or sums of weights."""
    given = exact_vector(aligned(channel.reports, counts, "counts"), "counts")
    numbers = of_size(given, channel.shape[0], "counts", "entries, one for each report")
    for i, number in enumerate(numbers):
        if number < 0:
            raise InputError(f"counts[{i}] must be a whole number of at least 0, got {number}")
    if not any(numbers):
        raise InputError("counts must contain at least one report, got none")
    if sum(numbers) > MAX_REPORTS:
        raise InputError("counts must be small enough for a double, got more than 1e300 reports")
    return numbers


def _counts_by_index(
    labels: Sequence[str],
    given: Any,
    rows: Sequence[Any],
    fits_rows: bool,
    places: Mapping[str, int],
) -> tuple[Any, ...]:
    """Counts by the labels of a series; numbers from 0 may be no more than the places of rows."""
    counts = by_label(labels, list(zip(index_of(given), rows, strict=True)), "reports", places)
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
    if isinstance(given, (str, bytes)) or is_frame(given):
        return None
    if not iterates(given) or not hasattr(given, "__len__") or getattr(given, "ndim", 1) != 1:
        return None
    return list(given.tolist() if hasattr(given, "tolist") else given)


def _are_labels(index: Any, places: Mapping[str, int]) -> bool:
    """Whether an index has one or more of the labels, each once, and nothing else."""
    found = [label_of(value, places) for value in index]
    return None not in found and len(set(found)) == len(found)


def _are_rows(rows: Sequence[Any], labels: Sequence[str], rules: EntryRules) -> bool:
    """Whether every entry is a label, or a code from 0 on for one."""
    places = rules.places(labels)
    if UNFIT not in rules.read_all(rows, places):
        return True
    codes = {str(place): place for place in range(len(labels))}
    return UNFIT not in rules.read_all(rows, codes)
