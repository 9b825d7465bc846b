"""Counts from NumPy arrays, at the speed of numpy.bincount."""

from __future__ import annotations

from collections import Counter

import numpy as np

from rropt.frames.tally import Tally

LARGEST_INDEX = 1 << 20
BLOCK = 1 << 16
"""Entries a block: narrow integers are widened in the cache."""


def tally_array(array: np.ndarray, name: str = "data") -> Tally:
    """Values of an array with their counts."""
    flat = array.reshape(-1)
    if flat.dtype.kind in "biu" and flat.size:
        top = largest_unsigned(flat)
        if top < LARGEST_INDEX:
            return Tally(_present(bincount(flat, top + 1), flat.dtype == bool), name)
    if flat.dtype.kind in "iuUS":
        values, counts = np.unique(flat, return_counts=True)
        return Tally(dict(zip(values.tolist(), counts.tolist(), strict=True)), name)
    return Tally(Counter(flat.tolist()), name)


def largest_unsigned(flat: np.ndarray) -> int:
    """The largest entry, a negative one counting as huge: one pass instead of two.

    >>> largest_unsigned(np.array([3, 1])), largest_unsigned(np.array([-1, 1], np.int8))
    (3, 255)
    """
    return int(flat.view(f"u{flat.dtype.itemsize}").max())


def bincount(flat: np.ndarray, size: int) -> np.ndarray:
    """Counts of 0, ..., size - 1 in an integer array known to lie in that range."""
    if flat.dtype == np.intp or size > BLOCK:
        return np.bincount(flat, minlength=size)
    counts = np.zeros(size, np.int64)
    for start in range(0, len(flat), BLOCK):
        block = flat[start : start + BLOCK].astype(np.intp)
        counts += np.bincount(block, minlength=size)
    return counts


def _present(counts: np.ndarray, boolean: bool) -> dict[int | bool, int]:
    found = np.flatnonzero(counts).tolist()
    return {bool(value) if boolean else value: int(counts[value]) for value in found}
