"""The true marginal estimated from the cells that were reported, and the other way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimating.bits.bit_tables import apply_in_place, bit_channels, forward, inverse
from rropt.exact import InputError, exact_vector


def estimate_marginal(channels: Sequence[Channel], counts: Any) -> np.ndarray:
    """Unbiased estimate of a k-way marginal in doubles: `C^-1 y / m`, never clipped.

    `vinterbo/alg/step-2`, in O(k 2^k) and one vector of memory.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> estimate_marginal([warner] * 2, [9, 3, 3, 1]).tolist()
    [1.0, 0.0, 0.0, 0.0]
    """
    ordered = bit_channels(channels)
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


def report_marginal(channels: Sequence[Channel], prior: Any) -> np.ndarray:
    """The distribution of the reported cells, `C pi`, in doubles.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> report_marginal([warner, Channel.identity(2)], [1, 0, 0, 0]).tolist()
    [0.75, 0.0, 0.25, 0.0]
    """
    ordered = bit_channels(channels)
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
