"""The line on a terminal while an answer takes long."""

from __future__ import annotations

import io
import sys
import time
from inspect import signature
from types import ModuleType

import rropt as rr
from rropt.data.progress import Progress
from rropt.elapsed import Elapsed, is_watched, shows_elapsed


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_long_answer_says_how_long_and_leaves_nothing_behind():
    screen = Terminal()
    with Elapsed("rropt design", screen, patience=0.02, beat=0.02):
        deadline = time.monotonic() + 5
        while screen.getvalue().count("so far") < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "rropt design: 0 s so far, Ctrl-C stops it" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_a_quick_answer_and_a_file_see_nothing():
    screen, file = Terminal(), io.StringIO()
    with Elapsed("rropt design", screen):
        pass
    with Elapsed("rropt design", file, patience=0.0, beat=0.01):
        time.sleep(0.05)
    assert screen.getvalue() == file.getvalue() == ""


def test_an_error_passes_and_the_line_goes():
    screen = Terminal()
    try:
        with Elapsed("rropt design", screen, patience=0.0, beat=0.01):
            time.sleep(0.05)
            raise ValueError("reason")
    except ValueError as error:
        assert str(error) == "reason"
    assert screen.getvalue().endswith("\r\x1b[K")


def test_one_line_is_shown_that_of_the_call_that_is_waited_for():
    screen, inner = Terminal(), Terminal()
    inside = Elapsed("inner", inner, patience=0.0, beat=0.01)
    with Elapsed("outer", screen, patience=0.0, beat=0.01), inside, Progress("rows", 9, inner):
        time.sleep(0.05)
    assert "outer: 0 s so far" in screen.getvalue() and inner.getvalue() == ""
    with Progress("rows", 9, inner), Elapsed("inside", screen, patience=0.0, beat=0.01):
        time.sleep(0.05)
    assert "inside" not in screen.getvalue()
    with Elapsed("again", inner, patience=0.0, beat=0.01):
        time.sleep(0.05)
    assert "again: 0 s so far" in inner.getvalue()


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
