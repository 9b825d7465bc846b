"""Randomizing a column of numbers of a file larger than memory: a report in the place of each.

The file is read twice, like that of `rropt.data.randomize_file`: once to see that every number
is one that the mechanism answers. A column with the same text as the numbers is named.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rropt.data.csv_octets import Fields, Places, Rows, Texts, all_spelled, text_of
from rropt.data.data_file import DataFile
from rropt.data.entry_rules import EntryRules, Stated
from rropt.data.exact_draws import Source
from rropt.data.file_counts import batches, column_names, require_readable, scan
from rropt.data.number_columns import NumberRules
from rropt.data.number_sampler import NumberSampler
from rropt.data.private_column import FIRST, MISSING, PrivateColumn, Reports
from rropt.data.progress import Progress
from rropt.data.randomize_file import (
    Randomized,
    ReportsInPlace,
    write_reports,
    written_reports,
)
from rropt.data.randomize_text import CHANGED
from rropt.data.tally import require_column
from rropt.exact import InputError


def numbers_to_text(
    sampler: NumberSampler, path: str | Path, column: str, missing: Stated = "refuse"
) -> tuple[Randomized, bytes]:
    """The table as CSV, with reports in the place of the numbers of a column."""
    return written_reports(_on_numbers(sampler, column, missing, os.urandom), path)


def numbers_to_file(
    sampler: NumberSampler,
    path: str | Path,
    column: str,
    target: str | Path,
    source: Source = os.urandom,
    missing: Stated = "refuse",
    overwrite: bool = False,
) -> Randomized:
    """The same, into a file that appears when it is complete."""
    return write_reports(_on_numbers(sampler, column, missing, source), path, target, overwrite)


def _on_numbers(
    sampler: NumberSampler, column: str, missing: Stated, source: Source
) -> ReportsInPlace:
    rules: EntryRules = EntryRules.of(missing)

    def reports(private: PrivateColumn, advance: Callable[[int], None]) -> NumberReports:
        own = NumberRules(rules, private.origin.comma)
        return NumberReports(private.name, source, advance, sampler, own)

    return ReportsInPlace(
        column,
        rules,
        lambda data: NumberAnswers(sampler, source, NumberRules(rules, data.comma)),
        lambda data: read_numbers(sampler, data, column, rules),
        reports,
    )


def read_numbers(
    sampler: NumberSampler, data: DataFile, column: str, entries: EntryRules
) -> PrivateColumn:
    """Look at every row, and refuse what cannot be randomized."""
    entries.require(MISSING)
    rules = NumberRules(entries, data.comma)
    require_readable(data, [column])
    scanned = scan(data)
    names = column_names(scanned, data)
    require_column(column, names)
    dtype = scanned.collect_schema()[column]
    rows = absent = unfit = 0
    alike = [name for name in names if name != column]
    with Progress(f"reading {data.name}") as progress:
        for batch in batches(scanned.select([column, *alike]), data):
            numbers, lost = rules.of_column(batch[column])
            rows += len(batch)
            absent += int(lost.sum())
            unfit += int((~sampler.fits(numbers) & ~lost).sum())
            alike = [name for name in alike if _same_text(batch, column, name)]
            progress.advance(len(batch))
    _refuse(data, sampler, rows, absent if entries.missing == "refuse" else 0, unfit)
    if entries.missing == "drop":
        scanned = scanned.filter(~rules.absent(column, dtype))
        rows -= absent
    return PrivateColumn(data, column, dtype, scanned, rows, absent, tuple(alike))


def _refuse(data: DataFile, sampler: NumberSampler, rows: int, absent: int, unfit: int) -> None:
    if absent:
        raise InputError(
            f"{data.name} must have no missing values, got {absent} of {rows} missing"
            " (--missing drop leaves them out, --missing keep leaves them without a report)"
        )
    if unfit:
        raise InputError(f"answers must be {sampler.rule}, got {unfit} of {rows} that do not fit")


@dataclass
class NumberAnswers:
    """Numbers in the rows of a CSV file."""

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
        numbers, lost = self.rules.of_fields(answers)
        self.rows += len(rows)
        self.absent += int(lost.sum())
        self.unfit += int((~self.sampler.fits(numbers) & ~lost).sum())
        seen = others if self.alike is None else self.alike
        self.alike = tuple(
            other
            for other in seen
            if all(_texts(rows.column(other), n) == _texts(answers, n) for n in (FIRST, None))
        )

    def refuse(self, data: DataFile, column: str, rules: EntryRules) -> None:
        absent = self.absent if rules.missing == "refuse" else 0
        _refuse(data, self.sampler, self.rows, absent, self.unfit)

    def copies(self, rows: int) -> tuple[int, ...]:
        return self.alike or ()

    def reports(self, answers: Fields) -> tuple[Texts, Places]:
        numbers, lost = self.rules.of_fields(answers)
        if not self.sampler.fits(numbers[~lost]).all():
            raise InputError(CHANGED)
        reports = self.sampler.reports(numbers[~lost], self.source)
        if self.rules.comma:
            reports = [report.replace(".", ",") for report in reports]
        picks = np.full(len(answers), len(reports), np.intp)
        picks[~lost] = np.arange(len(reports))
        return Texts.of([*all_spelled(reports), b""]), picks


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

    sampler: NumberSampler
    rules: NumberRules

    @property
    def dtype(self) -> Any:
        import polars

        return polars.String

    def drawn(self, answers: Any) -> Any:
        import polars

        found, lost = self.rules.of_column(answers)
        numbers = found[~lost]
        if not self.sampler.fits(numbers).all():
            raise InputError("FILE must not change while it is read, got other numbers")
        reports = np.full(len(answers), None, dtype=object)
        reports[~lost] = self.sampler.reports(numbers, self.source)
        return polars.Series(self.name, reports.tolist(), dtype=self.dtype)
