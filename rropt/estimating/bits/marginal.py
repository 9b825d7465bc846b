"""Bits counted by the cells of a marginal, and the true marginal estimated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimating.bits.bit_tables import (
    MAX_BITS,
    Order,
    apply_in_place,
    arranged,
    bit_channels,
    forward,
    inverse,
)
from rropt.exact import InputError, exact_vector, whole


def estimate_marginal(
    channels: Sequence[Channel], counts: Any, most_significant: Order = "first"
) -> np.ndarray:
    """Unbiased estimate of a k-way marginal in doubles: `C^-1 y / m`, never clipped.

    `vinterbo/alg/step-2`, in O(k 2^k) and one vector of memory. Bit order: `channels[0]` belongs to
    the most significant bit of the cell by default, to the least with `most_significant="last"`.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> estimate_marginal([warner] * 2, [9, 3, 3, 1]).tolist()
    [1.0, 0.0, 0.0, 0.0]
    """
    ordered = bit_channels(channels, most_significant)
    vector = cell_vector(counts, len(ordered), "counts")
    least = vector.min()
    total = vector.sum()
    # Not-a-number compares as false, and is refused by this order of the words.
    if not (least >= 0 and total < np.inf):
        odd = vector.max() if least >= 0 else least
        raise InputError(f"counts must be numbers of at least 0, got {odd}")
    if not total:
        raise InputError("counts must contain at least one report, got none")
    vector /= total
    return apply_in_place([inverse(channel) for channel in ordered], vector)


def report_marginal(
    channels: Sequence[Channel], prior: Any, most_significant: Order = "first"
) -> np.ndarray:
    """The distribution of the reported cells, `C pi`, in doubles.

    Bit order: `channels[0]` belongs to the most significant bit of the cell by default, to the
    least with `most_significant="last"`.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> report_marginal([warner, Channel.identity(2)], [1, 0, 0, 0]).tolist()
    [0.75, 0.0, 0.25, 0.0]
    """
    ordered = bit_channels(channels, most_significant)
    vector = cell_vector(prior, len(ordered), "prior")
    return apply_in_place([forward(channel) for channel in ordered], vector)


def cell_vector(values: Any, bits: int, name: str) -> np.ndarray:
    """One double a cell, a copy: from an array, or from anything that is exact.

    >>> cell_vector(["1/4", 0.75], 1, "prior").tolist()
    [0.25, 0.75]
    """
    cells = _cells(values, bits)
    try:
        vector = np.array(cells, dtype=float)
    except (TypeError, ValueError):
        vector = np.array([float(x) for x in exact_vector(cells, name)])
    if vector.ndim != 1:
        raise InputError(f"{name} must be a flat list of {2**bits} cells, got {vector.shape}")
    return vector


def _cells(values: Any, bits: int) -> Any:
    if len(values) != 2**bits:
        raise InputError(f"{bits} bits must have {2**bits} cells, got {len(values)}")
    return values


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
        cells = _cells_of_rows(table[start : start + CHUNK], chosen, start)
        # With more cells than answers a table of all cells a chunk would cost more than the sums.
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


def _cells_of_rows(block: np.ndarray, chosen: list[int], start: int) -> np.ndarray:
    """The cell of each answer of a block, most significant column first."""
    cells = np.zeros(len(block), np.intp)
    for column in chosen:
        bits = block[:, column]
        # All numbers but 0 and 1 have another bit than the lowest, negative ones too.
        if bits.dtype != bool and (bits & ~np.ones((), bits.dtype)).any():
            _refuse(bits, column, start)
        # By Horner's rule the first column ends as the most significant bit.
        cells <<= 1
        cells |= bits.astype(np.intp, copy=False)
    return cells


def _refuse(bits: np.ndarray, column: int, start: int) -> None:
    bad = np.flatnonzero((bits != 0) & (bits != 1))
    raise InputError(
        f"answers must be 0 or 1, got another number in column {column}, "
        f"first at row {start + int(bad[0])}"
    )
