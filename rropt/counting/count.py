"""The door: whatever the data is, to counts in the order of the labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.counting.arrays import bounded_counts, tally_array
from rropt.counting.data_file import DataFile
from rropt.counting.files import tally_file
from rropt.counting.frame_counts import tally_table
from rropt.counting.tally import Tally, match
from rropt.exact import InputError


def count_reports(
    channel: Channel, data: Any, column: str | None = None, missing: str = "refuse"
) -> tuple[int, ...]:
    """How often each report of the channel occurs in the data, in the channel's order.

    `data`: a list, a NumPy array, a data frame or series that narwhals knows (eager or lazy), or
    the path of a CSV or Parquet file. Frames and files need `column`. Missing values are refused,
    or left out with `missing="drop"`.

    >>> channel = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], reports=["no", "yes"])
    >>> count_reports(channel, ["yes", "no", "yes"])
    (1, 2)
    """
    return count_labels(channel.reports, data, column, missing)


def count_labels(
    labels: Sequence[str], data: Any, column: str | None = None, missing: str = "refuse"
) -> tuple[int, ...]:
    """How often each label occurs in the data, in the order of the labels.

    >>> count_labels(["a", "b", "c"], np.array(["b", "b", "a"]))
    (1, 2, 0)
    """
    return match(tally_rows(data, column), labels, missing)


def count_indices(indices: Any, size: int) -> tuple[int, ...]:
    """How often each of the indices 0, ..., size - 1 occurs: for arrays that `randomize` gave.

    >>> count_indices(np.array([1, 1, 0], np.uint8), 3)
    (1, 2, 0)
    """
    array = np.asarray(indices)
    if np.ma.is_masked(indices):
        raise InputError(f"indices must not be masked, got {np.ma.count_masked(indices)} masked")
    if array.dtype.kind not in "biu" or not array.size:
        raise InputError(f"indices must be a non-empty integer array, got {array.size} entries")
    counts = bounded_counts(array.reshape(-1), size)
    if counts is None:
        outside = int(np.count_nonzero((array < 0) | (array >= size)))
        raise InputError(
            f"indices must lie between 0 and {size - 1}, got {outside} of {array.size} that do not"
        )
    return tuple(counts.tolist())


def tally_rows(data: Any, column: str | None) -> Tally:
    """How often each value occurs in rows of any kind."""
    if isinstance(data, (str, Path, DataFile)):
        return tally_file(data, column)
    if isinstance(data, np.ndarray):
        return _hashed(tally_array, data)
    if isinstance(data, (list, tuple)):
        return _hashed(lambda values: Tally(Counter(values), "data"), data)
    return tally_table(data, column)


def _hashed(tally: Callable[[Any], Tally], values: Any) -> Tally:
    """The tally; what has no hash, such as a list, is no label."""
    try:
        return tally(values)
    except TypeError:
        entries = values.reshape(-1).tolist() if isinstance(values, np.ndarray) else values
        odd = next((v for v in entries if not isinstance(v, Hashable)), values)
        kind = type(odd).__name__
        raise InputError(f"data must be a flat list of labels, got a {kind} in it") from None
