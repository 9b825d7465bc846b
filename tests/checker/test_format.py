"""The document of the format: its examples, its schema, its words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rropt.checker
from rropt.checker import (
    FORMAT,
    MAX_BYTES,
    cases_card,
    check,
    few_reports,
    kind_gradient,
    kind_polynomial,
    kind_prices,
)
from rropt.checker.kind_gradient import OBJECTIVES
from rropt.checker.utilities import UTILITIES

FOLDER = Path(rropt.checker.__file__).parent
TEXT = (FOLDER / "FORMAT.md").read_text(encoding="utf-8")
SCHEMA = json.loads((FOLDER / "certificate.schema.json").read_text(encoding="utf-8"))
EXAMPLES = re.findall(r"```json\n(.*?)\n```\n\n> (.*?)\n", TEXT, re.DOTALL)


@pytest.mark.parametrize(("certificate", "statement"), EXAMPLES)
def test_the_examples_are_verified_with_their_sentence(certificate, statement):
    assert check(certificate).statement == statement


def test_there_are_examples_of_the_kinds_with_evidence():
    kinds = {json.loads(certificate)["kind"] for certificate, _ in EXAMPLES}
    assert kinds == {"prices", "gradient", "cases", "polynomial"}
    assert FORMAT in TEXT and str(MAX_BYTES) in TEXT


DEFINED = {
    "gradient": kind_gradient,
    "polynomial": kind_polynomial,
    "prices": kind_prices,
    "card": cases_card,
    "few-reports": few_reports,
}


@pytest.mark.parametrize("name", DEFINED)
def test_the_schema_asks_for_the_fields_of_the_checker(name):
    fields = {"format", "kind", *DEFINED[name].FIELDS.split()}
    fields |= {"proof"} if name in ("card", "few-reports") else set()
    stated = SCHEMA["$defs"][name]
    assert set(stated["required"]) == fields
    extra = set(stated["properties"]) - fields
    assert extra <= {"pair_prices", "condition_prices", "universal", "sets", "blocks"}


def test_the_schema_and_the_document_know_every_name():
    assert SCHEMA["$defs"]["utility"]["properties"]["name"]["enum"] == list(UTILITIES)
    assert SCHEMA["$defs"]["objective"]["properties"]["name"]["enum"] == list(OBJECTIVES)
    for name in [*UTILITIES, *OBJECTIVES]:
        assert f"`{name}`" in TEXT
