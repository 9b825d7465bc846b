"""The whole catalogue as a command: its status is that of its worst case."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import rropt as rr
from rropt.crosscheck import __main__ as command
from rropt.crosscheck.all_routes import cases, compared


def test_agreement_is_status_zero_and_counts_routes(monkeypatch, capsys) -> None:
    few = list(islice(cases(), 2))
    monkeypatch.setattr(command, "cases", lambda: iter(few))
    assert command.main() == 0
    lines = capsys.readouterr().out.splitlines()
    routes = sum(compared(problem).routes for problem in few)
    assert lines[-1] == f"2 cases, {routes} routes agree with their certificate, 0 disagree"
    assert len(lines) >= 4


def test_a_disagreement_is_status_one(monkeypatch, capsys) -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(2))
    wrong = replace(compared(problem), disagreement="published says 2")
    monkeypatch.setattr(command, "cases", lambda: iter([problem]))
    monkeypatch.setattr(command, "compared", lambda asked: wrong)
    assert command.main() == 1
    out = capsys.readouterr().out
    assert "1 disagree" in out
