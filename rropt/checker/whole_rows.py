"""Rows and tables made of numbers: any of lone truths, or two values in classes of truths."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, product

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


def rows_of_two_values(
    sizes: Sequence[int], numbers: Sequence[Iterable[int]], low: int, high: int
) -> Iterator[Row]:
    """Each choice of how many truths of each class have the high value; the others have the low.

    >>> [[tuple(run) for run in row] for row in rows_of_two_values([1, 2], [[0], [1, 2]], 5, 7)]
    [[(0, 5, 1), (1, 5, 1), (1, 7, 1)], [(0, 5, 1), (1, 7, 2)]]
    """
    choices = []
    for c, (size, each) in enumerate(zip(sizes, numbers, strict=True)):
        choices.append([_met(Run(c, low, size - many), Run(c, high, many)) for many in each])
    return (list(chain.from_iterable(parts)) for parts in product(*choices))


def _met(*runs: Run) -> Row:
    """Those of at least one truth."""
    return [run for run in runs if run.number]
