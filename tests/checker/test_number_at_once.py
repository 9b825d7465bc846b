"""Tables under one number in whole numbers, by hand."""

from __future__ import annotations

import pytest

from rropt.checker.number_at_once import is_difference, is_equal, is_private_table, table
from rropt.checker.parse import parse_certificate
from tests.certificates import F


def read(*numbers):
    """The numbers as a file states them."""
    words = ", ".join(f'"{x}"' for x in numbers)
    return parse_certificate(f'{{"format": "rropt-certificate/2", "x": [{words}]}}')[0]["x"]


def test_a_table_is_weights_times_patterns():
    rows, one = table([read(3, 1), read("1/2", "3/2")], read("1/4", "1/2"))
    assert [[F(x, one) for x in row] for row in rows] == [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]


@pytest.mark.parametrize(
    ("rows", "private"),
    [
        ([[3, 1], [1, 3]], True),
        ([[3, 1], [1, 3], [0, 0]], True),
        ([[7, 2], [1, 6]], False),
        ([[4, 0], [0, 4]], False),
        ([[-1, -1], [5, 5]], False),
        ([[3, 1], [1, 2]], False),
    ],
)
def test_rows_are_private_and_columns_add_up_to_one(rows, private):
    one = sum(row[0] for row in rows)
    (level,) = read(3)
    assert is_private_table(rows, one, level) == private


def test_numbers_are_compared_exactly():
    half, third, sixth = read("1/2", "1/3", "1/6")
    assert is_equal(half, 5, 10) and not is_equal(half, 5 * 10**40 + 1, 10**41)
    assert is_difference(sixth, half, third) and not is_difference(sixth, third, half)
