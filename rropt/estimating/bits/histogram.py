"""Counts of the cells of a marginal, straight from an m x n array of bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rropt.estimating.bits.bit_order import MAX_BITS, Order, arranged
from rropt.exact import InputError, whole

CHUNK = 1 << 16
"""Answers a chunk: the only memory beside the counts."""


def histogram(
    answers: Any, columns: Sequence[int] | None = None, most_significant: Order = "first"
) -> np.ndarray:
    """How many answers fall into each of the 2^k cells of the chosen columns.

    `answers` is an m x n array of 0 and 1, of any integer or bool type, read in chunks without a
    second copy (a memory map will do). Bit order: `columns[0]` is the most significant bit of the
    cell by default, the least with `most_significant="last"` (`vinterbo/def/eta`).

    >>> answers = np.array([[1, 0], [1, 0], [1, 1]])
    >>> histogram(answers).tolist(), histogram(answers, most_significant="last").tolist()
    ([0, 0, 2, 1], [0, 2, 0, 1])
    >>> histogram(answers, columns=[1]).tolist()
    [2, 1]
    """
    table = _bit_table(answers)
    chosen = arranged(_columns(columns, table.shape[1]), most_significant)
    counts = np.zeros(2 ** len(chosen), np.int64)
    for start in range(0, len(table), CHUNK):
        cells = _cells(table[start : start + CHUNK], chosen, start)
        if len(counts) <= CHUNK:
            counts += np.bincount(cells, minlength=len(counts))
        else:
            np.add.at(counts, cells, 1)
    return counts


def _bit_table(answers: Any) -> np.ndarray:
    try:
        table = np.asanyarray(answers)
    except ValueError:
        raise InputError("answers must be rows of one length, got several lengths") from None
    if np.ma.is_masked(table):
        raise InputError(f"answers must not be masked, got {np.ma.count_masked(table)} masked")
    if table.ndim != 2 or not table.size:
        raise InputError(f"answers must be a non-empty table of m x n bits, got {table.shape}")
    if table.dtype.kind not in "biu":
        raise InputError(f"answers must be integers or bool, got an array of {table.dtype}")
    return table


def _columns(columns: Sequence[int] | None, width: int) -> list[int]:
    chosen = list(range(width)) if columns is None else [whole(c, "columns") for c in columns]
    if len(set(chosen)) != len(chosen) or not all(0 <= c < width for c in chosen):
        raise InputError(f"columns must be different and below {width}, got {chosen}")
    if not 1 <= len(chosen) <= MAX_BITS:
        raise InputError(f"columns must be 1 to {MAX_BITS} of {width}, got {len(chosen)}")
    return chosen


def _cells(block: np.ndarray, chosen: list[int], start: int) -> np.ndarray:
    """The cell of each answer of a block, most significant column first."""
    cells = np.zeros(len(block), np.intp)
    for column in chosen:
        bits = block[:, column]
        if bits.dtype != bool and (bits & ~np.ones((), bits.dtype)).any():
            _refuse(bits, column, start)
        cells <<= 1
        cells |= bits.astype(np.intp, copy=False)
    return cells


def _refuse(bits: np.ndarray, column: int, start: int) -> None:
    bad = np.flatnonzero((bits != 0) & (bits != 1))
    raise InputError(
        f"answers must be 0 or 1, got another number in column {column}, "
        f"first at row {start + int(bad[0])}"
    )
