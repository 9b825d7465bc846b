"""Tables and rows made of numbers, every truth a class of its own."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from .cleared import cleared_rows
from .plain_table import entries
from .private_table import PrivateTable, Row, Run


def table_of(rows: Sequence[Sequence[Fraction]]) -> PrivateTable:
    """The table with these rows."""
    whole, unit = cleared_rows(rows)
    return PrivateTable([1] * len(rows[0]), [plain_row(row) for row in whole], unit)


def plain_row(values: Iterable[int]) -> Row:
    """A row with one run a truth."""
    return [Run(truth, value, 1) for truth, value in enumerate(values)]


def columns_of(table: PrivateTable) -> list[tuple[int, ...]]:
    """The values at each truth."""
    return list(zip(*map(entries, table.rows), strict=True))
