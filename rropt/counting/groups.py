"""Counts of reports in each group of a data frame or file: one group-by over two columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rropt.channel import Channel
from rropt.counting.files import tally_file_columns
from rropt.counting.frame_counts import tally_table_columns
from rropt.counting.tally import Tally, is_missing, key_of, match
from rropt.exact import InputError


def count_groups(
    channel: Channel,
    data: Any,
    column: str,
    by: str | Sequence[str],
    missing: str = "refuse",
) -> dict[str, tuple[int, ...]]:
    """For each value of `by`, the counts of the channel's reports in `column`.

    The values of several columns are crossed: those that occur together are a group.

    `data`: a data frame that narwhals knows (eager or lazy) or the path of a CSV or Parquet file.

    >>> import pyarrow
    >>> table = pyarrow.table({"region": ["north", "south", "north"], "report": [1, 0, 0]})
    >>> count_groups(Channel.identity(2), table, "report", by="region")
    {'north': (1, 1), 'south': (1, 0)}
    """
    names = [by] if isinstance(by, str) else list(by)
    if column in names:
        raise InputError(f"by must be another column than the reports, got {column!r} for both")
    if len(set(names)) < len(names):
        raise InputError(f"by must name each column once, got {', '.join(names)}")
    if isinstance(data, (str, Path)):
        cells = tally_file_columns(data, [*names, column])
    else:
        cells = tally_table_columns(data, [*names, column])
    groups = split_groups(cells, names)
    return {
        group: match(
            Tally(counts, f"column {column!r} in group {group!r}"), channel.reports, missing
        )
        for group, counts in sorted(groups.items())
    }


def split_groups(
    cells: Iterable[tuple[Any, ...]], names: Sequence[str]
) -> dict[str, dict[Any, int]]:
    """For each group, named by its values, the values of the last column with their counts."""
    groups: dict[str, dict[Any, int]] = {}
    missing = 0
    for *values, report, count in cells:
        if any(is_missing(value) for value in values):
            missing += count
            continue
        group = ", ".join(str(value) for value in values)
        inside = groups.setdefault(group, {})
        key = key_of(report, f"the reports in group {group!r}")
        inside[key] = inside.get(key, 0) + count
    told = ", ".join(map(repr, names))
    if missing:
        raise InputError(f"column {told} must have no missing values, got {missing} missing")
    if not groups:
        raise InputError(f"column {told} must contain at least one value, got none")
    return groups
