"""Fields replaced in the octets of a table, all at once; what stands between them is copied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rropt.counting.csv_rows import Fields, Octets, Places, by_length


@dataclass(frozen=True)
class Texts:
    """Texts to choose from: the octets of each, filled up to those of the longest."""

    octets: NDArray[np.uint8]
    lengths: Places

    def __len__(self) -> int:
        return len(self.lengths)

    @classmethod
    def of(cls, texts: Sequence[bytes]) -> Texts:
        """These texts."""
        lengths = np.array([len(text) for text in texts], np.intp)
        longest = max(1, int(lengths.max(initial=1)))
        filled = np.array(texts, f"S{longest}")
        return cls(filled.view(np.uint8).reshape(len(texts), longest), lengths)


def splice(fields: Fields, texts: Texts, picks: Places) -> Octets:
    """The octets with one of the texts in the place of each field.

    >>> octets = np.frombuffer(b"7,yes;8,no;", np.uint8)
    >>> fields = Fields(octets, np.array([2, 8]), np.array([3, 2]))
    >>> splice(fields, Texts.of([b"no", b"perhaps"]), np.array([0, 1])).tobytes()
    b'7,no;8,perhaps;'
    """
    lengths = texts.lengths.take(picks)
    growth = lengths - fields.lengths
    octets = fields.octets.copy()
    if growth.any():
        lost = np.maximum(-growth, 0)
        octets = np.delete(octets, _spread(fields.starts, lost))
        gained = np.repeat(_moved(fields.starts, -lost), np.maximum(growth, 0))
        octets = np.insert(octets, gained, 0)
    order, begins = by_length(lengths, texts.octets.shape[1])
    starts = _moved(fields.starts, growth)[order]
    ordered = picks[order]
    columns = np.ascontiguousarray(texts.octets.T)
    for i, (column, begin) in enumerate(zip(columns, begins, strict=True)):
        octets[starts[begin:] + i] = column.take(ordered[begin:])
    return octets


def _moved(starts: Places, growth: Places) -> Places:
    """Where the fields start when those before them have grown."""
    return starts + np.cumsum(growth) - growth


def _spread(starts: Places, counts: Places) -> Places:
    """So many places from each start on.

    >>> _spread(np.array([2, 7]), np.array([3, 1])).tolist()
    [2, 3, 4, 7]
    """
    return np.repeat(starts - _moved(0 * starts, counts), counts) + np.arange(counts.sum())
