"""Reports that are numbers, from rows of any kind: how many, their mean, and their spread."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rropt.counting.count import tally_rows
from rropt.counting.data_file import DataFile, data_file
from rropt.counting.files import batches, column_names, has_polars, require_readable, scan
from rropt.counting.frame_counts import require_column
from rropt.counting.number_columns import absent_in, doubles
from rropt.counting.progress import Progress
from rropt.counting.tally import is_missing, require_missing
from rropt.exact import InputError


@dataclass(frozen=True)
class NumberSums:
    """How many numbers, their mean, the sum of their squared distances from it; and the rest."""

    n: int = 0
    mean: float = 0.0
    squares: float = 0.0
    absent: int = 0
    unfit: int = 0

    @classmethod
    def of(cls, counts: Mapping[Any, int]) -> NumberSums:
        """Those of values with their counts.

        >>> NumberSums.of({"0.5": 2, 2: 1, None: 1, "x": 1})
        NumberSums(n=3, mean=1.0, squares=1.5, absent=1, unfit=1)
        """
        found: list[tuple[float, int]] = []
        absent = unfit = 0
        for value, count in counts.items():
            number = _number(value)
            if number is not None:
                found.append((number, count))
            elif is_missing(value):
                absent += count
            else:
                unfit += count
        n = sum(count for _, count in found)
        mean = math.fsum(x * count for x, count in found) / n if n else 0.0
        squares = math.fsum((x - mean) ** 2 * count for x, count in found)
        return cls(n, mean, squares, absent, unfit)

    @classmethod
    def of_column(cls, column: Any) -> NumberSums:
        """Those of a polars column."""
        numbers, lost = doubles(column), absent_in(column)
        fits = np.isfinite(numbers)
        kept = numbers[fits]
        mean = float(kept.mean()) if len(kept) else 0.0
        squares = float(((kept - mean) ** 2).sum())
        unfit = int((~fits & ~lost).sum())
        return cls(len(kept), mean, squares, int(lost.sum()), unfit)

    def and_(self, other: NumberSums) -> NumberSums:
        """Those of both together: the squares grow by the distance of the two means."""
        absent, unfit = self.absent + other.absent, self.unfit + other.unfit
        n = self.n + other.n
        if not self.n or not other.n:
            most = self if self.n else other
            return NumberSums(n, most.mean, most.squares, absent, unfit)
        apart = other.mean - self.mean
        mean = self.mean + apart * other.n / n
        squares = self.squares + other.squares + apart**2 * self.n * other.n / n
        return NumberSums(n, mean, squares, absent, unfit)


def number_sums(data: Any, column: str | None = None, missing: str = "refuse") -> NumberSums:
    """Of all rows; what is no finite number is refused, and never shown.

    >>> number_sums(["0.5", 1, 0.5, 2]).mean
    1.0
    """
    require_missing(missing, ("refuse", "drop"))
    if isinstance(data, (str, Path)) and has_polars():
        name, sums = _of_file(data_file(data), column)
    else:
        tally = tally_rows(data, column)
        name, sums = tally.name, NumberSums.of(tally.counts)
    total = sums.n + sums.absent + sums.unfit
    if sums.unfit:
        raise InputError(f"{name} must hold numbers, got {sums.unfit} of {total} that are none")
    if sums.absent and missing == "refuse":
        raise InputError(
            f"{name} must have no missing values, got {sums.absent} of {total} missing"
            ' (missing="drop", or --missing drop, leaves them out)'
        )
    return sums


def _of_file(data: DataFile, column: str | None) -> tuple[str, NumberSums]:
    """Batch by batch, so that a file may be larger than memory."""
    require_readable(data, [column])
    scanned = scan(data)
    chosen = require_column(column, column_names(scanned, data))
    sums = NumberSums()
    with Progress(f"reading {data.name}") as progress:
        for batch in batches(scanned.select(chosen), data):
            sums = sums.and_(NumberSums.of_column(batch[chosen]))
            progress.advance(len(batch))
    return f"column {chosen!r} of {data.name}", sums


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None
