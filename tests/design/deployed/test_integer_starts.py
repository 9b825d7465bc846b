"""Integer tables from which the search starts: in whole numbers, private, complete."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt.design.deployed.integer_starts import (
    WholeChances,
    block_tables,
    filled,
    rounded,
    simple,
    well_capped,
)

pytestmark = pytest.mark.quick


def test_filled_columns_add_up_between_floors_and_caps() -> None:
    deck = WholeChances(20, Fraction(5, 2), Fraction(0))
    floors = np.array([[2, 3, 4], [1, 1, 1], [4, 4, 4], [7, 7, 7]])
    wishes = np.array([[20, 0, 0], [0, 20, 0], [6, 0, 20]])
    tables = filled(deck, floors, wishes)
    assert len(tables) == 2
    for table, least in zip(tables, ([2, 3, 4], [4, 4, 4]), strict=True):
        assert (table.sum(axis=0) == 20).all()
        for row, floor in zip(table.tolist(), least, strict=True):
            assert floor <= min(row) and 2 * max(row) <= 5 * floor


def test_floors_whose_caps_lose_little() -> None:
    """Of gamma = 6/5 the cap 24 beside 20 loses nothing; the first row has what 6 x 20 + 4 lacks.

    Floors of 19, capped at 22, would leave 15/19 of the growth.
    """
    deck = WholeChances(126, Fraction(6, 5), Fraction(0))
    rows = tuple(tuple(Fraction(6 if i == j else 5, 31) for j in range(6)) for i in range(6))
    tables = well_capped(deck, rows)
    assert tables
    for table in tables:
        assert (table.sum(axis=0) == 126).all()
        assert (5 * table.max(axis=1) <= 6 * table.min(axis=1)).all()
    assert any((table.min(axis=1) == 20).sum() == 5 for table in tables)


@pytest.mark.parametrize("entries", [[[1, 3], [4, 2]], [[1, 4], [4, 1]], [[0, 0], [5, 5]]])
def test_private_in_whole_numbers(entries: list[list[int]]) -> None:
    """Row by row without delta, where a near miss of gamma = 3 is not private."""
    deck = WholeChances(5, Fraction(3), Fraction(0))
    private = all(max(row) <= 3 * min(row) for row in entries)
    assert deck.is_private(np.array(entries)) == private


def test_caps_are_floors_times_gamma_and_at_most_all_chances() -> None:
    assert WholeChances(6, Fraction(5, 2), Fraction(0)).caps.tolist() == [0, 2, 5, 6, 6, 6, 6]


@pytest.mark.parametrize("total", [5, 8, 12])
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 4)])
def test_simple_starts_are_complete_tables(total: int, delta: Fraction) -> None:
    deck = WholeChances(total, Fraction(3), delta)
    rows = ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    tables = simple(deck, rows)
    assert tables
    for table in tables:
        assert table.min() >= 0 and (table.sum(axis=0) == total).all()
        assert delta or deck.is_private(table)


def test_rounding_proposes_tables_in_numerators_of_the_whole_deck() -> None:
    deck = WholeChances(8, Fraction(3), Fraction(0))
    rows = ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    found = rounded(deck, rows, 1)
    assert sorted(found[0].tolist()) == [[2, 6], [6, 2]] and len(found) == 2


@pytest.mark.parametrize(("truths", "total", "high", "low"), [(12, 36, 14, 2), (12, 1000, 395, 55)])
def test_k_ary_response_that_uses_all_chances_is_among_them(truths, total, high, low) -> None:
    deck = WholeChances(total, Fraction(73890, 10000), Fraction(0))
    tables = dict(block_tables(deck, truths, ()))["k-ary response"]
    wanted = low + (high - low) * np.eye(truths, dtype=int)
    assert any((table[:-1] == wanted).all() and not table[-1].any() for table in tables)


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10)])
@pytest.mark.parametrize("truths", [3, 5])
def test_columns_add_up_and_every_table_is_private(truths: int, delta: Fraction) -> None:
    deck = WholeChances(60, Fraction(5, 2), delta)
    names = set()
    for name, tables in block_tables(deck, truths, ()):
        names.add(name)
        for table in tables:
            assert (table.sum(axis=0) == 60).all() and (table >= 0).all()
            columns = [list(map(int, column)) for column in table.T]
            for a in columns:
                for b in columns:
                    if a is not b:
                        over = sum(max(0, 2 * x - 5 * y) for x, y in zip(a, b, strict=True))
                        assert over <= 2 * 60 * delta
    assert {"k-ary response", "subset selection of size 2", "Hadamard response"} <= names


def test_the_blocks_of_an_optimum_are_tried_where_they_are_regular() -> None:
    high, low = Fraction(1, 2), Fraction(1, 4)
    cycle = ((high, low, low), (low, high, low), (low, low, high))
    deck = WholeChances(8, Fraction(2), Fraction(0))
    assert "the blocks of the optimum" in dict(block_tables(deck, 3, cycle))
    assert "the blocks of the optimum" not in dict(block_tables(deck, 3, cycle[:2]))
