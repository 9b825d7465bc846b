"""The table: rows of reports over truths, its columns, and its privacy.

Truths that a problem does not tell apart form a class. A row that differs inside a class stands for
all its rearrangements, equally weighted. A row is a list of runs (class, value, how many truths);
without classes every truth is a class of its own. All values are whole numbers over one unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from .cleared import cleared, cleared_rows
from .fields import are_rational, listed, rationals
from .pages import page
from .verdict import Doubts, Refuted, need

if TYPE_CHECKING:
    from .privacy import AnyPrivacy


class Run(NamedTuple):
    """So many truths of a class, at which a row has this value."""

    truth: int
    value: int
    number: int


Row = list[Run]


@dataclass(frozen=True)
class PrivateTable:
    """Rows of whole numbers over one unit; `sizes` says how many truths each class has."""

    sizes: list[int]
    rows: list[Row]
    unit: int

    @property
    def truths(self) -> int:
        """The number k of truths."""
        return sum(self.sizes)

    def verify(self, privacy: AnyPrivacy, doubts: Doubts) -> None:
        """It is a table, and private at the low levels."""
        self.verify_columns()
        privacy.verify_table(self, doubts)

    def verify_columns(self) -> None:
        """No entry is negative, and the columns add up to one."""
        need(self.rows, "a table without reports")
        sums = [0] * len(self.sizes)
        for row in self.rows:
            for truth, value, number in row:
                if value < 0:
                    raise Refuted("a negative entry")
                sums[truth] += value * number
        whole = sums == [size * self.unit for size in self.sizes]  # rearranged, each has as much
        need(whole, "a column of the table does not add up to 1")


def read_table(patterns: Any, weights: Any, sizes: list[int]) -> PrivateTable:
    """Weights times patterns."""
    masses, below = cleared(rationals(weights, len(listed(patterns))))
    rows = [_runs(pattern, sizes) for pattern in patterns]
    values, unit = cleared_rows([[value for _, value, _ in row] for row in rows])
    table = []
    for mass, row, whole in zip(masses, rows, values, strict=True):
        table.append([Run(c, mass * v, n) for (c, _, n), v in zip(row, whole, strict=True)])
    return PrivateTable(sizes, table, below * unit)


def _runs(pattern: Any, sizes: list[int]) -> list[tuple[int, Fraction, int]]:
    if are_rational(listed(pattern, len(sizes))):
        return list(zip(range(len(sizes)), pattern, sizes, strict=True))
    found: list[tuple[int, Fraction, int]] = page(".class_rows").runs(pattern, sizes)
    return found


def along(form: Sequence[int], row: Row) -> int:
    """form.r with the same entry for all truths of a class."""
    return sum(form[truth] * value * number for truth, value, number in row)
