"""The cut points of a table: column j divides [0, 256^L) into one interval a report.

With common denominator D and `256^L = q D + rest`, report i of truth j owns q a_ij of the 256^L
equally likely byte strings; the `rest` is rejected, so that the conditional probability is
exactly a_ij / D. L is so large that the rest lies within the last 256th of the range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from rropt.exact import InputError


@dataclass(frozen=True)
class Cuts:
    """`columns[j][i]` is the end of the interval of report i; the last one ends the accepted."""

    columns: tuple[tuple[int, ...], ...]
    length: int

    @property
    def reports(self) -> int:
        """Number of reports."""
        return len(self.columns[0])

    @property
    def cells(self) -> int:
        """Upper bound on the cells of a byte machine for these cuts."""
        states = len(self.columns) * (1 + (self.length - 1) * self.reports)
        return 256 * states


def cut_points(columns: Sequence[Sequence[int]], denominator: int) -> Cuts:
    """Cut points of integer weights whose columns each add up to `denominator`.

    >>> cut_points([[3, 1], [1, 3]], 4)
    Cuts(columns=((192, 256), (64, 256)), length=1)
    """
    for j, column in enumerate(columns):
        if sum(column) != denominator or min(column) < 0:
            raise InputError(
                f"weights of column {j} must be non-negative and add up to {denominator}, "
                f"got {list(column)[:10]}"
            )
    length = _byte_length(denominator)
    scale = 256**length // denominator
    return Cuts(tuple(tuple(accumulate(scale * a for a in column)) for column in columns), length)


def _byte_length(denominator: int) -> int:
    """Bytes a draw: whole for a power of two, otherwise enough to reject under one in 256."""
    bits = (denominator - 1).bit_length()
    if denominator & (denominator - 1) == 0:
        return max(1, -(-bits // 8))
    return -(-bits // 8) + 1
