"""The rows of a CSV file as octets, and where their fields end.

A quote opens a field (after a separator or a line end), closes it (before one of these), or is
doubled inside. Readers do not agree on any other, such as in `5" pipe`: some take the line ends up
to the next quote for text, so that rows vanish, with their answers, into the text of another
column. Nor do they see, looking at one column alone, that a row has more fields than the header:
after a separator that nobody quoted, such as a decimal comma, they take the field beside the answer
for the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from rropt.counting.data_file import BYTE_ORDER_MARK, DataFile
from rropt.exact import InputError

BLOCK = 1 << 19
"""Octets a block: with a quarter of them it takes a tenth longer, with twice as many no less."""

LONGEST = 1 << 28
"""Octets of a row at most: after a quote that is never closed the rest of a file is one row."""

QUOTE, LINE_END, CARRIAGE = ord('"'), ord("\n"), ord("\r")

Octets = NDArray[np.uint8]
Places = NDArray[np.intp]


@dataclass(frozen=True)
class Fields:
    """A field of each row: `lengths` octets from `starts` on."""

    octets: Octets
    starts: Places
    lengths: Places

    def __len__(self) -> int:
        return len(self.starts)

    def at(self, rows: Places | slice) -> Fields:
        """Those of some rows."""
        return Fields(self.octets, self.starts[rows], self.lengths[rows])

    def spellings(self) -> list[bytes]:
        """What stands there."""
        held = self.octets.tobytes()
        stops = (self.starts + self.lengths).tolist()
        return [held[start:stop] for start, stop in zip(self.starts.tolist(), stops, strict=True)]


def by_length(lengths: Places, longest: int) -> tuple[Places | slice, list[int]]:
    """The order of the shortest first, and where in it those longer than 0, 1, ... octets begin.

    >>> order, begins = by_length(np.array([3, 1, 2]), 2)
    >>> order.tolist(), begins
    ([1, 0, 2], [0, 1])
    """
    cut = np.minimum(lengths, longest)
    begins = np.cumsum(np.bincount(cut, minlength=longest + 1))[:longest].tolist()
    if len(cut) and cut.min() == cut.max():
        return slice(None), begins
    return np.argsort(cut.astype(np.min_scalar_type(longest)), kind="stable"), begins


@dataclass(frozen=True)
class Rows:
    """Whole rows, after the line end of the row before.

    `marks` are the places of separators and line ends outside of quotes, and `ends` tells which of
    them are line ends, the one before the first row included.
    """

    octets: Octets
    marks: Places
    ends: Places

    def __len__(self) -> int:
        return len(self.ends) - 1

    def column(self, place: int) -> Fields:
        """The fields at this place; those that a row is too short for are empty, at its end.

        >>> octets = np.frombuffer(b"\\n7,yes\\n8\\n", np.uint8)
        >>> Rows(octets, np.array([0, 2, 6, 8]), np.array([0, 2, 3])).column(1).spellings()
        [b'yes', b'']
        """
        before, last = self.ends[:-1] + place, self.ends[1:]
        stops = self.marks[np.minimum(before + 1, last)]
        starts = np.minimum(self.marks[np.minimum(before, last)] + 1, stops)
        carriage = self.octets[stops - 1] == CARRIAGE
        if carriage.any():
            stops = stops - (carriage & (before + 1 >= last) & (starts < stops))
        return Fields(self.octets, starts, stops - starts)

    def first(self) -> Rows:
        """The first of them."""
        return _until_last(self.octets, self.marks, self.ends[:2])

    def whole(self) -> Fields:
        """The rows themselves, with their line ends."""
        ends = self.marks[self.ends]
        return Fields(self.octets, ends[:-1] + 1, np.diff(ends))


def csv_rows(data: DataFile, block: int = BLOCK) -> Iterator[Rows]:
    """All rows of a file, the header alone at first; a last row without a line end is given one.

    A quote that neither opens nor closes a field, one that is never closed, and a row with more
    fields than the header are refused.
    """
    line, line_end = 1, b"\n"
    width = None
    with data.open() as file:
        rest = b"\n" + file.read(len(BYTE_ORDER_MARK)).removeprefix(BYTE_ORDER_MARK)
        while (more := file.read(max(block, len(rest)))) or len(rest) > 1:
            held = rest + more
            if not more and not held.endswith(b"\n"):
                held += b"\n" if held.endswith(b"\r") else line_end
            rows = _rows(data, held, line)
            if not len(rows):
                _require_more(data, held, bool(more))
                rest = held
                continue
            if width is None:
                rows = rows.first()
                width = int(rows.ends[1])
                line_end = b"\r\n" if rows.octets[-2] == CARRIAGE else b"\n"
            _require_width(data, rows, width, line)
            line += _lines(rows.octets[1:])
            rest = held[len(rows.octets) - 1 :]
            yield rows


def _rows(data: DataFile, held: bytes, line: int) -> Rows:
    """The whole rows among these octets, the first of which is a line end."""
    octets = np.frombuffer(held, np.uint8)
    marks = (octets == ord(data.separator)) | (octets == LINE_END)
    quoted = QUOTE in held  # most files have none
    places = np.flatnonzero(marks | (octets == QUOTE) if quoted else marks)
    if quoted:
        quotes = octets.take(places) == QUOTE
        inside = np.bitwise_xor.accumulate(quotes)
        found = np.flatnonzero(quotes)
        _require_quotes(data, octets, places.take(found), inside.take(found), line)
        places = places.take(np.flatnonzero(~(quotes | inside)))
    return _until_last(octets, places, np.flatnonzero(octets[places] == LINE_END))


def _until_last(octets: Octets, marks: Places, ends: Places) -> Rows:
    """The rows up to the last line end."""
    return Rows(octets[: marks[ends[-1]] + 1], marks, ends)


def _require_quotes(
    data: DataFile, octets: Octets, quotes: Places, opening: NDArray[np.bool_], line: int
) -> None:
    """Refuse a quote that has no edge of a field on its outer side, nor another quote."""
    edges = np.zeros(256, bool)
    edges[[ord(data.separator), LINE_END, CARRIAGE, QUOTE]] = True
    beside = quotes + np.where(opening, -1, 1)
    stray = ~edges.take(octets.take(beside, mode="clip"))  # a quote at the end is beside itself
    if stray.any():
        before = octets[1 : quotes[int(np.argmax(stray))]]
        _refuse(
            data,
            f"with a quote inside a field in line {line + _lines(before)}: a field with quotes is "
            'written in quotes, with each of them doubled, "5"" pipe"',
        )


def _require_width(data: DataFile, rows: Rows, width: int, line: int) -> None:
    long = np.diff(rows.ends) > width
    if long.any():
        before = rows.octets[1 : rows.marks[rows.ends[int(np.argmax(long))]] + 1]
        _refuse(
            data,
            f"with more fields in line {line + _lines(before)} than the {width} of its header: "
            'a field with a separator is written in quotes, "1,5"',
        )


def _require_more(data: DataFile, held: bytes, more: bool) -> None:
    """No row ends in these octets: there must be more of them."""
    if not more:
        _refuse(data, "with a quote that is never closed")
    if len(held) > LONGEST:
        _refuse(data, f"with a row of more than {LONGEST:,} octets")


def _lines(octets: Octets) -> int:
    return int(np.count_nonzero(octets == LINE_END))


def _refuse(data: DataFile, fault: str) -> NoReturn:
    raise InputError(f"FILE must be a well-formed table, got {data.name} {fault}")
