"""What rows pay, and the few rows that decide for all."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction as F

import pytest

from rropt.checker.few_rows import (
    FEW_BITS,
    FEW_NUMBERS,
    FEW_STEPS,
    Payment,
    proved,
    read_charge,
    read_level,
    rows_that_decide,
)
from rropt.checker.fields import Rationals
from rropt.checker.levels import OneNumber
from rropt.checker.parse import parse_certificate
from rropt.checker.private_table import Words, entries
from rropt.checker.staircases import staircases as rays_of_classes
from rropt.checker.verdict import LARGEST_MOST, Malformed, Size
from tests.checker.test_fuzz import by_line

ROOM = Size(1, 64)


def number(gamma, delta=F(0)):
    return OneNumber(gamma, gamma, delta, Words("", ""))


def test_a_row_pays_by_its_truths_and_the_corners_of_the_box_decide():
    level = number(F(3, 2))
    paid = Payment(level, Rationals([F(1, 2), F(-1, 3)]), {})
    assert paid.bound == F(1, 6) and paid.of([4, 3]) == 1
    assert sorted(rows_that_decide(paid, 1, 1, ROOM)) == [(2, 2), (2, 3), (3, 2), (3, 3)]


def free(level, truths, budgets=None):
    return Payment(level, Rationals([F(1)] * truths), budgets or {})


def scaled(row):
    """With 1 for the largest entry."""
    return tuple(F(x, max(row)) for x in row)


@pytest.mark.parametrize(("truths", "gamma"), [(2, F(3)), (3, F(5, 2)), (4, F(2))])
def test_the_rows_are_the_staircases(truths, gamma):
    rows = [
        scaled(row) for row in rows_that_decide(free(number(gamma, F(1, 10)), truths), 1, 1, ROOM)
    ]
    listed = [scaled(entries(row)) for row in rays_of_classes([1] * truths, [1] * truths, gamma)]
    assert sorted(rows) == sorted(listed)


def test_a_row_pays_for_what_it_tells_apart_and_a_table_at_most_delta():
    """1 + 7 + 2 (7 - 3) and 2 + 2/10."""
    paid = Payment(number(F(3), F(1, 10)), Rationals([F(1)] * 2), {(1, 0): F(2)})
    assert paid.of([1, 7]) == 16 and paid.of([7, 1]) == 8 and paid.bound == F(11, 5)


@pytest.mark.parametrize("delta", [F(0), F(1, 10)])
def test_more_truths_or_steps_have_other_pages(delta):
    """Of 4,096 steps 2^11 rows of one take a half."""
    level, most = number(F(3), delta), 6 if delta else 11
    assert rows_that_decide(free(level, most), 1, 1, ROOM)
    with pytest.raises(Malformed):
        rows_that_decide(free(level, most + 1), 1, 1, ROOM)
    pair = free(level, 2)
    assert rows_that_decide(pair, 1, 1, Size(FEW_STEPS - 4, 64))
    with pytest.raises(Malformed):
        rows_that_decide(pair, 1, 1, Size(FEW_STEPS - 3, 64))
    assert rows_that_decide(pair, 1, 2, Size(1, FEW_BITS))
    with pytest.raises(Malformed):
        rows_that_decide(pair, 1, 3, Size(1, FEW_BITS))


def test_a_file_near_a_limit_of_other_pages_is_left_to_them():
    """Half of all that may be announced is left free; classes of truths have other pages, too."""
    data, size = parse_certificate(json.dumps(by_line()))
    del data["kind"]
    assert proved(data, replace(size))
    with pytest.raises(Malformed):
        proved(data, replace(size, announced=LARGEST_MOST // 2))
    with pytest.raises(Malformed):
        read_level(data["privacy"], [2, 1], ROOM)


TWO = {"conditions": [{"left": 0, "right": 1, "levels": [[F(1), F(3)]], "most": F(1, 10)}]}


def test_planes_of_conditions_decide_where_none_has_a_price():
    level = read_level(TWO, [1, 1], ROOM)
    paid = free(level, 2, {0: F(2)})
    assert paid.bound == F(11, 5)
    assert sorted(rows_that_decide(free(level, 2), 1, 1, ROOM)) == [(0, 1), (1, 0), (3, 1)]
    with pytest.raises(Malformed):
        rows_that_decide(paid, 1, 1, ROOM)


def test_a_level_is_one_number_or_a_matrix_of_a_small_file():
    assert read_level({"gamma": F(3), "delta": F(0)}, [1, 1], ROOM).rays == "cube"
    matrix = {"gamma": [[F(1), F(3)], ["oo", F(1)]], "delta": F(0)}
    assert read_level(matrix, [1, 1], Size(FEW_NUMBERS, FEW_BITS)).rays == "growing"
    for size in (Size(FEW_NUMBERS + 1, 64), Size(1, FEW_BITS + 1)):
        with pytest.raises(Malformed):
            read_level(matrix, [1, 1], size)


@pytest.mark.parametrize("pairs", [[[0, 0, F(1)]], [[0, 1, F(-1)]], [[0, 1, F(1)]] * 2])
def test_prices_are_of_pairs_with_a_delta_each_once(pairs):
    level, data = number(F(3), F(1, 10)), {"prices": [F(1)] * 2}
    assert read_charge(data | {"pair_prices": [[0, 1, F(1)]]}, level, [1, 1]).budgets == {(0, 1): 1}
    with pytest.raises(Malformed):
        read_charge(data | {"pair_prices": pairs}, level, [1, 1])
    with pytest.raises(Malformed):
        read_charge(data | {"pair_prices": []}, number(F(3)), [1, 1])
