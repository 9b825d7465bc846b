"""A private column: its first reading, the columns that say what it said, its reports.

Nothing that is said of answers names a value, or how often one occurs. A column is one-to-one with
them when its pairs with them are as many as its values and as many as the answers: Y and N beside
yes and no. Whoever has such a column needs no report.

A column of some rows is fields in octets, or a series of a frame of polars. There reports are of
the type that the answers had if labels allow: codes of the answers are looked up, drawn, and the
reports' labels are gathered by them, so that no label is made a Python object.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np

from rropt.data.csv_octets import Fields, Places, text_of
from rropt.data.data_file import DataFile
from rropt.data.entry_rules import EntryRules, is_null, numbers_of
from rropt.data.file_counts import batches, column_names, require_readable, scan
from rropt.data.progress import Progress
from rropt.data.tally import DATUM, require_column
from rropt.exact import InputError
from rropt.exact.labelled import label_of

Column: TypeAlias = Any
"""Of some rows: `Fields`, or a polars series."""

Name = TypeVar("Name", str, int)
"""Of a column in a frame, or its place in a text."""

ColumnOf = Callable[[Any], Column]
"""A column of some rows by its name or place."""


class Answers(ABC):
    """Private answers: what a first reading of a file sees of them, and the reports of a second."""

    entries: EntryRules
    """How they are read."""

    blank: Sequence[str]
    """The words for an answer that is not there."""

    absent: int = 0
    """How many of those that were looked at are not there."""

    seen: Iterable[Any] | None
    """The other columns, by place or by name, that may say what the answers say."""

    words: Iterable[str] = ()
    """What the file may have for an answer, if answers are words."""

    labels: Sequence[str] | None = None
    """All reports that there are; None where they are too many to be listed."""

    @abstractmethod
    def look(self, answers: Column, others: Sequence[Any], column_of: ColumnOf) -> None:
        """At the answers of some rows, and at the other columns."""

    @abstractmethod
    def refuse(self, data: DataFile, column: str) -> None:
        """What was looked at and cannot be randomized."""

    @abstractmethod
    def copies(self, rows: int) -> tuple[Any, ...]:
        """The other columns that say what the answers said."""

    @abstractmethod
    def drawn(self, answers: Column) -> tuple[Sequence[str], Places]:
        """Texts, and which of them are the reports: behind the last where there is no answer."""


AnswersOf = Callable[[DataFile], Answers]
"""What a file holds of them, before it is read."""


def entries_in(column: Column, rows: Any) -> list[Any]:
    """The entries of some rows; those of a text as their octets."""
    if isinstance(column, Fields):
        return list(column.at(rows).spellings())
    return list(column[rows].to_list())


def plain(entry: Any) -> Any:
    """What an entry says; None where it is empty, and a nan is not equal to itself.

    >>> plain(b'"yes"'), plain(b""), plain(1.5), plain(float("nan"))
    ('yes', None, 1.5, None)
    """
    if isinstance(entry, bytes):
        return text_of(entry)
    return None if is_null(entry) else entry


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


def answer_codes(answers: Any, truths: Sequence[str], rules: EntryRules) -> Places:
    """The place of each answer among the truths, their number for a missing one, or `UNKNOWN`."""
    import polars

    if answers.dtype in (polars.Categorical, polars.Enum):
        answers = answers.cast(polars.String)
    if answers.dtype == polars.String and not rules.codes:
        codes = answers.cast(polars.Enum(truths), strict=False).to_physical()
        if not codes.null_count():
            return np.asarray(codes.cast(polars.Int64).to_numpy())
    values = answers.unique()
    known = read_codes(values.to_list(), truths, rules)
    found = answers.replace_strict(values, known, return_dtype=polars.Int64)
    return np.asarray(found.to_numpy())


def read_codes(entries: Sequence[Any], truths: Sequence[str], rules: EntryRules) -> list[int]:
    """The same of some entries.

    >>> read_codes(["yes", "NA", "maybe"], ["no", "yes"], EntryRules())
    [1, 2, -1]
    """
    read = rules.read_all(entries, rules.places(truths))
    return [len(truths) if place is None else place for place in read]


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
    if dtype == polars.Boolean:
        values = [False, True]
    elif dtype.is_integer() or dtype.is_float():
        widest = polars.Float64 if dtype.is_float() else polars.Int64
        values = text.cast(widest, strict=False).drop_nulls().to_list()
    else:
        return text
    places = dict.fromkeys(labels, 0)
    named = {label_of(value, places): value for value in values if math.isfinite(value)}
    if not all(label in named for label in labels):
        return text
    try:
        return polars.Series([named[label] for label in labels], dtype=dtype, strict=True)
    except (OverflowError, TypeError):
        return text


def reports_on(answers: Answers, column: Any, dtype: Any) -> Any:
    """The reports on a polars series of answers, as one of this type."""
    reports, picks = answers.drawn(column)
    return typed_labels(reports, dtype).extend_constant(None, 1).gather(picks).rename(column.name)


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
    """A column of answers that were looked at: so many `rows` are written, `copies` say the same.

    `frame` has the rows where they are written by polars.
    """

    origin: DataFile
    name: str
    answers: Answers
    rows: int
    copies: tuple[Any, ...]
    frame: Any = None

    @property
    def missing(self) -> int:
        """Rows without an answer."""
        return self.answers.absent

    @property
    def dropped(self) -> bool:
        """Whether these are left out."""
        return self.answers.entries.missing == "drop"


def looked_through(
    answers: Answers, data: DataFile, column: str, pieces: Iterable[Any], frame: Any = None
) -> PrivateColumn:
    """Look at every row, and refuse what cannot be randomized; `pieces` are what `look` takes."""
    rows = 0
    with Progress(f"reading {data.name}") as progress:
        for own, others, column_of in pieces:
            answers.look(own, others, column_of)
            rows += len(own)
            progress.advance(len(own))
    answers.refuse(data, column)
    copied = answers.copies(rows)
    kept = rows - answers.absent if answers.entries.missing == "drop" else rows
    return PrivateColumn(data, column, answers, kept, copied, frame)


def read_frame(answers_of: AnswersOf, data: DataFile, column: str) -> PrivateColumn:
    """Of a file that polars reads."""
    import polars

    answers = answers_of(data)
    answers.entries.require(MISSING)
    require_readable(data, [column])
    frame = scan(data)
    names = column_names(frame, data)
    require_name(answers, data, column, names)
    schema = frame.collect_schema()
    if schema[column].is_nested():
        raise InputError(f"column {column!r} of {data.name} must hold labels, got lists")
    others = [name for name in names if name != column and not schema[name].is_nested()]
    selected = frame.select([column, *others])
    alike = _possible_copies(selected, answers_of(data), column)
    some = batches(selected.select([column, *alike]), data)
    pieces = ((batch[column], alike, batch.get_column) for batch in some)
    if answers.entries.missing == "drop":
        absent = is_absent(polars.col(column), schema[column], answers.blank)
        frame = frame.filter(~absent)
    return looked_through(answers, data, column, pieces, frame)


def require_name(answers: Answers, data: DataFile, column: str, names: list[str]) -> None:
    """The column is there; a file without a header, which starts with answers, is said to be one.

    A person who answered 1 is no column that is called so.
    """
    words = {word.casefold() for word in answers.words if data.kind != "parquet"}
    is_name = column in names and not DATUM.fullmatch(column)
    if not is_name and words & {name.casefold() for name in names}:
        raise InputError(
            f"the first line of {data.name} must name its columns, got an answer there"
        )
    require_column(column, names)


FIRST = 1000
"""Rows that are looked at before the rest: nearly every column is no copy in these already."""

Pairs = frozenset[tuple[Any, Any]]

PairsOf = Callable[[Name, int | None], Pairs]
"""Those of a column with the answers, in so many of the first rows or in all."""


def _possible_copies(selected: Any, answers: Answers, column: str) -> list[str]:
    """The columns that may be copies, judged by the first rows."""
    import polars

    try:
        first = selected.head(FIRST).collect()
    except polars.exceptions.PolarsError:
        return []  # the rows themselves will be refused, in one sentence
    others = [name for name in first.columns if name != column]
    answers.look(first[column], others, first.get_column)
    return list(answers.seen or ())


def still_copies(pairs_of: PairsOf[Name], seen: Mapping[Name, Pairs]) -> dict[Name, Pairs]:
    """The columns that are copies in some more rows too, with their pairs.

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


def one_to_one(pairs: Pairs) -> bool:
    """Whether each answer has one value, and each value one answer."""
    answers = {answer for answer, _ in pairs}
    values = {value for _, value in pairs}
    return len(answers) == len(values) == len(pairs)
