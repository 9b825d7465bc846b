"""Tables made entry by entry."""

from __future__ import annotations

from fractions import Fraction
from operator import mul

import pytest

from rropt.exact.entries import (
    entrywise,
    identity,
    mixed,
    over,
    picked,
    scaled,
    tabulated,
    two_valued,
)


def test_entries_of_several_tables_meet_at_their_places() -> None:
    assert entrywise(mul, [[1, 2], [3, 4]], ((5, 6), (7, 8))) == ((5, 12), (21, 32))
    with pytest.raises(ValueError, match="shorter"):
        entrywise(mul, [[1, 2], [3, 4]], [[5, 6]])


def test_the_first_index_is_the_row() -> None:
    assert tabulated(lambda a, b: (a, b), "xy", range(2)) == (
        (("x", 0), ("x", 1)),
        (("y", 0), ("y", 1)),
    )


def test_rows_of_a_set_make_the_identity() -> None:
    rows = tuple(two_valued({i}, 3, Fraction(1), Fraction(0)) for i in range(3))
    assert rows == identity(3)


def test_places_are_taken_in_the_order_asked_and_from_mappings_too() -> None:
    assert picked([10, 20, 30], (2, 2, 0)) == (30, 30, 10)
    assert picked({"a": 1, "b": 2}, "ba") == (2, 1)


def test_multiples_and_quotients_are_exact() -> None:
    assert scaled(over([1, 2], 3), 3) == (1, 2)


def test_a_mixture_counts_every_row_and_nobody_makes_zeros() -> None:
    assert mixed([1, 3], [[1, 0], [0, 2]]) == [1, 6]
    assert mixed([0, 0], [[1, 0], [0, 2]]) == [0, 0]
    with pytest.raises(ValueError, match="longer"):
        mixed([1], [[1, 0], [0, 2]])
