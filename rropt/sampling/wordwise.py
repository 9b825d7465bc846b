"""Lazy comparison by 64-bit words, for tables with too many cut points for a byte machine.

One word decides an entry unless it equals the first word of a cut point that goes on; those (one
in about 2^64 / reports) are continued in whole numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rropt.sampling.cuts import Cuts

Source = Callable[[int], bytes]


@dataclass(frozen=True, eq=False)
class Words:
    """The cut points of each truth, cut after their first 64 bits."""

    columns: tuple[_CutColumn, ...]

    @classmethod
    def of(cls, cuts: Cuts) -> Words:
        """Prepare the columns once for many draws."""
        return cls(tuple(_CutColumn.of(column, cuts.length) for column in cuts.columns))

    def draw(self, truths: np.ndarray, source: Source, out: np.ndarray) -> None:
        """Write one report for each truth into `out`, truth by truth."""
        order = np.argsort(truths, kind="stable")
        ends = np.cumsum(np.bincount(truths, minlength=len(self.columns)))
        for column, mine in zip(self.columns, np.split(order, ends[:-1]), strict=True):
            column.draw(mine, source, out)


@dataclass(frozen=True, eq=False)
class _CutColumn:
    """`heads`: first words of the cut points; `going_on`: those with more bits after them."""

    cuts: tuple[int, ...]
    length: int
    heads: np.ndarray
    going_on: np.ndarray

    @classmethod
    def of(cls, cuts: tuple[int, ...], length: int) -> _CutColumn:
        width = 8 * -(-length // 8)
        pad, top = bytes(width - length), 256**length
        octets = b"".join(c.to_bytes(length, "big") + pad for c in cuts if c < top)
        digits = np.frombuffer(octets, np.uint8).reshape(-1, width)
        heads = np.ascontiguousarray(digits[:, :8]).view(">u8").reshape(-1).astype(np.uint64)
        return cls(cuts, length, heads, np.unique(heads[digits[:, 8:].any(axis=1)]))

    def draw(self, pending: np.ndarray, source: Source, out: np.ndarray) -> None:
        """Reports for the entries with these places; a rejected number is drawn again."""
        while pending.size:
            heads = np.frombuffer(source(8 * pending.size), ">u8").astype(np.uint64)
            passed = self.decide(heads, source)
            accepted = passed < len(self.cuts)
            out[pending[accepted]] = passed[accepted]
            pending = pending[~accepted]

    def decide(self, heads: np.ndarray, source: Source) -> np.ndarray:
        """The number of cut points at or below each uniform number with these first words."""
        passed = np.searchsorted(self.heads, heads, side="right")
        if self.going_on.size:
            for i in np.flatnonzero(np.isin(heads, self.going_on)):
                passed[i] = self._continued(int(heads[i]), source)
        return passed

    def _continued(self, head: int, source: Source) -> int:
        """The same for one number, all of its bytes drawn."""
        more = 8 * -(-self.length // 8) - 8
        number = (head << 8 * more) + int.from_bytes(source(more), "big")
        return bisect_right(self.cuts, number >> 8 * (more + 8 - self.length))
