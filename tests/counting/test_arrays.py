"""Counts from NumPy arrays, against counters."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rropt.counting import count_indices, count_labels
from rropt.counting.arrays import bounded_counts, tally_array
from rropt.exact import InputError


def test_blocks_of_narrow_integers():
    codes = np.random.default_rng(0).integers(0, 5, 200_000)
    expected = tuple(np.bincount(codes, minlength=6).tolist())
    for kind in (np.uint8, np.int16, np.uint32, np.int64):
        assert count_indices(codes.astype(kind), 6) == expected
        assert count_labels([str(i) for i in range(6)], codes.astype(kind)) == expected


def test_masked_entries_are_missing_values():
    masked = np.ma.array([0, 1, 1], mask=[False, False, True])
    with pytest.raises(InputError, match="no missing values, got 1 of 3 missing"):
        count_labels(["0", "1"], masked)
    with pytest.raises(InputError, match="must not be masked, got 1"):
        count_indices(masked, 2)
    assert count_labels(["0", "1"], np.ma.array([0, 1, 1])) == (1, 2)


@pytest.mark.parametrize("dtype", [">i2", ">u4", ">i8", "<i4"])
def test_integers_of_either_byte_order(dtype):
    values = [0, 1, 256, 1]
    array = np.array(values, dtype)
    assert count_labels(["0", "1", "256"], array) == (1, 2, 1)
    assert count_indices(array, 300) == tuple(np.bincount(values, minlength=300))
    with pytest.raises(InputError, match="got 1 of 4 that do not"):
        count_indices(array, 2)


@pytest.mark.parametrize("top", [3, 255, 256, 70_000, 1 << 20, (1 << 20) + 5])
def test_ranges_small_and_large_are_counted_alike(top: int) -> None:
    """Before and after each range that is tried first."""
    data = np.random.default_rng(1).integers(0, top + 1, 5000)
    data[0] = top
    assert tally_array(data).counts == Counter(data.tolist())


@pytest.mark.parametrize("data", [[-1, 0, 0, 5], [True, False, True], ["a", "b", "a"], [0.5, 0.5]])
def test_negative_numbers_booleans_texts_and_floats(data) -> None:
    found = tally_array(np.array(data)).counts
    assert found == Counter(data)
    assert {type(key) for key in found} == {type(data[0])}


def test_a_range_is_refused_at_its_end() -> None:
    assert bounded_counts(np.array([0, 7], np.uint8), 8).tolist() == [1, 0, 0, 0, 0, 0, 0, 1]
    assert bounded_counts(np.array([8], np.uint8), 8) is None
    far = np.zeros(200_000, np.int16)
    far[-1] = -1
    assert bounded_counts(far, 256) is None
