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
from rropt.data.number_columns import Found, NumberRules
from rropt.data.number_sampler import NumberSampler
from rropt.data.private_column import FIRST
from rropt.data.randomize_file import ReportsInPlace
from rropt.data.randomize_text import CHANGED
from rropt.exact import InputError


def on_numbers(
    sampler: NumberSampler, column: str, missing: Stated = "refuse", source: Source = os.urandom
) -> ReportsInPlace:
    """Reports in the place of the numbers of a column, to be written into a file or a text."""
    entries: EntryRules = EntryRules.of(missing)
    return ReportsInPlace(
        column, lambda data: NumberAnswers(sampler, source, NumberRules(entries, data.comma))
    )


@dataclass
class NumberAnswers:
    """Numbers in the rows of a file: what was seen of them, and the reports on them."""

    sampler: NumberSampler
    source: Source
    rules: NumberRules
    rows: int = 0
    absent: int = 0
    unfit: int = 0
    seen: tuple[Any, ...] | None = None

    @property
    def entries(self) -> EntryRules:
        return self.rules.entries

    @property
    def words(self) -> Sequence[str]:
        return ()

    def look(self, rows: Rows, place: int, others: Sequence[int]) -> None:
        answers = rows.column(place)
        self._note(
            self.rules.of_fields(answers),
            others,
            lambda other: _are_alike(rows.column(other), answers),
        )

    def look_in(self, batch: Any, column: str) -> None:
        self._note(
            self.rules.of_column(batch[column]),
            [name for name in batch.columns if name != column],
            lambda other: _same_text(batch, column, other),
        )

    def _note(self, found: Found, others: Sequence[Any], is_alike: Callable[[Any], bool]) -> None:
        """Some more rows: their numbers, and the columns beside with the same texts."""
        numbers, lost = found
        self.rows += len(numbers)
        self.absent += int(lost.sum())
        self.unfit += int((~self.sampler.fits(numbers) & ~lost).sum())
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

    def drawn(self, found: Found) -> list[str]:
        """A report on each number that is not missing."""
        numbers, lost = found
        if not self.sampler.fits(numbers[~lost]).all():
            raise InputError(CHANGED)
        return self.sampler.reports(numbers[~lost], self.source)

    def copies(self, rows: int) -> tuple[Any, ...]:
        return self.seen or ()

    def reports(self, answers: Fields) -> tuple[Texts, Places]:
        found = self.rules.of_fields(answers)
        reports = self.drawn(found)
        if self.rules.comma:
            reports = [report.replace(".", ",") for report in reports]
        picks = np.full(len(answers), len(reports), np.intp)
        picks[~found[1]] = np.arange(len(reports))
        return Texts.of([*all_spelled(reports), b""]), picks

    def absent_in(self, column: str, dtype: Any) -> Any:
        return self.rules.absent(column, dtype)

    def drawn_in(self, dtype: Any) -> tuple[Any, Callable[[Any], Any]]:
        import polars

        def drawn(answers: Any) -> Any:
            found = self.rules.of_column(answers)
            reports = np.full(len(answers), None, dtype=object)
            reports[~found[1]] = self.drawn(found)
            return polars.Series(answers.name, reports.tolist(), dtype=polars.String)

        return polars.String, drawn


def _are_alike(one: Fields, other: Fields) -> bool:
    """Whether two columns have the same texts; the first few tell most columns apart."""
    return _texts(one, FIRST) == _texts(other, FIRST) and _texts(one, None) == _texts(other, None)


def _texts(fields: Fields, first: int | None) -> list[str]:
    return [(text_of(spelling) or "").strip() for spelling in fields.at(slice(first)).spellings()]


def _same_text(batch: Any, column: str, other: str) -> bool:
    import polars

    texts = [batch[name].cast(polars.String).str.strip_chars() for name in (column, other)]
    return bool(texts[0].equals(texts[1]))
