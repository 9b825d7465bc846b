"""The catalogue as a command: its status, its options, a closed pipe."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

import rropt as rr
from rropt.closed.recalled.recall import Disagreement
from rropt.crosscheck import __main__ as command
from rropt.crosscheck.question_catalogue import Asked, CatalogueCell, compared

CELL = CatalogueCell("epsilon = ln(3)", rr.LocalDP("ln(3)"), Asked(rr.Trace(2)))
ALONE = ["--jobs", "1"]


@pytest.fixture
def one_cell(monkeypatch):
    monkeypatch.setattr(command, "cells", lambda: iter([CELL]))
    monkeypatch.setattr(command, "CHAI_NAYAK", {"chai-nayak/eq-3.6": rr.BayesFactor(20)})


def test_agreement_is_status_zero(one_cell, capsys, tmp_path) -> None:
    page = tmp_path / "page.html"
    assert command.main([*ALONE, "--html", str(page)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert lines[2].startswith("1 cells, 0 disagree")
    assert "B(h) of chai-nayak/eq-3.6: certificate 20, symbolic 20, numeric 20" in lines
    assert "1.5" in page.read_text(encoding="utf-8")


def test_a_disagreement_is_status_one(one_cell, monkeypatch, capsys) -> None:
    wrong = replace(compared(CELL), disagreement="published says 2")
    monkeypatch.setattr(command, "compared", lambda asked: wrong)
    assert command.main(ALONE) == 1
    assert "1 disagree" in capsys.readouterr().out


def test_two_bounds_that_disagree_are_status_one(one_cell, monkeypatch, capsys) -> None:
    def wrong(criterion):
        raise Disagreement("numeric and certificate disagree about B(p)")

    monkeypatch.setattr(command, "crosscheck_criterion", wrong)
    assert command.main(ALONE) == 1
    assert "B(h) of chai-nayak/eq-3.6: DISAGREE" in capsys.readouterr().out


@pytest.mark.everything
def test_several_processes_say_the_same(capsys, monkeypatch) -> None:
    asked = ["--random", "5", "--seed", "4"]
    assert command.main([*asked, *ALONE]) == 0
    alone = capsys.readouterr().out
    monkeypatch.setattr(command, "CHUNK", 3)
    assert command.main([*asked, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone


@pytest.mark.everything
def test_help_prints_help_and_a_closed_pipe_is_no_traceback() -> None:
    program = [sys.executable, "-m", "rropt.crosscheck"]
    helped = subprocess.run([*program, "--help"], capture_output=True, text=True, check=True)
    assert "--random" in helped.stdout and "certificate" not in helped.stdout
    with subprocess.Popen(
        [*program, "--every", "40", *ALONE], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""


def test_bad_input_is_one_line(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "argv", ["crosscheck", "--html", "/no/such/folder/page.html"])
    assert command.entry() == 3
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("error: html must be in a folder")
