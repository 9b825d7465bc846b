"""Tables of the catalogue's shapes over 1/N: private, complete, and k-ary response among them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt.design.deployed.block_tables import block_tables
from rropt.design.deployed.integer_starts import WholeChances


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
