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
    divergences,
    few_reports,
    kind_gradient,
    kind_polynomial,
    kind_prices,
    kind_symmetric,
    on_interval,
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


SHORT = {
    "CLAIMED": "`privacy value bound gap`",
    "PRICED": "`privacy value bound gap patterns weights prices cover`",
    "BUDGETS": "`[pair_prices] [condition_prices]`",
}
REQUIRED = {
    "`prices`": kind_prices.FIELDS,
    "`gradient`": kind_gradient.FIELDS,
    "`symmetric`": f"{kind_symmetric.FIELDS} directions",
    "`cases`, proof `card`": f"{cases_card.FIELDS} proof",
    "`cases`, other proofs": f"{few_reports.FIELDS} proof sets",
    "`random-cut`": f"{on_interval.FIELDS} lengths price_lengths",
    "`windows`": f"{on_interval.FIELDS} unit shifts windows masses slopes constants",
    "`shuffled`": "table people upper lower",
    "`garbling`": "A P C",
    "`separation`": "A P gain A_value P_value",
    "`polynomial`": kind_polynomial.FIELDS,
}


def stated_fields() -> dict[str, str]:
    """The table of kinds, with what its short words stand for."""
    table = TEXT[TEXT.index("| `kind` | fields |") :].partition("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    for name, words in SHORT.items():
        rows = [[kind, fields.replace(name, words)] for kind, fields in rows]
    return {kind: " ".join(re.findall("`([^`]+)`", fields)) for kind, fields in rows}


def test_the_document_asks_for_the_fields_of_the_checker():
    assert "CLAIMED = `privacy value bound gap`" in TEXT
    assert "PRICED = CLAIMED `patterns weights prices cover`" in TEXT
    stated = stated_fields()
    assert stated.keys() == REQUIRED.keys()
    others = {"actions", "e-optimal"}
    for kind, fields in stated.items():
        asked = {word for word in fields.split() if not word.startswith("[")}
        assert asked - others == {*REQUIRED[kind].split()}, kind


def test_the_document_has_the_words_of_divergences():
    for name, words in divergences.WORDS.items():
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{name}` "))
        assert row.endswith(f"| `{words}` |")
