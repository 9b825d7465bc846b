"""The document of the format: its examples, its schema, its words."""

from __future__ import annotations

import hashlib
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import rropt.checker
from rropt.checker import (
    FORMAT,
    MAX_BYTES,
    check,
    kind_gradient,
    kind_polynomial,
    kind_prices,
    kind_vertices,
)
from rropt.checker.named_objectives import READERS as OBJECTIVES
from rropt.checker.named_utilities import READERS as UTILITIES
from rropt.checker.statement import item
from tests.certificates import changed
from tests.checker.test_polynomial import HANDELMAN
from tests.checker.test_prices import trace

FOLDER = Path(rropt.checker.__file__).parent
TEXT = (FOLDER / "FORMAT.md").read_text(encoding="utf-8")
SCHEMA = json.loads((FOLDER / "certificate.schema.json").read_text(encoding="utf-8"))
EXAMPLES = re.findall(r"```json\n(.*?)\n```\n\n> (.*?)\n", TEXT, re.DOTALL)


@pytest.mark.parametrize(("certificate", "statement"), EXAMPLES)
def test_the_examples_are_verified_with_their_sentence(certificate, statement):
    assert check(certificate).statement == statement


def test_there_are_examples_of_the_kinds_with_evidence():
    kinds = {json.loads(certificate)["kind"] for certificate, _ in EXAMPLES}
    assert kinds == {"prices", "gradient", "vertices", "polynomial"}
    assert FORMAT in TEXT and str(MAX_BYTES) in TEXT


@pytest.mark.parametrize("page", [kind_gradient, kind_polynomial, kind_prices, kind_vertices])
def test_the_schema_asks_for_the_fields_of_the_checker(page):
    kind = page.__name__.rpartition("kind_")[2]
    assert set(SCHEMA["$defs"][kind]["required"]) == {"format", "kind", *page.FIELDS.split()}
    extra = set(SCHEMA["$defs"][kind]["properties"]) - set(SCHEMA["$defs"][kind]["required"])
    assert extra <= {"pair_prices", "condition_prices", "universal"}


def test_the_schema_and_the_document_know_every_name():
    assert SCHEMA["$defs"]["utility"]["properties"]["name"]["enum"] == list(UTILITIES)
    assert SCHEMA["$defs"]["objective"]["properties"]["name"]["enum"] == list(OBJECTIVES)
    for name in [*UTILITIES, *OBJECTIVES]:
        assert f"`{name}`" in TEXT


def test_a_long_part_of_a_problem_is_named_by_its_hash():
    """As `sha256sum` has it of the canonical JSON."""
    prior = [Fraction(1, 100)] * 100
    text = json.dumps(["1/100"] * 100, separators=(",", ":"))
    assert item(prior) == f"SHA-256 {hashlib.sha256(text.encode()).hexdigest()}"
    assert item([[Fraction(1), "oo"], [Fraction(3, 2), Fraction(1)]]) == "((1, oo), (3/2, 1))"


def test_a_bound_is_rounded_towards_the_weaker_claim():
    data = trace(3, Fraction(3))
    above = Fraction(9, 5) + Fraction(1, 10**20)
    loose = changed(data, prices=[above / 3] * 3, bound=above, gap=above - Fraction(9, 5))
    assert "above 1.80000000001 (rounded up), and this table has at least 9/5" in str(check(loose))


def test_hypotheses_are_never_hidden_and_zero_terms_are_dropped():
    """Long hypotheses once hid that they are false: -x^2 - 1 > 0 where -1 >= 0."""
    constraint = {"polynomial": [["-1", [0, 0]]], "strict": False}
    padding = [["0", [i, j]] for i in range(20) for j in range(20) if i + j]
    claim = {"polynomial": [["-1", [2, 0]], ["-1", [0, 0]]], "strict": False}
    terms = [
        {"coefficient": "1", "factors": [1], "square": [["1", [1, 0]]]},
        {"coefficient": "1", "factors": [1], "square": None},
    ]
    data = {**HANDELMAN, "constraints": [constraint], "claim": claim, "terms": terms}
    data["multiplier"] = [0]
    said = "-x^2 - 1 >= 0 for all real x, y with -1 >= 0"
    assert check(data).statement == said
    padded = {"polynomial": [*constraint["polynomial"], *padding], "strict": False}
    assert check({**data, "constraints": [padded]}).statement == said


def test_a_long_polynomial_is_named_by_the_hash_of_its_text():
    terms = [["1", [i, 0]] for i in range(90)]
    data = {**HANDELMAN, "constraints": [], "multiplier": [], "terms": []}
    data |= {"equalities": [terms], "equality_terms": [[0, [["1", [0, 0]]]]]}
    data["claim"] = {"polynomial": terms, "strict": False}
    text = " + ".join([*(f"x^{i}" for i in range(89, 1, -1)), "x", "1"])
    named = f"(the polynomial with SHA-256 {hashlib.sha256(text.encode()).hexdigest()})"
    assert check(data).statement == f"{named} >= 0 for all real x, y with {named} = 0"
