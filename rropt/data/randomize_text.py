"""Randomizing a column of a CSV file: its octets are replaced, and no others.

The file is read twice, as octets in blocks: once to see that every answer is one that the channel
knows, before anything is written, and once to write it with reports in the place of the answers.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, BinaryIO

import numpy as np

from rropt.channel import Channel
from rropt.data.csv_octets import (
    UNKNOWN,
    Fields,
    Octets,
    Places,
    Rows,
    Spellings,
    Texts,
    all_spelled,
    csv_rows,
    spelled,
    splice,
    text_of,
)
from rropt.data.data_file import BYTE_ORDER_MARK, SEPARATORS, DataFile
from rropt.data.entry_rules import EntryRules
from rropt.data.exact_draws import Source
from rropt.data.file_counts import require_one, unreadable
from rropt.data.private_column import (
    MISSING,
    Answers,
    AnswersOf,
    Column,
    ColumnOf,
    Pairs,
    PrivateColumn,
    answer_codes,
    copies,
    entries_in,
    looked_through,
    plain,
    read_codes,
    require_name,
    still_copies,
)
from rropt.data.progress import Progress
from rropt.data.sampler import Sampler
from rropt.data.tally import Tally, match
from rropt.exact import InputError

CHANGED = "FILE must not change while it is read, got other answers"


AT_ONCE = 1 << 21
FIRST_ROWS = 64
"""Octets that are written at once, and rows before it is known how long they become: 2,925
encoded categories are 3 KB, and what places them takes forty times as much for a moment."""


class LabelAnswers(Answers):
    """Labels of the truths of a channel."""

    def __init__(self, channel: Channel, source: Source, rules: EntryRules):
        self.channel = channel
        self.source = source
        self.entries = rules
        self.labels = channel.reports
        self.sampler = Sampler.of(channel)
        self.places = rules.places(channel.truths)
        self.words = self.places
        self.blank = rules.words_beside(self.places)
        blank = dict.fromkeys(self.blank, len(channel.truths))
        self.spellings = Spellings.of({**blank, **self.places})
        self.counts = np.zeros(len(channel.truths) + 2, np.intp)  # of unknown ones first
        self.unknown: set[Any] = set()
        self.seen: dict[Any, Pairs] | None = None

    def look(self, answers: Column, others: Sequence[Any], column_of: ColumnOf) -> None:
        codes = self._codes(answers)
        self.counts += np.bincount(codes - UNKNOWN, minlength=len(self.counts))
        self.absent = int(self.counts[-1])
        odd = np.flatnonzero(codes == UNKNOWN)
        if len(odd):
            self.unknown.update(map(plain, entries_in(answers, odd)))
        told = (*self.channel.truths, None)

        def pairs(other: Any, first: int | None) -> Pairs:
            entries = entries_in(column_of(other), slice(first))
            found = set(zip(codes[:first].tolist(), entries, strict=True))
            return frozenset((told[code], plain(entry)) for code, entry in found)

        seen = dict.fromkeys(others, frozenset()) if self.seen is None else self.seen
        self.seen = still_copies(pairs, seen)

    def _codes(self, answers: Column) -> Places:
        """The places of the truths, one more for a missing answer, or `UNKNOWN`."""
        if not isinstance(answers, Fields):
            return answer_codes(answers, self.channel.truths, self.entries)
        codes = self.spellings.of_fields(answers)
        odd = np.flatnonzero(codes == UNKNOWN)
        if len(odd):
            spellings = answers.at(odd).spellings()
            texts = [text_of(spelling) or "" for spelling in spellings]
            codes[odd] = read_codes(texts, self.channel.truths, self.entries)
        return codes

    def refuse(self, data: DataFile, column: str) -> None:
        unknown, *counts, _ = self.counts.tolist()
        spelled = {place: text for text, place in self.places.items()}
        tally: dict[Any, int] = {spelled[place]: counts[place] for place in spelled}
        tally[None] = self.absent
        for value in self.unknown:
            # All of them count together: how often each occurs is not said.
            tally[value] = unknown
            unknown = 0
        name = f"column {column!r} of {data.name}"
        match(Tally([*tally.items()], name), self.channel.truths, self.entries.counting)

    def copies(self, rows: int) -> tuple[Any, ...]:
        return copies(self.seen or {}, rows)

    def drawn(self, answers: Column) -> tuple[Sequence[str], Places]:
        codes = self._codes(answers)
        if (codes == UNKNOWN).any():
            raise InputError(CHANGED)
        given = codes < len(self.channel.truths)
        if given.all():
            return self.channel.reports, self.sampler(codes, self.source).astype(np.intp)
        picks = np.full(len(codes), len(self.channel.reports), np.intp)
        picks[given] = self.sampler(codes[given], self.source)
        return self.channel.reports, picks


def read_text(answers_of: AnswersOf, data: DataFile, column: str) -> PrivateColumn:
    """Of a file of text, by its octets."""
    answers = answers_of(data)
    answers.entries.require(MISSING)
    header = data.header()
    require_one(data, column)
    require_name(answers, data, column, header)
    place = header.index(column)
    others = [other for other in range(len(header)) if other != place]
    table = islice(csv_rows(data), 1, None)
    pieces = ((rows.column(place), others, rows.column) for rows in table)
    found = looked_through(answers, data, column, pieces)
    named = dict.fromkeys(header[other] for other in found.copies)
    return replace(found, copies=tuple(named))


def write_text(private: PrivateColumn, target: BinaryIO, kind: str) -> None:
    """The same table with reports in the place of the answers."""
    data = private.origin
    if data.first_line().startswith(BYTE_ORDER_MARK):
        target.write(BYTE_ORDER_MARK)
    left = private.rows + (private.missing if private.dropped else 0)
    place = data.header().index(private.name)
    table = csv_rows(data)
    with Progress(f"randomizing {data.name}", left) as progress:
        for header in islice(table, 1):
            _write(header.octets, target, data, kind)
        at_once = FIRST_ROWS
        for rows in table:
            done = 0
            while done < len(rows):
                some = rows.some(done, min(done + at_once, len(rows)))
                octets = _randomized(private, place, some)
                _write(octets, target, data, kind)
                done += len(some)
                left -= len(some)
                progress.advance(len(some))
                at_once = max(1, AT_ONCE * len(some) // len(octets))
    if left:
        raise InputError(CHANGED)


def _write(octets: Octets, target: BinaryIO, data: DataFile, kind: str) -> None:
    """Write some rows; the line end before them is there."""
    target.write(octets[1:].data if kind == data.kind else _separated(data, octets[1:], kind))


def _randomized(private: PrivateColumn, place: int, rows: Rows) -> Octets:
    """The octets of some rows with reports; where a row is dropped all of it gives way to none."""
    answers = rows.column(place)
    reports, picks = private.answers.drawn(answers)
    if private.dropped:
        lost = picks == len(reports)
        # A row that is dropped is one field, with nothing in its place.
        whole = rows.whole()
        starts = np.where(lost, whole.starts, answers.starts)
        lengths = np.where(lost, whole.lengths, answers.lengths)
        answers = Fields(rows.octets, starts, lengths)
    return splice(answers, Texts.of([*all_spelled(reports), b""]), picks)


def _field(text: str) -> bytes:
    return spelled(text) if text else b""


def _separated(data: DataFile, octets: Octets, kind: str) -> bytes:
    """The same rows with the separator of another kind of file."""
    separator = SEPARATORS[kind].encode()
    line_end = b"\r\n" if data.first_line().endswith(b"\r\n") else b"\n"
    try:
        with io.StringIO(octets.tobytes().decode(), newline="\n") as text:
            rows = list(csv.reader(text, delimiter=data.separator, strict=True))
    except csv.Error as error:
        raise unreadable(data, error) from None
    lines = [separator.join(map(_field, row)) for row in rows]
    return b"".join(line + line_end for line in lines)
