"""Coverage by one quadratic form: against every pattern by brute force, and near misses."""

from __future__ import annotations

from fractions import Fraction as F
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.cover_form import CoverByForm, QuadraticForm
from rropt.checker.verdict import Size

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


def random_form(rng: Random, k: int, long: int) -> tuple[list[list[int]], QuadraticForm]:
    rows = [[rng.randrange(-3 * long, 9 * long) for _ in range(k)]]
    rows.append([rng.randrange(1, 4 * long) for _ in range(k)])
    for _ in range(rng.randint(1, 3)):
        t = [rng.randrange(-2 * long, 2 * long) for _ in range(k)]
        rows += [t, t]
    return rows, QuadraticForm.of(3, 1, rows)


def value(rows: list[list[int]], r: tuple[int, ...]) -> int:
    told = [sum(x * y for x, y in zip(row, r, strict=True)) for row in rows]
    pairs = list(zip(told[::2], told[1::2], strict=True))
    return pairs[0][0] * pairs[0][1] - sum(x * y for x, y in pairs[1:])


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(60))
def test_every_pattern_is_looked_at(seed: int) -> None:
    """Raised to be zero at its least, a form is covered; a hair less, it is not."""
    rng = Random(f"form {seed}")
    k = rng.randint(1, 11)
    rows, form = random_form(rng, k, rng.choice([2, 10**3, 10**30]))
    least = min(product((1, 3), repeat=k), key=lambda r: value(rows, r))
    at = [int(x == 3) for x in least]
    own = form.constant
    for i, x in enumerate(at):
        own += x * form.slopes[i] + sum(form.couplings[i][j] * at[j] * x for j in range(i))
    for less, covered in ((own, True), (own + 1, False)):
        raised = QuadraticForm(form.constant - less, form.slopes, form.couplings)
        proof = CoverByForm(raised, Size(1, 96), 3)
        proof.walk()
        assert proof.covers is covered


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
