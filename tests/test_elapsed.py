"""The line on a terminal while an answer takes long."""

from __future__ import annotations

import io
import sys
import time
from inspect import signature
from types import ModuleType

import pytest

import rropt as rr
from rropt.data.progress import Progress
from rropt.elapsed import elapsed, is_watched, shows_elapsed


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def impatient(monkeypatch):
    """Nobody is waited for long."""
    monkeypatch.setattr("rropt.elapsed.PATIENCE", 0.02)
    monkeypatch.setattr("rropt.elapsed.BEAT", 0.02)


def on_screen(monkeypatch):
    """A terminal as standard error; not in a fixture, after which pytest puts its own there."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    return screen


def test_a_long_answer_says_how_long_and_leaves_nothing_behind(impatient, monkeypatch):
    screen = on_screen(monkeypatch)
    with elapsed("rropt design"):
        deadline = time.monotonic() + 5
        while screen.getvalue().count("so far") < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "rropt design: 0 s so far, Ctrl-C stops it" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_a_quick_answer_sees_nothing(monkeypatch):
    screen = on_screen(monkeypatch)
    with elapsed("rropt design"):
        pass
    assert screen.getvalue() == ""


def test_a_file_sees_nothing(impatient, monkeypatch):
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    with elapsed("rropt design"):
        time.sleep(0.05)
    assert file.getvalue() == ""


def test_an_error_passes_and_the_line_goes(impatient, monkeypatch):
    screen = on_screen(monkeypatch)
    with pytest.raises(ValueError, match="reason"), elapsed("rropt design"):
        time.sleep(0.1)
        raise ValueError("reason")
    assert screen.getvalue().endswith("\r\x1b[K")


def test_one_line_is_shown_that_of_the_call_that_is_waited_for(impatient, monkeypatch):
    screen = on_screen(monkeypatch)
    with elapsed("outer"), elapsed("inner"), Progress("rows", 9):
        time.sleep(0.1)
    assert "outer: 0 s so far" in screen.getvalue() and "inner" not in screen.getvalue()
    with Progress("rows", 9), elapsed("inside"):
        time.sleep(0.1)
    assert "inside" not in screen.getvalue()
    with elapsed("again"):
        time.sleep(0.1)
    assert "again: 0 s so far" in screen.getvalue()


def test_a_slow_function_shows_its_name_and_keeps_its_signature(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("rropt.elapsed.PATIENCE", 0.0)

    @shows_elapsed
    def optimal(privacy, objective=1):
        time.sleep(0.05)
        return privacy + objective

    assert optimal(1, objective=2) == 3
    assert "rropt.optimal: 0 s so far" in screen.getvalue()
    assert str(signature(optimal)) == "(privacy, objective=1)"


def test_slow_functions_of_the_flat_face_show_it():
    for name in (
        "optimal",
        "minimax_regret",
        "derive",
        "regress",
        "plan",
        "explain",
        "compare",
        "admissible",
    ):
        assert getattr(rr, name).__wrapped__ is not None, name


def test_a_terminal_is_watched_and_a_file_is_not():
    assert is_watched(Terminal())
    assert not is_watched(io.StringIO()) and not is_watched(None)


def test_a_notebook_is_watched_on_standard_error_only(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert not is_watched(sys.stderr)
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    assert is_watched(sys.stderr)
    assert not is_watched(io.StringIO())
