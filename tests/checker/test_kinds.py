"""Certificates of every kind, and comparisons that cannot be decided."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt.checker import check
from rropt.checker.kinds import PAGES
from tests.certificates import GOOD
from tests.checker.test_cases_box import BASE


@pytest.mark.parametrize("kind", sorted(set(PAGES) - {"prices"}))
def test_fields_of_another_kind_are_malformed(kind):
    assert check({**GOOD, "kind": kind}).verdict == "malformed"


@pytest.mark.parametrize("kind", [None, [], "price", {}, 1])
def test_another_kind_is_malformed(kind):
    assert check({**GOOD, "kind": kind}).verdict == "malformed"
    assert check({name: GOOD[name] for name in GOOD if name != "kind"}).verdict == "malformed"


def euler(digits: int) -> int:
    """e times 10^digits, cut: the sum of 1/n! with guard digits."""
    guard = 10**20
    term = whole = 10**digits * guard
    n = 0
    while term:
        n += 1
        term //= n
        whole += term
    return whole // guard


def too_close() -> dict:
    """gamma_lo is within 10^-1300 of e: logarithms of 512 bits cannot tell that it is below."""
    low = Fraction(euler(1300) - 1, 10**1300)
    useless = {"patterns": [["1", "1"]], "weights": ["1"], "value": "1", "gap": "1/2"}
    return {**GOOD, **useless, "privacy": {"epsilon": "1", "gamma": [str(low), "3"], "delta": "0"}}


def test_an_undecided_comparison():
    assert check(too_close()).verdict == "undecided"
    assert check({**too_close(), "gap": "1/3"}).verdict == "refuted"


@pytest.mark.parametrize("proof", [*PAGES, "", "vertices", None, 1, ["box"]])
def test_only_the_named_proof_proves(proof):
    """The fields are those of a box."""
    wanted = "verified" if proof == "box" else "malformed"
    assert check(BASE | {"proof": proof}).verdict == wanted


def test_a_proof_must_be_named():
    assert check({name: x for name, x in BASE.items() if name != "proof"}).verdict == "malformed"
