"""Powers of primitive elements, by the axioms of a field."""

from __future__ import annotations

from itertools import product

import pytest

from rropt.design.blocks.finite_field import PrimitiveRoot, lowest_coefficients, prime_power

pytestmark = pytest.mark.quick


def _sum(x: int, y: int, p: int) -> int:
    """Digit by digit."""
    total = place = 0
    while p**place <= max(x, y):
        total += (x // p**place + y // p**place) % p * p**place
        place += 1
    return total


@pytest.mark.parametrize("q", [1, 6, 12, 100])
def test_other_orders_have_no_field(q: int) -> None:
    assert prime_power(q) is None
    with pytest.raises(ValueError, match="no prime power"):
        PrimitiveRoot.over(q, 1)


@pytest.mark.parametrize("q", [2, 3, 4, 7, 27, 121, 256, 313, 6859])
def test_powers_of_a_root_are_all_elements_but_zero(q: int) -> None:
    assert sorted(PrimitiveRoot.over(q, 1).powers) == list(range(1, q))
    assert PrimitiveRoot.over(q, 1).powers[0] == 1


@pytest.mark.parametrize(("q", "dimension"), [(3, 2), (4, 2), (16, 1), (5, 3), (9, 2)])
def test_powers_of_a_root_are_products(q: int, dimension: int) -> None:
    """Multiplication by the root moves sums to sums."""
    root = PrimitiveRoot.over(q, dimension)
    after = dict(zip(root.powers, root.powers[1:] + root.powers[:1], strict=True)) | {0: 0}
    for x, y in product(range(root.order + 1), repeat=2):
        assert after[_sum(x, y, root.p)] == _sum(after[x], after[y], root.p)


@pytest.mark.parametrize(("q", "dimension"), [(4, 3), (8, 2), (9, 2), (5, 2)])
def test_scalars_are_a_field_of_their_own(q: int, dimension: int) -> None:
    """With zero the powers of a^points are closed under sums."""
    root = PrimitiveRoot.over(q, dimension)
    scalars = {0, *root.powers[:: root.points]}
    assert len(scalars) == q
    assert all(_sum(x, y, root.p) in scalars for x, y in product(scalars, repeat=2))


def test_polynomials_are_tried_each_once() -> None:
    found = list(lowest_coefficients(4, 3))
    assert len(set(found)) == len(found) == 3 * 4 * 4 and all(last for last, *_ in found)
