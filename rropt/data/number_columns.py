"""Columns of numbers as doubles, which entries are missing, and sums of reports in them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.data.counts import tally_rows
from rropt.data.csv_octets import Fields, text_of
from rropt.data.data_file import DataFile, data_file
from rropt.data.entry_rules import LEAVES_OUT, EntryRules, Stated
from rropt.data.file_counts import batches, column_names, has_polars, require_readable, scan
from rropt.data.number_sampler import number_array
from rropt.data.private_column import is_absent
from rropt.data.progress import Progress
from rropt.data.tally import require_column
from rropt.exact import InputError

Found = tuple[NDArray[np.float64], NDArray[np.bool_]]
"""Numbers, nan where there is none, and which entries are missing."""

PLAIN = b"0123456789+-.eE"
"""Where nothing else stands, float() reads the number that `exact` does, twenty times faster."""


@dataclass(frozen=True)
class NumberRules:
    """How numbers are written: words for missing ones, and whether a comma is a decimal point."""

    entries: EntryRules = field(default_factory=EntryRules)
    comma: bool = False

    def of(self, column: Any) -> Found:
        """Numbers of some rows: `Fields`, or a polars series."""
        return self.of_fields(column) if isinstance(column, Fields) else self.of_column(column)

    def of_column(self, column: Any) -> Found:
        """A polars column as doubles, nan where there is no number, and which are missing.

        >>> import polars
        >>> rules = NumberRules(comma=True)
        >>> [found.tolist() for found in rules.of_column(polars.Series(["0,5", " 1/4", "NA", "x"]))]
        [[0.5, 0.25, nan, nan], [False, False, True, False]]
        """
        import polars

        lost = is_absent(column, column.dtype, sorted(self.entries.na))
        absent = np.asarray(lost.to_numpy(), dtype=bool)
        texts = column
        if column.dtype in (polars.String, polars.Categorical, polars.Enum):
            texts = column.cast(polars.String).str.strip_chars()
            texts = texts.str.replace(",", ".", literal=True) if self.comma else texts
        elif not column.dtype.is_numeric() and column.dtype != polars.Boolean:
            # A date would be a number of days.
            return np.full(len(column), np.nan), absent
        found = texts.cast(polars.Float64, strict=False).fill_null(np.nan).to_numpy().copy()
        found[absent] = np.nan
        if texts.dtype == polars.String:
            # Fractions in writing, such as 1/4, which polars does not read.
            odd = np.flatnonzero(np.isnan(found) & ~absent)
            found[odd] = number_array(texts.gather(odd).to_list())
        return np.asarray(found, dtype=np.float64), absent

    def of_fields(self, fields: Fields) -> Found:
        """The same of fields of a CSV file.

        >>> octets = np.frombuffer(b'0.5," 1/4",,x', np.uint8)
        >>> fields = Fields(octets, np.array([0, 4, 11, 12]), np.array([3, 6, 0, 1]))
        >>> [found.tolist() for found in NumberRules().of_fields(fields)]
        [[0.5, 0.25, nan, nan], [False, False, True, False]]
        """
        spellings = fields.spellings()
        found = np.full(len(spellings), np.nan)
        if not b"".join(spellings).translate(None, PLAIN) and not self.entries.numbers:
            lost = fields.lengths == 0
            with suppress(ValueError):
                found[~lost] = [float(spelling) for spelling in spellings if spelling]
                return found, lost
        texts = [(text_of(spelling) or "").strip() for spelling in spellings]
        lost = np.array([text in self.entries.na for text in texts], dtype=bool)
        kept = [text for text, gone in zip(texts, lost.tolist(), strict=True) if not gone]
        found[~lost] = number_array(map(self.plain, kept))
        return found, lost

    def plain(self, text: str) -> str:
        """A number in writing with a decimal point.

        >>> NumberRules(comma=True).plain("1,5"), NumberRules().plain("1,5")
        ('1.5', '1,5')
        """
        return text.replace(",", ".", 1) if self.comma else text


@dataclass(frozen=True)
class NumberSums:
    """How many numbers, their mean, the sum of their squared distances from it; and the rest."""

    n: int = 0
    mean: float = 0.0
    squares: float = 0.0
    absent: int = 0
    unfit: int = 0

    @classmethod
    def of(cls, rows: Sequence[tuple[Any, ...]], rules: NumberRules) -> NumberSums:
        """Those of values with their counts.

        >>> NumberSums.of([("1/2", 2), (2, 1), (None, 1), ("x", 1)], NumberRules())
        NumberSums(n=3, mean=1.0, squares=1.5, absent=1, unfit=1)
        """
        values = [value for value, _ in rows]
        absent = np.array([rules.entries.is_missing(value) for value in values], dtype=bool)
        texts = [rules.plain(value) if isinstance(value, str) else value for value in values]
        numbers = np.array(list(map(_number, texts)), dtype=float)
        return cls._of(numbers, absent, np.array([count for _, count in rows], dtype=np.int64))

    @classmethod
    def of_column(cls, column: Any, rules: NumberRules) -> NumberSums:
        """Those of a polars column."""
        numbers, absent = rules.of_column(column)
        return cls._of(numbers, absent, np.ones(len(numbers), dtype=np.int64))

    @classmethod
    def _of(
        cls, numbers: NDArray[np.float64], absent: NDArray[np.bool_], times: NDArray[np.int64]
    ) -> NumberSums:
        """Of numbers, nan where there is none, that occur so many times."""
        fits = np.isfinite(numbers) & ~absent
        kept = numbers[fits]
        often = times[fits]
        n = int(often.sum())
        mean = float((kept * often).sum() / n) if n else 0.0
        squares = float(((kept - mean) ** 2 * often).sum())
        unfit = int(times[~fits & ~absent].sum())
        return cls(n, mean, squares, int(times[absent].sum()), unfit)

    def and_(self, other: NumberSums) -> NumberSums:
        """Those of both together: the squares grow by the distance of the two means."""
        absent = self.absent + other.absent
        unfit = self.unfit + other.unfit
        n = self.n + other.n
        if not self.n or not other.n:
            most = self if self.n else other
            return NumberSums(n, most.mean, most.squares, absent, unfit)
        apart = other.mean - self.mean
        mean = self.mean + apart * other.n / n
        squares = self.squares + other.squares + apart**2 * self.n * other.n / n
        return NumberSums(n, mean, squares, absent, unfit)


def number_sums(data: Any, column: str | None = None, missing: Stated = "refuse") -> NumberSums:
    """Of all rows; what is no finite number is refused, and never shown.

    >>> number_sums(["0.5", 1, 0.5, 2]).mean
    1.0
    """
    entries: EntryRules = EntryRules.of(missing)
    entries.require(("refuse", "drop"))
    file = data_file(data) if isinstance(data, (str, Path)) else None
    rules = NumberRules(entries, file is not None and file.comma)
    if file is not None and has_polars():
        name, sums = _of_file(file, column, rules)
    else:
        tally = tally_rows(data if file is None else file, column)
        name = tally.name
        sums = NumberSums.of(tally.rows, rules)
    total = sums.n + sums.absent + sums.unfit
    if sums.unfit:
        raise InputError(f"{name} must hold numbers, got {sums.unfit} of {total} that are none")
    if sums.absent and entries.missing == "refuse":
        raise InputError(
            f"{name} must have no missing values, got {sums.absent} of {total} missing {LEAVES_OUT}"
        )
    return sums


def _of_file(data: DataFile, column: str | None, rules: NumberRules) -> tuple[str, NumberSums]:
    """Batch by batch, so that a file may be larger than memory."""
    require_readable(data, [column])
    scanned = scan(data)
    chosen = require_column(column, column_names(scanned, data))
    sums = NumberSums()
    with Progress(f"reading {data.name}") as progress:
        for batch in batches(scanned.select(chosen), data):
            sums = sums.and_(NumberSums.of_column(batch[chosen], rules))
            progress.advance(len(batch))
    return f"column {chosen!r} of {data.name}", sums


def _number(value: Any) -> float:
    """nan where there is none; a fraction in writing is one, as it is in a file."""
    with suppress(TypeError, ValueError, OverflowError):
        return float(value)
    return float(number_array([value])[0])
