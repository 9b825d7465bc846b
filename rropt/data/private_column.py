"""A private column by polars: its first reading, the columns that say what it said, its reports.

Every answer is one of the table's truths; nothing that is said of it names a value, or how often
one occurs. A column is one-to-one with the answers when its pairs with them are as many as its
values and as many as the answers: Y and N beside yes and no. Whoever has such a column needs no
report.

Reports are drawn batch by batch, of the type that the answers had if labels allow. Codes of the
answers are looked up, drawn, and the reports' labels are gathered by them: no label is made a
Python object.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any, TypeVar

import numpy as np

from rropt.channel import Channel
from rropt.data.data_file import DataFile
from rropt.data.entry_rules import EntryRules, is_null, numbers_of
from rropt.data.exact_draws import Source
from rropt.data.file_counts import batches, column_names, require_readable, scan
from rropt.data.progress import Progress
from rropt.data.sampler import Sampler
from rropt.data.tally import (
    COUNT,
    Tally,
    match,
    merged,
    require_column,
)
from rropt.exact import InputError
from rropt.exact.labelled import label_of


@dataclass(frozen=True)
class Reports(ABC):
    """A column of reports that polars draws batch by batch; `advance` is told of each of them."""

    name: str
    source: Source
    advance: Callable[[int], None]
    stopped: Event = field(default_factory=Event, init=False)
    """Set when no batch shall be begun."""

    @property
    @abstractmethod
    def dtype(self) -> Any:
        """Their type."""

    @abstractmethod
    def drawn(self, answers: Any) -> Any:
        """A report for each answer; none where there is none."""

    def draw(self, answers: Any) -> Any:
        """The reports of one batch."""
        if self.stopped.is_set():
            raise InterruptedError
        found = self.drawn(answers)
        self.advance(len(answers))
        return found

    def expression(self) -> Any:
        """The polars expression that draws the reports of a batch."""
        import polars

        return polars.col(self.name).map_batches(
            self.draw, return_dtype=self.dtype, is_elementwise=True
        )


@dataclass(frozen=True)
class ReportColumn(Reports):
    """`labels` are the reports, and a missing value after the last of them."""

    truths: tuple[str, ...]
    rules: EntryRules
    labels: Any
    sampler: Sampler

    @classmethod
    def of(
        cls,
        channel: Channel,
        name: str,
        dtype: Any,
        source: Source,
        advance: Callable[[int], None],
        rules: EntryRules,
    ) -> ReportColumn:
        """The reports of a channel in the place of a polars column of this type."""
        labels = typed_labels(channel.reports, dtype).extend_constant(None, 1)
        return cls(name, source, advance, channel.truths, rules, labels, Sampler.of(channel))

    @property
    def dtype(self) -> Any:
        """The type of the labels."""
        return self.labels.dtype

    def drawn(self, answers: Any) -> Any:
        codes = answer_codes(answers, self.truths, self.rules)
        if not codes.null_count():
            return self._gathered(self.sampler(codes.to_numpy(), self.source))
        picks = np.full(len(answers), len(self.labels) - 1)
        given = codes.is_not_null().to_numpy()
        picks[given] = self.sampler(codes.drop_nulls().to_numpy(), self.source)
        return self._gathered(picks)

    def _gathered(self, picks: np.ndarray) -> Any:
        return self.labels.gather(picks).rename(self.name)


def is_absent(column: Any, dtype: Any, words: Sequence[str]) -> Any:
    """The polars condition that an entry is missing: null, a nan, or one of the words for it."""
    import polars

    if dtype.is_float() or dtype.is_integer():
        numbers = column.cast(polars.Float64)  # one may be written for a missing answer, such as -9
        return column.is_null() | numbers.is_nan() | numbers.is_in(numbers_of(words))
    if dtype in (polars.String, polars.Categorical, polars.Enum):
        text = column.cast(polars.String).str.strip_chars()
        return column.is_null() | text.is_in(list(words))
    return column.is_null()


def answer_codes(answers: Any, truths: Sequence[str], rules: EntryRules) -> Any:
    """The place of each answer among the truths, null for a missing one."""
    import polars

    if answers.dtype in (polars.Categorical, polars.Enum):
        answers = answers.cast(polars.String)
    places = rules.places(truths)
    if answers.dtype == polars.String and not rules.codes:
        codes = answers.cast(polars.Enum(truths), strict=False).to_physical()
    else:
        codes = _looked_up(answers, places)
    absent = is_absent(answers, answers.dtype, rules.words_beside(places))
    # What is neither missing nor a truth was not there in the first reading.
    if codes.null_count() > absent.sum():
        raise InputError("FILE must not change while it is read, got answers that were not there")
    return codes


def _looked_up(answers: Any, places: Mapping[str, int]) -> Any:
    import polars

    values = answers.unique()
    labels = [label_of(value, places) for value in values.to_list()]
    codes = [None if label is None else places[label] for label in labels]
    return answers.replace_strict(values, codes, return_dtype=polars.UInt32)


def typed_labels(labels: Sequence[str], dtype: Any) -> Any:
    """The labels as a polars series of this type where each of them is a value of it.

    >>> import polars
    >>> typed_labels(["0", "1"], polars.Int8).to_list(), typed_labels(["no"], polars.Int8).to_list()
    ([0, 1], ['no'])
    """
    import polars

    text = polars.Series(labels, dtype=polars.String)
    if dtype == polars.Categorical or dtype == polars.Enum:
        cast = text.cast(dtype, strict=False)
        return text if cast.null_count() else cast
    values = [_value(label, dtype) for label in labels]
    if None in values:
        return text
    try:
        return polars.Series(values, dtype=dtype, strict=True)
    except (OverflowError, TypeError):
        return text


def _value(label: str, dtype: Any) -> Any:
    """The value of this type that the label is the name of."""
    values = [value for value in _values(label, dtype) if label_of(value, {label: 0}) == label]
    return values[0] if values else None


def _values(label: str, dtype: Any) -> list[Any]:
    import polars

    if dtype == polars.Boolean:
        return [False, True]
    try:
        if dtype.is_integer():
            return [int(label)]
        number = float(label) if dtype.is_float() else math.nan
    except ValueError:
        return []
    return [number] if math.isfinite(number) else []


def like(answers: Any, reports: list[str], labels: Sequence[str] | None = None) -> Any:
    """Reports as a series of the kind of the answers, with its name and index; else as a list.

    The labels are categories.

    >>> import polars
    >>> like(polars.Series("smokes", [0, 1]), ["no", "yes"], ["no", "yes"]).to_list()
    ['no', 'yes']
    """
    library = type(answers).__module__.partition(".")[0]
    if type(answers).__name__ != "Series":
        return reports
    if library == "polars":
        import polars

        kind = polars.String if labels is None else polars.Enum(labels)
        return polars.Series(answers.name, reports, dtype=kind)
    if library == "pandas":
        import pandas

        column = reports if labels is None else pandas.Categorical(reports, categories=labels)
        return pandas.Series(column, index=answers.index, name=answers.name)
    return reports


MISSING = ("refuse", "drop", "keep")


@dataclass(frozen=True)
class PrivateColumn:
    """A column of answers; `frame` has the `rows` that are written, `copies` say the same."""

    origin: DataFile
    name: str
    dtype: Any
    frame: Any
    rows: int
    missing: int
    copies: tuple[str, ...]


def read_private(channel: Channel, data: DataFile, column: str, rules: EntryRules) -> PrivateColumn:
    """Look at every row, and refuse what cannot be randomized."""
    import polars

    rules.require(MISSING)
    require_readable(data, [column])
    scanned = scan(data)
    names = column_names(scanned, data)
    if column not in names:
        require_header(data, channel)
    require_column(column, names)
    tally, alike = _first_reading(scanned, data, column)
    given = sum(match(tally, channel.truths, rules.counting))
    absent = sum(tally.counts.values()) - given
    dtype = scanned.collect_schema()[column]
    if rules.missing == "drop":
        words = rules.words_beside(rules.places(channel.truths))
        scanned = scanned.filter(~is_absent(polars.col(column), dtype, words))
    rows = given if rules.missing == "drop" else given + absent
    return PrivateColumn(data, column, dtype, scanned, rows, absent, alike)


def require_header(data: DataFile, channel: Channel) -> None:
    """A file without a header is said to be one: its first line is the answers of a person."""
    if data.kind != "parquet" and set(data.header()) & set(channel.truths):
        raise InputError(
            f"the first line of {data.name} must name its columns, got a label of the answers there"
        )


def _first_reading(scanned: Any, data: DataFile, column: str) -> tuple[Tally, tuple[str, ...]]:
    """The answers with their counts, and the columns that say the same."""
    import polars

    name = f"column {column!r} of {data.name}"
    alike = _possible_copies(scanned, column)
    cells = []
    with Progress(f"reading {data.name}") as progress:
        for batch in batches(scanned.select([column, *alike]), data):
            cells += batch.group_by(column).agg(polars.len().alias(COUNT)).rows()
            alike = still_copies(pairs_in(batch, column), alike)
            progress.advance(len(batch))
    tally = Tally(merged(cells, name), name)
    return tally, copies(alike, sum(tally.counts.values()))


def _possible_copies(scanned: Any, column: str) -> Any:
    import polars

    try:
        return possible_copies(scanned, column)
    except polars.exceptions.PolarsError:
        return {}  # the rows themselves will be refused, in one sentence


FIRST = 1000
"""Rows that are looked at before the rest: nearly every column is no copy in these already."""

Pairs = frozenset[tuple[Any, Any]]

Name = TypeVar("Name", str, int)
"""Of a column, or its place."""


def possible_copies(scanned: Any, column: str) -> dict[str, Pairs]:
    """The columns that may be copies, judged by the first rows, each with no pairs seen so far."""
    schema = scanned.collect_schema()
    names = [name for name in schema.names() if name != column and not schema[name].is_nested()]
    if schema[column].is_nested() or not names:
        return {}
    head = scanned.select([column, *names]).head(FIRST).collect()
    alike = still_copies(pairs_in(head, column), dict.fromkeys(names, frozenset()))
    return dict.fromkeys(alike, frozenset())


def still_copies(
    pairs_of: Callable[[Name, int | None], Pairs], seen: Mapping[Name, Pairs]
) -> dict[Name, Pairs]:
    """The columns that are copies in some more rows too, with their pairs.

    `pairs_of` tells those of a column with the answers, in so many rows or in all.

    >>> smokes, others = ["no", "yes"] * 2, {"raw": [0, 1] * 2, "id": range(4)}
    >>> pairs = lambda name, first: frozenset(zip(smokes[:first], others[name][:first]))
    >>> list(still_copies(pairs, {"raw": frozenset(), "id": frozenset()}))
    ['raw']
    """
    found = {}
    for name, pairs in seen.items():
        for first in (FIRST, None):
            pairs |= pairs_of(name, first)
            if not one_to_one(pairs):
                break
        else:
            found[name] = pairs
    return found


def copies(seen: Mapping[Name, Pairs], rows: int) -> tuple[Name, ...]:
    """The columns that say something: a constant says nothing, unless it is the answers' text.

    Where no answer was given twice, every column of different values has one for each.
    """
    return tuple(name for name, pairs in seen.items() if _telling(pairs, rows))


def _telling(pairs: Pairs, rows: int) -> bool:
    if all(str(answer) == str(value) for answer, value in pairs):
        return bool(pairs)
    return 1 < len(pairs) < rows


def pairs_in(rows: Any, column: str) -> Callable[[str, int | None], Pairs]:
    """Those of a column of a polars frame with its others."""

    def pairs(name: str, first: int | None) -> Pairs:
        some = rows.select(column, name).head(len(rows) if first is None else first)
        return frozenset(map(_plain, some.unique().rows()))

    return pairs


def _plain(pair: tuple[Any, Any]) -> tuple[Any, Any]:
    """A nan is not equal to itself."""
    answer, value = pair
    return None if is_null(answer) else answer, None if is_null(value) else value


def one_to_one(pairs: Pairs) -> bool:
    """Whether each answer has one value, and each value one answer."""
    answers = {answer for answer, _ in pairs}
    values = {value for _, value in pairs}
    return len(answers) == len(values) == len(pairs)
