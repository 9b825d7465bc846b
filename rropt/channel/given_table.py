"""Whatever has a table, as a Channel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rropt.channel.table import Channel
from rropt.channel.validate import parse_json
from rropt.exact import InputError


def as_channel(table: Any, name: str = "channel") -> Channel:
    """A Channel, a design or device with one, a `{"channel": ...}` record, or rows by report.

    >>> as_channel([["3/4", "1/4"], ["1/4", "3/4"]]).parity()
    Fraction(3, 1)
    >>> as_channel(2, "design")
    Traceback (most recent call last):
    ...
    rropt.exact.number.InputError: design must be a Design, a Device, a Channel or its rows, got 2
    """
    if isinstance(table, Channel):
        return table
    if isinstance(getattr(table, "channel", None), Channel):
        return table.channel
    if not (isinstance(table, dict) or _are_rows(table)):
        shown = repr(table)[:60] if isinstance(table, (str, int)) else f"a {type(table).__name__}"
        raise InputError(f"{name} must be a Design, a Device, a Channel or its rows, got {shown}")
    try:
        return channel_in_json(table) if isinstance(table, dict) else Channel.from_rows(table)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def channel_in_json(document: Any) -> Channel:
    """The channel of a file: its rows, or the family of reports that it says.

    >>> channel_in_json('{"channel": {"family": "hadamard", "categories": 9, "gamma": 3}}').shape
    (16, 9)
    """
    data = parse_json(document)
    if not isinstance(data["channel"], Mapping):
        return Channel.from_json(data)
    from rropt.channel.family_record import family_in
    from rropt.channel.implicit import ImplicitChannel

    return ImplicitChannel(family_in(data["channel"]), data.get("truths"))


def _are_rows(table: Any) -> bool:
    """A list of lists, or an array of two dimensions."""
    if getattr(table, "ndim", 0) == 2:
        return True
    if not isinstance(table, (list, tuple)):
        return False
    return all(isinstance(row, (list, tuple)) or hasattr(row, "ndim") for row in table)
