"""Labels as they are spelled in a CSV file, found again octet by octet for many fields at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rropt.counting.csv_rows import QUOTE, Fields, by_length

Codes = NDArray[np.intp]

IN_QUOTES = re.compile('[",\t\n\r]')
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
        steps: list[dict[int, int]] = [{}, {}]
        codes = [UNKNOWN, UNKNOWN]
        for spelling, code in spelled_.items():
            state = 0
            for symbol in symbols[list(spelling)].tolist():
                if symbol not in steps[state]:
                    steps[state][symbol] = len(steps)
                    steps.append({})
                    codes.append(UNKNOWN)
                state = steps[state][symbol]
            codes[state] = code
        width = 1 + len(letters)
        table = np.full((len(steps), width), NOWHERE, np.intp)
        for row, following in zip(table, steps, strict=True):
            row[list(following)] = list(following.values())
        longest = max(map(len, spelled_), default=0)
        return cls(width * table.reshape(-1), symbols, np.repeat(codes, width), longest)

    def of_fields(self, fields: Fields) -> Codes:
        """The code of each field, `UNKNOWN` for any other text; quotes around it say nothing."""
        starts, lengths = _inside_quotes(fields)
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
