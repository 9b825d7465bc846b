"""Randomizing a column of numbers of a file larger than memory: a report in the place of each.

The file is read twice, like that of `rropt.data.randomize_file`: once to see that every number
is one that the mechanism answers. A column with the same text as the numbers is named.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rropt.data.csv_octets import Fields, Places, Rows, Texts, all_spelled, text_of
from rropt.data.data_file import DataFile
from rropt.data.entry_rules import EntryRules, Stated
from rropt.data.exact_draws import Source
from rropt.data.file_counts import batches, column_names, require_readable, scan
from rropt.data.number_columns import Found, NumberRules
from rropt.data.number_sampler import NumberSampler
from rropt.data.private_column import FIRST, MISSING, PrivateColumn, Reports
from rropt.data.progress import Progress
from rropt.data.randomize_file import ReportsInPlace
from rropt.data.randomize_text import CHANGED
from rropt.data.tally import require_column
from rropt.exact import InputError


def on_numbers(
    sampler: NumberSampler, column: str, missing: Stated = "refuse", source: Source = os.urandom
) -> ReportsInPlace:
    """Reports in the place of the numbers of a column, to be written into a file or a text."""
    rules: EntryRules = EntryRules.of(missing)

    def answers(data: DataFile) -> NumberAnswers:
        return NumberAnswers(sampler, source, NumberRules(rules, data.comma))

    def reports(private: PrivateColumn, advance: Callable[[int], None]) -> NumberReports:
        return NumberReports(private.name, source, advance, answers(private.origin))

    return ReportsInPlace(
        column, rules, answers, lambda data: read_numbers(answers(data), data, column), reports
    )


def read_numbers(answers: NumberAnswers, data: DataFile, column: str) -> PrivateColumn:
    """Look at every row, and refuse what cannot be randomized."""
    rules = answers.rules
    rules.entries.require(MISSING)
    require_readable(data, [column])
    scanned = scan(data)
    names = column_names(scanned, data)
    require_column(column, names)
    dtype = scanned.collect_schema()[column]
    alike = [name for name in names if name != column]
    with Progress(f"reading {data.name}") as progress:
        for batch in batches(scanned.select([column, *alike]), data):
            answers.count(rules.of_column(batch[column]))
            alike = [name for name in alike if _same_text(batch, column, name)]
            progress.advance(len(batch))
    answers.refuse(data, column, rules.entries)
    rows = answers.rows
    if rules.entries.missing == "drop":
        scanned = scanned.filter(~rules.absent(column, dtype))
        rows -= answers.absent
    return PrivateColumn(data, column, dtype, scanned, rows, answers.absent, tuple(alike))


@dataclass
class NumberAnswers:
    """Numbers in the rows of a file: what was seen of them, and the reports on them."""

    sampler: NumberSampler
    source: Source
    rules: NumberRules
    rows: int = 0
    absent: int = 0
    unfit: int = 0
    alike: tuple[int, ...] | None = None

    def require_header(self, data: DataFile) -> None:
        """A number is no name that could be told from one."""

    def look(self, rows: Rows, place: int, others: Sequence[int]) -> None:
        answers = rows.column(place)
        self.count(self.rules.of_fields(answers))
        seen = others if self.alike is None else self.alike
        self.alike = tuple(other for other in seen if _are_alike(rows.column(other), answers))

    def count(self, found: Found) -> None:
        """Some more rows."""
        numbers, lost = found
        self.rows += len(numbers)
        self.absent += int(lost.sum())
        self.unfit += int((~self.sampler.fits(numbers) & ~lost).sum())

    def refuse(self, data: DataFile, column: str, rules: EntryRules) -> None:
        if self.absent and rules.missing == "refuse":
            raise InputError(
                f"{data.name} must have no missing values, got {self.absent} of {self.rows} missing"
                " (--missing drop leaves them out, --missing keep leaves them without a report)"
            )
        if self.unfit:
            unfit = f"{self.unfit} of {self.rows} that do not fit"
            raise InputError(f"answers must be {self.sampler.rule}, got {unfit}")

    def drawn(self, found: Found) -> list[str]:
        """A report on each number that is not missing."""
        numbers, lost = found
        if not self.sampler.fits(numbers[~lost]).all():
            raise InputError(CHANGED)
        return self.sampler.reports(numbers[~lost], self.source)

    def copies(self, rows: int) -> tuple[int, ...]:
        return self.alike or ()

    def reports(self, answers: Fields) -> tuple[Texts, Places]:
        found = self.rules.of_fields(answers)
        reports = self.drawn(found)
        if self.rules.comma:
            reports = [report.replace(".", ",") for report in reports]
        picks = np.full(len(answers), len(reports), np.intp)
        picks[~found[1]] = np.arange(len(reports))
        return Texts.of([*all_spelled(reports), b""]), picks


def _are_alike(one: Fields, other: Fields) -> bool:
    """Whether two columns have the same texts; the first few tell most columns apart."""
    return _texts(one, FIRST) == _texts(other, FIRST) and _texts(one, None) == _texts(other, None)


def _texts(fields: Fields, first: int | None) -> list[str]:
    return [(text_of(spelling) or "").strip() for spelling in fields.at(slice(first)).spellings()]


def _same_text(batch: Any, column: str, other: str) -> bool:
    import polars

    if batch[other].dtype.is_nested():
        return False
    texts = [batch[name].cast(polars.String).str.strip_chars() for name in (column, other)]
    return bool(texts[0].equals(texts[1]))


@dataclass(frozen=True)
class NumberReports(Reports):
    """Reports on the numbers of a column, in writing."""

    answers: NumberAnswers

    @property
    def dtype(self) -> Any:
        import polars

        return polars.String

    def drawn(self, answers: Any) -> Any:
        import polars

        found = self.answers.rules.of_column(answers)
        reports = np.full(len(answers), None, dtype=object)
        reports[~found[1]] = self.answers.drawn(found)
        return polars.Series(self.name, reports.tolist(), dtype=self.dtype)
