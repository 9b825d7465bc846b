"""Counts from NumPy arrays, at the speed of numpy.bincount."""

from __future__ import annotations

from collections import Counter

import numpy as np

from rropt.counting.tally import Tally

FEW, MANY = 1 << 8, 1 << 20
"""Ranges of small integers that are tried before values are sorted."""

BLOCK = 1 << 16
"""Entries a block: checked and counted while they are in the cache."""


def tally_array(array: np.ndarray, name: str = "data") -> Tally:
    """Values of an array with their counts; masked entries are missing values."""
    if isinstance(array, np.ma.MaskedArray):
        missing = int(np.ma.count_masked(array))
        return Tally({**tally_array(array.compressed()).counts, None: missing}, name)
    flat = array.reshape(-1)
    if flat.dtype.kind in "biu":
        for size in (FEW, MANY):
            counts = bounded_counts(flat, size)
            if counts is not None:
                return Tally(_present(counts, flat.dtype == bool), name)
    if flat.dtype.kind in "iuUS":
        values, numbers = np.unique(flat, return_counts=True)
        return Tally(dict(zip(values.tolist(), numbers.tolist(), strict=True)), name)
    return Tally(Counter(flat.tolist()), name)


def bounded_counts(flat: np.ndarray, size: int) -> np.ndarray | None:
    """Counts of 0, ..., size - 1 in an integer array, or None if an entry is none of them.

    >>> bounded_counts(np.array([2, 0, 2]), 3).tolist(), bounded_counts(np.array([0, -1]), 3)
    ([1, 0, 2], None)
    """
    counts = np.zeros(size, np.int64)
    step = max(BLOCK, size)
    for start in range(0, len(flat), step):
        block = flat[start : start + step]
        if _largest_unsigned(block) >= size:
            return None
        counts += np.bincount(block.astype(np.intp, copy=False), minlength=size)
    return counts


def _largest_unsigned(block: np.ndarray) -> int:
    """The largest entry, a negative one counting as huge: one pass instead of two."""
    unsigned = np.dtype(f"u{block.dtype.itemsize}").newbyteorder(block.dtype.byteorder)
    return int(block.view(unsigned).max())


def _present(counts: np.ndarray, boolean: bool) -> dict[int | bool, int]:
    found = np.flatnonzero(counts).tolist()
    return {bool(value) if boolean else value: int(counts[value]) for value in found}
