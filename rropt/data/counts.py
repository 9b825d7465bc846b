"""The door: whatever the data is, to counts in the order of the labels.

Of one column, of groups, of several columns together, and of whole records, counted where rows are
alike. A column is a name in the data (a frame, or a CSV or Parquet file) or the values themselves:
a list, an array or a series beside the reports. Where every column has a name one group-by runs,
where the data lives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.data_file import Named
from rropt.data.entry_rules import EntryRules, Stated
from rropt.data.file_counts import tally_file, tally_file_columns
from rropt.data.respondents import (
    ReadColumn,
    Survey,
    SurveyColumns,
    key_of,
    read_survey,
    report_tables,
)
from rropt.data.tally import (
    Tally,
    column_values,
    match,
    tally_array,
    tally_list,
    tally_table,
    tally_table_columns,
)
from rropt.exact import InputError
from rropt.exact.entries import picked
from rropt.exact.labelled import index_of


def count_reports(
    channel: Channel, data: Any, column: str | None = None, missing: Stated = "refuse"
) -> tuple[int, ...]:
    """How often each report of the channel occurs in the data, in the channel's order.

    `data`: a list, a NumPy array, a data frame or series that narwhals knows (eager or lazy), or
    the path of a CSV or Parquet file. Frames and files need `column`. Missing values are refused,
    or left out with `missing="drop"`.

    >>> channel = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], reports=["no", "yes"])
    >>> count_reports(channel, ["yes", "no", "yes"])
    (1, 2)
    """
    rules = EntryRules.of(missing).for_reports(channel)
    return count_labels(channel.reports, data, column, rules)


def count_labels(
    labels: Sequence[str],
    data: Any,
    column: str | None = None,
    missing: Stated = "refuse",
) -> tuple[int, ...]:
    """How often each label occurs in the data, in the order of the labels.

    >>> count_labels(["a", "b", "c"], np.array(["b", "b", "a"]))
    (1, 2, 0)
    """
    return match(tally_rows(data, column), labels, missing)


def tally_rows(data: Any, column: str | None) -> Tally:
    """How often each value occurs in rows of any kind."""
    if isinstance(data, Named):
        return tally_file(data, column)
    if isinstance(data, np.ndarray):
        return tally_array(data)
    if isinstance(data, (list, tuple)):
        return tally_list(data)
    return tally_table(data, column)


def count_groups(
    channel: Channel,
    data: Any,
    column: str,
    by: str | Sequence[str],
    missing: Stated = "refuse",
) -> dict[str, tuple[int, ...]]:
    """For each value of `by`, the counts of the channel's reports in `column`.

    The values of several columns are crossed: those that occur together are a group.

    `data`: a data frame that narwhals knows (eager or lazy) or the path of a CSV or Parquet file.

    >>> import pyarrow
    >>> table = pyarrow.table({"region": ["north", "south", "north"], "report": [1, 0, 0]})
    >>> count_groups(Channel.identity(2), table, "report", by="region")
    {'north': (1, 1), 'south': (1, 0)}
    """
    names = (by,) if isinstance(by, str) else tuple(by)
    found = counted_survey(SurveyColumns((column,), names), data, [{"": channel}], missing)
    counts = {name: [0] * len(channel.reports) for name in sorted(set(found.groups))}
    for name, place, count in zip(found.groups, found.reports[0], found.often, strict=True):
        counts[name][place] += int(count)
    return {name: tuple(own) for name, own in counts.items()}


def counted_survey(
    columns: SurveyColumns,
    data: Any,
    channels: Sequence[Mapping[str, Channel]],
    missing: Stated = "refuse",
) -> Survey:
    """What respondents answered, counted where rows are alike.

    Each column of reports was answered by one channel, or by that of the design in its row.

    >>> rows = [1, 0, 1]
    >>> columns = SurveyColumns((rows,), by=(["a", "b", "a"],))
    >>> found = counted_survey(columns, rows, [{"": Channel.identity(2)}])
    >>> found.groups, found.reports[0].tolist(), found.often.tolist()
    (['a', 'b'], [1, 0], [2, 1])
    """
    rules = EntryRules.of(missing)
    roles = columns.by_role()
    rows = tally_records(data, roles)
    *listed, often = list(zip(*rows, strict=True)) or [()] * (len(roles) + 1)
    read = {}
    for (role, column), entries in zip(roles.items(), listed, strict=True):
        name = f"column {column!r}" if isinstance(column, str) else role
        read[role] = ReadColumn.of(name, entries)
    return read_survey(read, [report_tables(own, rules) for own in channels], rules, often=often)


def _cells(data: Any, columns: Sequence[str]) -> list[tuple[Any, ...]]:
    if isinstance(data, Named):
        return tally_file_columns(data, list(columns))
    return list(tally_table_columns(data, list(columns)))


def tally_records(data: Any, columns: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Combinations of values of some columns, each with its count last.

    `columns` says of what is wanted in which column it stands.

    >>> rows = ["yes", "no", "yes"]
    >>> tally_records(rows, {"by": ["north", "south", "north"], "reports": rows})
    [('north', 'yes', 2), ('south', 'no', 1)]
    """
    if all(isinstance(column, str) for column in columns.values()):
        # One column may be wanted for several reasons.
        names = list(dict.fromkeys(columns.values()))
        places = [names.index(column) for column in columns.values()]
        return [(*picked(cell, places), cell[-1]) for cell in _cells(data, names)]
    beside = {name: _beside(data, columns["reports"], name, c) for name, c in columns.items()}
    listed = {name: _values(data, name, column) for name, column in beside.items()}
    size = len(listed["reports"])
    for name, values in listed.items():
        if len(values) != size:
            raise InputError(
                f"{name} must have one entry for each report, got {len(values)} for {size}"
            )
    keys = [map(partial(key_of, name=name), values) for name, values in listed.items()]
    return [(*values, n) for values, n in Counter(zip(*keys, strict=True)).items()]


def _beside(data: Any, reports: Any, name: str, column: Any) -> Any:
    """A series in the order of the reports: by its index, where both have one."""
    rows = index_of(data if isinstance(reports, str) else reports)
    own = index_of(column)
    if rows is None or own is None or own.equals(rows):
        return column
    alike = own.is_unique and rows.is_unique and len(own) == len(rows)
    if not alike or len(own.difference(rows)):
        raise InputError(
            f"{name} must have the index of the reports, got another one: "
            "a list or an array is taken row by row"
        )
    return column.reindex(rows)


def _values(data: Any, name: str, column: Any) -> list[Any]:
    """The entries of a column, one a row."""
    if isinstance(column, str):
        if isinstance(data, (*Named, list, tuple, np.ndarray)):
            kind = "a file" if isinstance(data, Named) else "a list"
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
            f"{name} must be the name of a column, or a list, array or series with one entry for "
            f"each report, got {type(column).__name__}"
        ) from None
