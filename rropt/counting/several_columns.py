"""Counts of several columns of reports together, each with its own channel's labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rropt.channel import Channel
from rropt.counting.files import tally_file_columns
from rropt.counting.frame_counts import tally_table_columns
from rropt.counting.groups import split_groups
from rropt.counting.tally import Tally, is_missing, label_of, match, require_missing, unfitting
from rropt.exact import InputError


def count_columns(
    channels: Sequence[Channel], data: Any, columns: Sequence[str], missing: str = "refuse"
) -> dict[tuple[int, ...], int]:
    """How often each combination of reports occurs in the rows, by the places of the reports.

    A row without one of its reports is refused, or left out with `missing="drop"`.

    >>> import pyarrow
    >>> table = pyarrow.table({"smokes": ["0", "1", "1"], "drinks": ["1", "0", "0"]})
    >>> count_columns([Channel.identity(2)] * 2, table, ["smokes", "drinks"])
    {(0, 1): 1, (1, 0): 2}
    """
    require_missing(missing, ("refuse", "drop"))
    if len(set(columns)) < len(columns):
        raise InputError(f"columns must be different ones, got {', '.join(columns)}")
    places = [{label: i for i, label in enumerate(c.reports)} for c in channels]
    found: Counter[tuple[int, ...]] = Counter()
    absent = 0
    unknown = [0] * len(columns)
    cells = _cells(data, columns)
    for *values, count in cells:
        if any(is_missing(value) for value in values):
            absent += count
            continue
        labels = [label_of(value, place) for value, place in zip(values, places, strict=True)]
        for i, label in enumerate(labels):
            unknown[i] += count if label is None else 0
        known = [label for label in labels if label is not None]
        if len(known) == len(columns):
            found[tuple(place[label] for place, label in zip(places, known, strict=True))] += count
    total = sum(count for *_, count in cells)
    for channel, column, odd in zip(channels, columns, unknown, strict=True):
        if odd:
            raise InputError(unfitting(f"column {column!r}", channel.reports, odd, total))
    if absent and missing == "refuse":
        raise InputError(
            f"columns {', '.join(columns)} must have no missing values, got {absent} of {total} "
            'rows with one (missing="drop", or --missing drop, leaves them out)'
        )
    if not found:
        raise InputError(f"columns {', '.join(columns)} must contain at least one row, got none")
    return dict(sorted(found.items()))


def count_arms(
    channels: Mapping[str, Channel], data: Any, column: str, arms: str, missing: str = "refuse"
) -> list[tuple[int, ...]]:
    """For each channel the counts of the reports in the rows that name it in the column `arms`.

    >>> import pyarrow
    >>> table = pyarrow.table({"version": ["a", "b", "b"], "smokes": ["0", "1", "1"]})
    >>> both = {"a": Channel.identity(2), "b": Channel.identity(2)}
    >>> count_arms(both, table, "smokes", "version")
    [(1, 0), (0, 2)]
    """
    if column == arms:
        raise InputError(f"arms must be another column than the reports, got {column!r} for both")
    groups = split_groups(_cells(data, [arms, column]), [arms])
    known = {str(label_of(arm, dict.fromkeys(channels, 0)) or ""): arm for arm in groups}
    if set(known) != set(channels):
        raise InputError(
            f"column {arms!r} must name each of {', '.join(map(repr, channels))} and nothing else"
        )
    return [
        match(Tally(groups[known[arm]], f"column {column!r} of {arm!r}"), c.reports, missing)
        for arm, c in channels.items()
    ]


def _cells(data: Any, columns: Sequence[str]) -> list[tuple[Any, ...]]:
    if isinstance(data, (str, Path)):
        return tally_file_columns(data, list(columns))
    return list(tally_table_columns(data, list(columns)))
