"""Files flow from one verb to the next, whichever form the design was saved in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rropt as rr
from rropt.cli import main


def test_another_table_beside_a_certificate_of_one_class_is_refuted(tmp_path: Path) -> None:
    data = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(30), crosscheck=False).to_json()
    flat = [["1/30"] * 30 for _ in range(30)]
    path = tmp_path / "D.json"
    path.write_text(json.dumps(data | {"channel": flat}))
    assert main(["check", str(path)]) == 1


@pytest.mark.everything
def test_reports_are_drawn_from_a_certificate_of_one_class(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    design, answers, out = tmp_path / "D.json", tmp_path / "a.csv", tmp_path / "r.csv"
    words = ["design", "trace", "--gamma", "3", "--categories", "30", "--save", str(design)]
    assert main(words) == 0
    answers.write_text("c\n" + "\n".join(map(str, range(30))) + "\n")
    words = ["randomize", str(answers), "--design", str(design), "--column", "c", "-o", str(out)]
    assert main(words) == 0
    assert len(out.read_text().split()) == 31
