"""Coverage by one quadratic form: against every pattern by brute force, and near misses."""

from __future__ import annotations

from fractions import Fraction as F
from functools import cache
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check

Data = dict[str, Any]
FORM = {"cover": {"proof": "form"}}


@cache
def designs() -> dict[str, Data]:
    """Certified by all patterns, or by a line."""
    three, prior = rr.LocalDP("ln(3)"), ["1/2", "1/4", "1/8", "1/8"]
    asked = {
        "shares": rr.AOptimal(prior),
        "contrast": rr.COptimal(prior, [1, -1, 0, 0]),
        "determinant": rr.DOptimal(prior),
        "share": rr.Variance("1/4"),
    }
    found = {name: rr.optimal(three, goal).certificate.data for name, goal in asked.items()}
    return {name: dict(data) for name, data in found.items()}


@pytest.mark.parametrize("name", ["shares", "contrast", "determinant", "share"])
def test_designs_are_covered_by_their_form(name: str) -> None:
    data = designs()[name]
    found = check(data | FORM)
    assert found.verdict == "verified" and found.statement == check(data).statement


@pytest.mark.parametrize("name", ["shares", "contrast", "share"])
@pytest.mark.parametrize("share", [F(999, 1000), 1 - F(1, 10**9)])
def test_a_stronger_claim_is_refuted(name: str, share: F) -> None:
    """Prices that are lower, and what they would prove."""
    data = designs()[name]
    prices = [str(F(y) - (1 - share)) for y in data["prices"]]
    missed = data | FORM | {"prices": prices}
    if data["kind"] == "prices":
        bound = sum(map(F, prices))
        missed |= {"bound": str(bound), "gap": str(bound - F(data["value"]))}
    assert check(missed).verdict == check(missed | {"cover": {"proof": "extremes"}}).verdict
    assert check(missed).verdict == "refuted"


@pytest.mark.parametrize(
    "parts",
    [
        {"privacy": {"gamma": "3", "delta": "1/10"}},
        {"privacy": {"gamma": [["1", "3"], ["3", "1"]], "delta": "0"}},
        {"utility": {"name": "mutual-information", "prior": ["3/4", "1/4"]}},
        {"cover": {"proof": "form", "tree": []}},
        {"cover": {"proof": "form", "": "0"}},
    ],
)
def test_what_is_no_form_is_malformed(parts: Data) -> None:
    assert check(designs()["share"] | FORM | parts).verdict == "malformed"


def test_several_priors_have_no_form() -> None:
    goal = rr.Average([("1/2", ["1/2", "1/4", "1/4"]), ("1/2", ["1/3"] * 3)])
    data = rr.optimal(rr.LocalDP("ln(3)"), goal).certificate.data
    assert check(dict(data) | FORM).verdict == "malformed"
