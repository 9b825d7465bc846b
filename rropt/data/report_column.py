"""The column of reports: drawn batch by batch, of the type that the answers had if labels allow.

Codes of the answers are looked up, drawn, and the reports' labels are gathered by them: no label is
made a Python object.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.entry_rules import EntryRules, label_of, numbers_of
from rropt.data.exact_draws import Source
from rropt.data.sampler import Sampler
from rropt.exact import InputError


@dataclass(frozen=True)
class ReportColumn:
    """`labels` are the reports, and a missing value after the last of them."""

    name: str
    truths: tuple[str, ...]
    rules: EntryRules
    labels: Any
    sampler: Sampler
    source: Source
    advance: Callable[[int], None]
    stopped: Event = field(default_factory=Event)

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
        return cls(name, channel.truths, rules, labels, Sampler.of(channel), source, advance)

    @property
    def dtype(self) -> Any:
        """The type of the labels."""
        return self.labels.dtype

    def expression(self) -> Any:
        """The polars expression that draws the reports of a batch."""
        import polars

        return polars.col(self.name).map_batches(
            self.draw, return_dtype=self.dtype, is_elementwise=True
        )

    def draw(self, answers: Any) -> Any:
        """A report for each answer; none where there is none."""
        if self.stopped.is_set():
            raise InterruptedError
        codes = answer_codes(answers, self.truths, self.rules)
        self.advance(len(answers))
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
