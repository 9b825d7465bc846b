"""What `rropt doctor` says of an installation."""

import json
import sys
from importlib import metadata

import pytest

from rropt.cli import main
from rropt.cli.doctor import _version
from rropt.extras import EXTRAS


def test_a_design_is_made_and_every_extra_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["design"] == "verified" and None not in data["libraries"].values()
    assert set(data["extras"]) == set(EXTRAS)


def test_an_absent_extra_has_the_line_that_installs_it(monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "excel    absent" in said and "[excel]'" in said
    (line,) = [line for line in said.splitlines() if "[excel]" in line]
    assert " -m pip install '" in line  # whole, to be copied


def test_cvxpy_counts_with_or_without_its_solvers(monkeypatch) -> None:
    class One:
        version = "1.9.3"

    there = {"cvxpy-base": [One]}
    monkeypatch.setattr(metadata, "distributions", lambda name: there.get(name, []))
    assert _version("cvxpy") == "1.9.3" and _version("scipy") is None


def test_a_broken_library_is_named_and_the_status_says_so(monkeypatch, capsys) -> None:
    monkeypatch.setattr("rropt.certified.optimal", lambda *_: 1 / 0)
    assert main(["doctor"]) == 1
    assert "no design can be made here: failed: ZeroDivisionError" in capsys.readouterr().out
