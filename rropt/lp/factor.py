"""Exact solves with a sparse basis: singletons are peeled off, flint solves the dense kernel.

A logical column, a row with one remaining entry, a column with one remaining entry: each fixes one
unknown by a division. What is left after all are peeled is a dense integer matrix.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from flint import fmpq, fmpz, fmpz_mat, nmod_mat

from rropt.exact.linear_algebra import leading_columns
from rropt.lp.program import Column

PRIME = 2305843009213693951  # 2^61 - 1: a matrix that is regular modulo a prime is regular


class Factor:
    """B x = rhs and y B = costs for a square sparse integer matrix B given by its columns.

    >>> factor = Factor((((0, 2),), ((0, 1), (1, 3))))
    >>> factor.solve({0: 1, 1: 1})
    [1/3, 1/3]
    >>> factor.solve_transposed({0: 1, 1: 1})
    [1/2, 1/6]
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = [_entries(column) for column in columns]
        self.rows: list[dict[int, fmpz]] = [{} for _ in columns]
        for j, column in enumerate(self.columns):
            for i, a in column.items():
                self.rows[i][j] = a
        self.by_row, self.by_column, rows, columns_left = _peel(self.rows, self.columns)
        self.kernel_rows = sorted(rows)
        self.kernel_columns = sorted(columns_left)
        self.kernel = fmpz_mat(
            len(rows),
            len(rows),
            [self.rows[i].get(j, 0) for i, j in product(self.kernel_rows, self.kernel_columns)],
        )
        if rows and int(nmod_mat(self.kernel, PRIME).det()) == 0:
            raise ZeroDivisionError("the basis is singular modulo a prime")
        self.kernel_transposed = self.kernel.transpose()

    def solve(self, rhs: Mapping[int, int]) -> list[fmpq]:
        """The x with B x = rhs."""
        return self._solve(
            rhs, self.rows, self.by_row, self.kernel, self.kernel_rows, self.kernel_columns,
            [(i, j) for i, j in reversed(self.by_column)],
        )  # fmt: skip

    def solve_transposed(self, costs: Mapping[int, int]) -> list[fmpq]:
        """The y with y B = costs."""
        return self._solve(
            costs, self.columns, [(j, i) for i, j in self.by_column],
            self.kernel_transposed, self.kernel_columns, self.kernel_rows,
            [(j, i) for i, j in reversed(self.by_row)],
        )  # fmt: skip

    @staticmethod
    def _solve(rhs, rows, first, kernel, kernel_rows, kernel_columns, last) -> list[fmpq]:
        """Unknowns of `first` by substitution, then the kernel, then the unknowns of `last`."""
        x: list[fmpq] = [fmpq(0)] * len(rows)
        for i, j in first:
            x[j] = _residual(rows[i], x, rhs.get(i, 0)) / rows[i][j]
        if kernel_rows:
            residuals = [_residual(rows[i], x, rhs.get(i, 0)) for i in kernel_rows]
            if any(residuals):  # else the unknowns of the kernel are zero
                for j, value in zip(kernel_columns, _dense(kernel, residuals), strict=True):
                    x[j] = value
        for i, j in last:
            x[j] = _residual(rows[i], x, rhs.get(i, 0)) / rows[i][j]
        return x


def _residual(row: Mapping[int, fmpz], x: Sequence[fmpq], right: int) -> fmpq:
    """right - row . x; the unknowns that are not fixed yet are still zero."""
    total = fmpq(right)
    for j, a in row.items():
        if x[j]:
            total -= a * x[j]
    return total


def _dense(kernel: fmpz_mat, residuals: Sequence[fmpq]) -> list[fmpq]:
    """Solve the kernel over one common denominator."""
    common = fmpz(1)
    for value in residuals:
        common = common.lcm(value.q)
    # One integer solve of flint is far faster than fractions entry by entry.
    numerators = [value.p * (common // value.q) for value in residuals]
    right = fmpz_mat(len(residuals), 1, numerators)
    return [value / common for value in kernel.solve(right).entries()]


def _entries(column: Column) -> dict[int, fmpz]:
    return {i: fmpz(a) for i, a in column}


def _peel(rows: Sequence[Mapping], columns: Sequence[Mapping]):
    """Orders of elimination: rows with one live entry, then columns with one live entry."""
    live_rows = set(range(len(rows)))
    live_columns = set(range(len(columns)))
    by_row = _singletons(rows, columns, live_rows, live_columns)
    by_column = [(i, j) for j, i in _singletons(columns, rows, live_columns, live_rows)]
    return by_row, by_column, live_rows, live_columns


def _singletons(rows, columns, live_rows: set, live_columns: set) -> list[tuple[int, int]]:
    """Pairs (row, column), each the only live entry of its row at its time."""
    count = {i: len(live_columns.intersection(rows[i])) for i in live_rows}
    # In a fixed order: the same program gives the same basis, and the same certificate.
    queue = [i for i in sorted(live_rows) if count[i] == 1]
    pairs = []
    while queue:
        i = queue.pop()
        if i not in live_rows or count[i] != 1:
            continue
        j = next(j for j in rows[i] if j in live_columns)
        pairs.append((i, j))
        live_rows.discard(i)
        live_columns.discard(j)
        for other in columns[j]:
            if other in live_rows:
                count[other] -= 1
                if count[other] == 1:
                    queue.append(other)
    return pairs


def independent(columns: Sequence[Column], candidates: Sequence[int], rows: int) -> list[int]:
    """The first candidates that make a basis modulo a prime, completed by logical columns.

    Candidates are positions in `columns`; a negative answer -1-i is the logical column of row i.
    """
    # A determinant that is not zero modulo the prime is not zero.
    width = len(candidates) + rows
    entries = [0] * (rows * width)
    for position, j in enumerate(candidates):
        for i, a in columns[j]:
            entries[i * width + position] = a % PRIME
    for i in range(rows):
        entries[i * width + len(candidates) + i] = 1
    reduced, _ = nmod_mat(rows, width, entries, PRIME).rref()
    pivots = leading_columns(reduced, rows)
    return [candidates[p] if p < len(candidates) else -1 - (p - len(candidates)) for p in pivots]
