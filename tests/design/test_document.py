"""The table in a document: channels, saved designs, certificates, classes of truths."""

from __future__ import annotations

import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from rropt.cli import main
from rropt.design.document import channel_in, difference, numbers


@pytest.mark.parametrize(
    ("privacy", "objective"),
    [
        (rr.LocalDP("ln(3)"), rr.Trace(30)),
        (rr.LocalDP("ln(3)", "1/10"), rr.Trace(9)),
        (rr.LocalDP("ln(3)"), rr.MutualInformation(["1/13"] * 13)),
    ],
)
def test_a_table_kept_as_orbits_and_written_out_is_one_design(
    privacy: rr.LocalDP, objective: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    design = rr.optimal(privacy, objective, crosscheck=False)
    path = tmp_path / "D.json"
    path.write_text(json.dumps(design.to_json()))
    assert main(["check", str(path)]) == 0
    found = channel_in(json.loads(design.certificate.to_json()))
    assert sorted(found.rows) == sorted(design.channel.rows)
    assert privacy.satisfied_by(found)


@pytest.mark.parametrize(
    "objective", [rr.Trace(150), rr.Guess(["1/150"] * 150), rr.MutualInformation(["1/150"] * 150)]
)
def test_a_design_of_many_categories_is_drawn_from_its_file(
    objective: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    design = rr.optimal(rr.LocalDP(1), objective)
    path, answers, reports = (tmp_path / name for name in ("D.json", "A.csv", "R.csv"))
    design.save(path)
    answers.write_text("town\n0\n149\n")
    assert rr.load(path).channel == channel_in(json.loads(path.read_text())) == design.channel
    words = ["--design", str(path), "--column", "town"]
    assert main(["randomize", str(answers), *words, "-o", str(reports)]) == 0
    assert main(["estimate", str(reports), *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["n"] == 2 and len(found["estimate"]) == 150


@pytest.mark.parametrize(
    "change",
    [
        {"patterns": [[[["3", 1], ["1", 10**12]]]]},
        {"patterns": [[[["3", 1], ["1"]]]]},
        {"patterns": [[[["3", 1], ["1", 29]], "1"]]},
        {"patterns": 7},
        {"weights": ["1/2"]},
        {"weights": []},
        {"truths": [10**12], "patterns": [[[["3", 1], ["1", 10**12 - 1]]]]},
        {"truths": ["thirty"]},
        {"truths": [[30]]},
        {"privacy": {}},
    ],
)
def test_classes_of_no_table_are_one_line(change: dict[str, object], tmp_path: Path) -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(30), crosscheck=False)
    with pytest.raises(rr.InputError):
        channel_in(json.loads(design.certificate.to_json()) | change)


def test_classes_are_written_out_one_after_the_other() -> None:
    """Truths 0 and 1 are one class, truth 2 is another: nobody guesses truth 2."""
    certificate = {
        "format": "rropt-certificate/2",
        "kind": "prices",
        "privacy": {"gamma": "3", "delta": "0"},
        "truths": [2, 1],
        "utility": {"name": "probability-of-a-right-guess", "prior": ["2/5", "1/5"]},
        "patterns": [[[["3", 1], ["1", 1]], "2"]],
        "weights": ["1/2"],
        "prices": ["3/10", "0"],
        "value": "3/5",
        "bound": "3/5",
        "gap": "0",
        "cover": {"proof": "actions"},
    }
    assert check(certificate).verdict == "verified"
    rows = [["3/4", "1/4", "1/2"], ["1/4", "3/4", "1/2"]]
    assert channel_in(certificate).rows == rr.Channel.from_rows(rows).rows


def test_a_certificate_of_few_reports_holds_its_table() -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(categories=3), outputs=2)
    assert design.certificate.data["truths"] == [3]
    assert channel_in(dict(design.certificate.data)).rows == design.channel.rows


def test_more_truths_than_have_labels_are_refused() -> None:
    huge = {
        "kind": "symmetric",
        "privacy": {"gamma": "3", "delta": "0"},
        "truths": [10**9, 1],
        "prior": ["1/1000000001"] * 2,
        "patterns": [[[["3", 1], ["1", 10**9 - 1]], [["1", 1]]]],
        "weights": ["1"],
    }
    with pytest.raises(rr.InputError, match="at most 1000000 truths"):
        channel_in(huge)


def test_the_mechanism_of_an_interval_has_no_table() -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=1))
    with pytest.raises(rr.InputError, match="mechanism of a whole interval of numbers"):
        channel_in(design.to_json())


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
