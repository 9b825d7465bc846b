"""Blackwell's order both ways by qif, with its witness, in rationals."""

from __future__ import annotations

from typing import Any

import numpy as np


def order(first: Any, second: Any) -> tuple[bool, bool]:
    """Whether the second channel is a garbling of the first, and the first one of the second."""
    import qif

    finer, coarser = (_array(channel) for channel in (first, second))
    witness = qif.refinement.refined_by_witness
    return witness(finer, coarser)[0], witness(coarser, finer)[0]


def _array(channel: Any) -> Any:
    return np.array([list(column) for column in channel.columns], dtype=object)
