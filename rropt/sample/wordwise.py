"""Lazy comparison by 64-bit words, for tables with too many cut points for a byte machine.

One word decides an entry unless it equals the first word of a cut point that goes on; those (one
in about 2^64 / reports) are continued in whole numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

import numpy as np

from rropt.sample.cuts import Cuts


def draw_by_words(
    cuts: Cuts, truths: np.ndarray, source: Callable[[int], bytes], out: np.ndarray
) -> None:
    """Write one report for each truth into `out`, truth by truth."""
    order = np.argsort(truths, kind="stable")
    ends = np.cumsum(np.bincount(truths, minlength=len(cuts.columns)))
    for column, mine in zip(cuts.columns, np.split(order, ends[:-1]), strict=True):
        if mine.size:
            _draw_column(_Column(column, cuts.length), mine, source, out)


class _Column:
    """The cut points of one truth, cut after their first 64 bits."""

    def __init__(self, column: tuple[int, ...], length: int):
        words = max(1, -(-length // 8))
        self.reports = len(column)
        self.tail_bytes = 8 * (words - 1)
        self.cuts = [c << 8 * (8 * words - length) for c in column]
        inside = [c for c in self.cuts if c < 256 ** (8 * words)]
        self.heads = np.array([c >> 8 * self.tail_bytes for c in inside], np.uint64)
        whole = np.array([c % 256**self.tail_bytes == 0 for c in inside], bool)
        self.going_on = np.unique(self.heads[~whole])

    def decide(self, heads: np.ndarray, source: Callable[[int], bytes]) -> np.ndarray:
        """The number of cut points at or below each uniform number with these first words."""
        passed = np.searchsorted(self.heads, heads, side="right")
        for i in np.flatnonzero(np.isin(heads, self.going_on)):
            tail = int.from_bytes(source(self.tail_bytes), "big")
            passed[i] = bisect_right(self.cuts, (int(heads[i]) << 8 * self.tail_bytes) + tail)
        return passed


def _draw_column(
    column: _Column, pending: np.ndarray, source: Callable[[int], bytes], out: np.ndarray
) -> None:
    while pending.size:
        heads = np.frombuffer(source(8 * pending.size), ">u8").astype(np.uint64)
        passed = column.decide(heads, source)
        accepted = passed < column.reports
        out[pending[accepted]] = passed[accepted]
        pending = pending[~accepted]
