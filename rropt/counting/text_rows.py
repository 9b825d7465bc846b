"""Randomizing a column of a CSV file row by row, where polars is missing.

The same as with polars: read twice, refused in the same words, other columns as they are, though a
quoted field without anything in it is written without quotes. It takes ten times as long.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import BinaryIO, Protocol

from rropt.channel import Channel
from rropt.counting.copies import Pairs, copies, one_to_one
from rropt.counting.data_file import BYTE_ORDER_MARK, DataFile
from rropt.counting.files import require_readable, unreadable
from rropt.counting.frame_counts import require_column
from rropt.counting.private_column import MISSING, require_header
from rropt.counting.progress import Progress
from rropt.counting.tally import Tally, label_of, match, require_missing
from rropt.exact import InputError
from rropt.sampling import Sampler, Source

ROWS_A_BATCH = 1 << 13
"""Rows that are lists in memory at once: with eight times as many it takes twice as long."""

CHANGED = "FILE must not change while it is read, got other answers"

PARQUET = (
    "Parquet files must be randomized by polars, and it is not installed: "
    "pip install 'rropt[frames]'"
)

Row = list[str]


class TextAnswers(Protocol):
    """What is asked of the answers in the first reading, and drawn in the second."""

    def require_header(self, data: DataFile) -> None:
        """Refuse a file whose first line is an answer."""

    def absent(self, answer: str) -> bool:
        """Whether nothing stands there."""

    def look(self, answers: list[str], rows: list[Row], others: Mapping[str, int]) -> None:
        """At the answers of some rows, and at the other columns, by their places."""

    def refuse(self, data: DataFile, column: str, missing: str, absent: int) -> None:
        """What was looked at and cannot be randomized."""

    def copies(self, rows: int) -> tuple[str, ...]:
        """The columns that say what the answers said."""

    def reports(self, answers: list[str]) -> list[str]:
        """A report for each of some answers that are there."""


@dataclass(frozen=True)
class TextColumn:
    """A private column of `rows` rows that will be written."""

    origin: DataFile
    name: str
    answers: TextAnswers
    rows: int
    missing: int
    copies: tuple[str, ...]
    dropped: bool


@dataclass
class LabelAnswers:
    """Labels of the truths of a channel."""

    channel: Channel
    source: Source
    found: Counter[str] = field(default_factory=Counter)
    pairs: dict[str, Pairs] | None = None

    def require_header(self, data: DataFile) -> None:
        require_header(data, self.channel)

    def absent(self, answer: str) -> bool:
        return answer == ""

    def look(self, answers: list[str], rows: list[Row], others: Mapping[str, int]) -> None:
        self.found.update(answers)
        seen = self.pairs
        if seen is None:
            seen = dict.fromkeys(others, frozenset())
        self.pairs = {}
        for name, pairs in seen.items():
            place = others[name]
            joined = pairs | {
                (answer, row[place]) for answer, row in zip(answers, rows, strict=True)
            }
            if one_to_one(joined):
                self.pairs[name] = joined

    def refuse(self, data: DataFile, column: str, missing: str, absent: int) -> None:
        counts = {value or None: count for value, count in self.found.items()}
        tally = Tally(counts, f"column {column!r} of {data.name}")
        match(tally, self.channel.truths, "refuse" if missing == "refuse" else "drop")

    def copies(self, rows: int) -> tuple[str, ...]:
        return copies(self.pairs or {}, rows)

    def reports(self, answers: list[str]) -> list[str]:
        position = {truth: j for j, truth in enumerate(self.channel.truths)}
        known = {answer: label_of(answer, position) for answer in set(answers)}
        codes = [position.get(known[answer] or "", -1) for answer in answers]
        if -1 in codes:
            raise InputError(CHANGED)
        drawn = Sampler.of(self.channel)(codes, self.source).tolist()
        return [self.channel.reports[i] for i in drawn]


def read_text(answers: TextAnswers, data: DataFile, column: str, missing: str) -> TextColumn:
    """Look at every row, and refuse what cannot be randomized."""
    require_missing(missing, MISSING)
    if data.kind == "parquet":
        raise InputError(PARQUET)
    require_readable(data, [column])
    header = data.header()
    if column not in header:
        answers.require_header(data)
    place = header.index(require_column(column, header))
    others = {name: i for i, name in enumerate(header) if i != place}
    rows = absent = 0
    with Progress(f"reading {data.name}") as progress:
        for batch in _batches(data, len(header)):
            given = [row[place] for row in batch]
            answers.look(given, batch, others)
            absent += sum(answers.absent(answer) for answer in given)
            rows += len(batch)
            progress.advance(len(batch))
    answers.refuse(data, column, missing, absent)
    kept = rows - absent if missing == "drop" else rows
    alike = answers.copies(rows)
    return TextColumn(data, column, answers, kept, absent, alike, missing == "drop")


def write_text(private: TextColumn, target: BinaryIO, kind: str) -> None:
    """The same table with reports in the place of the answers."""
    if kind == "parquet":
        raise InputError(PARQUET)
    data, header = private.origin, private.origin.header()
    place = header.index(private.name)
    first = data.first_line()
    if first.startswith(BYTE_ORDER_MARK):
        target.write(BYTE_ORDER_MARK)
    text = io.TextIOWrapper(target, "utf-8", newline="", write_through=True)
    ends = "\r\n" if first.endswith(b"\r\n") else "\n"
    rows = csv.writer(text, delimiter="\t" if kind == "tsv" else ",", lineterminator=ends)
    rows.writerow(header)
    with Progress(f"randomizing {data.name}", private.rows) as progress:
        for batch in _batches(data, len(header)):
            rows.writerows(_randomized(private, batch, place))
            progress.advance(len(batch))
    text.flush()
    text.detach()


def _randomized(private: TextColumn, batch: list[Row], place: int) -> Iterator[Row]:
    there = [not private.answers.absent(row[place]) for row in batch]
    given = [row[place] for row, known in zip(batch, there, strict=True) if known]
    reports = iter(private.answers.reports(given))
    for row, known in zip(batch, there, strict=True):
        if known or not private.dropped:
            row[place] = next(reports) if known else ""
            yield [] if row == [""] else row  # an empty line, which csv would quote


def _batches(data: DataFile, width: int) -> Iterator[list[Row]]:
    """The rows below the header; what is missing at the end of a row is empty."""
    with io.TextIOWrapper(data.open(), "utf-8-sig", newline="") as text:
        try:
            rows = csv.reader(text, delimiter=data.separator, strict=True)
            next(rows)
            while batch := list(islice(rows, ROWS_A_BATCH)):
                for row in batch:
                    if len(row) < width:
                        row += [""] * (width - len(row))
                yield batch
        except (csv.Error, UnicodeDecodeError) as error:
            raise unreadable(data, error) from None
