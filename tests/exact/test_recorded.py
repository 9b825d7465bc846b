"""Whatever has a JSON record is a dict as well, and both say the same."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import rropt as rr
from rropt.exact.recorded import Recorded

ROOT = Path(rr.__file__).parents[1]

NO_RECORDS = {"CertifiedNumber", "Outcome", "Spec"}
"""A number is a text or a pair of texts in JSON; a spec of a sweep is TOML, written as JSON; what
became of one claim is a part of what a run of proofs writes."""

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["no", "yes"])
OTHER = [["2/3", "1/3"], ["1/3", "2/3"]]


def writers() -> list[tuple[str, set[str]]]:
    """Every class with a `to_json` of its own, and its bases."""
    found = []
    for folder in ("rropt", "proofs"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            source = file.read_text(encoding="utf-8")
            classes = ast.walk(ast.parse(source)) if "def to_json" in source else ()
            found += [each for each in classes if isinstance(each, ast.ClassDef)]
    return [
        (each.name, {ast.unparse(base) for base in each.bases})
        for each in found
        if any(isinstance(part, ast.FunctionDef) and part.name == "to_json" for part in each.body)
    ]


@pytest.mark.everything
def test_every_class_with_a_record_is_recorded() -> None:
    through_a_base = {"Channel", "Results", "Quantities", "SingleResult", "EstimatedDistribution"}
    without = [name for name, bases in writers() if not bases & {"Recorded", *through_a_base}]
    assert set(without) == NO_RECORDS
    assert len(writers()) > 25


@pytest.fixture(scope="module")
def design() -> rr.Design:
    return rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"), truths="no,yes", crosscheck=True)


@pytest.mark.parametrize(
    "asked",
    [
        "design",
        "design.certificate",
        "design.check()",
        "design.routes",
        "design.plan(margin='0.05')",
        "design.estimate({'0': 60, '1': 40})",
        "design.estimate({'0': 60, '1': 40}).of(1).test('1/5')",
        "design.estimate({'0': 60, '1': 40}).of(1).interval()",
        "rr.measures(WARNER)",
        "rr.compare(OTHER, WARNER)",
        "rr.admissible(WARNER, 3)",
        "rr.frontier([OTHER, WARNER])",
        "rr.shuffled(WARNER, 20, delta='1e-3')",
        "rr.strict_bound(rr.BetaFactor(2))",
        "rr.device('warner', p='3/4')",
        "rr.derive_for_every_k(rr.Trace(2))",
        "rr.crosscheck(design, ['numeric'])",
        "rr.crosscheck(rr.compare(OTHER, WARNER))",
        "rr.prove('x**2 >= 0')",
        "WARNER",
    ],
)
def test_the_dict_of_a_result_is_its_record_and_json_ready(asked: str, design: rr.Design) -> None:
    for solver in ("z3", "cvc5") if "prove" in asked else ():
        pytest.importorskip(solver)
    found: Any = eval(asked, globals() | {"design": design})
    assert isinstance(found, Recorded)
    record = found.to_dict()
    assert isinstance(record, dict) and record
    written = found.to_json()
    if isinstance(written, str):
        written = json.loads(written)
    same = record["rows"] if isinstance(written, list) else record
    assert json.loads(json.dumps(same)) == json.loads(json.dumps(written))


def test_a_dict_takes_what_its_record_takes(design: rr.Design) -> None:
    found = design.estimate({"0": 60, "1": 40})
    assert found.to_dict("0.9") == found.to_dict(level="0.9") == found.to_json(level="0.9")
    assert found.to_dict("0.9") != found.to_dict()


def test_a_result_without_a_record_has_no_dict_by_accident() -> None:
    with pytest.raises(AttributeError, match="to_dict"):
        rr.optimal(rr.LocalDP(1), rr.Trace(2)).value.to_dict()  # type: ignore[union-attr]
