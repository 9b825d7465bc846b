"""What a design shows against what its certificate says: each field moved a little is named."""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import pytest

import rropt as rr
from rropt.design.document_fields import difference, numbers

pytestmark = pytest.mark.quick

DESIGNS = {
    "trace": rr.optimal(rr.LocalDP.from_gamma(3), rr.Trace(3)),
    "variance": rr.optimal(rr.LocalDP.from_gamma(3), rr.Variance("1/4")),
    "information": rr.optimal(rr.LocalDP(1, "1/10"), rr.MutualInformation("2/3,1/3")),
    "card": rr.optimal(rr.LocalDP.from_gamma(3), rr.Variance("1/4"), 2),
    "loss": rr.optimal(rr.LocalDP.from_gamma(3), rr.Loss([[0, 1], [2, 0]], "2/3,1/3")),
    "determinant": rr.optimal(rr.LocalDP.from_gamma(3), rr.DOptimal("1/2,1/4,1/4")),
    "useless": rr.optimal(rr.LocalDP(0), rr.Variance("1/4")),
}


def shown(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(DESIGNS[name].to_json()))
    return document


@pytest.mark.parametrize("name", DESIGNS)
def test_a_design_shows_what_is_certified(name: str) -> None:
    document = shown(name)
    assert difference(document, document["certificate"]) is None


@pytest.mark.parametrize(
    "name, field, said",
    [
        ("trace", "gamma", "2"),
        ("trace", "delta", "1/10"),
        ("trace", "value", "3"),
        ("trace", "bound", "17/10"),
        ("trace", "gap", "1/9"),
        ("variance", "value", "1/2"),
        ("information", "value", ["0", "1"]),
        ("card", "outputs", 3),
        ("loss", "value", "-1/2"),
        ("determinant", "bound", "0"),
        ("useless", "value", "1"),
        ("trace", "value", "1e99999999"),
        ("trace", "value", "1/0"),
    ],
)
def test_a_field_that_says_something_else_is_named(name: str, field: str, said: Any) -> None:
    document = shown(name)
    field_name = "number of outputs" if field == "outputs" else field
    assert difference({**document, field: said}, document["certificate"]) == field_name


def test_reports_may_be_split_and_reordered_but_not_changed() -> None:
    document = shown("trace")
    rows = [[F(x) for x in row] for row in document["channel"]]
    first, *others = rows
    split = [*others, [x / 3 for x in first], [2 * x / 3 for x in first], [F(0)] * 3]
    certificate = document["certificate"]
    assert difference({"channel": [list(map(str, row)) for row in split]}, certificate) is None
    first[0] += F(1, 10**9)
    assert difference({"channel": [list(map(str, row)) for row in rows]}, certificate) == "table"
    assert difference({"channel": [[0.5, "a"]]}, certificate) == "table"


def test_numbers_are_exact_or_words() -> None:
    assert numbers(["2", "1/2"]) == [F(1, 2), F(2)]
    assert numbers("oo") == "oo" and numbers("1e9") == "1e9" and numbers(None) == "None"


def test_the_lower_end_of_a_curved_value_lies_above_the_bound() -> None:
    document = shown("determinant")
    low, high = document["value"] if isinstance(document["value"], list) else [None, None]
    below = str(F(low if isinstance(document["bound"], list) else document["bound"]) - 1)
    assert difference({**document, "value": [below, high]}, document["certificate"]) == "value"
