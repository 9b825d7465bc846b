"""The line on a terminal while an answer takes long."""

from __future__ import annotations

import io
import time

from rropt.cli import VERBS
from rropt.cli.elapsed import SILENT, Elapsed


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


def test_verbs_with_a_line_of_their_own_exist():
    assert set(VERBS) >= SILENT
