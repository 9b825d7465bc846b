"""Channel files and saved designs, as the verbs read them."""

from __future__ import annotations

import json
from typing import Any

from rropt.channel import Channel
from rropt.cli.common import read_text
from rropt.exact import InputError
from rropt.file_verdict import EMBEDDED


def read_channel(path: str, name: str) -> Channel:
    """A channel file or a saved design; what is wrong with it in one line."""
    from rropt.design.document_table import channel_in

    document = _document(read_text(path, name), name)
    try:
        return channel_in(document, "a channel file")
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def read_entries(path: str, name: str) -> Any:
    """The entries of a channel file as they are written, which may be expressions."""
    document = _document(read_text(path, name), name)
    rows = document.get("channel") if isinstance(document, dict) else None
    if isinstance(rows, list) and all(isinstance(row, list) for row in rows):
        return rows
    return read_channel(path, name).rows


def _document(text: str, name: str) -> Any:
    try:
        return read_json(text)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except (ValueError, RecursionError):
        raise InputError(
            f'{name}: a channel file must be JSON: {{"channel": [["3/4","1/4"],["1/4","3/4"]]}}'
        ) from None


def read_json(text: str) -> Any:
    """A JSON document in which every name occurs once; decimals stay as they are written.

    Of a page of `rropt design --html` it is the design inside.
    """
    embedded = EMBEDDED.search(text)
    text = embedded.group(1) if embedded else text
    return json.loads(text, object_pairs_hook=_each_once, parse_float=str)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A record; a name that occurs twice is refused, because only one of the two would be read."""
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [key for key, _ in pairs]
        twice = next(key for key in names if names.count(key) > 1)
        raise InputError(f"a JSON file must name {twice!r} once")
    return record
