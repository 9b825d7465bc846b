"""Randomizing a column of numbers of a file larger than memory: a report in the place of each.

The file is read twice, like that of `rropt.data.randomize_file`: once to see that every number
is one that the mechanism answers. A column with the same text as the numbers is named.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from rropt.data.csv_octets import Fields, Places
from rropt.data.data_file import DataFile
from rropt.data.entry_rules import EntryRules, Stated
from rropt.data.exact_draws import Source
from rropt.data.number_columns import NumberRules
from rropt.data.number_sampler import NumberSampler
from rropt.data.private_column import FIRST, Answers, Column, ColumnOf, entries_in, plain
from rropt.data.randomize_file import ReportsInPlace
from rropt.data.randomize_text import CHANGED
from rropt.exact import InputError
from rropt.exact.labelled import written


def on_numbers(
    sampler: NumberSampler, column: str, missing: Stated = "refuse", source: Source = os.urandom
) -> ReportsInPlace:
    """Reports in the place of the numbers of a column, to be written into a file or a text."""
    entries: EntryRules = EntryRules.of(missing)
    return ReportsInPlace(
        column, lambda data: NumberAnswers(sampler, source, NumberRules(entries, data.comma))
    )


class NumberAnswers(Answers):
    """Numbers in the rows of a file: what was seen of them, and the reports on them."""

    def __init__(self, sampler: NumberSampler, source: Source, rules: NumberRules):
        self.sampler = sampler
        self.source = source
        self.rules = rules
        self.entries = rules.entries
        self.blank = sorted(rules.entries.na)
        self.rows = 0
        self.unfit = 0
        self.seen: tuple[Any, ...] | None = None

    def look(self, answers: Column, others: Sequence[Any], column_of: ColumnOf) -> None:
        numbers, lost = self.rules.of(answers)
        self.rows += len(numbers)
        self.absent += int(lost.sum())
        self.unfit += int((~self.sampler.fits(numbers) & ~lost).sum())

        def is_alike(other: Any) -> bool:
            """The same texts; the first few tell most columns apart."""
            beside = column_of(other)
            return all(_texts(beside, n) == _texts(answers, n) for n in (FIRST, None))

        self.seen = tuple(filter(is_alike, others if self.seen is None else self.seen))

    def refuse(self, data: DataFile, column: str) -> None:
        if self.absent and self.entries.missing == "refuse":
            raise InputError(
                f"{data.name} must have no missing values, got {self.absent} of {self.rows} missing"
                " (--missing drop leaves them out, --missing keep leaves them without a report)"
            )
        if self.unfit:
            unfit = f"{self.unfit} of {self.rows} that do not fit"
            raise InputError(f"answers must be {self.sampler.rule}, got {unfit}")

    def copies(self, rows: int) -> tuple[Any, ...]:
        return self.seen or ()

    def drawn(self, answers: Column) -> tuple[Sequence[str], Places]:
        numbers, lost = self.rules.of(answers)
        if not self.sampler.fits(numbers[~lost]).all():
            raise InputError(CHANGED)
        reports = self.sampler.reports(numbers[~lost], self.source)
        if self.rules.comma and isinstance(answers, Fields):
            reports = [report.replace(".", ",") for report in reports]
        picks = np.full(len(numbers), len(reports), np.intp)
        picks[~lost] = np.arange(len(reports))
        return reports, picks


def _texts(column: Column, first: int | None) -> list[str]:
    entries = map(plain, entries_in(column, slice(first)))
    return ["" if entry is None else written(entry).strip() for entry in entries]
