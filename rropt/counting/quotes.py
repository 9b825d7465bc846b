"""Whether the quotes of a CSV file are where they belong, before anybody reads its rows.

A quote opens a field (after a separator, a line end or at the start), closes it (before one of
these or at the end), or is doubled inside. Readers do not agree on any other, such as in `5" pipe`:
some take the line ends up to the next quote for text, so that rows vanish, with their answers, into
the text of another column.
"""

from __future__ import annotations

import numpy as np

from rropt.counting.data_file import BYTE_ORDER_MARK, DataFile
from rropt.exact import InputError

BLOCK = 1 << 24
QUOTE, LINE_END = ord('"'), ord("\n")


def require_quotes(data: DataFile, block: int = BLOCK) -> None:
    """Refuse a file with a quote that neither opens nor closes a field, in blocks."""
    edges = np.zeros(256, bool)
    edges[[ord(data.separator), LINE_END, ord("\r"), QUOTE]] = True
    is_open, lines = False, 1
    with data.open() as file:
        held = b"\n" + file.read(block).removeprefix(BYTE_ORDER_MARK)
        while len(held) > 1:
            more = file.read(block)
            if not is_open and QUOTE not in held:  # most files have none, and are read at once
                lines += held.count(LINE_END, 1)
                held = held[-1:] + more
                continue
            octets = np.frombuffer(held + (more[:1] or b"\n"), np.uint8)
            places = 1 + np.flatnonzero(octets[1:-1] == QUOTE)
            opening = (np.arange(len(places)) % 2 == 0) != is_open
            stray = ~edges[octets[np.where(opening, places - 1, places + 1)]]
            if stray.any():
                before = octets[1 : places[int(np.argmax(stray))]]
                _refuse(data, lines + int(np.count_nonzero(before == LINE_END)))
            is_open ^= len(places) % 2 == 1
            lines += int(np.count_nonzero(octets[1:-1] == LINE_END))
            held = held[-1:] + more
    if is_open:
        raise InputError(
            f"FILE must be a well-formed table, got {data.name} with a quote that is never closed"
        )


def _refuse(data: DataFile, line: int) -> None:
    raise InputError(
        f"FILE must be a well-formed table, got {data.name} with a quote inside a field in line "
        f'{line}: a field with quotes is written in quotes, with each of them doubled, "5"" pipe"'
    )
