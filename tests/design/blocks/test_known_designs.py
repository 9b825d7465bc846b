"""The families: parameters as in the literature, balance by counting."""

from __future__ import annotations

from itertools import product
from operator import mul

import pytest

from rropt.design.blocks.known_designs import (
    PrimitiveRoot,
    known_designs,
    lowest_coefficients,
    prime_power,
    singer,
)

pytestmark = pytest.mark.quick

KNOWN = [
    (20, 1, 20, "k-ary response"),
    (7, 3, 7, "projective plane of order 2"),
    (7, 4, 7, "complement of projective plane of order 2"),
    (13, 4, 13, "projective plane of order 3"),
    (21, 5, 21, "projective plane of order 4"),
    (73, 9, 73, "projective plane of order 8"),
    (133, 12, 133, "projective plane of order 11"),
    (15, 7, 15, "projective geometry PG(3, 2)"),
    (40, 13, 40, "projective geometry PG(3, 3)"),
    (85, 21, 85, "projective geometry PG(3, 4)"),
    (11, 5, 11, "quadratic residues of 11"),
    (27, 13, 27, "quadratic residues of 27"),
    (13, 6, 26, "quadratic residues and non-residues of 13"),
    (16, 6, 16, "bent function of 4 bits"),
    (64, 36, 64, "complement of bent function of 6 bits"),
    (9, 3, 12, "affine plane of order 3"),
    (16, 4, 20, "affine plane of order 4"),
    (64, 8, 72, "affine plane of order 8"),
    (27, 9, 39, "hyperplanes of the affine geometry AG(3, 3)"),
    (27, 3, 117, "lines of the affine geometry AG(3, 3)"),
]


@pytest.mark.parametrize(("truths", "size", "reports", "name"), KNOWN)
def test_designs_of_the_literature(truths: int, size: int, reports: int, name: str) -> None:
    found = {design.name: design for design in known_designs(truths, size)}
    design = found[name]
    assert (design.truths, design.size, design.reports) == (truths, size, reports)
    assert design.is_balanced()


@pytest.mark.parametrize(("truths", "size"), [(43, 7), (12, 4), (111, 11), (10, 3)])
def test_where_no_family_has_these_parameters_there_is_none(truths: int, size: int) -> None:
    """43, 7 and 111, 11 would be planes of orders 6 and 10."""
    assert not list(known_designs(truths, size))


def _digits(number: int, p: int, degree: int) -> list[int]:
    return [number // p**i % p for i in range(degree)]


@pytest.mark.parametrize(("m", "q"), [(2, 2), (3, 2), (2, 4), (3, 4), (2, 13), (4, 3), (3, 9)])
def test_hyperplanes_are_closed_under_sums_and_multiples(m: int, q: int) -> None:
    """What spans a space of one dimension less is a hyperplane."""
    root = PrimitiveRoot.over(q, m + 1)
    plane = {place for j in singer(m, q) for place in range(j, root.order, root.points)}
    members = {0} | {root.powers[place] for place in plane}
    assert len(members) == q**m
    listed = [_digits(number, root.p, root.degree) for number in sorted(members)]
    powers_of_p = [root.p**i for i in range(root.degree)]
    for first in listed[:: max(1, len(listed) // 40)]:
        for second in listed:
            total = [(x + y) % root.p for x, y in zip(first, second, strict=True)]
            assert sum(map(mul, total, powers_of_p)) in members


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
