"""Whether a row of a CSV file has more fields than the header, before anybody reads its rows.

Readers that look at one column alone do not see it: after a separator that nobody quoted, such as
a decimal comma, they take the field beside the answer for the answer.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rropt.counting.data_file import DataFile
from rropt.counting.quotes import LINE_END, QUOTE
from rropt.exact import InputError

BLOCK = 1 << 17
"""Octets a block: in the cache."""


def require_fields(data: DataFile, block: int = BLOCK) -> None:
    """Refuse a row with more fields than the header; the quotes of the file must be right."""
    width, pending, lines = None, 0, 1
    for octets, outside in _blocks(data, block):
        marks = outside & ((octets == ord(data.separator)) | (octets == LINE_END))
        places = np.flatnonzero(marks)
        ends = np.flatnonzero(octets[places] == LINE_END)
        separators = np.diff(ends, prepend=-1 - pending, append=len(places)) - 1
        if width is None and ends.size:
            width = int(separators[0])
        if width is not None and separators.max() > width:
            last = places[ends[: int(np.argmax(separators > width))]]
            before = octets[: last[-1] + 1] if last.size else octets[:0]
            _refuse(data, lines + int(np.count_nonzero(before == LINE_END)), width + 1)
        pending = int(separators[-1])
        lines += int(np.count_nonzero(octets == LINE_END))


def _blocks(data: DataFile, block: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The file in pieces, and which of their octets are outside of quotes."""
    is_open = False
    with data.open() as file:
        while held := file.read(block):
            octets = np.frombuffer(held, np.uint8)
            quotes = octets == QUOTE
            if is_open or quotes.any():
                inside = np.bitwise_xor.accumulate(quotes) ^ is_open
                is_open = bool(inside[-1])
                yield octets, ~inside
            else:
                yield octets, np.ones(len(octets), bool)


def _refuse(data: DataFile, line: int, fields: int) -> None:
    raise InputError(
        f"FILE must be a well-formed table, got {data.name} with more fields in line {line} than "
        f'the {fields} of its header: a field with a separator is written in quotes, "1,5"'
    )
