"""Fields by their axioms."""

from __future__ import annotations

from itertools import product

import pytest

from rropt.design.blocks.finite_field import (
    finite_field,
    lowest_coefficients,
    powers_of_a_root,
    prime_power,
)

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


@pytest.mark.parametrize("q", [2, 7, 27, 121, 256, 313, 6859])
def test_powers_of_a_root_are_all_elements_but_zero(q: int) -> None:
    assert sorted(powers_of_a_root(q)) == list(range(1, q))


@pytest.mark.parametrize("q", [9, 16, 125])
def test_powers_of_a_root_are_products(q: int) -> None:
    """Multiplication by the root moves sums to sums."""
    powers, sums = powers_of_a_root(q), finite_field(q).sums
    after = dict(zip(powers, powers[1:] + powers[:1], strict=True)) | {0: 0}
    for x, y in product(range(q), repeat=2):
        assert after[sums[x][y]] == sums[after[x]][after[y]]


def test_polynomials_are_tried_each_once() -> None:
    found = list(lowest_coefficients(4, 3))
    assert len(set(found)) == len(found) == 3 * 4 * 4 and all(last for last, *_ in found)
