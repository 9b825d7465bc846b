"""Fields by their axioms."""

from __future__ import annotations

from itertools import product

import pytest

from rropt.design.blocks.finite_field import finite_field, prime_power

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("q", [2, 3, 4, 5, 7, 8, 9, 16, 25])
def test_a_field_keeps_the_axioms(q: int) -> None:
    field = finite_field(q)
    plus, times = field.sums, field.products
    for x, y in product(range(q), repeat=2):
        assert plus[x][y] == plus[y][x] and times[x][y] == times[y][x]
        assert plus[x][0] == x == times[x][1] and times[x][0] == 0
        assert x == 0 or times[x][field.inverse(x)] == 1
        for z in range(min(q, 5)):
            assert times[x][plus[y][z]] == plus[times[x][y]][times[x][z]]
            assert times[x][times[y][z]] == times[times[x][y]][z]


@pytest.mark.parametrize("q", [1, 6, 12, 100])
def test_other_orders_have_no_field(q: int) -> None:
    assert prime_power(q) is None
    with pytest.raises(ValueError, match="no prime power"):
        finite_field(q)
