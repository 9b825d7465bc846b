"""Fields of a CSV file from their spellings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rropt.data.csv_octets import Fields


def fields_of(spellings: Sequence[bytes]) -> Fields:
    """These fields, in a row of their own."""
    lengths = np.array([len(spelling) for spelling in spellings], np.intp)
    starts = np.cumsum(lengths + 1) - lengths - 1
    return Fields(np.frombuffer(b",".join(spellings) + b",", np.uint8), starts, lengths)
