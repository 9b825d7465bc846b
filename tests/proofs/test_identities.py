"""Identities written out say what the certificate says: sympy expands both sides again."""

from __future__ import annotations

import pytest
import sympy as sp
from rropt.proofs.conjecture import prove
from rropt.proofs.identities import RELATIONS, Identity

CLAIMS = {
    "square": ("x**2 + 1 >= 2*x*y", "y**2 <= 1"),
    "product": ("x*y <= x", "x >= 0", "y <= 1"),
    "strict": ("x*y > 0", "x > 0", "y > 0"),
    "equality": ("x*y + y*z <= 2*y", "x**2 + z**2 == 2", "y >= 0"),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", CLAIMS)
def test_both_sides_are_equal_for_sympy_too(name: str) -> None:
    found = prove(*CLAIMS[name])
    assert found.certificates
    for certificate in found.certificates:
        left, right = Identity(certificate).written(str, power="**{}").split(" = ")
        assert sp.expand(sp.sympify(left) - sp.sympify(right)) == 0


def test_a_hypothesis_is_told_from_what_follows() -> None:
    one = {"polynomial": [["1", [1]]], "strict": False}
    term = {"coefficient": "1", "factors": [1], "square": None}
    plain = {
        "variables": ["x"],
        "constraints": [one],
        "equalities": [],
        "claim": one,
        "multiplier": [0],
        "terms": [term],
        "equality_terms": [],
    }
    assert Identity(plain).is_hypothesis
    assert Identity(plain).stated(str, RELATIONS) == "x >= 0 where x >= 0"
    for wrong in (
        {"terms": [term | {"coefficient": "2"}]},
        {"terms": [term | {"factors": [2]}]},
        {"terms": [term, term]},
        {"multiplier": [1]},
    ):
        assert not Identity(plain | wrong).is_hypothesis
