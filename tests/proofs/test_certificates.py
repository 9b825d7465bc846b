"""The certificate search, against an independent expansion and the checker."""

from __future__ import annotations

import copy
from fractions import Fraction as F

import pytest
import sympy as sp
from rropt.proofs.certificates import Constraint, search, verified

R, x, y = sp.ring("x y", sp.QQ)
SQUARE = [Constraint(x), Constraint(1 - x), Constraint(y), Constraint(1 - y)]
STRICT = [Constraint(c.polynomial, True) for c in SQUARE]


def value(terms, point):
    a, b = point
    return sum(F(c) * a ** e[0] * b ** e[1] for c, e in terms)


def right_side(certificate, point):
    total = F(0)
    for term in certificate["terms"]:
        product = F(term["coefficient"])
        for constraint, power in zip(certificate["constraints"], term["factors"], strict=True):
            product *= value(constraint["polynomial"], point) ** power
        if term["square"] is not None:
            product *= value(term["square"], point) ** 2
        total += product
    return total


@pytest.mark.parametrize("claim", [2 * x * y - x - y + 1, x * (1 - x) * y, 3 - x - x * y - y**3])
def test_the_identity_holds_at_every_grid_point(claim):
    found = search(R, SQUARE, Constraint(claim))
    grid = [(F(a, 3), F(b, 2)) for a in range(-3, 7) for b in range(-3, 7)]
    assert found is not None
    assert all(value(found["claim"]["polynomial"], p) == right_side(found, p) for p in grid)


@pytest.mark.parametrize("claim", [x * y - x - y, x - y, 2 * x * y - x - y + R(sp.QQ(99, 100))])
def test_nothing_is_found_for_a_false_claim(claim):
    assert search(R, SQUARE, Constraint(claim)) is None


def test_strict_claims_need_strict_constraints():
    claim = Constraint(x + y - x * y, True)
    assert search(R, SQUARE, claim) is None
    assert search(R, STRICT, claim) is not None


def test_every_part_of_a_certificate_matters():
    found = search(R, SQUARE, Constraint(2 * x * y - x - y + 1))
    assert verified(found)
    for k, term in enumerate(found["terms"]):
        changed = copy.deepcopy(found)
        changed["terms"][k]["coefficient"] = str(F(term["coefficient"]) + 1)
        assert not verified(changed)
    dropped = copy.deepcopy(found)
    dropped["terms"].pop()
    assert not verified(dropped)


def test_equalities_are_used_with_any_sign():
    """On x + y = 1 the product x y is at most 1/4."""
    claim = Constraint(R(sp.QQ(1, 4)) - x * y)
    found = search(R, [], claim, equalities=[x + y - 1], squares=[x - y], degree=3)
    assert found is not None and verified(found)
