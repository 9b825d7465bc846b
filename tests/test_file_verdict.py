"""The verdict on a file, in Python as on the command line: an edited file is never verified."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.file_verdict import file_verdict


@pytest.fixture(scope="module")
def design() -> rr.Design:
    return rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(2), truths=["no", "yes"])


def test_a_certificate_a_design_and_a_page_say_what_was_checked(design: rr.Design) -> None:
    files = {
        "file": design.certificate.to_json(),
        "design": json.dumps(design.to_json()),
        "page": design.to_html(),
    }
    for scope, text in files.items():
        found = file_verdict(text.encode())
        assert (found.verdict.verdict, found.scope) == ("verified", scope)


@pytest.mark.parametrize("key", ["value", "bound", "channel", "gamma"])
def test_a_design_that_says_other_than_its_certificate_is_refuted(
    design: rr.Design, key: str, tmp_path: Path
) -> None:
    path = tmp_path / "D.json"
    design.save(path)
    assert rr.check(path).verdict == "verified"
    record = json.loads(path.read_text())
    others = {"value": "2", "bound": "2", "gamma": "9", "channel": [["1", "0"], ["0", "1"]]}
    path.write_text(json.dumps(record | {key: others[key]}))
    assert rr.check(str(path)).verdict == "refuted"


def test_an_edited_page_is_no_proof(design: rr.Design, tmp_path: Path) -> None:
    path = tmp_path / "D.html"
    path.write_text(design.to_html().replace("<h2>", "<h2>Certified better: ", 1))
    assert rr.check(path).verdict == "undecided"


def test_what_holds_no_certificate(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("no JSON")
    assert rr.check(tmp_path / "a.txt").verdict == "malformed"
    (tmp_path / "A.json").write_text('{"channel": [["3/4", "1/4"], ["1/4", "3/4"]]}')
    alone = rr.check(tmp_path / "A.json")
    assert alone.verdict == "malformed" and "a mechanism without a certificate" in alone.reason
    with pytest.raises(InputError, match="evidence must be a readable file"):
        rr.check(tmp_path / "nowhere.json")


def test_a_verdict_has_words_for_people_only_where_it_is_verified(tmp_path: Path) -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(3))
    design.save(tmp_path / "D.json")
    named = "no mechanism with epsilon = ln 3 names one of 3 equally likely truths with a larger"
    assert rr.check(tmp_path / "D.json").words == f"{named} chance"
    assert design.check().words == f"{named} chance"
    moved = design.certificate.data | {"bound": "8/5"}
    assert (rr.check(moved).verdict, rr.check(moved).words) == ("refuted", "")


def test_a_mechanism_that_says_nothing_is_checked(tmp_path: Path) -> None:
    """Over 1/2 every report at level 2 is alike, and no share of a bound is a value of zero."""
    design = rr.optimal(rr.LocalDP("ln(2)"), rr.MutualInformation(["1/2", "1/2"]), denominator=2)
    assert design.value == 0 < design.bound
    design.save(tmp_path / "D.json")
    assert rr.check(tmp_path / "D.json").words.endswith(" (to no digit)")
