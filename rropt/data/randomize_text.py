"""Randomizing a column of a CSV file: its octets are replaced, and no others.

The file is read twice, as octets in blocks: once to see that every answer is one that the channel
knows, before anything is written, and once to write it with reports in the place of the answers.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO, Protocol

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
from rropt.data.private_column import MISSING, Pairs, copies, require_header, still_copies
from rropt.data.progress import Progress
from rropt.data.sampler import Sampler
from rropt.data.tally import Tally, match, require_column
from rropt.exact import InputError

CHANGED = "FILE must not change while it is read, got other answers"


AT_ONCE = 1 << 21
FIRST_ROWS = 64
"""Octets that are written at once, and rows before it is known how long they become: 2,925
encoded categories are 3 KB, and what places them takes forty times as much for a moment."""

STAYS = -1
"""In the place of a text that stands there already, octet by octet: other quotes would tell."""


class TextAnswers(Protocol):
    """What is asked of the answers in the first reading, and drawn in the second."""

    @property
    def absent(self) -> int:
        """How many of those that were looked at are not there."""

    def require_header(self, data: DataFile) -> None:
        """Refuse a file whose first line is an answer."""

    def look(self, rows: Rows, place: int, others: Sequence[int]) -> None:
        """At the answers of some rows, and at the other columns."""

    def refuse(self, data: DataFile, column: str, rules: EntryRules) -> None:
        """What was looked at and cannot be randomized."""

    def copies(self, rows: int) -> tuple[int, ...]:
        """The other columns that say what the answers said."""

    def reports(self, answers: Fields) -> tuple[Texts, Places]:
        """Texts, and which of them are the reports: the last one, where there is no answer.

        `STAYS` may be said of an answer whose very octets are the report.
        """


@dataclass(frozen=True)
class TextColumn:
    """A private column of `rows` rows that will be written."""

    origin: DataFile
    place: int
    answers: TextAnswers
    rows: int
    missing: int
    copies: tuple[str, ...]
    dropped: bool


class LabelAnswers:
    """Labels of the truths of a channel."""

    def __init__(self, channel: Channel, source: Source, rules: EntryRules):
        self.channel = channel
        self.source = source
        self.rules = rules
        self.sampler = Sampler.of(channel)
        self.texts = Texts.of([*all_spelled(channel.reports), b""])
        place = {label: i for i, label in enumerate(channel.reports)}
        own = channel.truths if not rules.codes else ()  # a code is no report, however long
        self.told = np.full(len(channel.truths) + 1, STAYS)
        self.told[: len(own)] = [place.get(label, STAYS) for label in own]
        self.labels = (*channel.truths, "")
        places = rules.places(channel.truths)
        words = dict.fromkeys(rules.words_beside(places), len(channel.truths))
        self.spellings = Spellings.of({**words, **places})
        self.counts = np.zeros(1 + len(self.labels), np.intp)  # of unknown ones first
        self.seen: dict[int, Pairs] | None = None

    @property
    def absent(self) -> int:
        return int(self.counts[-1])

    def require_header(self, data: DataFile) -> None:
        require_header(data, self.channel)

    def look(self, rows: Rows, place: int, others: Sequence[int]) -> None:
        codes = self._codes(rows.column(place))
        self.counts += np.bincount(codes - UNKNOWN, minlength=len(self.counts))
        seen = dict.fromkeys(others, frozenset()) if self.seen is None else self.seen

        def pairs(other: int, first: int | None) -> Pairs:
            spellings = rows.column(other).at(slice(first)).spellings()
            answers = [self.labels[code] for code in codes[:first].tolist()]
            found = set(zip(answers, spellings, strict=True))
            return frozenset((answer or None, text_of(spelling)) for answer, spelling in found)

        self.seen = still_copies(pairs, seen)

    def _codes(self, answers: Fields) -> Places:
        """The places of the truths, one more for a missing answer, or `UNKNOWN`."""
        codes = self.spellings.of_fields(answers)
        odd = np.flatnonzero(codes == UNKNOWN)
        if len(odd):
            spellings = answers.at(odd).spellings()
            blank = {s: self.rules.is_missing(text_of(s) or "") for s in set(spellings)}
            codes[odd[[blank[s] for s in spellings]]] = len(self.channel.truths)
        return codes

    def refuse(self, data: DataFile, column: str, rules: EntryRules) -> None:
        unknown, *counts, absent = self.counts.tolist()
        found = dict(zip(self.channel.truths, counts, strict=True))
        tally = Tally(
            {**found, None: absent, object(): unknown}, f"column {column!r} of {data.name}"
        )
        match(tally, self.channel.truths, rules.counting)

    def copies(self, rows: int) -> tuple[int, ...]:
        return copies(self.seen or {}, rows)

    def reports(self, answers: Fields) -> tuple[Texts, Places]:
        codes = self._codes(answers)
        if (codes == UNKNOWN).any():
            raise InputError(CHANGED)
        given = codes < len(self.channel.truths)
        picks = np.full(len(codes), len(self.channel.reports), np.intp)
        picks[given] = self.sampler(codes[given], self.source)
        same_text = self.texts.lengths.take(picks) == answers.lengths  # in quotes or not as well
        picks[same_text & (self.told.take(codes) == picks)] = STAYS
        return self.texts, picks


def read_text(answers: TextAnswers, data: DataFile, column: str, rules: EntryRules) -> TextColumn:
    """Look at every row, and refuse what cannot be randomized."""
    rules.require(MISSING)
    header = data.header()
    require_one(data, column)
    if column not in header:
        answers.require_header(data)
    place = header.index(require_column(column, header))
    others = [other for other in range(len(header)) if other != place]
    rows = 0
    with Progress(f"reading {data.name}") as progress:
        for some in islice(csv_rows(data), 1, None):
            answers.look(some, place, others)
            rows += len(some)
            progress.advance(len(some))
    answers.refuse(data, column, rules)
    alike = tuple(dict.fromkeys(header[other] for other in answers.copies(rows)))
    dropped = rules.missing == "drop"
    kept = rows - answers.absent if dropped else rows
    return TextColumn(data, place, answers, kept, answers.absent, alike, dropped)


def write_text(private: TextColumn, target: BinaryIO, kind: str) -> None:
    """The same table with reports in the place of the answers."""
    data = private.origin
    if data.first_line().startswith(BYTE_ORDER_MARK):
        target.write(BYTE_ORDER_MARK)
    left = private.rows + (private.missing if private.dropped else 0)
    table = csv_rows(data)
    with Progress(f"randomizing {data.name}", left) as progress:
        for header in islice(table, 1):
            _write(header.octets, target, data, kind)
        at_once = FIRST_ROWS
        for rows in table:
            done = 0
            while done < len(rows):
                some = rows.some(done, min(done + at_once, len(rows)))
                octets = _randomized(private, some)
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


def _randomized(private: TextColumn, rows: Rows) -> Octets:
    """The octets of some rows with reports; where a row is dropped all of it gives way to none."""
    answers = rows.column(private.place)
    texts, picks = private.answers.reports(answers)
    changed = np.flatnonzero(picks != STAYS)
    answers = answers.at(changed)
    picks = picks.take(changed)
    lost = picks == len(texts) - 1
    if private.dropped and lost.any():
        # A row that is dropped is one field, with nothing in its place.
        whole = rows.whole().at(changed)
        starts = np.where(lost, whole.starts, answers.starts)
        lengths = np.where(lost, whole.lengths, answers.lengths)
        answers = Fields(rows.octets, starts, lengths)
    return splice(answers, texts, picks)


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
