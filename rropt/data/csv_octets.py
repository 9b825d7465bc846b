"""A CSV file as octets: where its fields end, how labels are spelled there, fields replaced.

A quote opens a field (after a separator or a line end), closes it (before one of these), or is
doubled inside. Readers do not agree on any other, such as in `5" pipe`: some take the line ends up
to the next quote for text, so that rows vanish, with their answers, into the text of another
column. Nor do they see, looking at one column alone, that a row has more fields than the header:
after a separator that nobody quoted, such as a decimal comma, they take the field beside the answer
for the answer.

Labels are found octet by octet for many fields at once, and fields are replaced all at once; what
stands between them is copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from rropt.data.data_file import BYTE_ORDER_MARK, DataFile
from rropt.exact import InputError

BLOCK = 1 << 19
"""Octets a block: with a quarter of them it takes a tenth longer, with twice as many no less."""

LONGEST = 1 << 28
"""Octets of a row at most: after a quote that is never closed the rest of a file is one row."""

QUOTE = ord('"')
LINE_END = ord("\n")
CARRIAGE = ord("\r")

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
    # Where all are of one length nothing need be moved.
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
        before = self.ends[:-1] + place
        last = self.ends[1:]
        stops = self.marks[np.minimum(before + 1, last)]
        starts = np.minimum(self.marks[np.minimum(before, last)] + 1, stops)
        # Of a line end of two octets the first is no part of the last field.
        carriage = self.octets[stops - 1] == CARRIAGE
        if carriage.any():
            stops = stops - (carriage & (before + 1 >= last) & (starts < stops))
        return Fields(self.octets, starts, stops - starts)

    def some(self, start: int, stop: int) -> Rows:
        """Those from one place to another.

        >>> octets = np.frombuffer(b"\\n7,yes\\n8\\n9,no\\n", np.uint8)
        >>> rows = Rows(octets, np.array([0, 2, 6, 8, 10, 13]), np.array([0, 2, 3, 5]))
        >>> rows.some(1, 3).column(0).spellings()
        [b'8', b'9']
        """
        ends = self.ends[start : stop + 1]
        marks = self.marks[ends[0] : ends[-1] + 1]
        begin = marks[0]
        return Rows(self.octets[begin : marks[-1] + 1], marks - begin, ends - ends[0])

    def whole(self) -> Fields:
        """The rows themselves, with their line ends."""
        ends = self.marks[self.ends]
        return Fields(self.octets, ends[:-1] + 1, np.diff(ends))


def csv_rows(data: DataFile, block: int = BLOCK) -> Iterator[Rows]:
    """All rows of a file, the header alone at first; a last row without a line end is given one.

    A quote that neither opens nor closes a field, one that is never closed, and a row with more
    fields than the header are refused.
    """
    line = 1
    line_end = b"\n"
    width = None
    with data.open() as file:
        rest = b"\n" + file.read(len(BYTE_ORDER_MARK)).removeprefix(BYTE_ORDER_MARK)
        # As much again as is held: a long row is not looked through once for each block.
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
                rows = rows.some(0, 1)
                # A row has as many marks as fields.
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
        # After an odd number of quotes; one that is doubled leaves and enters again.
        inside = np.bitwise_xor.accumulate(quotes)
        found = np.flatnonzero(quotes)
        _require_quotes(data, octets, places.take(found), inside.take(found), line)
        places = places.take(np.flatnonzero(~(quotes | inside)))
    ends = np.flatnonzero(octets[places] == LINE_END)
    # Behind the last line end no row is whole.
    return Rows(octets[: places[ends[-1]] + 1], places, ends)


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


Codes = NDArray[np.intp]

IN_QUOTES = re.compile('[",;|\t\n\r]')
"""What stands in quotes, whichever separator a file has."""

UNKNOWN = -1
"""The code of a field that is spelled like no label."""

NOWHERE = 1
"""The row of the state that no octet leads out of; a field begins in row 0."""


@dataclass(frozen=True)
class Spellings:
    """After state s an octet leads to `table[s + symbols[octet]]`; a field that ends in s says
    `codes[s]`. States are where their rows start in the table; octets of no label are symbol 0."""

    table: NDArray[np.intp]
    symbols: NDArray[np.intp]
    codes: Codes
    longest: int

    @classmethod
    def of(cls, code_of: Mapping[str, int]) -> Spellings:
        """The codes of some texts, each at least 0.

        >>> octets = np.frombuffer(b'yes,"no",y', np.uint8)
        >>> fields = Fields(octets, np.array([0, 4, 9]), np.array([3, 4, 1]))
        >>> Spellings.of({"no": 0, "yes": 1}).of_fields(fields).tolist()
        [1, 0, -1]
        """
        spelled_ = {doubled(text): code for text, code in code_of.items()}
        letters = sorted(set(b"".join(spelled_)))
        symbols = np.zeros(256, np.intp)
        symbols[letters] = np.arange(1, len(letters) + 1)
        # A state is what a field may begin with, down which it goes octet by octet.
        begun = {spelling[:end] for spelling in spelled_ for end in range(1, len(spelling) + 1)}
        states = {b"": 0} | {beginning: state for state, beginning in enumerate(begun, 2)}
        width = 1 + len(letters)
        table = np.full((2 + len(begun), width), NOWHERE, np.intp)
        for beginning in begun:
            table[states[beginning[:-1]], symbols[beginning[-1]]] = states[beginning]
        codes = np.full(len(table), UNKNOWN)
        codes[[states[spelling] for spelling in spelled_]] = list(spelled_.values())
        longest = max(map(len, spelled_), default=0)
        return cls(width * table.reshape(-1), symbols, np.repeat(codes, width), longest)

    def of_fields(self, fields: Fields) -> Codes:
        """The code of each field, `UNKNOWN` for any other text; quotes around it say nothing."""
        starts, lengths = _inside_quotes(fields)
        # The shortest first: fields that still have an octet i are one slice.
        order, begins = by_length(lengths, self.longest)
        starts = starts[order]
        states = np.zeros(len(fields), np.intp)
        for i, begin in enumerate(begins):
            symbols = self.symbols.take(fields.octets.take(starts[begin:] + i))
            states[begin:] = self.table.take(states[begin:] + symbols)
        codes = np.empty(len(fields), np.intp)
        codes[order] = self.codes.take(states)
        codes[lengths > self.longest] = UNKNOWN
        return codes


def _inside_quotes(fields: Fields) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where the texts start, and their lengths."""
    quoted = fields.octets[fields.starts] == QUOTE
    if not quoted.any():
        return fields.starts, fields.lengths
    return fields.starts + quoted, fields.lengths - 2 * quoted


def doubled(text: str) -> bytes:
    """The octets of a text with its quotes doubled.

    >>> doubled('5" pipe')
    b'5"" pipe'
    """
    return text.encode().replace(b'"', b'""')


def spelled(text: str) -> bytes:
    """The text as a field: in quotes where it needs them.

    >>> spelled("no"), spelled("no, never"), spelled("")
    (b'no', b'"no, never"', b'""')
    """
    return b'"' + doubled(text) + b'"' if IN_QUOTES.search(text) or not text else doubled(text)


def all_spelled(texts: Sequence[str]) -> list[bytes]:
    """The texts as fields, in a tenth of the time where none of them needs quotes.

    >>> all_spelled(["0.5", "1/4"]), all_spelled(["0,5", "1/4"])
    ([b'0.5', b'1/4'], [b'"0,5"', b'1/4'])
    """
    if all(texts) and not IN_QUOTES.search("".join(texts)):
        return [text.encode() for text in texts]
    return [spelled(text) for text in texts]


def text_of(spelling: bytes) -> str | None:
    """What a field says; nothing where it is empty.

    >>> text_of(b"no"), text_of(b'"5"" pipe"'), text_of(b'""'), text_of(b"")
    ('no', '5" pipe', None, None)
    """
    if spelling.startswith(b'"'):
        spelling = spelling[1:-1].replace(b'""', b'"')
    return spelling.decode(errors="replace") or None


@dataclass(frozen=True)
class Texts:
    """Texts to choose from: the octets of each, filled up to those of the longest."""

    octets: NDArray[np.uint8]
    lengths: Places

    def __len__(self) -> int:
        return len(self.lengths)

    @classmethod
    def of(cls, texts: Sequence[bytes]) -> Texts:
        """These texts."""
        lengths = np.array([len(text) for text in texts], np.intp)
        longest = max(1, int(lengths.max(initial=1)))
        filled = np.array(texts, f"S{longest}")
        return cls(filled.view(np.uint8).reshape(len(texts), longest), lengths)


def splice(fields: Fields, texts: Texts, picks: Places) -> Octets:
    """The octets with one of the texts in the place of each field.

    >>> octets = np.frombuffer(b"7,yes;8,no;", np.uint8)
    >>> fields = Fields(octets, np.array([2, 8]), np.array([3, 2]))
    >>> splice(fields, Texts.of([b"no", b"perhaps"]), np.array([0, 1])).tobytes()
    b'7,no;8,perhaps;'
    """
    lengths = texts.lengths.take(picks)
    growth = lengths - fields.lengths
    octets = fields.octets.copy()
    # All fields are given their new lengths first, then their octets.
    if growth.any():
        lost = np.maximum(-growth, 0)
        octets = np.delete(octets, _spread(fields.starts, lost))
        gained = np.repeat(_moved(fields.starts, -lost), np.maximum(growth, 0))
        octets = np.insert(octets, gained, 0)
    order, begins = by_length(lengths, texts.octets.shape[1])
    starts = _moved(fields.starts, growth)[order]
    ordered = picks[order]
    columns = np.ascontiguousarray(texts.octets.T)
    for i, (column, begin) in enumerate(zip(columns, begins, strict=True)):
        octets[starts[begin:] + i] = column.take(ordered[begin:])
    return octets


def _moved(starts: Places, growth: Places) -> Places:
    """Where the fields start when those before them have grown."""
    return starts + np.cumsum(growth) - growth


def _spread(starts: Places, counts: Places) -> Places:
    """So many places from each start on.

    >>> _spread(np.array([2, 7]), np.array([3, 1])).tolist()
    [2, 3, 4, 7]
    """
    return np.repeat(starts - _moved(0 * starts, counts), counts) + np.arange(counts.sum())
