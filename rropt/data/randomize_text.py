"""Randomizing a column of a CSV file: its octets are replaced, and no others.

The file is read twice, as octets in blocks: once to see that every answer is one that the channel
knows, before anything is written, and once to write it with reports in the place of the answers.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
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
    Name,
    Pairs,
    PairsOf,
    answer_codes,
    copies,
    is_absent,
    pairs_in,
    require_name,
    still_copies,
    typed_labels,
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

STAYS = -1
"""In the place of a text that stands there already, octet by octet: other quotes would tell."""


@dataclass(frozen=True)
class TextColumn:
    """A private column of `rows` rows that will be written."""

    origin: DataFile
    place: int
    answers: Answers
    rows: int
    missing: int
    copies: tuple[str, ...]
    dropped: bool


class LabelAnswers:
    """Labels of the truths of a channel."""

    def __init__(self, channel: Channel, source: Source, rules: EntryRules):
        self.channel = channel
        self.source = source
        self.entries = rules
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
        self.unknown: set[Any] = set()
        self.seen: dict[Any, Pairs] | None = None

    @property
    def absent(self) -> int:
        return int(self.counts[-1])

    @property
    def words(self) -> Iterable[str]:
        return self.entries.places(self.channel.truths)

    def look(self, rows: Rows, place: int, others: Sequence[int]) -> None:
        answers_here = rows.column(place)
        codes = self._codes(answers_here)
        odd = answers_here.at(np.flatnonzero(codes == UNKNOWN))

        def pairs(other: int, first: int | None) -> Pairs:
            spellings = rows.column(other).at(slice(first)).spellings()
            answers = [self.labels[code] for code in codes[:first].tolist()]
            found = set(zip(answers, spellings, strict=True))
            return frozenset((answer or None, text_of(spelling)) for answer, spelling in found)

        self._note(codes, list(map(text_of, odd.spellings())), others, pairs)

    def look_in(self, batch: Any, column: str) -> None:
        codes = self._codes_in(batch[column])
        odd = codes == UNKNOWN
        unknown = batch[column].filter(odd).unique().to_list() if odd.any() else []
        others = [name for name in batch.columns if name != column]
        self._note(codes, unknown, others, pairs_in(batch, column))

    def _note(
        self, codes: Places, unknown: list[Any], others: Sequence[Name], pairs: PairsOf[Name]
    ) -> None:
        """Some more rows: their answers, and the columns beside that say the same."""
        self.counts += np.bincount(codes - UNKNOWN, minlength=len(self.counts))
        if self.counts[0]:
            self.unknown.update(unknown)
        seen = dict.fromkeys(others, frozenset()) if self.seen is None else self.seen
        self.seen = still_copies(pairs, seen)

    def _codes(self, answers: Fields) -> Places:
        """The places of the truths, one more for a missing answer, or `UNKNOWN`."""
        codes = self.spellings.of_fields(answers)
        odd = np.flatnonzero(codes == UNKNOWN)
        if len(odd):
            spellings = answers.at(odd).spellings()
            blank = {s: self.entries.is_missing(text_of(s) or "") for s in set(spellings)}
            codes[odd[[blank[s] for s in spellings]]] = len(self.channel.truths)
        return codes

    def _codes_in(self, answers: Any) -> Places:
        """The same of a column of a frame."""
        return answer_codes(answers, self.channel.truths, self.entries)

    def refuse(self, data: DataFile, column: str) -> None:
        unknown, *counts, absent = self.counts.tolist()
        places = self.entries.places(self.channel.truths)
        spelled = {place: text for text, place in places.items()}
        tally: dict[Any, int] = {spelled[place]: counts[place] for place in spelled}
        tally[None] = absent
        for value in self.unknown:
            # All of them count together: how often each occurs is not said.
            tally[value] = unknown
            unknown = 0
        name = f"column {column!r} of {data.name}"
        match(Tally(tally, name), self.channel.truths, self.entries.counting)

    def copies(self, rows: int) -> tuple[Any, ...]:
        return copies(self.seen or {}, rows)

    def reports(self, answers: Fields) -> tuple[Texts, Places]:
        codes = self._codes(answers)
        picks = self._picks(codes)
        same_text = self.texts.lengths.take(picks) == answers.lengths  # in quotes or not as well
        picks[same_text & (self.told.take(codes) == picks)] = STAYS
        return self.texts, picks

    def _picks(self, codes: Places) -> Places:
        """Places of reports, after the last one where there is no answer."""
        if (codes == UNKNOWN).any():
            raise InputError(CHANGED)
        given = codes < len(self.channel.truths)
        if given.all():
            return self.sampler(codes, self.source).astype(np.intp)
        picks = np.full(len(codes), len(self.channel.reports), np.intp)
        picks[given] = self.sampler(codes[given], self.source)
        return picks

    def absent_in(self, column: str, dtype: Any) -> Any:
        import polars

        words = self.entries.words_beside(self.entries.places(self.channel.truths))
        return is_absent(polars.col(column), dtype, words)

    def drawn_in(self, dtype: Any) -> tuple[Any, Callable[[Any], Any]]:
        labels = typed_labels(self.channel.reports, dtype).extend_constant(None, 1)

        def drawn(answers: Any) -> Any:
            return labels.gather(self._picks(self._codes_in(answers))).rename(answers.name)

        return labels.dtype, drawn


def read_text(answers_of: AnswersOf, data: DataFile, column: str) -> TextColumn:
    """Look at every row, and refuse what cannot be randomized."""
    answers = answers_of(data)
    answers.entries.require(MISSING)
    header = data.header()
    require_one(data, column)
    require_name(answers, data, column, header)
    place = header.index(column)
    others = [other for other in range(len(header)) if other != place]
    rows = 0
    with Progress(f"reading {data.name}") as progress:
        for some in islice(csv_rows(data), 1, None):
            answers.look(some, place, others)
            rows += len(some)
            progress.advance(len(some))
    answers.refuse(data, column)
    alike = tuple(dict.fromkeys(header[other] for other in answers.copies(rows)))
    dropped = answers.entries.missing == "drop"
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
