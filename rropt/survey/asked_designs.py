"""By which designs columns of reports were answered, from what a user states.

One design is for all of them; of several, each for some of the respondents or for one of the
columns, a dictionary says which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rropt.channel import Channel, as_channel
from rropt.exact import InputError
from rropt.survey.estimated_mean import reports_are_numbers

NamedChannels = dict[str, Channel]
"""By the name of a design in the rows; one that all rows were answered by has no name."""


def columns_named(names: Any, option: str, least: int = 1) -> tuple[str, ...]:
    """One name of a column, or several; what else is given may be data, and is not shown."""
    found = tuple(names) if isinstance(names, (list, tuple)) else (names,)
    for name in found:
        if not isinstance(name, str):
            kind = type(name).__name__
            raise InputError(f"{option} must be the name of a column, or a list, got a {kind}")
    if len(found) < least or len(set(found)) < len(found):
        many = "two or more" if least == 2 else "some"
        raise InputError(f"{option} must name {many} columns, each once, got {len(found)} names")
    return found


def is_several(design: Any) -> bool:
    """Whether designs are told by names of theirs, or of columns.

    >>> is_several({"a": [[1]]}), is_several({"channel": [["1"]]}), is_several([["1"]])
    (True, False, False)
    """
    return isinstance(design, Mapping) and "channel" not in design


def tables_of(
    design: Any, columns: Sequence[str], design_column: str | None = None
) -> list[NamedChannels]:
    """The tables of each column of reports: {value of the design column: design} is for all of
    them, {column: design} has one for each.

    >>> same = Channel.identity(2)
    >>> [list(tables) for tables in tables_of({1: same, 2: same}, ["smokes"], "version")]
    [['1', '2']]
    """
    if not is_several(design):
        if design_column is not None:
            raise InputError("design must be a dictionary {value of the design column: design}")
        return [{"": table_of(design)}] * len(columns)
    if design_column is not None:
        tables = {str(name): table_of(each) for name, each in design.items()}
        if not tables:
            raise InputError("design must name at least one design, got none")
        require_same_truths([*tables.values()])
        return [tables] * len(columns)
    if design.keys().isdisjoint(columns):
        raise InputError("design_column must say which column names each row's design")
    absent = [name for name in columns if name not in design]
    if absent:
        raise InputError(f"design must have one for each column, got none for {absent[0]!r}")
    return [{"": table_of(design[name])} for name in columns]


def table_of(design: Any) -> Channel:
    """The table of labels by which reports are read."""
    if reports_are_numbers(design):
        raise InputError(
            "design must have labels for reports, got one for the mean of an interval, whose "
            "reports are numbers: `rropt estimate` takes them"
        )
    return as_channel(design, "design")


def require_same_truths(channels: Sequence[Channel]) -> None:
    """Of the designs of one survey, in the same order."""
    for channel in channels:
        if channel.truths != channels[0].truths:
            raise InputError(
                "design must have the same truths in each table, got "
                f"{', '.join(channels[0].truths):.60} and {', '.join(channel.truths):.60}"
            )
