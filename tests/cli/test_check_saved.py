"""rropt check on a saved design and on a page: the certificate, and that it is about the table."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rropt import DOptimal, LocalDP, MutualInformation, Trace, Variance, Warner, optimal
from rropt.cli import main
from rropt.file_verdict import verdict_on
from rropt.report.html import page

DESIGNS = {
    "four answers": (LocalDP("1/2", "1/10"), Variance("1/4"), None),
    "card": (LocalDP("1/2", "1/10"), Variance("1/4"), 2),
    "warner": (LocalDP("ln(3)"), Warner("1/4"), None),
    "trace": (LocalDP("ln(3)"), Trace(4), None),
    "orbits": (LocalDP("ln(3)"), Trace(1000), None),
    "information": (LocalDP(1), MutualInformation(["1/2", "1/3", "1/6"]), None),
    "curved": (LocalDP("ln(3)"), DOptimal(["1/2", "1/3", "1/6"]), None),
    "useless": (LocalDP(0), Variance("1/4"), None),
    "useless card": (LocalDP(0), Variance("1/4"), 2),
}


def saved(name: str) -> dict[str, Any]:
    privacy, objective, outputs = DESIGNS[name]
    return optimal(privacy, objective, outputs, crosscheck=False).to_json()


@pytest.mark.parametrize("name", DESIGNS)
def test_a_saved_design_is_verified(name: str) -> None:
    assert str(verdict_on(json.dumps(saved(name)).encode())).startswith("verified")


@pytest.mark.everything
@pytest.mark.parametrize("name", DESIGNS)
def test_every_page_is_verified(name: str) -> None:
    privacy, objective, outputs = DESIGNS[name]
    design = optimal(privacy, objective, outputs, crosscheck=False)
    assert verdict_on(page(design).encode()).verdict == "verified"


@pytest.mark.everything
@pytest.mark.parametrize(
    ("name", "shown", "edited", "part"),
    [
        ("trace", "<td data-exact", "<td>1</td><td data-exact", "table"),
        ("trace", "0.500000", "0.900000", "table"),
        ("orbits", "1 times 3", "1 times 4", "table"),
        ("trace", '<span id="value" data-exact="2">', '<span id="value" data-exact="3">', "value"),
        ("trace", '<span id="bound"', '<span id="other"', "bound"),
        ("useless", "<mo>∞</mo>", "<mn>4</mn>", "value"),
        ("trace", '<span id="gap" data-exact="0">', '<span id="gap" data-exact="1">', "gap"),
        ("curved", '<span id="gap" ', '<span id="none" ', "gap"),
    ],
)
def test_a_page_edited_by_hand_is_refuted(name: str, shown: str, edited: str, part: str) -> None:
    """The data inside are as they were: what a reader sees is not."""
    privacy, objective, outputs = DESIGNS[name]
    drawn = page(optimal(privacy, objective, outputs, crosscheck=False))
    head, script, data = drawn.partition("<script")
    assert shown in head
    verdict = verdict_on((head.replace(shown, edited, 1) + script + data).encode())
    assert verdict.verdict == "refuted"
    assert part in verdict.reason


@pytest.mark.everything
def test_a_page_of_which_the_data_lack_the_table_is_refuted() -> None:
    drawn = page(optimal(LocalDP("ln(3)"), Trace(3), crosscheck=False))
    assert verdict_on(drawn.replace('"channel": [[', '"canal": [[').encode()).status == 1


@pytest.mark.everything
@pytest.mark.parametrize("name", ["card", "curved"])
@pytest.mark.parametrize("part", ["gamma", "delta", "value", "bound", "gap"])
@pytest.mark.parametrize("written", ["1/0", ["1/0", "2"], "1e99999999", "1e-9999999", [], None, {}])
def test_strange_numbers_are_refuted_at_once(name: str, part: str, written: Any) -> None:
    document = saved(name) | {part: written}
    assert verdict_on(json.dumps(document).encode()).verdict == "refuted"


@pytest.mark.parametrize("outputs", ["any", 3, None])
def test_the_best_card_is_no_bound_on_more_answers(outputs: Any) -> None:
    """At epsilon 1/2, delta 1/10 two answers have 2.37 at best, four have 1.33."""
    verdict = verdict_on(json.dumps(saved("card") | {"outputs": outputs}).encode())
    assert verdict.verdict == "refuted"
    assert "number of outputs" in verdict.reason


def test_a_report_of_which_the_entries_cancel_is_not_overlooked() -> None:
    """A row that adds up to zero is not a row of zeros."""
    document = saved("card")
    document["channel"] = [*document["channel"], ["1", "-1"]]
    assert verdict_on(json.dumps(document).encode()).verdict == "refuted"
    document["channel"] = [*document["channel"][:-1], ["0", "0"]]
    assert verdict_on(json.dumps(document).encode()).verdict == "verified"


@pytest.mark.everything
def test_a_page_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    design = optimal(LocalDP("ln(3)"), Trace(3))
    path = tmp_path / "page.html"
    path.write_text(page(design), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.startswith("verified")


def moved(document: dict[str, Any], name: str) -> dict[str, Any]:
    """One thing shown is not what was proved."""
    changes: dict[str, Any] = {
        "channel": [["1/2", "1/2"], ["1/2", "1/2"]],
        "gamma": "7/2",
        "delta": "1/11",
        "value": "1/3",
        "bound": "1/3",
        "gap": "1/3",
    }
    return document | {name: changes[name]}


@pytest.mark.everything
@pytest.mark.parametrize("part", ["channel", "gamma", "delta", "value", "bound", "gap"])
@pytest.mark.parametrize("name", ["four answers", "card", "warner", "trace", "curved"])
def test_what_is_shown_must_be_what_is_proved(name: str, part: str) -> None:
    verdict = verdict_on(json.dumps(moved(saved(name), part)).encode())
    assert verdict.verdict == "refuted"
    assert ("table" if part == "channel" else part) in verdict.reason


def test_an_infinite_value_has_no_gap() -> None:
    assert saved("useless")["gap"] == "0"
    verdict = verdict_on(json.dumps(moved(saved("useless"), "gap")).encode())
    assert verdict.reason.startswith("the gap shown")


@pytest.mark.parametrize(("name", "wrong"), [("trace", "2/3"), ("four answers", "certificate")])
def test_a_variance_is_one_over_an_information_and_nothing_else_is(name: str, wrong: str) -> None:
    """A trace of 2 shown as 1/2, and a variance shown as the information, are refused."""
    document = saved(name)
    proved = document["certificate"]["bound"]
    document["bound"] = proved if wrong == "certificate" else str(1 / Fraction(proved))
    assert verdict_on(json.dumps(document).encode()).verdict == "refuted"


def test_a_wrong_certificate_inside_is_refuted() -> None:
    document = saved("trace")
    document["certificate"]["bound"] = "7/5"
    assert verdict_on(json.dumps(document).encode()).verdict == "refuted"


@pytest.mark.parametrize(
    "channel", [[], [["x"]], [[1, 0]], "oo", [["1/0"]], {"a": 1}, [["1"], 3], 7, [None]]
)
def test_a_strange_table_is_refuted_without_a_crash(channel: Any) -> None:
    document = saved("card") | {"channel": channel}
    assert verdict_on(json.dumps(document).encode()).verdict == "refuted"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[1]",
        b"\xff\xfe",
        b'{"certificate": {}}',
        b"<html></html>",
        b'{"certificate":3}',
    ],
)
def test_other_files_are_malformed(content: bytes) -> None:
    assert verdict_on(content).verdict == "malformed"
