"""The families: parameters as in the literature, balance by counting."""

from __future__ import annotations

from operator import mul

import pytest

from rropt.design.blocks.finite_field import PrimitiveRoot
from rropt.design.blocks.known_designs import known_designs, singer

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
